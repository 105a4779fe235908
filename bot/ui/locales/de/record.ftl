# Vergangene Spiele: Rangliste, Statistik, Verlauf, Nacherzählung und Beweis; was gespeichert ist und wie es verschwindet.

former-player = jemand von früher
rules-own = eigene Hausregeln

# Das Ende eines Spiels
button-leaderboard = Rangliste
highlight-lie = 🎭 Frechste Lüge: { $name } sagte **{ $claim }** und legte { $cards }. Niemand hat sie bewiesen.
highlight-lie-caught = 🎭 Frechste Lüge: { $name } sagte **{ $claim }** und legte { $cards }. Sie flog auf.
highlight-call = 🙈 Teuerster Zweifel: { $caller } glaubte { $name } **{ $claim }** nicht. Es war die Wahrheit und kostete { $count ->
        [one] 1 Karte
       *[other] { $count } Karten
    }.
highlight-pile = 🗻 Größter Stapel: { $name } nahm { $count ->
        [one] 1 Karte
       *[other] { $count } Karten
    } auf einmal.

# Rangliste
board-title = ### Rangliste · { $guild }
board-asked = -# Nach { $by } · { $since } · { $rules }
board-all-rules = alle Regeln
board-choose-order = Sortieren nach
board-choose-since = Welche Spiele
order-wins = Siegen
order-win-rate = Siegquote
order-rating = Wertung
order-bluffs-survived = geglückten Lügen
order-call-accuracy = richtigen Zweifeln
order-games = Spielen
since-all = alle Spiele
since-7-days = letzte 7 Tage
since-30-days = letzte 30 Tage
since-90-days = letzte 90 Tage
board-line = { $rank } { $name } · { $value }
board-gone = { $name } (nicht mehr hier)
value-wins = { $count ->
        [one] 1 Sieg
       *[other] { $count } Siege
    } in { $games ->
        [one] 1 Spiel
       *[other] { $games } Spielen
    }
value-games = { $count ->
        [one] 1 Spiel
       *[other] { $count } Spiele
    }, { $wins } gewonnen
value-rate = { $share } von { $count ->
        [one] 1 Spiel
       *[other] { $count } Spielen
    } gewonnen
value-calls = { $share } von { $count ->
        [one] 1 Zweifel
       *[other] { $count } Zweifeln
    } richtig
value-bluffs = { $count ->
        [one] 1 Lüge
       *[other] { $count } Lügen
    } geglückt in { $games ->
        [one] 1 Spiel
       *[other] { $games } Spielen
    }
value-rating = { $number } ({ $sure })
certainty-guess = erst geschätzt
certainty-rough = ungefähr
certainty-fair = ziemlich sicher
certainty-sure = sicher
board-own = **Du:** Platz { $rank } von { $of } · { $value }
board-own-none = **Du:** hier noch kein Spiel, das zählt.
board-own-nothing = **Du:** noch kein Platz · { $value }
board-own-short-win-rate = **Du:** noch kein Platz, es { $count ->
        [one] fehlt 1 Spiel
       *[other] fehlen { $count } Spiele
    }.
board-own-short-call-accuracy = **Du:** noch kein Platz, es { $count ->
        [one] fehlt 1 Zweifel
       *[other] fehlen { $count } Zweifel
    }.
board-own-short-rating = **Du:** noch kein Platz, es { $count ->
        [one] fehlt 1 gewertetes Spiel
       *[other] fehlen { $count } gewertete Spiele
    }.
board-least-win-rate = -# Ab { $count } Spielen, damit nicht ein Abend mit Glück ganz vorn steht.
board-least-call-accuracy = -# Ab { $count } Zweifeln, damit nicht ein Glückstreffer ganz vorn steht.
board-least-rating = -# Ab { $count } gewerteten Spielen: Vorher sagt eine Wertung fast nichts.
board-rating-of-all = -# Eine Wertung gilt immer für alle Spiele dieses Servers, welche Tage und Regeln auch gewählt sind.
board-empty = Hier zählt noch kein Spiel: Es zählen Spiele unter Menschen, die zu Ende gespielt wurden. `/cheat start` eröffnet einen Tisch: Wer zuerst gewinnt, führt diese Liste an.
board-none = Hier steht noch niemand. Wähl oben mehr Spiele, oder spiel: `/cheat start` eröffnet einen Tisch.
board-none-at-all = Hier steht noch niemand. `/cheat start` eröffnet einen Tisch.
button-page-back = Zurück
button-page-on = Weiter
page-of = { $page } / { $pages }

# Eine Person
card-title = ### { $name } · { $guild }
card-games = { $count ->
        [one] 1 Spiel
       *[other] { $count } Spiele
    }, { $rounds ->
        [one] 1 Runde
       *[other] { $rounds } Runden
    }
