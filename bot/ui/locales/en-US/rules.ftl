# House rules: what each is called and does, in the lobby, the editor and /cheat rules; the presets; the game explained.
#
# Each rule has five messages: its title; a sentence of help; `-value`, what a choice means (a phrase, also the label of
# the choice); `-line`, the same for the lobby, where only choices that are not the standard are told; `-example`, what
# a choice does at a table (also below the choice in the editor: at most 100 characters). A sixth, `-goes`, is for rules
# that change how the game goes: a sentence or two in `/cheat rules`, `{ "" }` for a choice that adds nothing.
# `$value` is the choice as a word: yes, no, none, a number with an n before it. `$count` is it as a number. All but title
# and help may read every other rule as well, by its key: `$window_mode` is a word, `$window_s` a number.

rule-family-title = The game
rule-family-help = Which of the two games is played.
rule-family-value = { $value ->
    [same-rank] one rank for everybody, named by whoever leads
   *[cycle] the rank due moves on with every turn
}
rule-family-line = { $value ->
    [same-rank] I Doubt It, the same-rank game: name a rank, add to it or pass
   *[cycle] The rank due moves on with every turn
}
rule-family-example = { $value ->
    [same-rank] Ann leads with Sevens. Bob adds one card “as a Seven” or passes, and so on, until somebody doubts.
   *[cycle] Ann lays Aces, Bob lays Twos, Cy lays Threes, and so on up to Kings.
}

rule-decks-title = Decks
rule-decks-help = How many decks of 52 cards are dealt. Two decks hold eight cards of each rank.
rule-decks-value = { $value ->
    [auto6] one deck, two from six players on
    [auto5] one deck, two from five players on
    [n1] one deck
   *[n2] two decks
}
rule-decks-line = { $value ->
    [auto6] Two decks from six players on
    [auto5] Two decks from five players on
    [n1] One deck, however many play
   *[n2] Two decks
}
rule-decks-example = { $value ->
    [auto6] Five players share 52 cards, six players share 104.
    [auto5] Four players share 52 cards, five players share 104.
    [n1] Ten players get five or six cards each.
   *[n2] Four players get 26 cards each, and there are eight Sevens.
}

rule-jokers-title = Jokers
rule-jokers-help = A joker counts as any rank, and is true beside cards of that rank.
rule-jokers-value = { $count ->
    [0] none
    [one] one joker
   *[other] two jokers
}
rule-jokers-line = { $count ->
    [0] No jokers
    [one] One joker, true as any rank
   *[other] Two jokers, true as any rank
}
rule-jokers-example = { $count ->
    [0] Only a Seven is a Seven.
    [one] “Two Sevens” that are a Seven and the joker: the truth. The joker and a Nine: a lie.
   *[other] “Three Sevens” that are a Seven and both jokers: the truth. Both jokers and a Nine: a lie.
}
rule-jokers-goes = { $count ->
    [0] { "" }
   *[other] A joker counts as any rank; beside a wrong card it is still a lie.
}

rule-aside-title = Cards set aside
rule-aside-help = With two players, cards nobody knows make it harder to be sure of a lie.
rule-aside-value = { $count ->
    [0] none, all cards are dealt
   *[other] twelve cards lie aside unseen
}
rule-aside-line = { $count ->
    [0] All cards are dealt
   *[other] Twelve cards lie aside unseen
}
rule-aside-example = { $count ->
    [0] Ann and Bob hold 26 cards each, so each knows what the other has.
   *[other] Ann and Bob hold 20 cards each, and which twelve are missing nobody knows.
}

rule-starter-title = Who begins
rule-starter-help = Whose turn comes first after the deal.
rule-starter-value = { $value ->
    [random] a seat drawn at random
   *[dealer-left] the seat after the dealer
}
rule-starter-line = { $value ->
    [random] A seat drawn at random begins
   *[dealer-left] The seat after the dealer begins
}
rule-starter-example = { $value ->
    [random] Ann deals, and Cy is drawn to begin.
   *[dealer-left] Ann deals, so Bob begins, who sits next to her.
}
rule-starter-goes = { $value ->
    [random] Who begins is drawn at random.
   *[dealer-left] { "" }
}

