# What everybody at the table sees.

# Lobby
lobby-title = ### Cheat – who plays?
lobby-seat = { $seat }. { $name }
lobby-seat-host = { $seat }. { $name } (host)
lobby-pack = { $decks ->
    [one] One deck
   *[other] Two decks
}, { $most }
lobby-hint = -# { $players } players. Press **Join** to sit down; { $host } presses **Start**.
# The game in six short lines, for whoever has never played. $direction is the rule, or `same` where there is one rank for
# all; $until says until when a play can be called: till the next `play`, or for a `time`.
lobby-lesson =
    -# **How to play:** { $direction ->
        [same] keep just one card, of the rank in play.
       *[other] get rid of your cards first.
    }
    -# Your turn: lay cards face down, say their rank.
    -# { $direction ->
        [same] It is one rank for all until the pile is taken.
        [up] The rank moves on: Aces, Twos … Kings, Aces.
        [down] The rank moves on: Aces, Kings … Twos, Aces.
        [up-down] The next rank is one up or one down.
        [up-down-same] The next rank is one up, one down or the same.
       *[any] It may be any rank.
    }
    -# You may lie: nobody sees what you lay.
    -# You doubt it? Press **{ $call }** before { $until ->
        [play] the next play.
       *[time] time is up.
    }
    -# A lie: the liar takes the pile. The truth: you do.
lobby-unplayable = -# Nobody can play by these house rules yet: { $host } can change them.
lobby-warning = ⚠ { $warning }
lobby-running = This game has started: { $count } players. You can join the next one.
lobby-over = This game is over. `/cheat start` opens a new table.
lobby-closed = This table is closed. `/cheat start` opens a new one.

# Deal
deal-title = ### The cards are dealt
deal-order = Play goes round in this order:
deal-begins = { $name } begins with **{ $ranks }**.
deal-timer = -# { $seconds } s for each turn. Open **My hand** to see your cards.
deal-no-timer = -# Take your time. Open **My hand** to see your cards.
deal-commitment = -# Proof of a fair deal, opened at the end: `{ $commitment }`

# Claim
# The line of an open claim that tells how the one before ended: small, and short enough for a phone.
before-stood = -# Before: { $name }’s { $claim } stood.
before-truth = -# Before: { $caller } called { $name }: ✔ **truth**. { $taker } took { $count ->
        [one] 1 card
       *[other] { $count } cards
    }.
before-lie = -# Before: { $caller } called { $name }: ✘ **lie**. { $taker } took { $count ->
        [one] 1 card
       *[other] { $count } cards
    }.
time-to-call = Time to call: { $seconds } s
time-to-call-until = Time to call: { $seconds } s ({ $until })
let-go-by = Let it go: { $names }
still-think =
    { $count ->
        [one] 1 still thinks
       *[other] { $count } still think
    }
claim-reopened = -# The bot was away, so the time to call starts again.
claim-reopened-forced = -# The bot was away, so the time to show a card starts again.
claim-repeated = -# This play is shown again.
claim-burns = -# A long game: from now on whoever loses a call takes only the cards turned up. The rest of the pile leaves the game.
claim-taken-over = -# A CPU plays for { $name } until they press a button.
before-last-lie = -# Before: { $name }’s last play was a ✘ **lie**. { $taker } took { $count ->
        [one] 1 card
       *[other] { $count } cards
    }.
before-shown = -# Before: { $caller } asked { $name } to show one, and was shown it. { $taker } took { $count ->
        [one] 1 card
       *[other] { $count } cards
    }.
before-not-shown = -# Before: { $caller } asked { $name } to show one, and none was shown. { $taker } took { $count ->
        [one] 1 card
       *[other] { $count } cards
    }.
time-until-next-play = Can be called until { $name } goes on
time-to-show = Time to show it: { $seconds } s
time-to-show-until = Time to show it: { $seconds } s ({ $until })
before-cleared = -# Before: everybody passed, and the pile ({ $count ->
        [one] 1 card
       *[other] { $count } cards
    }) left the game unseen.
# The next two follow one of the lines above.
before-drawn = { $name } also drew { $count ->
        [one] 1 penalty card
       *[other] { $count } penalty cards
    }.
before-burned = { $count ->
        [one] 1 card
       *[other] { $count } cards
    } left the game.
# While others play on.
out-placed = { $name } has no cards left and comes { $place }.
out-of-team = { $name } has no cards left; their team plays on.
claim-past = This play is settled.

# An older copy of a message that was shown again
moved = -# [The table goes on further down.]({ $link })

# Stopped by somebody, or broken
halted-stopped = This table was stopped.
halted-fault = Something went wrong at this table ({ $id }), and it had to stop. `/cheat stop` frees the channel.

