# Words of the variants: house rules that differ from standard, told in the lobby, and how such games end.

call-doubt = I doubt it!
doubt-same-rank = Doubt!
end-won-with = The winning card: { $cards }

end-team-out = { $names } have no cards left and win together.
end-last-card = { $names } wins with the last card.
end-points =
    { $count ->
        [one] { $names } has the most points and wins the match.
       *[other] { $names } have the most points and share the match.
    }

rule-family-same-rank = One rank a round: pass or add to it, the winner of a doubt leads
rule-jokers = Jokers: { $value }, true as any rank
rule-aside = { $value } cards are set aside unseen
rule-starter-random = Chance says who begins
rule-direction-down = Ranks count down
rule-direction-up-down = Ranks go one up or one down
rule-direction-up-down-same = Ranks go one up, one down or stay
rule-direction-any = Any rank may be called
rule-passing = You may pass
rule-extra-cards = You may slip in more cards than you say
rule-window-mode-until-next-play = A play can be called until the next one
rule-simultaneous-nearest-left = Of calls at once, the one nearest the player’s left counts
rule-after-challenge-taker-leads = Whoever takes the pile plays next, any rank
rule-show-pile = The whole pile is shown before it is taken
rule-last-play-must-be-true = The last play must be true
rule-play-on = Play goes on for the places
rule-rounds = A match of { $value } rounds
rule-call-word-doubt = The call is “I doubt it!”
rule-teams-alternate = Two teams, seated alternately
rule-penalty = A caught lie also costs { $value } cards from the penalty deck
rule-per-hand = { $value } cards each, the rest leaves the game
rule-multi = Several cards a play
rule-force = With two players: Force, show me a card of the rank