rule-direction-title = The next rank
rule-direction-help = How the rank due moves on from one play to the next.
rule-direction-value = { $value ->
    [down] one down: Aces, Kings, Queens and on
    [up-down] one up or one down, as the player likes
    [up-down-same] one up, one down or the same again, as the player likes
    [any] any rank, as the player likes
   *[up] one up: Aces, Twos, Threes and on
}
rule-direction-line = { $value ->
    [down] Ranks go down: Aces, Kings, Queens and on
    [up-down] The next rank is one up or one down, as the player likes
    [up-down-same] The next rank is one up, one down or the same again, as the player likes
    [any] Any rank may be named
   *[up] Ranks go up: Aces, Twos, Threes and on
}
rule-direction-example = { $value ->
    [down] After Sevens come Sixes; after Twos come Aces again.
    [up-down] After Sevens you say Sixes or Eights; after Aces, Twos or Kings.
    [up-down-same] After Sevens you say Sixes, Eights or Sevens once more.
    [any] After Sevens you may say Queens.
   *[up] After Sevens come Eights; after Kings come Aces again.
}
rule-direction-goes = { $value ->
    [down] Aces are due first, then Kings, Queens and down to Twos, then Aces again.
    [up-down] Aces are due first; after that each player names one rank up or one down. Aces lie between Kings and Twos.
    [up-down-same] Aces are due first; after that each player names one rank up, one down or the same again. Aces lie between Kings and Twos.
    [any] { "" }
   *[up] Aces are due first, then Twos and up to Kings, then Aces again.
}

rule-max-cards-title = Cards in one play
rule-max-cards-help = The most cards that may go down at once.
rule-max-cards-value = { $family ->
    [same-rank] { $multi ->
        [no] { $value ->
            [auto] up to four cards, once several may be added
            [n1] one card
            [n4] four cards at most, once several may be added
            [n8] up to eight cards, once several may be added
           *[unlimited] as many as you like, once several may be added
        }
       *[yes] { $value ->
            [auto] up to four cards
            [n1] one card
            [n4] four cards at most
            [n8] up to eight cards
           *[unlimited] as many as you like
        }
    }
   *[cycle] { $value ->
        [auto] up to four with one deck, up to eight with two
        [n1] one card
        [n4] up to four cards
        [n8] up to eight cards
       *[unlimited] as many as you like
    }
}
rule-max-cards-line = { $value ->
    [auto] Up to four cards a play, with two decks up to eight
    [n1] One card a play
    [n4] Up to four cards a play
    [n8] Up to eight cards a play
   *[unlimited] Any number of cards a play
}
rule-max-cards-example = { $family ->
    [same-rank] { $value ->
        [n1] Sevens are in play: you add “one Seven”.
        [n8] “Eight Sevens” would be the most, but this game has one deck.
        [unlimited] Sevens are in play: you add as many as you like, if several may be added.
       *[other] Sevens are in play: “four Sevens” is the most you can add, if several may be added.
    }
   *[cycle] { $value ->
        [auto] With one deck “four Sevens” is the most you can say, with two decks “eight Sevens”.
        [n1] You lay one card and say “one Seven”.
        [n4] “Four Sevens” is the most you can say, with two decks as well.
        [n8] “Eight Sevens” is the most you can say, and with two decks it may be true.
       *[unlimited] “Six Sevens” out of one deck may be said. It is surely a lie.
    }
}

rule-passing-title = Passing
rule-passing-help = Whether you may lay nothing when your turn comes. The rank due moves on all the same, and once everybody has passed in a row somebody has to play.
rule-passing-value = { $value ->
    [yes] you may pass
   *[no] nobody passes
}
rule-passing-line = { $value ->
    [yes] You may pass; the rank due moves on all the same
   *[no] Nobody passes
}
rule-passing-example = { $value ->
    [yes] Sevens are due and you hold none: you pass, and the next player plays Eights.
   *[no] Sevens are due and you hold none: you have to bluff.
}
rule-passing-goes = { $value ->
    [yes] Whoever would rather not lay anything passes. Nobody can call that, and { $direction ->
        [up-down] it counts as naming one rank up
        [up-down-same] it counts as naming one rank up
       *[other] the rank moves on
    }. Once everybody has passed in a row the next player has to play.
   *[no] { "" }
}

