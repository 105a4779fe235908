# Was der Bot einer einzelnen Person sagt, und die Regeln. Sonst sieht das niemand.

desk-fault = Bei uns ist etwas schiefgegangen ({ $id }). Verloren ist nichts.
desk-done = Erledigt.
desk-restarting = Der Bot startet gerade neu. Verloren ist nichts: Drück gleich noch einmal.
desk-stale = Das kam zu spät bei uns an, und am Tisch ging es schon weiter. Bitte versuch es noch einmal.
desk-unknown-button = Dieser Knopf gehört zu nichts, was noch läuft. `/cheat table` zeigt den Tisch, `/cheat start` eröffnet einen.
desk-old-command = Dieser Befehl hat sich geändert. Tipp `/cheat` noch einmal ein und wähl ihn aus der Liste.
desk-game-over = Dieses Spiel ist vorbei. `/cheat start` eröffnet einen neuen Tisch.
desk-table-closed = Dieser Tisch ist geschlossen. `/cheat start` eröffnet einen neuen.
desk-table-stands = In diesem Kanal steht schon ein Tisch: { $link }
desk-table-is-there = Der Tisch steht hier: { $link }. Noch einmal zeigen kann ihn nur, wer daran sitzt.
desk-leave-running = Das Spiel hat begonnen. Wenn du wirklich aufgeben willst, nimm `/cheat leave`.
desk-one-moment = Einen Moment bitte: Du hast dich gerade erst hingesetzt oder bist aufgestanden. Versuch es in ein, zwei Sekunden noch einmal.
desk-no-hand = Du hast an diesem Tisch keine Karten.
desk-dms-closed = Ich kann dir keine Direktnachrichten schicken. Das macht nichts: Dein Blatt findest du am Tisch unter **Meine Karten**, und sonst ändert sich für dich nichts.

desk-in-a-server = Das geht nur im Kanal eines Servers, wo der Tisch steht. Hier gehen `/cheat hand`, `/cheat leave`, `/cheat back`, `/cheat rules` und `/cheat help`.
desk-no-table-here = In diesem Kanal steht kein Tisch. `/cheat start` eröffnet einen.
desk-no-table-here-but = In diesem Kanal steht kein Tisch. Du sitzt an { $tables }: Wähl ihn mit der Option `table` oder tipp das dort ein.
desk-place = **{ $guild }** · { $channel }
desk-at-table = { $place }: { $said }
desk-no-table-of-yours = Du sitzt gerade an keinem Tisch. Im Kanal eines Servers eröffnet `/cheat start` einen.
desk-no-such-table = An diesem Tisch sitzt du nicht mehr.
desk-which-table = Du sitzt an mehreren Tischen. Wähl einen mit der Option `table`.
desk-nothing-to-stop = In diesem Kanal steht kein Tisch, er ist also frei.
desk-no-such-preset = Regeln mit diesem Namen gibt es nicht. Wähl eine Vorlage aus der Liste.
desk-no-such-rule = Eine Regel mit diesem Namen gibt es nicht. Wähl eine aus der Liste.
desk-may-not-view = Ich kann diesen Kanal nicht sehen. Wer ihn verwaltet, müsste mir **Kanal ansehen** und **Nachrichten senden** geben.
desk-may-not-send = Ich darf in diesem Kanal nicht schreiben. Wer ihn verwaltet, müsste mir **Nachrichten senden** geben.
desk-may-not-send-in-thread = Ich darf hier nicht in Threads schreiben. Wer den Kanal verwaltet, müsste mir **Nachrichten in Threads senden** geben.

desk-help =
    { "" }**Drück Mitspielen** an einem Tisch oder eröffne einen mit `/cheat start`. Sitzen alle (zwei bis zehn), drückt die Tischleitung **Starten**.
    { "" }**Du bist dran:** Deine Karten kommen als Direktnachricht, oder du drückst **Meine Karten**. Du legst Karten verdeckt und *behauptest*, sie hätten den gefragten Wert: Asse, dann Zweien, bis zu den Königen, dann wieder Asse. Lügen ist erlaubt. Tipp die Werte an, dann **Legen**.
    { "" }**Jemand lügt?** Drück **Geschummelt!**, bevor die Zeit um ist. War es gelogen, geht der ganze Stapel an die Person, die gelegt hat; war es wahr, an dich. Sonst drück **Gelten lassen**.
    { "" }**Du gewinnst**, wenn deine letzte Karte liegt und niemand dir eine Lüge nachweist.

    `/cheat hand` deine Karten · `/cheat table` zeigt den Tisch noch einmal · `/cheat rules` die Regeln hier
    `/cheat leave` aussteigen oder aufgeben · `/cheat back` wieder selbst spielen · `/cheat stop` beendet den Tisch

# ---------------------------------------------------------------- /cheat rules

