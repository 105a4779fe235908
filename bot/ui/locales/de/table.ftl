# Was alle am Tisch sehen.

# Vor dem Spiel
lobby-title = ### Schummeln – wer spielt mit?
lobby-seat = { $seat }. { $name }
lobby-seat-host = { $seat }. { $name } (Tischleitung)
lobby-pack = { $decks ->
    [one] Ein Deck
   *[other] Zwei Decks
}, { $most }
lobby-hint = -# Für { $players } Leute. Mit **Mitspielen** setzt du dich dazu; { $host } drückt **Starten**.
# Das Spiel in sechs kurzen Zeilen für alle, die es noch nie gespielt haben.
lobby-lesson =
    -# **So geht’s:** { $direction ->
        [same] Behalte nur eine Karte, mit dem Wert der Runde.
       *[other] Werde als Erstes deine Karten los.
    }
    -# Leg Karten verdeckt hin und sag ihren Wert.
    -# { $direction ->
        [same] Ein Wert gilt für alle, bis der Stapel weg ist.
        [up] Der Wert steigt: Asse, Zweien … Könige, Asse.
        [down] Der Wert fällt: Asse, Könige … Zweien, Asse.
        [up-down] Der nächste Wert ist eins höher oder tiefer.
        [up-down-same] Der nächste Wert: eins höher, tiefer oder gleich.
       *[any] Es darf jeder Wert sein.
    }
    -# Lügen ist erlaubt: Niemand sieht, was du legst.
    -# Du zweifelst? Drück **{ $call }** { $until ->
        [play] vor dem nächsten Zug.
       *[time] vor Ablauf der Zeit.
    }
    -# Gelogen: Stapel zurück. Wahr: Stapel an dich.
lobby-unplayable = -# Mit diesen Hausregeln kann noch niemand spielen: { $host } kann sie ändern.
lobby-warning = ⚠ { $warning }
lobby-running = Dieses Spiel hat zu { $count ->
        [2] zweit
        [3] dritt
        [4] viert
        [5] fünft
        [6] sechst
        [7] siebt
        [8] acht
        [9] neunt
       *[10] zehnt
    } begonnen. Beim nächsten kannst du mitspielen.
lobby-over = Dieses Spiel ist vorbei. `/cheat start` eröffnet einen neuen Tisch.
lobby-closed = Dieser Tisch ist geschlossen. `/cheat start` eröffnet einen neuen.

# Austeilen
deal-title = ### Die Karten sind verteilt
deal-order = Gespielt wird in dieser Reihenfolge:
deal-begins = { $name } beginnt. Gefragt: **{ $ranks }**
deal-timer = -# { $seconds } s für jeden Zug. Mit **Meine Karten** siehst du dein Blatt.
deal-no-timer = -# Lasst euch Zeit. Mit **Meine Karten** siehst du dein Blatt.
deal-commitment = -# Beweis, dass fair gegeben wurde, am Ende aufgelöst: `{ $commitment }`

# Ansage
# Klein und so kurz, dass es auf ein Handy passt.
before-stood = -# Davor: { $name } legte { $claim }, das galt.
before-truth = -# Davor: { $caller } zweifelte { $name } an: ✔ **wahr**. { $taker } nahm { $count ->
        [one] 1 Karte
       *[other] { $count } Karten
    }.
before-lie = -# Davor: { $caller } zweifelte { $name } an: ✘ **gelogen**. { $taker } nahm { $count ->
        [one] 1 Karte
       *[other] { $count } Karten
    }.
time-to-call = Anzweifeln: { $seconds } s
time-to-call-until = Anzweifeln: { $seconds } s ({ $until })
let-go-by = Gelten gelassen: { $names }
still-think =
    { $count ->
        [one] 1 überlegt noch
       *[other] { $count } überlegen noch
    }