rule-extra-cards-title = Extra cards
rule-extra-cards-help = Whether more cards may go down than are said. The table sees only the number said until the time to call is over; called, one card too many is a lie.
rule-extra-cards-value = { $value ->
    [yes] you may slip in more than you say
   *[no] the number said is the number laid
}
rule-extra-cards-line = { $value ->
    [yes] More cards may go down than are said; called, that is a lie
   *[no] The number said is the number laid
}
rule-extra-cards-example = { $value ->
    [yes] You say “two Sevens” and lay three cards. If anybody calls, it was a lie.
   *[no] You say “two Sevens” and lay two cards, whatever they are.
}
rule-extra-cards-goes = { $value ->
    [yes] More cards may go down than are said, and the table sees only the number said until the time to call is over. If somebody calls, one card too many is a lie, even if all of them fit.
   *[no] { "" }
}

rule-window-mode-title = How long a play can be called
rule-window-mode-help = When a play is safe.
rule-window-mode-value = { $value ->
    [until-next-play] { $extra_cards ->
        [yes] for a fixed time after all, since extra cards may lie there
       *[no] until the next player plays
    }
   *[timer] for a fixed time, less if everybody lets it go
}
rule-window-mode-line = { $value ->
    [until-next-play] { $extra_cards ->
        [yes] A play can be called for a fixed time, since extra cards may lie there
       *[no] A play can be called until the next player plays
    }
   *[timer] A play can be called for a fixed time
}
rule-window-mode-example = { $value ->
    [until-next-play] { $extra_cards ->
        [yes] Ann has laid her cards. More may lie there than she says, so Bob waits for the time to call.
       *[no] Ann has laid her cards. As soon as Bob lays his, hers are safe.
    }
   *[timer] Ann has laid her cards. When the time to call is over, they are safe and Bob plays.
}

rule-window-s-title = Time to call
rule-window-s-help = How long after each play the others may call. It ends early once everybody has let it go. Where a play can be called until the next one, it is for a last play and for Force, and CPU seats wait as long.
rule-window-s-value = { $count ->
    [one] { $count } second
   *[other] { $count } seconds
}{ $window_mode ->
    [until-next-play] { $extra_cards ->
        [yes] { "" }
       *[no] { $family ->
            [same-rank] { $force ->
                [yes] { "" } to answer Force
               *[no] { "" } that CPU seats wait
            }
           *[cycle] { "" } for a last play
        }
    }
   *[timer] { "" }
}
rule-window-s-line = { $window_mode ->
    [until-next-play] { $extra_cards ->
        [yes] { $count } s to call each play
       *[no] { $family ->
            [same-rank] { $force ->
                [yes] { $count } s to answer Force
               *[no] CPU seats wait { $count } s before they play
            }
           *[cycle] { $count } s to call a last play
        }
    }
   *[timer] { $count } s to call each play
}
rule-window-s-example = { $window_mode ->
    [until-next-play] { $extra_cards ->
        [yes] Ann lays her cards. For { $count } seconds anybody else may call.
       *[no] { $family ->
            [same-rank] { $force ->
                [yes] Bob forces. Ann has { $count } seconds to show a card of the rank.
               *[no] Ann lays a card. A CPU seat plays after { $count } seconds, a person as soon as they like.
            }
           *[cycle] Ann lays her last cards. For { $count } seconds anybody else may call.
        }
    }
   *[timer] Ann lays her cards. For { $count } seconds anybody else may call.
}

rule-simultaneous-title = Two calls at once
rule-simultaneous-help = Whose call counts when several people press at the same moment.
rule-simultaneous-value = { $value ->
    [nearest-left] the one sitting nearest after the player
   *[first] the one who pressed first, by Discord’s own clock
}
rule-simultaneous-line = { $value ->
    [nearest-left] Of several calls at once, the nearest after the player counts
   *[first] Of several calls at once, the first counts
}
rule-simultaneous-example = { $value ->
    [nearest-left] Ann plays. Cy presses just before Bob, but Bob sits next to Ann: Bob’s call counts.
   *[first] Ann plays. Cy presses 0.1 s before Bob: Cy’s call counts.
}
rule-simultaneous-goes = { $value ->
    [nearest-left] If several call at the same moment, whoever sits nearest after the player counts.
   *[first] { "" }
}

