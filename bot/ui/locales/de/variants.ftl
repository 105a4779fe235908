# Wörter der Varianten: wie man zweifelt und wie solche Spiele enden.

call-doubt = Glaub ich nicht!
doubt-same-rank = Stimmt nicht!
end-won-with = Die Siegkarte: { $cards }

end-team-out = { $names } haben keine Karten mehr und gewinnen gemeinsam.
end-last-card = { $names } gewinnt mit der letzten Karte.
end-team-out-round = { $names } haben keine Karten mehr und gewinnen die Runde gemeinsam.
end-last-card-round = { $names } gewinnt die Runde mit der letzten Karte.
end-points-team = { $names } haben die meisten Punkte und gewinnen die Partie gemeinsam.
end-points =
    { $count ->
        [one] { $names } hat die meisten Punkte und gewinnt die Partie.
       *[other] { $names } haben die meisten Punkte und teilen sich die Partie.
    }