claim-reopened = -# Der Bot war weg, darum beginnt die Zeit zum Anzweifeln von vorn.
claim-reopened-forced = -# Der Bot war weg, darum beginnt die Zeit zum Zeigen von vorn.
claim-repeated = -# Diese Ansage wird noch einmal gezeigt.
claim-burns = -# Ein langes Spiel: Wer ab jetzt beim Anzweifeln verliert, nimmt nur die aufgedeckten Karten. Der Rest des Stapels scheidet aus.
claim-taken-over = -# Eine CPU spielt für { $name }, bis von dort wieder ein Knopf gedrückt wird.
before-last-lie = -# Davor: Die letzten Karten von { $name } waren ✘ **gelogen**. { $taker } nahm { $count ->
        [one] 1 Karte
       *[other] { $count } Karten
    }.
before-shown = -# Davor: { $caller } sagte „Zeig her!“, und { $name } zeigte eine. { $taker } nahm { $count ->
        [one] 1 Karte
       *[other] { $count } Karten
    }.
before-not-shown = -# Davor: { $caller } sagte „Zeig her!“, und { $name } zeigte keine. { $taker } nahm { $count ->
        [one] 1 Karte
       *[other] { $count } Karten
    }.
time-until-next-play = Zweifeln kann man, bis { $name } weitermacht
time-to-show = Zeigen: { $seconds } s
time-to-show-until = Zeigen: { $seconds } s ({ $until })
before-cleared = -# Davor: Alle haben gepasst, der Stapel ({ $count ->
        [one] 1 Karte
       *[other] { $count } Karten
    }) ist verdeckt ausgeschieden.
# Die nächsten beiden stehen hinter einer der Zeilen darüber.
before-drawn = { $name } zog außerdem { $count ->
        [one] 1 Strafkarte
       *[other] { $count } Strafkarten
    }.
before-burned = { $count ->
        [one] 1 Karte ist
       *[other] { $count } Karten sind
    } ausgeschieden.
# Während andere weiterspielen.
out-placed = { $name } hat keine Karten mehr: { $place }.
out-of-team = { $name } hat keine Karten mehr; das Team spielt weiter.
claim-past = Diese Ansage ist entschieden.

# Eine ältere Fassung einer Nachricht, die noch einmal gezeigt wurde
moved = -# [Der Tisch steht jetzt weiter unten.]({ $link })

# Von jemandem beendet oder kaputt
halted-stopped = Dieser Tisch wurde beendet.
halted-fault = An diesem Tisch ist etwas schiefgegangen ({ $id }), er musste aufhören. `/cheat stop` macht den Kanal frei.

# Wie es gerade steht
standing-title = ### Schummeln – das Spiel läuft

# Ergebnis
result-stood = Niemand hat gezweifelt. Das gilt.
result-stood-declined = Alle lassen es gelten.
result-truth = { $caller } zweifelt. ✔ **wahr**: { $cards }
result-lie = { $caller } zweifelt. ✘ **gelogen**: { $cards }
result-stood-next-play = Der nächste Platz hat weitergemacht. Das gilt.
result-last-truth = Die letzten Karten müssen stimmen. ✔ **wahr**: { $cards }
result-last-lie = Die letzten Karten müssen stimmen. ✘ **gelogen**: { $cards }
result-shown = { $caller } wollte eine Karte mit dem Wert { $rank } sehen. { $name } zeigt { $cards }.
result-not-shown = { $caller } wollte eine Karte mit dem Wert { $rank } sehen. { $name } zeigt keine.
result-force-left = { $caller } wollte eine Karte mit dem Wert { $rank } sehen, ging aber, bevor { $name } geantwortet hat.
result-pile = Der Stapel: { $cards }
result-drawn = { $name } zieht außerdem { $count ->
        [one] 1 Strafkarte
       *[other] { $count } Strafkarten
    }
result-taken = { $name } nimmt den Stapel ({ $count ->
        [one] 1 Karte
       *[other] { $count } Karten
    })
result-burned = { $count ->
        [one] 1 Karte scheidet
       *[other] { $count } Karten scheiden
    } aus.

# Runden
round-title = ### Runde { $number } von { $rounds } ist vorbei
round-points = Punkte: { $points }
round-hint = { $host } startet die nächste Runde, oder sie beginnt nach { $seconds } s von selbst.
round-hint-until = { $host } startet die nächste Runde, oder sie beginnt nach { $seconds } s ({ $until }) von selbst.
round-reopened = -# Der Bot war weg, darum beginnt die Zeit bis zur nächsten Runde von vorn.
button-next-round = Nächste Runde

