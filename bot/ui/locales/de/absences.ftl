# Wenn jemand fehlt: auf wen der Tisch wartet, und Plätze, die eine CPU übernimmt.

button-nudge = Anstupsen
waiting-for = Alle warten seit { $since } auf { $name }.
waiting-ask =
    { $count ->
        [one] Ist { $name } weg? Dann drück **Anstupsen**, und eine Karte wird für { $name } gelegt.
       *[other] Ist { $name } weg? Dann drücken zwei andere **Anstupsen**, und eine Karte wird für { $name } gelegt.
    }
waiting-nudged = Angestupst von { $names }. Noch jemand muss **Anstupsen** drücken.
waiting-over = Hier hat der Tisch auf jemanden gewartet. Das Spiel geht weiter.

notice-kicked = Die Tischleitung hat den Platz von { $name } für den Rest des Spiels einer CPU gegeben.
notice-unseated = Die Tischleitung hat { $name } vom Tisch genommen.
notice-untouched =
    { $count ->
        [one] Seit einer Stunde hat hier niemand etwas getan, darum ist dieser Tisch geschlossen. `/cheat start` eröffnet einen neuen.
       *[other] Seit { $count } Stunden hat hier niemand etwas getan, darum ist dieser Tisch geschlossen. `/cheat start` eröffnet einen neuen.
    }
notice-new-host = Die Tischleitung hat jetzt { $name }: Von der vorigen kam zwei Minuten lang nichts.
new-host = Die Tischleitung hat jetzt { $name }.
claim-kicked = -# Für { $name } spielt bis zum Ende des Spiels eine CPU.

hand-kicked = Die Tischleitung hat deinen Platz für den Rest des Spiels einer CPU gegeben. Du bekommst ihn nicht zurück, kannst aber beim nächsten Spiel mitmachen.
parting-left = Du hast den Tisch in **{ $guild }**, { $channel } verlassen. Solange das Spiel nicht angefangen hat, bekommst du mit **Mitspielen** am Tisch wieder einen Platz.
parting-closed = Der Tisch in **{ $guild }**, { $channel } wurde geschlossen, bevor ein Spiel anfing.
parting-kicked = Die Tischleitung hat dich in **{ $guild }**, { $channel } vom Tisch genommen. Du hast dort keinen Platz mehr; mit **Mitspielen** am Tisch bekommst du wieder einen.

denial-kicked = Die Tischleitung hat deinen Platz für den Rest des Spiels einer CPU gegeben. Du bekommst ihn nicht zurück, kannst aber beim nächsten Spiel mitmachen.
denial-kick-self = Das bist du selbst. Mit `/cheat leave` gibst du deinen eigenen Platz auf, und jemand anderes bekommt die Tischleitung.
denial-kick-cpu = Dort spielt eine CPU, und `/cheat kick` ist für Menschen da. In der Lobby schickt `/cheat cpu action:remove` eine CPU weg.
denial-kick-gone = Dort spielt niemand mehr mit.
denial-already-kicked = Auf diesem Platz spielt schon bis zum Ende des Spiels eine CPU.
denial-no-such-person = An diesem Tisch sitzt niemand mit diesem Namen. Wähl jemanden aus der Liste.
denial-nudge-self = Der Tisch wartet auf dich: Du bist dran. Schön, dass du wieder da bist.
denial-wait-over = Hier wird auf niemanden mehr gewartet.

done-kicked = Auf diesem Platz spielt jetzt bis zum Ende des Spiels eine CPU.
done-unseated = Dieser Platz am Tisch ist wieder frei.
done-nudged = Jetzt wird eine Karte für diesen Platz gelegt.
done-nudged-once = Notiert. Noch jemand muss **Anstupsen** drücken.

command-kick-description = Einen Platz einer CPU geben; vor dem Spiel jemanden vom Tisch nehmen (Tischleitung)
option-kick-seat = Wessen Platz
