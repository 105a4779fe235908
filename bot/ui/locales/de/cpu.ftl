# CPUs am Tisch, Übungstische und ihre Tipps.

# In der Lobby
button-add-cpu = CPU dazu
lobby-seat-cpu = { $seat }. { $name } (CPU, { $level })
level-easy = leicht
level-medium = mittel
level-hard = schwer
add-easy = Leicht
add-medium = Mittel
add-hard = Schwer
cpu-ask-level = Wie gut soll die CPU spielen? Sie sieht nicht mehr als ein Mensch auf ihrem Platz.
cpu-added = { $name } setzt sich dazu ({ $level }).
cpu-one-more = Noch eine?
cpu-too-many = Nach diesen Regeln spielt man mit { $players } Leuten. Mit dir und { $cpus ->
        [one] einer CPU
       *[other] { $cpus } CPUs
    } wären es { $count }: Nimm weniger oder andere Regeln.
cpu-level-of-none = Die Stärke ist für CPUs: Gib mit `cpus` an, wie viele sich zu dir setzen sollen, oder lass `level` weg.
cpu-choose-level = Wähl auch die Stärke: `easy` (leicht), `medium` (mittel) oder `hard` (schwer).
practice-lobby = -# Ein Mensch mit CPUs ist ein Übungstisch: Er zählt in keiner Statistik, und bei deinen Karten steht der Knopf **Tipp**.
practice-deal = -# Das ist ein Übungstisch: Er zählt in keiner Statistik. **Tipp** bei deinen Karten sagt, was du wissen kannst.

denial-no-such-cpu = Diese CPU sitzt nicht an diesem Tisch.
denial-cpus-fixed = Die Karten sind verteilt: CPUs kommen und gehen nur vorher.
done-took-cpu-seat = Du sitzt am Tisch. Es war kein Platz mehr frei, da ist { $name } für dich aufgestanden.
done-cpu-added = { $name } setzt sich dazu.
done-cpu-removed = { $name } hat den Tisch verlassen.
done-cpu-level = { $name } spielt jetzt in dieser Stärke.
done-cpu-levels = Alle CPUs hier spielen jetzt in dieser Stärke.

command-cpu-description = CPU dazusetzen, wegschicken oder ihre Stärke ändern (nur wer den Tisch eröffnet hat)
option-cpu-action = Was geschehen soll
option-cpu-level = Wie gut sie spielt (mittel, wenn du nichts wählst)
option-cpu-seat = Welche CPU (ohne Wahl die letzte; für die Stärke alle)
option-start-cpus = Wie viele CPUs sich mit dir hinsetzen
option-start-level = Wie gut diese CPUs spielen (mittel, wenn du nichts wählst)

# Tipps
button-hint = Tipp
denial-no-hint-now = Gerade gibt es nichts zu sagen. Frag, wenn du dran bist oder etwas anzweifeln kannst.
denial-no-hints-here = Tipps gibt es nur an Übungstischen, wo ein Mensch mit CPUs spielt.
hint-claim = Angesagt: **{ $claim }**.
hint-held = Du hast **{ $cards }**.
hint-held-none = Du hast keine { $ranks }.
hint-elsewhere = Von den anderen weißt du, dass { $count ->
        [one] eine woanders ist
       *[other] { $count } woanders sind
    }.
hint-possible = Dort { $count ->
        [0] kann keine liegen
        [one] kann höchstens eine liegen
       *[other] können höchstens { $number } liegen
    }.
hint-proven = Also ist es gelogen: Du kannst es beweisen.
hint-odds = Mit etwa { $percent } % Wahrscheinlichkeit ist es gelogen.
hint-risk = Zweifelst du zu Unrecht, kostet dich das { $count ->
        [one] 1 Karte
       *[other] { $count } Karten
    }.
hint-last-play = Das sind die letzten Karten von { $name }.
hint-jokers = { $count ->
        [one] Du hast einen Joker; er gilt
       *[other] Du hast { $count } Joker; sie gelten
    } als jeder Wert.
hint-asked = Verlangt werden von dir { $ranks }.
hint-play-true = Wer stark spielt, würde { $cards } als **{ $claim }** legen: die Wahrheit.
hint-play-bluff = Wer stark spielt, würde { $cards } als **{ $claim }** legen: ein Bluff.
hint-pass = Wer stark spielt, würde passen.
hint-call = Wer stark spielt, würde anzweifeln.
hint-force = Wer stark spielt, würde sich eine zeigen lassen.
hint-let-go = Wer stark spielt, würde es gelten lassen.
hint-then-play-true = Danach würde so jemand { $cards } als **{ $claim }** legen: die Wahrheit.
hint-then-play-bluff = Danach würde so jemand { $cards } als **{ $claim }** legen: ein Bluff.
hint-then-pass = Danach würde so jemand passen.
hint-show = Wer stark spielt, würde { $cards } zeigen.
hint-show-nothing = Wer stark spielt, würde nichts zeigen.