explain-heading-table = **Die Regeln an diesem Tisch**
explain-heading-standard = **Die Standardregeln** (hier steht kein Tisch)
explain-game =
    Alle Karten werden verteilt. Reihum legt man eine oder mehrere Karten verdeckt und sagt an, wie viele es sind, und zwar vom gefragten Wert: zuerst Asse, dann Zweien, bis zu den Königen, dann wieder Asse. Was wirklich daliegt, kann alles Mögliche sein.
    Bis die Zeit um ist, dürfen alle anderen zweifeln. Dann werden diese Karten aufgedeckt: Hat eine davon nicht den angesagten Wert, war es gelogen, und wer gelegt hat, nimmt den ganzen Stapel; stimmen alle, nimmt ihn, wer gezweifelt hat. Danach legt der nächste Platz den nächsten Wert.
    Wer keine Karten mehr hat und wessen letzte Ansage hält, gewinnt.
explain-line = **{ $title }:** { $value }
explain-changed = (nicht Standard)
explain-at-this-table =
    { $seats ->
        [one] Für 1 Person
       *[other] Für { $seats } Leute
    } heißt das: { $decks ->
        [one] ein Deck
       *[other] { $decks } Decks
    } und { $limit ->
        [yes] { $most ->
            [one] eine Karte
           *[other] bis zu { $most } Karten
        } auf einmal.
       *[no] beliebig viele Karten auf einmal.
    }
explain-more = `/cheat rules name:` erklärt eine einzelne Regel.
explain-here = Im Moment: { $value }
explain-choices = Möglich wäre auch:

