# Die Einstellungen eines Servers: die Seite für „Server verwalten“, und was jemanden davon abhält, einen Tisch zu eröffnen.

settings-title = ### Einstellungen des Bots auf { $guild }
settings-line = **{ $title }:** { $value }
settings-help = -# { $help }
settings-choose = { $title }
settings-reset = Alles zurücksetzen
settings-hint = -# Eine Änderung gilt ab dem nächsten Tisch, die letzte für die Rangliste sofort. Wo schon einer steht, geht alles weiter wie bisher. Die Spielregeln: `/cheat house-rules`.
settings-not-a-manager = Die Einstellungen eines Servers sind für Leute, die ihn verwalten dürfen (**Server verwalten**).
settings-not-here = Einstellungen gehören zu einem Server. Nimm `/cheat settings` in einem seiner Kanäle.

setting-channels = Kanäle
setting-channels-help = Wo Tische eröffnet werden dürfen. Ein Thread zählt als der Kanal, zu dem er gehört. Ist nichts gewählt: überall.
setting-channels-none = überall
setting-channels-gone = { $count ->
    [one] (ein gewählter Kanal ist gelöscht worden)
   *[other] ({ $count } gewählte Kanäle sind gelöscht worden)
}
setting-channels-lost = nirgends: Die gewählten Kanäle sind gelöscht worden

setting-hosts = Wer Tische eröffnet
setting-hosts-help = Die Rollen, die Tische eröffnen dürfen; mitspielen dürfen alle. Ist nichts gewählt: alle. Wer den Server verwalten darf, darf immer.
setting-hosts-none = alle
setting-hosts-gone = { $count ->
    [one] (eine gewählte Rolle ist gelöscht worden)
   *[other] ({ $count } gewählte Rollen sind gelöscht worden)
}
setting-hosts-lost = nur wer den Server verwalten darf: Die gewählten Rollen sind gelöscht worden

setting-thread = Eigene Threads
setting-thread-help = Ob jeder Tisch einen eigenen Thread bekommt, damit in einem Kanal mehrere spielen können. Ich brauche dafür „Öffentliche Threads erstellen“ und „Nachrichten in Threads senden“; eine Stunde nach dem Spiel wird der Thread archiviert.
setting-thread-value = { $value ->
    [yes] ein Thread für jeden Tisch
   *[no] der Tisch steht im Kanal
}

setting-start-cooldown-s = Pause zwischen Tischen
setting-start-cooldown-s-help = Wie bald nach der Eröffnung eines Tischs `/cheat start` im selben Kanal den nächsten eröffnet. Eine Revanche braucht keine Pause.

setting-abandoned-h = Verlassene Tische
setting-abandoned-h-help = Ein Tisch, an dem so lange niemand etwas tut, wird geschlossen, und sein Kanal ist wieder frei.

setting-language = Sprache
setting-language-help = Was alle an einem Tisch lesen. Private Nachrichten sind in der Sprache derer, die sie lesen.
setting-language-none = die des Servers

setting-mark-gone = Wer gegangen ist
setting-mark-gone-help = Ob die Rangliste sagt, wer nicht mehr auf diesem Server ist. Ich frage Discord dann nach denen auf der Seite und behalte die Antwort nur eine Stunde lang im Arbeitsspeicher.
setting-mark-gone-value = { $value ->
    [yes] in der Rangliste vermerkt
   *[no] nicht vermerkt
}

# What this language calls itself.
language-name = Deutsch

lasting-none = keine
lasting-seconds = { $count ->
    [one] 1 Sekunde
   *[other] { $count } Sekunden
}
lasting-minutes = { $count ->
    [one] 1 Minute
   *[other] { $count } Minuten
}
lasting-hours = { $count ->
    [one] 1 Stunde
   *[other] { $count } Stunden
}
lasting-days = { $count ->
    [one] 1 Tag
   *[other] { $count } Tage
}

opening-not-in-channel = Auf diesem Server werden Tische woanders eröffnet: { $channels }
opening-channels-gone = Die Kanäle, in denen auf diesem Server Tische eröffnet werden konnten, gibt es nicht mehr. Wer den Server verwalten darf, kann mit `/cheat settings` andere wählen.
opening-not-a-host = Auf diesem Server eröffnet Tische, wer eine dieser Rollen hat: { $roles }. Mitspielen kannst du an jedem Tisch, der steht.
opening-roles-gone = Die Rollen, die auf diesem Server Tische eröffnen konnten, gibt es nicht mehr. Wer den Server verwalten darf, kann einen eröffnen oder mit `/cheat settings` andere wählen.
opening-too-soon = Hier ist gerade erst ein Tisch eröffnet worden. Der nächste lässt sich in { $wait } eröffnen.
opening-own-stands = Dein letzter Tisch hier wartet noch auf Leute: { $link }
opening-no-thread = Ich konnte hier keinen Thread eröffnen (dafür brauche ich **Öffentliche Threads erstellen** und **Nachrichten in Threads senden**), deshalb steht der Tisch im Kanal.
opening-in-thread = { $name } hat einen Tisch eröffnet: { $place }
opening-thread-name = Schummeln: der Tisch von { $host }