card-empty = Hier gibt es noch kein Spiel, das zählt.
card-empty-own = Du hast hier noch kein Spiel, das zählt. `/cheat start` eröffnet einen Tisch.
card-wins = `{ $bar }` **{ $count }** gewonnen ({ $share })
card-places = 1. × { $first } · 2. × { $second } · 3. × { $third } · weiter hinten × { $lower }
card-rating =
    Wertung **{ $number }**, { $sure }
    -# aus { $count ->
        [one] 1 gewerteten Spiel
       *[other] { $count } gewerteten Spielen
    }
card-unrated = Noch keine Wertung
card-lies =
    `{ $bar }` { $lies ->
        [one] 1 Lüge
       *[other] { $lies } Lügen
    } in { $plays ->
        [one] 1 Zug
       *[other] { $plays } Zügen
    }
    -# { $survived } geglückt, { $caught } erwischt ({ $share } kamen durch)
card-calls =
    `{ $bar }` { $calls ->
        [one] 1 Zweifel
       *[other] { $calls } Zweifel
    }
    -# { $right } richtig, { $wrong } falsch ({ $share } richtig)
card-called = Von anderen angezweifelt: { $count ->
        [one] einmal
       *[other] { $count }-mal
    }
card-piles = Karten aufgenommen: { $picked }, höchstens { $biggest } auf einmal
card-streak = Längste Siegesserie: { $count }
card-fastest = Schnellster Sieg: { $count ->
        [one] 1 Zug
       *[other] { $count } Züge
    }
card-favourite = Lügt am häufigsten über: { $rank } ({ $count ->
        [one] einmal
       *[other] { $count }-mal
    })
card-nemesis = Am besten durchschaut von { $name } ({ $count ->
        [one] 1 Lüge
       *[other] { $count } Lügen
    })
card-cpus = -# Mit CPUs: { $count ->
        [one] 1 Spiel
       *[other] { $count } Spiele
    }, { $wins } gewonnen. Sie zählen für sich.

# Spiele
history-title = ### Letzte Spiele · { $guild }
history-empty = Hier wurde noch kein Spiel zu Ende gespielt. `/cheat start` eröffnet einen Tisch.
history-game = **{ $game }** · { $when } · { $rules } · { $turns ->
        [one] 1 Zug
       *[other] { $turns } Züge
    }
history-seat = { $place }. { $name }
history-cpus = -# Mit CPUs: zählt für sich.
history-practice = -# Übung: zählt in keiner Statistik.
history-unrated = -# Ungewertet: Keine Wertung hat sich geändert.
history-first-idle = -# Der erste Platz von { $name } zählt nicht als Spiel: Es gab dafür keinen eigenen Zug oder Zweifel.
history-first-kicked = -# Der erste Platz von { $name } zählt nicht als Spiel: Die Tischleitung hatte den Sitz einer CPU gegeben.
history-void = -# Niemand hat es zu Ende gespielt: kein Ergebnis.
history-pruned = -# Die Züge sind gelöscht.
history-hint = -# `/cheat replay` erzählt eins Zug für Zug, `/cheat verify` beweist, dass fair gegeben wurde.
record-no-such-game = Auf diesem Server gibt es kein beendetes Spiel mit dieser Nummer. `/cheat history` zählt sie auf.
record-still-played = Dieses Spiel läuft noch. Seine Karten werden erzählt, wenn es vorbei ist.
record-pruned = Die Züge von Spiel { $game } sind gelöscht, wie es nach einer Weile geschieht. Das Ergebnis zählt weiter.

# Nacherzählung
replay-title = ### Spiel { $game } · { $when }
replay-rules = -# Regeln: { $rules }
replay-deal = **Runde { $number }.** Die Karten sind verteilt:
replay-hand = { $name }: { $cards }
replay-lay-truth = `{ $number }` { $laid }: { $cards }, die ✔ Wahrheit.
replay-lay-lie = `{ $number }` { $laid }: { $cards }, eine ✘ Lüge.
replay-stood = Niemand hat gezweifelt.
replay-unanswered = Eine Karte mit dem Wert sollte gezeigt werden, doch wer sie sehen wollte, ging vor der Antwort.
replay-called = { $caller } hat gezweifelt: { $name } nahm { $count ->
        [one] 1 Karte
       *[other] { $count } Karten
    }.
replay-turned-up = Es musste wahr sein und wurde aufgedeckt: { $name } nahm { $count ->
        [one] 1 Karte
       *[other] { $count } Karten
    }.
replay-shown = { $caller } wollte den Wert { $rank } sehen und bekam { $cards } gezeigt: { $name } nahm { $count ->
        [one] 1 Karte
       *[other] { $count } Karten
    }.
replay-not-shown = { $caller } wollte den Wert { $rank } sehen und bekam nichts gezeigt: { $name } nahm { $count ->
        [one] 1 Karte
       *[other] { $count } Karten
    }.
