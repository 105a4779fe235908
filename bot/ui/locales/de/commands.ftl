# Was Discord beim Eintippen eines Befehls zeigt: zu jedem Befehl und jeder Option, höchstens 100 Zeichen.
# Befehle und Optionen heißen in jeder Sprache gleich.

command-cheat-description = Schummeln spielen, das Kartenspiel zum Bluffen (Cheat)
command-start-description = Einen Tisch in diesem Kanal eröffnen und den ersten Platz nehmen
command-join-description = Dich an den Tisch in diesem Kanal setzen
command-leave-description = Den Tisch verlassen; im Spiel heißt das aufgeben
command-hand-description = Deine Karten ansehen; sonst sieht sie niemand
command-back-description = Deinen Platz wieder übernehmen, wenn du weg warst, oder doch bleiben
command-table-description = Den Tisch noch einmal ganz unten im Kanal zeigen
command-stop-description = Den Tisch in diesem Kanal beenden (Tischleitung oder „Nachrichten verwalten“)
command-house-rules-description = Die Hausregeln dieses Servers wählen („Server verwalten“)
command-settings-description = Einstellen, wo, von wem und wie hier Tische eröffnet werden („Server verwalten“)
command-rules-description = Die Regeln, die hier gelten, oder eine davon erklärt
command-help-description = Wie man spielt, auf einen Blick

option-start-preset = Die Regeln zu Beginn (die Hausregeln des Servers, wenn du nichts wählst)
option-leave-table = Welcher Tisch, falls du an mehreren sitzt
option-hand-table = Welcher Tisch, falls du an mehreren sitzt
option-back-table = Welcher Tisch, falls du an mehreren sitzt
option-rules-name = Eine Regel, die erklärt werden soll
option-rules-table = Welcher Tisch, falls du an mehreren sitzt