explain-family-title = Das Spiel
explain-family-help = Welches der beiden Spiele gespielt wird.
explain-family-value = { $value ->
    [same-rank] ein Wert pro Runde, angesagt von dem Platz, der ausspielt
   *[cycle] der gefragte Wert rückt mit jedem Zug weiter
}
explain-decks-title = Decks
explain-decks-help = Wie viele Decks zu 52 Karten verteilt werden. In zwei Decks gibt es jeden Wert achtmal.
explain-decks-value = { $value ->
    [auto6] ein Deck, ab sechs Leuten zwei
    [auto5] ein Deck, ab fünf Leuten zwei
    [n1] ein Deck
   *[n2] zwei Decks
}
explain-jokers-title = Joker
explain-jokers-help = Ein Joker zählt als jeder Wert und ist nie die falsche Karte.
explain-jokers-value = { $count ->
    [0] keine
    [one] ein Joker
   *[other] { $count } Joker
}
explain-aside-title = Beiseitegelegte Karten
explain-aside-help = Zu zweit machen Karten, die niemand kennt, es schwerer, sich einer Lüge sicher zu sein.
explain-aside-value = { $count ->
    [0] keine, alle Karten werden verteilt
   *[other] { $count } Karten liegen verdeckt beiseite
}
explain-starter-title = Wer beginnt
explain-starter-help = Wer nach dem Geben als Erstes dran ist.
explain-starter-value = { $value ->
    [random] ein ausgeloster Platz
   *[dealer-left] der Platz nach dem gebenden
}
explain-direction-title = Der nächste Wert
explain-direction-help = Wie der gefragte Wert von Zug zu Zug weiterrückt.
explain-direction-value = { $value ->
    [down] einen hinunter: Asse, Könige, Damen und so weiter
    [up-down] einen hinauf oder hinunter, wie man möchte
    [up-down-same] einen hinauf, einen hinunter oder noch einmal derselbe, wie man möchte
    [any] jeder Wert, wie man möchte
   *[up] einen hinauf: Asse, Zweien, Dreien und so weiter
}
explain-max-cards-title = Karten auf einmal
explain-max-cards-help = Wie viele Karten man höchstens auf einmal legen darf.
explain-max-cards-value = { $value ->
    [auto] mit einem Deck bis zu vier, mit zweien bis zu acht
    [n1] eine Karte
    [unlimited] so viele man möchte
   *[other] bis zu { $count } Karten
}
explain-passing-title = Passen
explain-passing-help = Ob man nichts legen darf, wenn man dran ist. Der gefragte Wert rückt trotzdem weiter.
explain-passing-value = { $value ->
    [yes] man darf passen
   *[no] gepasst wird nicht
}
explain-extra-cards-title = Heimliche Karten
explain-extra-cards-help = Ob man mehr Karten legen darf, als man ansagt. Zweifelt jemand, ist es gelogen.
explain-extra-cards-value = { $value ->
    [yes] man darf mehr unterschieben, als man ansagt
   *[no] es liegen so viele Karten, wie angesagt sind
}
explain-window-mode-title = Wie lange man zweifeln darf
explain-window-mode-help = Wann eine Ansage sicher ist.
explain-window-mode-value = { $value ->
    [until-next-play] bis der nächste Platz legt
   *[timer] eine feste Zeit lang, kürzer, wenn alle sie gelten lassen
}
explain-window-s-title = Zeit zum Anzweifeln
explain-window-s-help = Wie lange die anderen nach jedem Legen zweifeln dürfen. Sie endet früher, sobald alle es gelten lassen.
explain-window-s-value = { $count ->
    [one] { $count } Sekunde
   *[other] { $count } Sekunden
}
explain-simultaneous-title = Zwei zweifeln zugleich
explain-simultaneous-help = Wer zählt, wenn mehrere im selben Augenblick drücken.
explain-simultaneous-value = { $value ->
    [nearest-left] der Platz, der als Nächstes an der Reihe wäre
   *[first] wer zuerst gedrückt hat, nach der Uhr von Discord
}
explain-after-challenge-title = Nach dem Zweifeln
explain-after-challenge-help = Wer als Nächstes legt und welchen Wert, wenn ein Zweifel entschieden ist.
explain-after-challenge-value = { $value ->
    [taker-leads] wer den Stapel nimmt, legt als Nächstes und darf jeden Wert ansagen
   *[next] der nächste Platz den nächsten Wert, egal wer den Stapel nimmt
}
explain-show-pile-title = Den Stapel zeigen
explain-show-pile-help = Ob alle den ganzen Stapel sehen, bevor ihn jemand nimmt.
explain-show-pile-value = { $value ->
    [yes] der ganze Stapel wird aufgedeckt
   *[no] nur die angezweifelten Karten
}
explain-last-play-title = Die letzten Karten
explain-last-play-help = Was es braucht, um mit den letzten Karten zu gewinnen.
explain-last-play-value = { $value ->
    [must-be-true] sie müssen stimmen, auch wenn niemand zweifelt
   *[window] es reicht, dass niemand rechtzeitig die Lüge nachweist
}
explain-play-on-title = Weiterspielen
explain-play-on-help = Ob die anderen um die Plätze weiterspielen, wenn jemand gewonnen hat.
explain-play-on-value = { $value ->
    [yes] bis alle Plätze vergeben sind
   *[no] nein, weniger Karten geben den besseren Platz
}
explain-rounds-title = Runden
explain-rounds-help = Wie oft für eine Partie gegeben wird. Jede gewonnene Runde ist ein Punkt.
explain-rounds-value = { $count ->
    [one] eine
   *[other] { $count }
}
explain-turn-timer-title = Zeit für einen Zug
explain-turn-timer-help = Ist sie um, legt der Bot für die abwesende Person eine Karte, so ausgelost, dass sie nichts verrät. Nach zweimal hintereinander hält ein Computer den Platz, bis von dort wieder etwas gedrückt wird.
explain-turn-timer-value = { $value ->
    [none] keine Grenze
   *[other] { $count } Sekunden
}
explain-stall-title = Sehr lange Spiele
explain-stall-help = Nach 30 Zügen pro Platz nimmt, wer beim Zweifeln verliert, nur die aufgedeckten Karten, und der Rest des Stapels scheidet aus. Nach 60 Zügen pro Platz gewinnen die wenigsten Karten, außer wenn das aus ist.
explain-stall-value = { $value ->
    [on] nach 30 Zügen pro Platz brennt der Stapel
    [off] dagegen wird nichts getan
   *[auto] der Stapel brennt, wo sich Spiele sonst hinziehen (zu zweit oder dritt, eine Karte auf einmal)
}
explain-call-word-title = Das Wort zum Zweifeln
explain-call-word-help = Was auf dem Knopf steht.
explain-call-word-value = { $value ->
    [doubt] Glaub ich nicht!
   *[cheat] Geschummelt!
}
explain-teams-title = Teams
explain-teams-help = Zwei Teams sitzen abwechselnd; ein Team gewinnt, wenn alle darin ihre Karten los sind.
explain-teams-value = { $value ->
    [none] alle für sich
   *[other] zwei Teams
}
explain-penalty-title = Strafkarten
explain-penalty-help = Was man außer dem Stapel nimmt, wenn man beim Lügen erwischt wird.
explain-penalty-value = { $count ->
    [0] keine
   *[other] { $count } Karten
}
explain-per-hand-title = Karten pro Person
explain-per-hand-help = Wie viele Karten alle bekommen; der Rest scheidet verdeckt aus.
explain-per-hand-value = { $value ->
    [auto] so viele, wie sich gleichmäßig verteilen lassen
   *[other] { $count }
}
explain-multi-title = Mehrere Karten auf einmal
explain-multi-help = Ob man im Spiel mit einem Wert pro Runde mehr als eine Karte dazulegen darf.
explain-multi-value = { $value ->
    [yes] so viele man möchte
   *[no] eine Karte
}
explain-force-title = „Zeig her!“
explain-force-help = Zu zweit: verlangen, dass eine Karte des laufenden Werts gezeigt wird.
explain-force-value = { $value ->
    [yes] erlaubt
   *[no] gibt es nicht
}
