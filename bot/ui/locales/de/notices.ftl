# Kurze Nachrichten für alle.

notice-reminder = { $name }, du bist dran: **{ $ranks }**, noch { $seconds } s.
# $until ist eine Uhrzeit: Die Nachricht bleibt stehen, wenn sie vorbei ist.
reminder-until = { $name }, du bist dran: **{ $ranks }**. Noch { $seconds } s, bis { $until }.
notice-turn = { $name }, du bist dran: **{ $ranks }**.
notice-resigned = { $name } steigt aus. Das Blatt kommt verdeckt auf den Stapel.
notice-left = { $name } steigt aus.
notice-taken-over = Für { $name } spielt jetzt eine CPU. Ein Druck auf irgendeinen Knopf holt den Platz zurück.
notice-returned = { $name } ist wieder da.
stopped-deal-open = -# Dieses Spiel hat kein Ergebnis. Ob fair gegeben wurde, lässt sich prüfen: `/cheat verify game:{ $game }`
notice-stopped = Der Tisch wurde beendet. Der Kanal ist frei: `/cheat start` eröffnet einen neuen.
notice-lobby-expired = An diesem Tisch hat eine Weile kein Spiel angefangen, darum ist er geschlossen. `/cheat start` eröffnet einen neuen.
notice-stopping = Der Bot hält kurz an, vielleicht für eine neue Version. Das Spiel bleibt erhalten und niemand verliert dadurch einen Zug; hier steht dann, wenn es weitergeht.
notice-stopping-unwritten = Der Bot hält kurz an. Das Spiel bleibt erhalten und niemand verliert dadurch einen Zug; `/cheat table` zeigt es, wenn er wieder da ist.
notice-resumed = Der Bot war kurz weg. Das Spiel geht weiter, wo es war.
resumed-until = Der Bot war kurz weg. Dieser Zug bekommt noch einmal volle { $seconds } s, bis { $until }.
notice-standing = Der Bot war eine Weile weg. So steht das Spiel:
standing-until = -# Dieser Zug bekommt volle { $seconds } s, bis { $until }.
notice-fault = An diesem Tisch ist etwas schiefgegangen ({ $id }), er musste aufhören. Entschuldigung! `/cheat stop` macht den Kanal frei.
notice-forced = **Zeig her!** { $caller } will von { $name } eine Karte mit dem Wert **{ $rank }** sehen.
forced-answered = { $caller } wollte von { $name } eine Karte mit dem Wert **{ $rank }** sehen. Das ist beantwortet: Es steht bei der Ansage darüber.
forced-left = { $caller } wollte von { $name } eine Karte mit dem Wert **{ $rank }** sehen, ging aber, bevor es eine Antwort gab.
notice-settled = Diese Ansage ist entschieden.
notice-passed = { $name } passt.
notice-cleared = { $name } passt, und damit haben alle gepasst. Der Stapel ({ $count ->
        [one] 1 Karte
       *[other] { $count } Karten
    }) scheidet verdeckt aus.
nobody = Jemand