rule-after-challenge-title = After a call
rule-after-challenge-help = Who plays next, and which rank, once a call is settled.
rule-after-challenge-value = { $value ->
    [taker-leads] whoever took the pile plays next and may name any rank
   *[next] the next seat with the next rank, whoever took the pile
}
rule-after-challenge-line = { $value ->
    [taker-leads] Whoever takes the pile plays next and may name any rank
   *[next] After a call the next seat plays the next rank
}
rule-after-challenge-example = { $value ->
    [taker-leads] Ann’s Sevens were a lie. Ann takes the pile, plays again and says “one Queen”.
   *[next] Ann’s Sevens were a lie. Ann takes the pile, and Bob plays Eights.
}
rule-after-challenge-goes = { $value ->
    [taker-leads] Whoever took the pile plays next{ $direction ->
        [any] { "" }
       *[other] { "" } and may name any rank
    }{ $passing ->
        [yes] , but may not pass
       *[no] { "" }
    }.
   *[next] After a call the next seat plays on, whoever took the pile.
}

rule-show-pile-title = Showing the pile
rule-show-pile-help = Whether everybody sees the whole pile before somebody takes it.
rule-show-pile-value = { $value ->
    [yes] the whole pile is turned up
   *[no] only the cards that were called
}
rule-show-pile-line = { $value ->
    [yes] The whole pile is turned up before somebody takes it
   *[no] Only the cards that were called are turned up
}
rule-show-pile-example = { $value ->
    [yes] Ann takes nine cards, and everybody has seen which.
   *[no] Ann takes nine cards, and the others have seen only the two that were called.
}
rule-show-pile-goes = { $value ->
    [yes] Everybody sees the whole pile before it is taken.
   *[no] { "" }
}

rule-last-play-title = The last play
rule-last-play-help = What it takes to win with your last cards.
rule-last-play-value = { $value ->
    [must-be-true] it has to be true, even if nobody calls
   *[window] it is enough that nobody proves it a lie in time
}
rule-last-play-line = { $value ->
    [must-be-true] The last play has to be true, even if nobody calls
   *[window] The last play wins unless it is called and a lie
}
rule-last-play-example = { $value ->
    [must-be-true] Nobody calls your last card. It is turned up, it is a lie, and you take the pile.
   *[window] Nobody calls your last card. You win, whatever it was.
}
rule-last-play-goes = { $value ->
    [must-be-true] A last play must be true: it is turned up even if nobody calls, and if it was a lie its player is caught, takes the pile and plays on.
   *[window] { "" }
}

rule-play-on-title = Playing on
rule-play-on-help = Whether the others play on for the places after somebody has won.
rule-play-on-value = { $value ->
    [yes] until all places are taken
   *[no] no, whoever holds fewer cards is placed higher
}
rule-play-on-line = { $value ->
    [yes] The others play on until all places are taken
   *[no] The game ends with the first who is out
}
rule-play-on-example = { $value ->
    [yes] Ann is out and first. Bob and Cy play on for second place.
   *[no] Ann is out. Bob holds three cards and is second, Cy holds eight and is third.
}

rule-rounds-title = Rounds
rule-rounds-help = How many deals make a match. Each round won is a point; the host starts the next one, or it starts by itself after half a minute.
rule-rounds-value = { $count ->
    [one] one round
   *[other] { $count } rounds
}
rule-rounds-line = { $count ->
    [one] One round
   *[other] { $count } rounds, a point for each one won
}
rule-rounds-example = { $count ->
    [one] Whoever wins the round has won the game.
   *[other] After { $count } rounds whoever won most of them wins the match; a tie is shared.
}
rule-rounds-goes = { $count ->
    [1] { "" }
   *[other] { $count } rounds make a match, with a point for each round won, and the most points win. The host starts the next round, or it starts by itself after half a minute.
}

