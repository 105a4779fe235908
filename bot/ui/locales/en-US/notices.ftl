# Short public messages.

notice-reminder = { $name }, it is your turn: **{ $ranks }**, { $seconds } s left.
# $until is a time of day: the message stays when that is past.
reminder-until = { $name }, it is your turn: **{ $ranks }**. { $seconds } s left, till { $until }.
notice-turn = { $name }, it is your turn: **{ $ranks }**.
notice-resigned = { $name } leaves the game. Their cards go face down into the pile.
notice-left = { $name } leaves the game.
notice-taken-over = A CPU plays for { $name } now. Any press of theirs takes the seat back.
notice-returned = { $name } is back.
stopped-deal-open = -# No result comes of this game. That its deal was fair can be checked: `/cheat verify game:{ $game }`
notice-stopped = The table was stopped. The channel is free: `/cheat start` opens a new one.
notice-lobby-expired = No game began at this table for a while, so it is closed. `/cheat start` opens a new one.
notice-stopping = The bot stops for a moment, perhaps for a new version. The game is kept and nobody loses a turn by it; it will say here when it goes on.
notice-stopping-unwritten = The bot stops for a moment. The game is kept and nobody loses a turn by it; `/cheat table` shows it when the bot is back.
notice-resumed = The bot was away for a moment. The game goes on where it was.
resumed-until = The bot was away for a moment. This turn gets its full { $seconds } s again, till { $until }.
notice-standing = The bot was away for a while. This is where the game stands:
standing-until = -# This turn gets its full { $seconds } s, till { $until }.
notice-fault = Something went wrong at this table ({ $id }), and it had to stop. Sorry! `/cheat stop` frees the channel.
notice-forced = **Force:** { $caller } asks { $name } to show one **{ $rank }**.
forced-answered = { $caller } asked { $name } to show one **{ $rank }**. That is answered: see the play above.
forced-left = { $caller } asked { $name } to show one **{ $rank }**, but left before there was an answer.
notice-settled = That play is settled.
notice-passed = { $name } passes.
notice-cleared = { $name } passes, and so everybody has. The pile ({ $count ->
        [one] 1 card
       *[other] { $count } cards
    }) leaves the game unseen.
nobody = Somebody
