# Absent people: whom the table waits for, and seats handed to a CPU.

button-nudge = Nudge
waiting-for = Waiting for { $name } since { $since }.
waiting-ask =
    { $count ->
        [one] If { $name } is away, press **Nudge**: one card is played for them.
       *[other] If { $name } is away, two others press **Nudge**: one card is played for them.
    }
waiting-nudged = Nudged by { $names }. One more has to press **Nudge**.
waiting-over = The table waited for somebody here. The game goes on.

notice-kicked = The host has given { $name }’s seat to a CPU for the rest of this game.
notice-unseated = The host has taken { $name } off the table.
notice-untouched =
    { $count ->
        [one] Nobody has touched this table for an hour, so it is closed. `/cheat start` opens a new one.
       *[other] Nobody has touched this table for { $count } hours, so it is closed. `/cheat start` opens a new one.
    }
notice-new-host = { $name } is the host now: nothing was heard of the one before for two minutes.
new-host = { $name } is the host now.
claim-kicked = -# A CPU plays for { $name } for the rest of this game.

hand-kicked = The host has given your seat to a CPU for the rest of this game. You can’t take it back, but you can join the next one.
parting-left = You left the table in **{ $guild }**, { $channel }. **Join** at the table takes a seat again, as long as the game has not begun.
parting-closed = The table in **{ $guild }**, { $channel } was closed before a game began.
parting-kicked = The host has taken you off the table in **{ $guild }**, { $channel }. You have no seat there any more; **Join** at the table takes one again.

denial-kicked = The host has given your seat to a CPU for the rest of this game. You can’t take it back, but you can join the next one.
denial-kick-self = That is you. `/cheat leave` gives up your own seat, and the next person becomes host.
denial-kick-cpu = That is a CPU, and `/cheat kick` is for people. In the lobby, `/cheat cpu action:remove` sends a CPU away.
denial-kick-gone = They take no part in this game any more.
denial-already-kicked = A CPU keeps that seat for the rest of this game already.
denial-no-such-person = Nobody of that name sits at this table. Choose somebody from the list.
denial-nudge-self = The table waits for you: it is your turn. Good that you are back.
denial-wait-over = Nobody is being waited for here any more.

done-kicked = A CPU keeps that seat for the rest of this game.
done-unseated = They have no seat at the table any more.
done-nudged = One card is played for them now.
done-nudged-once = Noted. One more has to press **Nudge**.

command-kick-description = Give somebody’s seat to a CPU; before the game, take them off the table (host)
option-kick-seat = Whose seat