rule-turn-timer-title = Time for a turn
rule-turn-timer-help = When it is over, one card is played for whoever is away, drawn so that it proves nothing. After two in a row a CPU keeps the seat until they press anything.
rule-turn-timer-value = { $value ->
    [none] no limit
   *[other] { $count } seconds
}
rule-turn-timer-line = { $value ->
    [none] No time limit for a turn
   *[other] { $count } s for each turn
}
rule-turn-timer-example = { $value ->
    [none] Bob is away, and the table waits for him.
   *[other] Bob is away. After { $count } seconds one card is played for him.
}

rule-stall-title = Very long games
rule-stall-help = The pile burns: after 30 turns for each seat, whoever loses a call takes only the cards turned up, and the rest of the pile leaves the game. After 60 turns for each seat the fewest cards win. In the same-rank game nothing burns.
rule-stall-value = { $family ->
    [same-rank] { $value ->
        [on] the fewest cards win after 60 turns for each seat; nothing burns here
        [off] nothing is done about them
       *[auto] after 60 turns for each seat the fewest cards win
    }
   *[cycle] { $value ->
        [on] the pile burns after 30 turns for each seat
        [off] nothing is done about them
       *[auto] the pile burns where games drag on (few players, one card a play, the taker leads)
    }
}
rule-stall-line = { $family ->
    [same-rank] { $value ->
        [on] In a very long game the fewest cards win
        [off] No last turn: a game can be very long
       *[auto] After 60 turns for each seat the fewest cards win
    }
   *[cycle] { $value ->
        [on] In a long game the pile burns
        [off] No pile burn, and no last turn: a game can be very long
       *[auto] The pile burns where games drag on
    }
}
rule-stall-example = { $family ->
    [same-rank] { $value ->
        [off] Four players who never doubt each other can go on for hours.
       *[other] Four players, after turn 240: whoever holds the fewest cards wins.
    }
   *[cycle] { $value ->
        [on] Five players, turn 151: Ann loses a call and takes two cards; the other 20 of the pile leave.
        [off] Two players who count cards can go on for hours.
       *[auto] Three players, turn 91: Ann loses a call and takes two cards; the other 20 of the pile leave.
    }
}
rule-stall-goes = { $burns ->
    [yes] After 30 turns for each seat the pile burns: whoever loses a call takes only the cards turned up, and the rest leaves the game unseen.{ " " }
    [some] With { $burning } players the pile burns after 30 turns for each seat: whoever loses a call takes only the cards turned up, and the rest leaves the game unseen.{ " " }
   *[no] { "" }
}{ $value ->
    [off] A game that drags on is not cut short.
   *[other] After 60 turns for each seat { $teams ->
        [none] whoever holds the fewest cards wins
       *[other] the team with the fewest cards wins
    }.
}

rule-call-word-title = The word of the call
rule-call-word-help = What is written on the button.
rule-call-word-value = { $value ->
    [doubt] I doubt it!
   *[cheat] Cheat!
}
rule-call-word-line = { $value ->
    [doubt] The call is “I doubt it!”
   *[cheat] The call is “Cheat!”
}
rule-call-word-example = { $value ->
    [doubt] Below Ann’s play stands a button “I doubt it!”.
   *[cheat] Below Ann’s play stands a button “Cheat!”.
}

rule-teams-title = Teams
rule-teams-help = Two teams play against each other. Team-mates can’t call each other; a team wins when all of its members are out.
rule-teams-value = { $value ->
    [none] everybody for themselves
    [alternate] two teams, seated alternately
   *[some] two teams: seats { $first_team } against { $second_team }
}
rule-teams-line = { $value ->
    [none] Everybody plays for themselves
    [alternate] Two teams, seated alternately
   *[some] Two teams: seats { $first_team } against { $second_team }
}
rule-teams-example = { $value ->
    [none] Ann is out first and wins alone.
    [alternate] Ann, Cy and Eve are a team: they can’t call each other, and win once all three are out.
   *[some] Whoever sits in seats { $first_team } is a team: no calls among them, and all win together.
}

rule-penalty-title = Penalty cards
rule-penalty-help = What somebody caught lying takes besides the pile. The penalty deck is what is left of the deal.
rule-penalty-value = { $count ->
    [0] none
   *[other] two cards from the penalty deck
}
rule-penalty-line = { $count ->
    [0] No penalty cards
   *[other] Whoever is caught lying takes two penalty cards as well
}
rule-penalty-example = { $count ->
    [0] Ann is caught lying and takes the pile.
   *[other] Ann is caught lying and takes the pile and two cards from the penalty deck.
}
rule-penalty-goes = { $count ->
    [0] { "" }
   *[other] Whoever is caught lying also draws two cards from the penalty deck, as long as it has any.
}

