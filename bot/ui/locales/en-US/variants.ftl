# Words of the variants: the call, and how such games end.

call-doubt = I doubt it!
doubt-same-rank = Doubt!
end-won-with = The winning card: { $cards }

end-team-out = { $names } have no cards left and win together.
end-last-card = { $names } wins with the last card.
end-team-out-round = { $names } have no cards left and win the round together.
end-last-card-round = { $names } wins the round with the last card.
end-points-team = { $names } have the most points and win the match together.
end-points =
    { $count ->
        [one] { $names } has the most points and wins the match.
       *[other] { $names } have the most points and share the match.
    }
