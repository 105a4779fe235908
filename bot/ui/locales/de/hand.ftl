# Das eigene Blatt, in einer Direktnachricht oder nur für dich am Tisch.

welcome-title = ### Willkommen am Tisch, { $name }
welcome-place = Du hast einen Platz am Tisch in **{ $guild }**, { $channel }.
welcome-hand = Sobald das Spiel beginnt, erscheinen hier deine Karten. Spiel hier oder mit **Meine Karten** am Tisch.
back-to-table = [Zurück zum Tisch]({ $link })
hand-place = -# { $guild } · { $channel } · { $back }
hand-your-turn = **Du bist dran.**
hand-due = Gefragt: { $ranks }
hand-turn = { $name } ist dran. Gefragt: { $ranks }
# Diese beiden bleiben wahr, wenn darüber entschieden ist: Dafür wird kein Blatt neu gezeigt.
hand-open = { $name } hat gelegt.
hand-own-open = Du hast gelegt.
hand-next = Danach bist du dran.
hand-yours-next = Dein nächster Wert: { $rank }
hand-closes = Was du jetzt tust, macht die Ansage von { $name } sicher: Danach kann sie niemand mehr anzweifeln.
hand-must-play = Alle haben gepasst, also musst du jetzt legen.
hand-keep-one = Eine Karte musst du behalten: Die letzte wird nie gelegt.
hand-asked = { $name } will von dir eine Karte mit dem Wert **{ $rank }** sehen. Zeigst du eine, geht sie mit dem Stapel an { $name }; sonst nimmst du den Stapel.
hand-pass-wins = Mit **Passen** gewinnst du{ $rounds ->
        [one] { "" }
       *[other] { " die Runde" }
    }, wenn niemand vorher zweifelt: Deine eine Karte hat den laufenden Wert.
hand-stands-wins = Gilt das, gewinnst du{ $rounds ->
        [one] { "" }
       *[other] { " die Runde" }
    }: Deine eine Karte hat den laufenden Wert.
hand-team = Du spielst im Team { $mark }.
hand-own-extra = { $laid }, in Wahrheit { $count ->
        [one] eine Karte
       *[other] { $count } Karten
    }
hand-round-over = Runde { $number } von { $rounds } ist vorbei.
hand-round-place = Für dich: { $place }.
hand-round-won = Dein Team hat sie gewonnen.
hand-round-lost = Das andere Team hat sie gewonnen.
hand-armed-extra = { $count ->
        [one] Du legst eine Karte
       *[other] Du legst { $count } Karten
    } ({ $cards }) als **{ $claim }**, sobald die Zeit zum Anzweifeln um ist.
hand-armed = Du legst **{ $claim }** ({ $cards }), sobald die Zeit zum Anzweifeln um ist.
hand-last =
    Zuletzt: { $laid }
    { $time }
hand-last-untimed = Zuletzt: { $laid }
hand-mute = Ich kann am Tisch gerade nicht schreiben. Verloren ist nichts, und sobald ich es kann, geht es dort weiter.
hand-held = Eine CPU spielt für dich. Drück irgendeinen Knopf, dann spielst du wieder selbst.
hand-leaving = Du steigst aus, sobald über die offene Ansage entschieden ist. Mit `/cheat back` bleibst du doch.
hand-resigned = Du bist aus diesem Spiel ausgestiegen.
hand-out = Du hast keine Karten mehr. Die anderen spielen weiter.
hand-out-place = Du hast keine Karten mehr. Für dich: { $place }. Die anderen spielen weiter.
hand-out-team = Du hast keine Karten mehr. Dein Team spielt weiter und gewinnt, sobald auch alle anderen im Team keine mehr haben.
hand-no-cards = Keine Karten mehr: Wenn deine letzte Ansage hält, gewinnst du.
hand-no-cards-round = Keine Karten mehr: Wenn deine letzte Ansage hält, gewinnst du die Runde.
hand-no-cards-place = Keine Karten mehr: Wenn deine letzte Ansage hält, bist du fertig. Für dich: { $place }.
hand-no-cards-mates = Keine Karten mehr: Wenn deine letzte Ansage hält, bist du fertig. Dein Team gewinnt, sobald ihr alle fertig seid.
hand-no-cards-team = Keine Karten mehr: Wenn deine letzte Ansage hält, gewinnt dein Team.
hand-no-cards-team-round = Keine Karten mehr: Wenn deine letzte Ansage hält, gewinnt dein Team die Runde.
hand-ended-place = Das Spiel ist vorbei. Für dich: { $place }.
hand-ended-won = Das Spiel ist vorbei. Du hast gewonnen!
hand-ended-shared = Das Spiel ist vorbei. Du teilst dir den ersten Platz!
hand-ended-team-won = Das Spiel ist vorbei. Dein Team hat gewonnen!
hand-ended-team-lost = Das Spiel ist vorbei. Das andere Team hat gewonnen.
hand-ended-left = Das Spiel ist vorbei. Du bist ausgestiegen: { $place }.
hand-ended-kicked = Das Spiel ist vorbei. Deinen Platz hat bis zum Ende eine CPU gespielt.
hand-ended-none = Das Spiel ist vorbei: Es ist niemand mehr da. Es gibt kein Ergebnis.
pick-none = { $rank } ×{ $held }
pick-some = { $rank } { $picked }/{ $held }
play-as =
    { $count ->
        [one] { $which ->
            [jack] 1 als Buben legen
           *[other] 1 als { $rank } legen
        }
       *[other] { $count } als { $rank } legen
    }
play-none = Legen
play-as-fewer = { $count } als { $claim } legen
play-no-rank = Wert wählen
play-too-many = Zu viele (höchstens { $limit })
button-take-back = Zurücknehmen
button-clear = Abwählen
button-pass = Passen
button-force = Zeig her!
button-show = { $rank } zeigen
button-no-show = Nicht zeigen
choose-rank-menu = Wert zum Ansagen
choose-count-menu = Anzahl zum Ansagen

# Was eben passiert ist, oben auf dem Blatt
note-armed = Vorgemerkt. Wenn die Zeit zum Anzweifeln um ist, wird von selbst gelegt; bis dahin kannst du es zurücknehmen.
note-armed-cancelled = Was du vorgemerkt hattest, passt nicht mehr und ist gestrichen. Wähl neu.
note-taken-back = Zurückgenommen.
note-overtaken = Über die Ansage davor wurde zuerst entschieden, und jetzt ist jemand anderes dran. Du hast nichts gelegt; deine Karten sind alle noch da.
note-too-late = Das kam zu spät: Die Zeit zum Anzweifeln ist um.
note-beaten = Jemand war schneller.
