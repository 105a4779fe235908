# Games that are over: the leaderboard, stats, history, replays and proofs; what is stored, and how it goes.

former-player = a former player
rules-own = House rules

# The end of a game
button-leaderboard = Leaderboard
highlight-lie = 🎭 Boldest lie: { $name } said **{ $claim }** and laid { $cards }. Nobody proved it.
highlight-lie-caught = 🎭 Boldest lie: { $name } said **{ $claim }** and laid { $cards }. It was found out.
highlight-call = 🙈 Worst call: { $caller } doubted { $name }’s **{ $claim }**. It was the truth, and { $count ->
        [one] 1 card was
       *[other] { $count } cards were
    } the price.
highlight-pile = 🗻 Biggest pile: { $name } took { $count ->
        [one] 1 card
       *[other] { $count } cards
    } at once.

# Leaderboard
board-title = ### Leaderboard · { $guild }
board-asked = -# By { $by } · { $since } · { $rules }
board-all-rules = all rules
board-choose-order = Order by
board-choose-since = Which games
order-wins = wins
order-win-rate = win rate
order-rating = rating
order-bluffs-survived = lies survived
order-call-accuracy = right calls
order-games = games
since-all = all games
since-7-days = last 7 days
since-30-days = last 30 days
since-90-days = last 90 days
board-line = { $rank } { $name } · { $value }
board-gone = { $name } (no longer here)
value-wins = { $count ->
        [one] 1 win
       *[other] { $count } wins
    } in { $games ->
        [one] 1 game
       *[other] { $games } games
    }
value-games = { $count ->
        [one] 1 game
       *[other] { $count } games
    }, { $wins } won
value-rate = { $share } of { $count ->
        [one] 1 game
       *[other] { $count } games
    } won
value-calls = { $share } of { $count ->
        [one] 1 call
       *[other] { $count } calls
    } right
value-bluffs = { $count ->
        [one] 1 lie
       *[other] { $count } lies
    } survived in { $games ->
        [one] 1 game
       *[other] { $games } games
    }
value-rating = { $number } ({ $sure })
certainty-guess = still a guess
certainty-rough = roughly
certainty-fair = fairly sure
certainty-sure = sure
board-own = **You:** place { $rank } of { $of } · { $value }
board-own-none = **You:** no game here yet that counts.
board-own-nothing = **You:** no place yet · { $value }
board-own-short-win-rate = **You:** no place yet, { $count ->
        [one] 1 game
       *[other] { $count } games
    } short.
board-own-short-call-accuracy = **You:** no place yet, { $count ->
        [one] 1 call
       *[other] { $count } calls
    } short.
board-own-short-rating = **You:** no place yet, { $count ->
        [one] 1 rated game
       *[other] { $count } rated games
    } short.
board-least-win-rate = -# From { $count } games on, so that one lucky evening doesn’t lead.
board-least-call-accuracy = -# From { $count } calls on, so that one lucky call doesn’t lead.
board-least-rating = -# From { $count } rated games on: before that a rating says next to nothing.
board-rating-of-all = -# A rating always covers all games of this server, whatever days and rules are chosen.
board-empty = No game here counts yet: what counts are games among people, played to their end. `/cheat start` opens a table: the first winner leads this list.
board-none = Nobody stands here yet. Choose more games above, or play: `/cheat start` opens a table.
board-none-at-all = Nobody stands here yet. `/cheat start` opens a table.
button-page-back = Back
button-page-on = Next
page-of = { $page } / { $pages }

# One player
card-title = ### { $name } · { $guild }
card-games = { $count ->
        [one] 1 game
       *[other] { $count } games
    }, { $rounds ->
        [one] 1 round
       *[other] { $rounds } rounds
    }
card-empty = They have no game here yet that counts.
card-empty-own = You have no game here yet that counts. `/cheat start` opens a table.
card-wins = `{ $bar }` **{ $count }** won ({ $share })
card-places = 1st × { $first } · 2nd × { $second } · 3rd × { $third } · lower × { $lower }
card-rating =
    Rating **{ $number }**, { $sure }
    -# from { $count ->
        [one] 1 rated game
       *[other] { $count } rated games
    }
card-unrated = No rating yet
card-lies =
    `{ $bar }` { $lies ->
        [one] 1 lie
       *[other] { $lies } lies
    } in { $plays ->
        [one] 1 play
       *[other] { $plays } plays
    }
    -# { $survived } survived, { $caught } caught ({ $share } got through)
card-calls =
    `{ $bar }` { $calls ->
        [one] 1 call
       *[other] { $calls } calls
    }
    -# { $right } right, { $wrong } wrong ({ $share } right)
card-called = Called by others: { $count ->
        [one] once
       *[other] { $count } times
    }
card-piles = Cards picked up: { $picked }, at most { $biggest } at once
card-streak = Longest run of wins: { $count }
card-fastest = Fastest win: { $count ->
        [one] 1 turn
       *[other] { $count } turns
    }
card-favourite = Lies most about: { $rank } ({ $count ->
        [one] once
       *[other] { $count } times
    })
card-nemesis = Nemesis: { $name } (found out { $count ->
        [one] 1 lie
       *[other] { $count } lies
    })
card-cpus = -# With CPUs: { $count ->
        [one] 1 game
       *[other] { $count } games
    }, { $wins } won. They count apart.

# Games
history-title = ### Last games · { $guild }
history-empty = No game has been played to its end here yet. `/cheat start` opens a table.
history-game = **{ $game }** · { $when } · { $rules } · { $turns ->
        [one] 1 turn
       *[other] { $turns } turns
    }
