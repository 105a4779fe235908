# Die Einführung, und die Zeile, die durchs allererste Blatt führt.

button-quit-tutorial = Einführung beenden
tutorial-title-truth = ### Einführung 1 von 3: die Wahrheit
tutorial-title-listen = ### Einführung 1 von 3: die anderen
tutorial-title-lie = ### Einführung 2 von 3: eine Lüge
tutorial-title-doubt = ### Einführung 3 von 3: ein Zweifel
tutorial-title-done = ### Das ist schon das ganze Spiel
tutorial-welcome = Das hier siehst nur du. Du spielst gegen { $name }; wer keine Karten mehr hat, gewinnt.
tutorial-truth = Du musst **Asse** ansagen und hast zwei. Tipp zweimal auf **A ×2**.
tutorial-press = 👉 Drück **{ $label }**.
tutorial-early = Das wäre schon gelogen, und Lügen kommen erst gleich. Drück **Abwählen**, dann tipp zweimal auf **A ×2**.
tutorial-let-go = { $name } lässt es gelten.
tutorial-listen = Das kann stimmen: Du hast nichts, was dagegen spricht. Falscher Zweifel würde dich den Stapel kosten. Drück **Gelten lassen**.
tutorial-lie = Jetzt musst du **Dreien** ansagen und hast keine. Das weiß niemand: Tipp irgendeine Karte an.
tutorial-doubt = Zwei der vier Vieren hast du bekommen, drei können es also nicht sein. Das ist gelogen: Drück **{ $call }**
tutorial-honest = Das war die Wahrheit: Ein Zweifel hätte { $name } den Stapel gekostet.
tutorial-lied = Das war gelogen, und niemand hat gezweifelt. Sonst hättest du den Stapel genommen.
tutorial-caught = { $name } hat nachgesehen. Alle Karten auf einmal, das war zu verlockend!
tutorial-stood = Gut zugehört. Mit jeder Ansage rückt der Wert um eins weiter.
tutorial-right = Du hast eine Lüge erwischt, der Stapel geht nicht an dich. Gut gemacht!
tutorial-wrong = Das war wahr, darum gehört der Stapel dir. Das kommt vor: Zweifle, wenn deine Karten dir mehr verraten.
tutorial-missed = Das war gelogen: Da lagen { $cards }. Zwei der vier Vieren hattest du ja selbst.
tutorial-over = Jetzt setz dich zu anderen: **Mitspielen** an einem Tisch, oder `/cheat start cpus:3` auf einem Server für einen mit CPUs.
tutorial-left = Du hast die Einführung beendet. `/cheat tutorial` beginnt sie von vorn.
tutorial-gone = Diese Einführung gibt es nicht mehr. Tipp noch einmal `/cheat tutorial`.

command-tutorial-description = Drei Züge mit Anleitung gegen eine CPU, nur für dich zu sehen

# Eine Zeile auf dem allerersten Blatt; die zweite davon steht auch in der Einführung.
guide-pick = 👉 Tipp unten auf den Knopf einer Karte, um sie zu wählen.
guide-press = 👉 Drück **{ $label }**: Niemand sieht die Karten. Lügen ist erlaubt.
guide-armed = 👉 Mehr ist nicht zu tun: Das geht von selbst nieder.
guide-wait = 👉 Warte, bis du dran bist. Karten wählen kannst du schon.
guide-call = 👉 Glaubst du das nicht? Drück **{ $call }** Sonst drück **Gelten lassen**.
guide-laid = 👉 Deine Karten liegen. Warte ab, ob jemand zweifelt.