# Where the game stands
standing-title = ### Cheat – the game is on

# Result
result-stood = Nobody called. It stands.
result-stood-declined = Everybody let it go. It stands.
result-truth = { $caller } called. ✔ **truth**: { $cards }
result-lie = { $caller } called. ✘ **lie**: { $cards }
result-stood-next-play = The next player went on. It stands.
result-last-truth = A last play must be true. ✔ **truth**: { $cards }
result-last-lie = A last play must be true. ✘ **lie**: { $cards }
result-shown = { $caller } asked to see one { $rank }. { $name } shows { $cards }.
result-not-shown = { $caller } asked to see one { $rank }. { $name } shows none.
result-force-left = { $caller } asked to see one { $rank }, but left before { $name } answered.
result-pile = The pile: { $cards }
result-drawn = { $name } also draws { $count ->
        [one] 1 penalty card
       *[other] { $count } penalty cards
    }
result-taken = { $name } takes the pile ({ $count ->
        [one] 1 card
       *[other] { $count } cards
    })
result-burned = { $count ->
        [one] 1 card leaves
       *[other] { $count } cards leave
    } the game.

# Rounds
round-title = ### Round { $number } of { $rounds } is over
round-points = Points: { $points }
round-hint = { $host } starts the next round, or it starts by itself after { $seconds } s.
round-hint-until = { $host } starts the next round, or it starts by itself after { $seconds } s ({ $until }).
round-reopened = -# The bot was away, so the time until the next round starts again.
button-next-round = Next round

# End
end-title = ### The game is over
end-went-out =
    { $count ->
        [one] { $names } has no cards left and wins.
       *[other] { $names } have no cards left and win.
    }
end-went-out-round =
    { $count ->
        [one] { $names } has no cards left and wins the round.
       *[other] { $names } have no cards left and win the round.
    }
end-last-seat = { $names } is the last one at the table and wins.
end-backstop =
    { $count ->
        [one] This was the last turn of a long game. { $names } holds the fewest cards and wins.
       *[other] This was the last turn of a long game. { $names } hold the fewest cards and share the win.
    }
end-backstop-round =
    { $count ->
        [one] This was the last turn of a long round. { $names } holds the fewest cards and wins the round.
       *[other] This was the last turn of a long round. { $names } hold the fewest cards and share the round.
    }
end-backstop-out = This was the last turn of a long game. { $names } was the first without cards and wins; of the others, whoever holds fewer cards comes before.
end-backstop-out-round = This was the last turn of a long round. { $names } was the first without cards and wins the round; of the others, whoever holds fewer cards comes before.
end-backstop-team = This was the last turn of a long game. { $names } hold the fewest cards together and win.
end-backstop-team-round = This was the last turn of a long round. { $names } hold the fewest cards together and win the round.
end-backstop-tie = This was the last turn of a long game. Both teams hold equally many cards and share the win.
end-backstop-tie-round = This was the last turn of a long round. Both teams hold equally many cards and share the round.
end-abandoned = Nobody is left to play. There is no result.
place-1 = 1st
place-2 = 2nd
place-3 = 3rd
place-4 = 4th
place-5 = 5th
place-6 = 6th
place-7 = 7th
place-8 = 8th
place-9 = 9th
place-10 = 10th
end-place = **{ $place }** { $name }
end-no-place = { $name }
end-left = { $placed } (left)
end-evening =
    { $placed }
    -# { $lies ->
        [0] no lies
        [one] 1 lie, { $caught } caught
       *[other] { $lies } lies, { $caught } caught
    } · { $calls ->
        [0] no calls
        [one] 1 call, { $right } right
       *[other] { $calls } calls, { $right } right
    } · took { $picked ->
        [one] 1 card
       *[other] { $picked } cards
    }
end-earlier-proofs = -# The proofs of the earlier rounds stand in the messages that ended them.
# The deal follows, where there is room for it.
end-proof = -# Fair deal, checked by `/cheat verify { $game }`. Salt and deal: `{ $salt }`
end-proof-round = -# The deal was fair. SHA-256 of the salt as written here, a line break and the deal below gives what was posted at the start.
end-proof-short = -# The deal was fair. SHA-256 of the salt as written here, a line break and the deal gives what was posted at the start.
end-commitment = -# Posted: `{ $commitment }`
end-salt = -# Salt: `{ $salt }`

# Buttons
button-join = Join
button-leave = Leave
button-house-rules = House rules
button-start = Start
button-my-hand = My hand
button-let-go = Let it go
button-rematch = Rematch
call-cheat = Cheat!