replay-others = -# { $parts }
replay-let-go = { $count ->
        [one] ließ
       *[other] ließen
    } es gelten: { $names }
replay-hesitated = { $count ->
        [one] zögerte
       *[other] zögerten
    }: { $names }
replay-pass = `{ $number }` { $name } passt.
replay-cleared = Alle haben gepasst: { $count ->
        [one] 1 Karte scheidet
       *[other] { $count } Karten scheiden
    } aus.
replay-out = { $name } hat keine Karten mehr.
replay-won = { $name } hat mit { $cards } gewonnen.
replay-left = { $name } gibt auf.
replay-away = Eine CPU spielt für { $name }.
replay-kicked = Die CPU behält den Platz von { $name } bis zum Ende des Spiels.
replay-back = { $name } ist zurück.
replay-burning = Ab jetzt verbrennt der Stapel, wenn jemand zweifelt.
replay-round-over = Die Runde ist vorbei. Punkte: { $points }
replay-over = **Das Spiel ist vorbei.** { $count ->
        [one] { $names } gewinnt.
       *[other] { $names } gewinnen.
    }
button-as-text = Als Text
button-as-json = Als JSON
record-file = Spiel { $game }, Zug für Zug.

# Der Beweis
verify-title = ### Die Kartenverteilung von Spiel { $game }
verify-title-round = ### Die Kartenverteilung von Spiel { $game }, Runde { $number } von { $rounds }
verify-commitment = Beim Geben gezeigt: `{ $commitment }`
verify-salt = Salt, geheim bis zum Ende: `{ $salt }`
verify-fair = **Meine eigene Prüfung: ✔ passt zusammen.** Die Verteilung stand fest, bevor jemand eine Karte sah.
verify-unfair = **Meine eigene Prüfung: ✘ passt nicht zusammen.** Bitte sag es denen, die diesen Bot betreiben.
verify-how = Prüf es ohne mich. Diese drei Zeilen Python sagen `True`:
verify-order = -# Die Verteilung nennt die Karten von { $names }; dann die beiseitegelegten, die Strafkarten und die unbenutzten.

# Was gespeichert ist
record-not-a-manager = Die Ergebnisse dieses Servers sind für alle, die hier **Server verwalten** dürfen.
record-export = { $count ->
        [one] Ein Ergebnis
       *[other] { $count } Ergebnisse
    } dieses Servers. Jede Tabellenkalkulation öffnet sie.
record-nothing-stored = Über dich ist hier nichts gespeichert.
record-about-you = Alles, was { $count ->
        [one] auf einem Server
       *[other] auf { $count } Servern
    } über dich gespeichert ist, bis auf die Züge deiner Spiele: Die gibt dir `/cheat replay`.
forget-here = ### Dich in { $guild } vergessen?
forget-everywhere = ### Dich in allen Servern vergessen?
forget-what =
    Dein Name, deine Kennung und deine Statistik verschwinden. In den Spielen der anderen steht dann „jemand von früher“, und nichts führt zu dir; ihre Ergebnisse bleiben ganz. Das lässt sich nicht zurücknehmen. `/cheat export-me` gibt dir vorher deine Daten.
    -# Nachrichten, die schon dastehen, bleiben in Discord. Sicherungen von früher enthalten deine Daten, bis sie gelöscht werden. Wenn du hier später etwas drückst oder eingibst, merke ich mir deinen Namen wieder.
button-forget = Vergiss mich
forget-seated = Du sitzt noch an { $count ->
        [one] einem Tisch
       *[other] { $count } Tischen
    }. Steig erst mit `/cheat leave` aus, oder warte das Ende des Spiels ab; dann frag noch einmal.
forget-done = Erledigt. Du bist vergessen.
forget-nothing = Es gab nichts über dich zu vergessen.

command-stats-description = Wie du oder jemand anders auf diesem Server gespielt hat
command-leaderboard-description = Wer auf diesem Server vorn liegt
command-history-description = Die letzten Spiele auf diesem Server
command-replay-description = Ein beendetes Spiel Zug für Zug mit offenen Karten
command-verify-description = Prüfen, ob in einem beendeten Spiel fair gegeben wurde
command-export-description = Alle Ergebnisse dieses Servers als Datei („Server verwalten“)
command-export-me-description = Alles, was über dich gespeichert ist, als Datei
command-forget-me-description = Löschen, was über dich gespeichert ist
option-stats-player = Wessen Statistik (deine, wenn du nichts wählst)
option-leaderboard-by = Wonach die Liste geordnet ist
option-leaderboard-since = Welche Spiele zählen
option-leaderboard-preset = Nur Spiele nach diesen Regeln
option-replay-game = Die Nummer eines Spiels, das hier vorbei ist, wie im Verlauf
option-verify-game = Die Nummer eines Spiels, das hier vorbei ist, wie im Verlauf
option-forget-me-where = Nur auf diesem Server oder auf allen
