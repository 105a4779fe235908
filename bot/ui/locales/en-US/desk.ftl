# What the desk and the commands say to one person, and the rules explained. Nobody else sees these.

desk-fault = Something went wrong on our side ({ $id }). Nothing was lost.
desk-done = Done.
desk-restarting = The bot is just restarting. Nothing is lost: press again in a moment.
desk-stale = That reached us too late, and the table has moved on. Please try again.
desk-unknown-button = This button belongs to nothing that is still going on. `/cheat table` shows the table, `/cheat start` opens one.
desk-old-command = This command has changed. Type `/cheat` again and choose it from the list.
desk-game-over = That game is over. `/cheat start` opens a new table.
desk-table-closed = That table is closed. `/cheat start` opens a new one.
desk-table-stands = A table stands in this channel already: { $link }
desk-table-is-there = The table stands here: { $link }. Only those who sit at it can show it again.
desk-leave-running = The game has begun. If you really want to give up, use `/cheat leave`.
desk-one-moment = One moment, please: you have only just sat down or left. Try again in a second or two.
desk-no-hand = You have no cards at this table.
desk-dms-closed = Your direct messages are closed for me. That is fine: your hand is behind **My hand** at the table, and nothing else changes for you.

desk-in-a-server = That works in a server's channel, where the table stands. Here you can use `/cheat hand`, `/cheat leave`, `/cheat back`, `/cheat rules` and `/cheat help`.
desk-no-table-here = There is no table in this channel. `/cheat start` opens one.
desk-no-table-here-but = There is no table in this channel. You sit at { $tables }: choose it with the option `table`, or type this there.
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
    { "" }**Press Join** at a table, or open one with `/cheat start`. The host presses **Start** when everybody sits (2 to 10 people).
    { "" }**Your turn:** your cards come in a direct message, or press **My hand**. You lay cards face down and *say* they are of the rank due: Aces, then Twos, up to Kings, then Aces again. You may lie. Tap the ranks, then **Play**.
    { "" }**Somebody lies?** Press **Cheat!** before time is up. If it was a lie, they take the whole pile; if it was true, you do. Otherwise press **Let it go**.
    { "" }**You win** when your last card has gone down and nobody could prove it was a lie.

    `/cheat hand` your cards · `/cheat table` shows the table again · `/cheat rules` the rules here
    `/cheat leave` leave or give up · `/cheat back` take your seat again · `/cheat stop` ends the table

# ---------------------------------------------------------------- /cheat rules

explain-heading-table = **The rules at this table**
explain-heading-standard = **The standard rules** (no table stands here)
explain-game =
    All the cards are dealt. In turn, each player lays one or more cards face down and says how many, as the rank that is due: Aces first, then Twos, up to Kings, then Aces again. What really lies there may be anything.
    Until time is up anybody else may call. Then those cards are turned up: if one of them is not of that rank it was a lie, and its player takes the whole pile; if all are, the caller does. Then the next seat plays the next rank.
    Whoever has no cards left once that last play has stood wins.
explain-line = **{ $title }:** { $value }
explain-changed = (not the standard)
explain-at-this-table =
    With { $seats ->
        [one] { $seats } player
       *[other] { $seats } players
    } that means { $decks ->
        [one] one pack
       *[other] { $decks } packs
    } and { $limit ->
        [yes] { $most ->
            [one] one card
           *[other] up to { $most } cards
        } a play.
       *[no] any number of cards a play.
    }
explain-more = `/cheat rules name:` explains one rule.
explain-here = At the moment: { $value }
explain-choices = It could also be:

explain-family-title = The game
explain-family-help = Which game of the family is played.
explain-family-value = { $value ->
    [same-rank] one rank a round, named by whoever leads
   *[cycle] the rank due moves on with every turn
}
explain-decks-title = Packs
explain-decks-help = How many packs of 52 cards are dealt. Two packs hold eight cards of each rank.
explain-decks-value = { $value ->
    [auto6] one pack, two from six players on
    [auto5] one pack, two from five players on
    [n1] one pack
   *[n2] two packs
}
explain-jokers-title = Jokers
explain-jokers-help = A joker counts as any rank and is never the wrong card.
explain-jokers-value = { $count ->
    [0] none
    [one] one joker
   *[other] { $count } jokers
}
explain-aside-title = Cards set aside
explain-aside-help = With two players, cards nobody knows make it harder to be sure of a lie.
explain-aside-value = { $count ->
    [0] none, all cards are dealt
   *[other] { $count } cards lie aside unseen
}
explain-starter-title = Who begins
explain-starter-help = Whose turn comes first after the deal.
explain-starter-value = { $value ->
    [random] a seat drawn at random
   *[dealer-left] the seat after the dealer
}
explain-direction-title = The next rank
explain-direction-help = How the rank due moves on from one play to the next.
explain-direction-value = { $value ->
    [down] one down: Aces, Kings, Queens and on
    [up-down] one up or one down, as the player likes
    [up-down-same] one up, one down or the same again, as the player likes
    [any] any rank, as the player likes
   *[up] one up: Aces, Twos, Threes and on
}
explain-max-cards-title = Cards in one play
explain-max-cards-help = The most cards that may go down at once.
explain-max-cards-value = { $value ->
    [auto] up to four with one pack, up to eight with two
    [n1] one card
    [unlimited] as many as you like
   *[other] up to { $count } cards
}
explain-passing-title = Passing
explain-passing-help = Whether you may lay nothing when your turn comes. The rank due moves on all the same.
explain-passing-value = { $value ->
    [yes] you may pass
   *[no] nobody passes
}
explain-extra-cards-title = Extra cards
explain-extra-cards-help = Whether more cards may go down than are said. It is a lie if somebody calls.
explain-extra-cards-value = { $value ->
    [yes] you may slip in more than you say
   *[no] the number said is the number laid
}
explain-window-mode-title = How long a play can be called
explain-window-mode-help = When a play is safe.
explain-window-mode-value = { $value ->
    [until-next-play] until the next player plays
   *[timer] for a fixed time, less if everybody lets it go
}
explain-window-s-title = Time to call
explain-window-s-help = How long after each play the others may call. It ends early once everybody has let it go.
explain-window-s-value = { $count ->
    [one] { $count } second
   *[other] { $count } seconds
}
explain-simultaneous-title = Two calls at once
explain-simultaneous-help = Whose call counts when several people press at the same moment.
explain-simultaneous-value = { $value ->
    [nearest-left] the one sitting nearest after the player
   *[first] the one who pressed first, by Discord's own clock
}
explain-after-challenge-title = After a call
explain-after-challenge-help = Who plays next, and which rank, once a call is settled.
explain-after-challenge-value = { $value ->
    [taker-leads] whoever took the pile plays next and may name any rank
   *[next] the next seat with the next rank, whoever took the pile
}
explain-show-pile-title = Showing the pile
explain-show-pile-help = Whether everybody sees the whole pile before somebody takes it.
explain-show-pile-value = { $value ->
    [yes] the whole pile is turned up
   *[no] only the cards that were called
}
explain-last-play-title = The last play
explain-last-play-help = What it takes to win with your last cards.
explain-last-play-value = { $value ->
    [must-be-true] it has to be true, even if nobody calls
   *[window] it is enough that nobody proves it a lie in time
}
explain-play-on-title = Playing on
explain-play-on-help = Whether the others play on for the places after somebody has won.
explain-play-on-value = { $value ->
    [yes] until all places are taken
   *[no] no, whoever holds fewer cards is placed higher
}
explain-rounds-title = Rounds
explain-rounds-help = How many deals make a match. Each round won is a point.
explain-rounds-value = { $count ->
    [one] one
   *[other] { $count }
}
explain-turn-timer-title = Time for a turn
explain-turn-timer-help = When it is over, one card is played for whoever is away, drawn so that it proves nothing. After two in a row a CPU keeps the seat until they press anything.
explain-turn-timer-value = { $value ->
    [none] no limit
   *[other] { $count } seconds
}
explain-stall-title = Very long games
explain-stall-help = After 30 turns for each seat, whoever loses a call takes only the cards turned up and the rest of the pile leaves the game. After 60 turns for each seat the fewest cards win, unless this is off.
explain-stall-value = { $value ->
    [on] the pile burns after 30 turns for each seat
    [off] nothing is done about them
   *[auto] the pile burns where games would drag on (two or three players, one card a play)
}
explain-call-word-title = The word of the call
explain-call-word-help = What is written on the button.
explain-call-word-value = { $value ->
    [doubt] I doubt it!
   *[cheat] Cheat!
}
explain-teams-title = Teams
explain-teams-help = Two teams sit alternately; a team wins when all of its members are out.
explain-teams-value = { $value ->
    [none] everybody for themselves
   *[other] two teams
}
explain-penalty-title = Penalty cards
explain-penalty-help = What somebody caught lying takes besides the pile.
explain-penalty-value = { $count ->
    [0] none
   *[other] { $count } cards
}
explain-per-hand-title = Cards for each player
explain-per-hand-help = How many cards are dealt to each player; the rest leaves the game unseen.
explain-per-hand-value = { $value ->
    [auto] as many as can be dealt evenly
   *[other] { $count }
}
explain-multi-title = Several cards a play
explain-multi-help = Whether more than one card may be added at a time in the game of one rank a round.
explain-multi-value = { $value ->
    [yes] as many as you like
   *[no] one card
}
explain-force-title = Force
explain-force-help = With two players: ask to be shown a card of the rank in play.
explain-force-value = { $value ->
    [yes] allowed
   *[no] not played
}