rule-per-hand-title = Cards for each player
rule-per-hand-help = How many cards are dealt to each player; the rest leaves the game unseen.
rule-per-hand-value = { $value ->
    [auto] as many as can be dealt evenly
   *[other] { $count } cards
}
rule-per-hand-line = { $value ->
    [auto] As many cards as can be dealt evenly
   *[other] { $count } cards for each player; the rest leaves the game unseen
}
rule-per-hand-example = { $value ->
    [auto] Five players get ten cards each; two cards leave the game unseen.
   *[other] Everybody gets { $count } cards, and nobody knows what the others are.
}

rule-multi-title = Several cards a play
rule-multi-help = Whether more than one card may be added at a time in the same-rank game. It is called Bluff then.
rule-multi-value = { $value ->
    [yes] several, up to the limit of a play
   *[no] one card
}
rule-multi-line = { $value ->
    [yes] Bluff: several cards may be added at a time
   *[no] One card is added at a time
}
rule-multi-example = { $value ->
    [yes] Sevens are in play: Bob adds three cards “as three Sevens”.
   *[no] Sevens are in play: Bob adds one card “as a Seven”.
}

rule-force-title = Force
rule-force-help = A second way to call, while only two still play: the player has to show a card of the rank in play from their hand. If they do, the caller takes it with the pile and they lead, or win if it was their last card; if not, they take the pile and the caller leads.
rule-force-value = { $value ->
    [yes] you may doubt, and while only two play also force
   *[no] you may only doubt
}
rule-force-line = { $value ->
    [yes] Force, while only two play: ask to be shown a card of the rank in play
   *[no] No Force
}
rule-force-example = { $value ->
    [yes] Two play. Bob forces. Ann shows a Seven: Bob takes it and the pile. She can’t: she takes the pile.
   *[no] Bob doubts. What Ann has just laid is turned up.
}
rule-force-goes = { $value ->
    [yes] While only two still play, you may **force** instead: within { $window_s } seconds the other shows a card of the rank from their hand: you take it with the pile and they lead, or win if it was their last card. If they don’t, they take the pile and you lead.
   *[no] { "" }
}

# ---------------------------------------------------------------- presets

preset-standard-title = Standard
preset-standard-about = The game as most people know it: ranks go up, ten seconds to call.
preset-classic-table-title = Classic table
preset-classic-table-about = As around a table: any number of cards, called until the next player plays.
preset-bicycle-title = Bicycle
preset-bicycle-about = Up to four cards a play, and chance says who begins.
preset-jaques-title = Jaques
preset-jaques-about = Whoever takes the pile plays next and may name any rank.
preset-online-title = Online
preset-online-about = One card a play, ten seconds to call.
preset-fast-title = Fast
preset-fast-about = Five seconds to call, half a minute for a turn.
preset-big-table-title = Big table
preset-big-table-about = Two decks, up to eight cards a play.
preset-up-down-title = Up or down
preset-up-down-about = The next rank is one up or one down, as you like.
preset-same-again-title = Same again
preset-same-again-about = The next rank is one up, one down or the same again.
preset-countdown-title = Countdown
preset-countdown-about = Ranks go down: Aces, Kings, Queens and on.
preset-open-title = Open
preset-open-about = Any rank may be named at any time.
preset-i-doubt-it-title = I doubt it
preset-i-doubt-it-about = The call is “I doubt it!”, and you may pass.
preset-one-rank-title = One rank
preset-one-rank-about = One rank for all: name it, add a card to it or pass. For 3 to 6.
preset-bluff-title = Bluff
preset-bluff-about = One rank for all, and several cards may be added at a time. For 3 to 6.
preset-duel-title = Duel
preset-duel-about = For two: twelve cards lie aside unseen, and in a long game the pile burns.
preset-duel-force-title = Duel with Force
preset-duel-force-about = One rank for all; while just two play, ask to be shown a card of it. For 2 to 6.
preset-teams-title = Teams
preset-teams-about = Two teams, seated alternately. For 6, 8 or 10.
preset-penalty-title = Penalty
preset-penalty-about = Whoever is caught lying takes two cards more.
preset-kids-title = Kids
preset-kids-about = Any rank, two jokers, half a minute to call.
preset-wild-title = Wild
preset-wild-about = Two jokers, extra cards slipped in, and the whole pile shown.

