# Was der Bot einer einzelnen Person sagt. Sonst sieht das niemand.

desk-fault = Bei uns ist etwas schiefgegangen ({ $id }). Verloren ist nichts.
desk-done = Erledigt.
desk-told-alone = Die Antwort geht nur an die Person, die gefragt hat.
desk-unsaved = Der Bot kann gerade nichts speichern ({ $id }), deshalb hat sich nichts geändert. Bitte versuch es gleich noch einmal.
desk-unread = Der Bot kann gerade nicht lesen, was gespeichert ist ({ $id }). Es hat sich nichts geändert. Bitte versuch es später noch einmal.
desk-restarting = Der Bot startet gerade neu. Verloren ist nichts: Drück gleich noch einmal.
desk-stale = Das kam zu spät bei uns an, darum ist daraus nichts geworden. Bitte drück oder tipp es noch einmal.
desk-stale-moved = Das kam zu spät bei uns an, darum ist daraus nichts geworden, und am Tisch ging es schon weiter. Sieh nach, was jetzt dran ist.
desk-unknown-button = Dieser Knopf gehört zu nichts, was noch läuft. `/cheat table` zeigt den Tisch, `/cheat start` eröffnet einen.
desk-old-command = Dieser Befehl hat sich geändert. Tipp `/cheat` noch einmal ein und wähl ihn aus der Liste.
desk-option-unfit = Die Option `{ $option }` nimmt das nicht an, darum ist nichts passiert. Tipp `/cheat` noch einmal ein und wähl neu.
desk-automod = AutoMod lässt auf diesem Server nicht zu, dass ich dir das sage: Ein Name darin wird abgelehnt.
desk-game-over = Dieses Spiel ist vorbei. `/cheat start` eröffnet einen neuen Tisch.
desk-table-closed = Dieser Tisch ist geschlossen. `/cheat start` eröffnet einen neuen.
desk-table-stands = In diesem Kanal steht schon ein Tisch: { $link }
desk-table-is-there = Der Tisch steht hier: { $link }. Noch einmal zeigen kann ihn nur, wer daran sitzt.
desk-leave-running = Das Spiel hat begonnen. Wenn du wirklich aufgeben willst, nimm `/cheat leave`.
desk-one-moment = Einen Moment bitte: Du hast dich gerade erst hingesetzt oder bist aufgestanden. Versuch es in ein, zwei Sekunden noch einmal.
desk-many-commands = Einen Moment bitte: Das waren viele Befehle auf einmal. Versuch es in ein paar Sekunden noch einmal. Die Knöpfe am Tisch gehen die ganze Zeit.
desk-no-hand = Du hast an diesem Tisch keine Karten.
desk-dms-closed = Ich kann dir keine Direktnachrichten schicken. Das macht nichts: Dein Blatt findest du am Tisch unter **Meine Karten**, und sonst ändert sich für dich nichts.

desk-in-a-server = Das geht nur im Kanal eines Servers, wo der Tisch steht. Hier gehen `/cheat hand`, `/cheat leave`, `/cheat back`, `/cheat rules`, `/cheat help`, `/cheat tutorial`, `/cheat export-me` und `/cheat forget-me`.
desk-no-table-here = In diesem Kanal steht kein Tisch. `/cheat start` eröffnet einen.
desk-no-table-here-but = In diesem Kanal steht kein Tisch. Du sitzt an { $tables }: Wähl ihn mit der Option `table` oder tipp das dort ein.
desk-table-elsewhere = In diesem Kanal steht kein Tisch. Du sitzt an { $tables }: Tipp das dort ein.
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
    { "" }**Drück Mitspielen** an einem Tisch oder eröffne einen mit `/cheat start`; die Tischleitung drückt **Starten**. Deine Karten kommen als Direktnachricht oder mit **Meine Karten**.
    { "" }**Du bist dran:** Leg Karten verdeckt und *behaupte*, sie hätten den gefragten Wert: Asse, Zweien … Könige, dann wieder Asse. Lügen ist erlaubt! Tipp die Werte an, dann **Legen**.
    { "" }**Jemand lügt?** Drück **Geschummelt!**, bevor die Zeit um ist. War es gelogen, geht der Stapel dorthin zurück; war es wahr, an dich. Sonst **Gelten lassen**.
    { "" }**Du gewinnst**, wenn deine letzte Karte liegt und niemand dir eine Lüge nachweist.
    { "" }**Neu hier?** `/cheat tutorial` zeigt es in drei Zügen, und `/cheat start cpus:3` setzt drei CPUs zu dir.

    -# Deine Karten: `/cheat hand` · noch einmal der Tisch: `/cheat table` · die Regeln hier: `/cheat rules` · aussteigen oder aufgeben: `/cheat leave` · wieder selbst spielen: `/cheat back` · Tisch beenden: `/cheat stop`
    -# Nach dem Spiel: `/cheat leaderboard` · `/cheat stats` · `/cheat history`