# Ende
end-title = ### Das Spiel ist vorbei
end-went-out =
    { $count ->
        [one] { $names } hat keine Karten mehr und gewinnt.
       *[other] { $names } haben keine Karten mehr und gewinnen.
    }
end-went-out-round =
    { $count ->
        [one] { $names } hat keine Karten mehr und gewinnt die Runde.
       *[other] { $names } haben keine Karten mehr und gewinnen die Runde.
    }
end-last-seat = Nur { $names } sitzt noch am Tisch und gewinnt.
end-backstop =
    { $count ->
        [one] Das war der letzte Zug eines langen Spiels. { $names } hat am wenigsten Karten und gewinnt.
       *[other] Das war der letzte Zug eines langen Spiels. { $names } haben am wenigsten Karten und teilen sich den Sieg.
    }
end-backstop-round =
    { $count ->
        [one] Das war der letzte Zug einer langen Runde. { $names } hat am wenigsten Karten und gewinnt die Runde.
       *[other] Das war der letzte Zug einer langen Runde. { $names } haben am wenigsten Karten und teilen sich die Runde.
    }
end-backstop-out = Das war der letzte Zug eines langen Spiels. { $names } hatte als Erstes keine Karten mehr und gewinnt; bei den anderen kommt weiter vorn, wer weniger Karten hat.
end-backstop-out-round = Das war der letzte Zug einer langen Runde. { $names } hatte als Erstes keine Karten mehr und gewinnt die Runde; bei den anderen kommt weiter vorn, wer weniger Karten hat.
end-backstop-team = Das war der letzte Zug eines langen Spiels. { $names } haben zusammen am wenigsten Karten und gewinnen.
end-backstop-team-round = Das war der letzte Zug einer langen Runde. { $names } haben zusammen am wenigsten Karten und gewinnen die Runde.
end-backstop-tie = Das war der letzte Zug eines langen Spiels. Beide Teams haben gleich viele Karten und teilen sich den Sieg.
end-backstop-tie-round = Das war der letzte Zug einer langen Runde. Beide Teams haben gleich viele Karten und teilen sich die Runde.
end-abandoned = Es ist niemand mehr da. Das Spiel hat kein Ergebnis.
place-1 = 1. Platz
place-2 = 2. Platz
place-3 = 3. Platz
place-4 = 4. Platz
place-5 = 5. Platz
place-6 = 6. Platz
place-7 = 7. Platz
place-8 = 8. Platz
place-9 = 9. Platz
place-10 = 10. Platz
end-place = **{ $place }** { $name }
end-no-place = { $name }
end-left = { $placed } (ausgestiegen)
end-evening =
    { $placed }
    -# { $lies ->
        [0] nie gelogen
        [one] 1 Lüge, { $caught } erwischt
       *[other] { $lies } Lügen, { $caught } erwischt
    } · { $calls ->
        [0] nie gezweifelt
        [one] 1 Zweifel, { $right } richtig
       *[other] { $calls } Zweifel, { $right } richtig
    } · nahm { $picked ->
        [one] 1 Karte
       *[other] { $picked } Karten
    }
end-earlier-proofs = -# Die Beweise der früheren Runden stehen in den Nachrichten, mit denen sie endeten.
# Dahinter steht die Kartenverteilung, wo dafür Platz ist.
end-proof = -# Fair gegeben, das prüft `/cheat verify { $game }`. Salt und Karten: `{ $salt }`
end-proof-round = -# Es wurde fair gegeben. SHA-256 aus dem Salt, wie er hier steht, einem Zeilenumbruch und der Kartenverteilung unten ergibt, was zu Beginn dastand.
end-proof-short = -# Es wurde fair gegeben. SHA-256 aus dem Salt, wie er hier steht, einem Zeilenumbruch und der Kartenverteilung ergibt, was zu Beginn dastand.
end-commitment = -# Zu Beginn: `{ $commitment }`
end-salt = -# Salt: `{ $salt }`

# Knöpfe
button-join = Mitspielen
button-leave = Aussteigen
button-house-rules = Hausregeln
button-start = Starten
button-my-hand = Meine Karten
button-let-go = Gelten lassen
button-rematch = Revanche
call-cheat = Geschummelt!