history-seat = { $place }. { $name }
history-cpus = -# With CPUs: counts apart.
history-practice = -# Practice: counts in no statistics.
history-unrated = -# Unrated: nobody’s rating changed.
history-first-idle = -# The first place of { $name } counts as no game for them: it came without a play or call of their own.
history-first-kicked = -# The first place of { $name } counts as no game for them: the host had given the seat to a CPU.
history-void = -# Nobody played it to its end: no result.
history-pruned = -# Its moves have been deleted.
history-hint = -# `/cheat replay` tells one move by move, `/cheat verify` proves its deal.
record-no-such-game = There is no finished game by that number in this server. `/cheat history` lists them.
record-still-played = That game is still being played. Its cards are told once it is over.
record-pruned = The moves of game { $game } have been deleted, as happens after a while. Its results still count.

# Replay
replay-title = ### Game { $game } · { $when }
replay-rules = -# Rules: { $rules }
replay-deal = **Round { $number }.** The cards are dealt:
replay-hand = { $name }: { $cards }
replay-lay-truth = `{ $number }` { $laid }: { $cards }, the ✔ truth.
replay-lay-lie = `{ $number }` { $laid }: { $cards }, a ✘ lie.
replay-stood = Nobody called.
replay-unanswered = A card of the rank was asked for, but whoever asked left before there was an answer.
replay-called = { $caller } called: { $name } took { $count ->
        [one] 1 card
       *[other] { $count } cards
    }.
replay-turned-up = It had to be true and was turned up: { $name } took { $count ->
        [one] 1 card
       *[other] { $count } cards
    }.
replay-shown = { $caller } asked for one { $rank } and saw { $cards }: { $name } took { $count ->
        [one] 1 card
       *[other] { $count } cards
    }.
replay-not-shown = { $caller } asked for one { $rank } and saw none: { $name } took { $count ->
        [one] 1 card
       *[other] { $count } cards
    }.
replay-others = -# { $parts }
replay-let-go = { $count ->
       *[other] let it go
    }: { $names }
replay-hesitated = { $count ->
       *[other] hesitated
    }: { $names }
replay-pass = `{ $number }` { $name } passes.
replay-cleared = Everybody passed: { $count ->
        [one] 1 card leaves
       *[other] { $count } cards leave
    } the game.
replay-out = { $name } has no cards left.
replay-won = { $name } has won with { $cards }.
replay-left = { $name } gives up.
replay-away = A CPU plays for { $name }.
replay-kicked = The CPU keeps { $name }’s seat for the rest of the game.
replay-back = { $name } is back.
replay-burning = From now on lost calls burn the pile.
replay-round-over = The round is over. Points: { $points }
replay-over = **The game is over.** { $count ->
        [one] { $names } wins.
       *[other] { $names } win.
    }
button-as-text = As text
button-as-json = As JSON
record-file = Game { $game }, move by move.

# The proof
verify-title = ### The deal of game { $game }
verify-title-round = ### The deal of game { $game }, round { $number } of { $rounds }
verify-commitment = Shown with the cards: `{ $commitment }`
verify-salt = Salt, secret until the end: `{ $salt }`
verify-fair = **My own check: ✔ they match.** The deal was fixed before anybody saw a card.
verify-unfair = **My own check: ✘ they don’t match.** Please tell whoever runs this bot.
verify-how = Check it without me. These three lines of Python say `True`:
verify-order = -# The deal lists the hands of { $names }; then the cards set aside, the penalty deck and the unused cards.

# What is stored
record-not-a-manager = The results of this server are for those who have **Manage Server** here.
record-export = { $count ->
        [one] One result
       *[other] { $count } results
    } of this server. Open it with any spreadsheet.
record-nothing-stored = Nothing is stored about you here.
record-about-you = All that is stored about you { $count ->
        [one] in one server
       *[other] in { $count } servers
    }, except for the moves of your games: `/cheat replay` gives those.
forget-here = ### Forget you in { $guild }?
forget-everywhere = ### Forget you in every server?
forget-what =
    Your name, your id and your stats go. In the games of others you become “a former player”, whom nothing ties to you; their results stay whole. This can’t be undone. `/cheat export-me` gives you your data first.
    -# Messages that were posted stay in Discord. Backups made before today still hold your data until whoever runs the bot deletes them. Whatever you press or type here later makes me learn your name again.
button-forget = Forget me
forget-seated = You still sit at { $count ->
        [one] a table
       *[other] { $count } tables
    }. Leave first with `/cheat leave`, or wait for the end of the game, then ask again.
forget-done = Done. You are forgotten.
forget-nothing = There was nothing about you to forget.

command-stats-description = How you or somebody else has played in this server
command-leaderboard-description = Who is ahead in this server
command-history-description = The last games of this server
command-replay-description = A finished game told move by move, cards up
command-verify-description = Check that the deal of a game that is over was fair
command-export-description = All results of this server as a file (Manage Server)
command-export-me-description = All that is stored about you, as a file
command-forget-me-description = Delete what is stored about you
option-stats-player = Whose stats (yours if you don't choose)
option-leaderboard-by = What the list is ordered by
option-leaderboard-since = Which games count
option-leaderboard-preset = Only games by these rules
option-replay-game = The number of a game that is over here, as in the history
option-verify-game = The number of a game that is over here, as in the history
option-forget-me-where = In this server only, or in every one