# ---------------------------------------------------------------- numbers of players

players-range = { $from } to { $to }
players-and = { $list }, { $last }
players-or = { $list } or { $last }

# ---------------------------------------------------------------- accepted, but worth a word

warning-cpu-waits-for-window = CPU seats must wait for the time to call before they play.
warning-long-one-card = Very long games: pile burn would end them.
warning-long-taker-leads = Very long games: pile burn would end them.
warning-taker-any-note = Any rank is already free; only the turn moves to the taker.
warning-taker-free-call-note = The taker’s free call replaces the last call.
caution-for = { $warning } (With { $players } players.)

# ---------------------------------------------------------------- refused

conflict-of = **{ $rules }**: { $sentence }

# ---------------------------------------------------------------- the editor

topic-deck = Deck and deal
topic-turn = Turns and ranks
topic-calling = Calling
topic-ending = Ending
topic-table = Table
topic-changed = { $topic } ({ $count })
editor-title-server = ### House rules of { $guild }
editor-title-table = ### House rules of this table
editor-title-topic = ### { $topic }
editor-hint-server = -# Tables opened from now on begin with these rules. A table that stands keeps its own.
editor-hint-table = -# Everybody sees them in the table message. Once the cards are dealt they stay as they are.
editor-preset = Preset: **{ $preset }**. { $about }
editor-differs = Different from the standard game:
editor-line = - { $line }
editor-idle = Chosen, but with no part in this game: { $rules }.
editor-idle-rule = { $title } ({ $topic })
editor-rule = **{ $title }:** { $value }
editor-rule-changed = **{ $title }:** { $value } (not the standard)
editor-rule-idle = **{ $title }:** { $value } (has no part in this game)
editor-help = -# { $help }
editor-playable = These rules can be played with { $players } players.
editor-unplayable = **Nobody can play by these rules:**
editor-unplayable-here = **With the { $count } players here now these rules can’t be played:**
editor-dropped = This version of the bot can’t play everything that was chosen here. Standard again: { $rules }.
editor-dropped-server = Whoever manages the server can change its rules with `/cheat house-rules`.
editor-choose-preset = Choose a preset
editor-reset = Back to standard
editor-reset-server = The server’s rules
editor-back = All topics
editor-number = Other number…
editor-number-label = Any number from { $least } to { $most }
editor-number-allowed = **{ $rule }** takes any whole number from { $least } to { $most }. Nothing has changed.
editor-not-a-manager = The house rules of a server are for people who may manage it (**Manage Server**).
editor-not-here = House rules belong to a server. Use `/cheat house-rules` in one of its channels.
editor-unplayable-start = Nobody can play by these rules:
editor-unplayable-server = Whoever manages the server can change them with `/cheat house-rules`, or choose a preset.

# ---------------------------------------------------------------- /cheat rules

explain-heading-table = ### The rules at this table
explain-heading-server = ### The rules on { $guild }
explain-heading-standard = ### The standard rules
explain-differs = **Different from the standard game**
explain-line = - **{ $title }:** { $value }
explain-and-more = - … and { $count } more: `/cheat rules name:` tells them.
explain-as-standard = Nothing differs from the standard game.
explain-how = **How it goes**
explain-besides = **Besides**
explain-at-this-table = With { $seats } players that means { $decks ->
        [one] one deck
       *[other] { $decks } decks
    }, { $most }.
