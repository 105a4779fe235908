# What the desk and the commands say to one person. Nobody else sees these.

desk-fault = Something went wrong on our side ({ $id }). Nothing was lost.
desk-done = Done.
# Stands for a moment where everybody saw an answer being waited for that is for one person alone.
desk-told-alone = The answer is for whoever asked.
desk-unsaved = The bot can’t save anything right now ({ $id }), so nothing has changed. Please try again in a moment.
desk-unread = The bot can’t read what is stored right now ({ $id }). Nothing has changed. Please try again later.
desk-restarting = The bot is just restarting. Nothing is lost: press again in a moment.
desk-stale = That reached us too late, so nothing has come of it. Please press or type it again.
desk-stale-moved = That reached us too late, so nothing has come of it, and the table has moved on since. Look what is there now.
desk-unknown-button = This button belongs to nothing that is still going on. `/cheat table` shows the table, `/cheat start` opens one.
desk-old-command = This command has changed. Type `/cheat` again and choose it from the list.
desk-option-unfit = The option `{ $option }` doesn’t take that, so nothing has happened. Type `/cheat` again and choose it anew.
desk-automod = This server’s AutoMod doesn’t let me tell you that: there is a name in it that it refuses.
desk-game-over = That game is over. `/cheat start` opens a new table.
desk-table-closed = That table is closed. `/cheat start` opens a new one.
desk-table-stands = A table stands in this channel already: { $link }
desk-table-is-there = The table stands here: { $link }. Only those who sit at it can show it again.
desk-leave-running = The game has begun. If you really want to give up, use `/cheat leave`.
desk-one-moment = One moment, please: you have only just sat down or left. Try again in a second or two.
desk-many-commands = One moment, please: that was a lot of commands in a row. Try again in a few seconds. The buttons at the table work all the while.
desk-no-hand = You have no cards at this table.
desk-dms-closed = Your direct messages are closed for me. That is fine: your hand is behind **My hand** at the table, and nothing else changes for you.

desk-in-a-server = That works in a server's channel, where the table stands. Here you can use `/cheat hand`, `/cheat leave`, `/cheat back`, `/cheat rules`, `/cheat help`, `/cheat tutorial`, `/cheat export-me` and `/cheat forget-me`.
desk-no-table-here = There is no table in this channel. `/cheat start` opens one.
desk-no-table-here-but = There is no table in this channel. You sit at { $tables }: choose it with the option `table`, or type this there.
desk-table-elsewhere = There is no table in this channel. You sit at { $tables }: type this there.
desk-place = **{ $guild }** · { $channel }
desk-at-table = { $place }: { $said }
desk-no-table-of-yours = You sit at no table at the moment. In a server's channel, `/cheat start` opens one.
desk-no-such-table = You don't sit at that table any more.
desk-which-table = You sit at several tables. Choose one with the option `table`.
desk-nothing-to-stop = There is no table in this channel, so it is free.
desk-no-such-preset = There are no rules by that name. Choose a preset from the list.
desk-no-such-rule = There is no rule by that name. Choose one from the list.
desk-may-not-view = I can't see this channel. Somebody who manages it would have to give me **View Channel** and **Send Messages**.
desk-may-not-send = I may not write in this channel. Somebody who manages it would have to give me **Send Messages**.
desk-may-not-send-in-thread = I may not write in threads here. Somebody who manages the channel would have to give me **Send Messages in Threads**.

desk-help =
    { "" }**Press Join** at a table, or open one with `/cheat start`; the host presses **Start**. Your cards come by direct message or behind **My hand**.
    { "" }**Your turn:** lay cards face down and *say* they are of the rank due: Aces, Twos … Kings, then Aces again. You may lie! Tap the ranks, then **Play**.
    { "" }**Somebody lies?** Press **Cheat!** before time is up. A lie: they take the pile. The truth: you do. Otherwise **Let it go**.
    { "" }**You win** once your last card lies there and nobody has proved it a lie.
    { "" }**New here?** `/cheat tutorial` shows it in three turns, and `/cheat start cpus:3` seats three CPUs with you.

    -# Your cards: `/cheat hand` · the table again: `/cheat table` · the rules here: `/cheat rules` · leave or give up: `/cheat leave` · back in your seat: `/cheat back` · end the table: `/cheat stop`
    -# After a game: `/cheat leaderboard` · `/cheat stats` · `/cheat history`