explain-more = -# `/cheat rules name:` explains one rule, with examples.
explain-one-title = ### { $title }
explain-here = Here: **{ $value }**
explain-choice = - **{ $value }** – { $example }
explain-choice-standard = - **{ $value }** (standard) – { $example }
explain-span = The standard is { $standard }. Any number from { $least } to { $most } can be chosen.
explain-only = { $family ->
    [same-rank] -# Only in the same-rank game.
   *[cycle] -# Not part of the same-rank game.
}
explain-other-game = { $family ->
    [same-rank] This belongs to the other game, where the rank due moves on with every turn. It has no part in the one played here.
   *[cycle] This belongs to the other game, the same-rank game with one rank for everybody. It has no part in the one played here.
}
explain-goes = - { $text }
game-most = { $count ->
    [0] any number of cards a play
    [one] one card a play
   *[other] up to { $count } cards a play
}
# How it goes: for each game and topic what is always so, before what its rules add (`rule-…-goes` above). These may read
# every rule by its key, as all messages of a rule but title and help may, and besides: `$most` cards of a play (0: any
# number), `$burns` whether the pile can burn (yes, some, no), `$burning` with how many players, `$least` seconds no play
# is taken before.

game-cycle-deck = { $aside ->
    [0] { $penalty ->
        [0] All the cards are dealt.
       *[other] Everybody is dealt equally many cards; what is left is the penalty deck.
    }
   *[other] Twelve cards lie aside unseen, the others are dealt.
}
game-cycle-turn = In turn, each player lays { $most ->
    [0] one or more cards
    [1] one card
    [4] one to four cards
    [8] one to eight cards
   *[other] one to { $most } cards
} face down{ $most ->
    [1] { "" } and says { $direction ->
        [any] of which rank it is: any rank goes
       *[other] it is of the rank due
    }
   *[other] { "" } and says how many, and { $direction ->
        [any] of which rank: any rank goes
       *[other] that they are of the rank due
    }
}. What really lies there may be anything.
game-cycle-calling = { $window_mode ->
    [until-next-play] { $extra_cards ->
        [yes] For { $window_s } seconds, or until all have let it go,
       *[no] Until the next player plays{ $passing ->
            [yes] { "" } or passes
           *[no] { "" }
        }, at the earliest after { $least } seconds,
    }
   *[timer] For { $window_s } seconds, or until all have let it go,
} { $teams ->
    [none] anybody else may call
   *[other] anybody of the other team may call
} ({ $call_word ->
    [doubt] **I doubt it!**
   *[cheat] **Cheat!**
}).{ $window_mode ->
    [until-next-play] { $extra_cards ->
        [yes] { "" }
       *[no] { "" } A last play, with no cards left, can be called for { $window_s } seconds, or until all have let it go.
    }
   *[timer] { "" }
} Then those cards are turned up: if one of them is not of that rank it was a lie, and its player takes the whole pile; if all are, the caller does.
game-cycle-ending = { $teams ->
    [none] { $play_on ->
        [yes] Whoever has no cards left once that last play has stood is out and has the next place; the others play on until one is left.
       *[no] Whoever has no cards left once that last play has stood wins; the others are placed by their cards, the fewest first.
    }
   *[other] Two teams { $teams ->
        [some] play against each other: seats { $first_team } and seats { $second_team }
       *[alternate] sit alternately
    }. Whoever has no cards left is skipped, and a team wins as soon as the last play of its last member has stood.
}
game-same-rank-deck = Everybody is dealt { $per_hand ->
    [auto] equally many cards
   *[other] { $per_hand } cards
}; the rest leaves the game unseen.
game-same-rank-turn = Whoever leads names a rank and lays { $most ->
    [0] one or more cards
    [1] one card
    [4] one to four cards
    [8] one to eight cards
   *[other] one to { $most } cards
} face down. In turn, each player adds { $most ->
    [0] one or more
    [1] one
    [4] one to four
    [8] one to eight
   *[other] one to { $most }
} said to be of that rank, or passes, as often as it takes. What really lies there may be anything. When everybody passes, the pile leaves the game unseen and the last to add leads.
game-same-rank-calling = { $window_mode ->
    [until-next-play] Until the next player plays or passes, at the earliest after { $least } seconds,
   *[timer] For { $window_s } seconds, or until all have let it go,
} anybody else may call (**Doubt!**). Then what was laid last is turned up. A lie: its player takes the pile and the caller leads. The truth: the caller takes it and the player leads.
game-same-rank-ending = You win if your turn comes while you hold one card and it is of the rank in play, or while you lead with one card: the last card is never laid. The others are placed by their cards, the fewest first.
