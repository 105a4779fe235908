# A player's own hand, in a direct message or privately at the table.

welcome-title = ### Welcome to the table, { $name }
welcome-place = You have a seat at the table in **{ $guild }**, { $channel }.
welcome-hand = Your cards appear in this message when the game starts. Play from here or from **My hand** at the table.
back-to-table = [Back to the table]({ $link })
hand-place = -# { $guild } · { $channel } · { $back }
hand-your-turn = **It is your turn.**
hand-due = Due: { $ranks }
hand-turn = { $name } is to play { $ranks }.
# These two stay true when the play is settled: a hand is not drawn anew for that.
hand-open = { $name } has played.
hand-own-open = You have played.
hand-next = You are next.
hand-yours-next = Yours next: { $rank }
hand-closes = What you do now closes { $name }’s play: nobody can call it any more.
hand-must-play = Everybody has passed, so you must play now.
hand-keep-one = You must keep one card: the last one is never laid.
hand-asked = { $name } asks you to show one **{ $rank }**. Show one and they take it with the pile; else you take the pile.
hand-pass-wins = **Pass** and { $rounds ->
        [one] you win
       *[other] you win the round
    }, unless somebody calls first: your one card is of the rank in play.
hand-stands-wins = If it stands, { $rounds ->
        [one] you win
       *[other] you win the round
    }: your one card is of the rank in play.
hand-team = You play in team { $mark }.
hand-own-extra = { $laid }, really { $count ->
        [one] one card
       *[other] { $count } cards
    }
hand-round-over = Round { $number } of { $rounds } is over.
hand-round-place = You came { $place }.
hand-round-won = Your team won it.
hand-round-lost = The other team won it.
hand-armed-extra = Your play of { $count ->
        [one] one card
       *[other] { $count } cards
    } ({ $cards }), said to be **{ $claim }**, goes down when the time to call is over.
hand-armed = Your play of **{ $claim }** ({ $cards }) goes down when the time to call is over.
hand-last =
    Last: { $laid }
    { $time }
hand-last-untimed = Last: { $laid }
hand-mute = I can’t write at the table just now. Nothing is lost, and the game goes on there as soon as I can.
hand-held = A CPU plays for you. Press any button to take your seat back.
hand-leaving = You leave as soon as the open play is settled. `/cheat back` takes that back.
hand-resigned = You left this game.
hand-out = You have no cards left. The others play on.
hand-out-place = You have no cards left and came { $place }. The others play on.
hand-out-team = You have no cards left. Your team-mates play on: your team wins once all of them are out as well.
hand-no-cards = No cards: if your play stands, you win.
hand-no-cards-round = No cards: if your play stands, you win the round.
hand-no-cards-place = No cards: if your play stands, you are out and come { $place }.
hand-no-cards-mates = No cards: if your play stands, you are out. Your team wins once all of you are.
hand-no-cards-team = No cards: if your play stands, your team wins.
hand-no-cards-team-round = No cards: if your play stands, your team wins the round.
hand-ended-place = The game is over. You came { $place }.
hand-ended-won = The game is over. You won!
hand-ended-shared = The game is over. You share the first place!
hand-ended-team-won = The game is over. Your team won!
hand-ended-team-lost = The game is over. The other team won.
hand-ended-left = The game is over. You left it: { $place }.
hand-ended-kicked = The game is over. A CPU played your seat to the end.
hand-ended-none = The game is over: nobody is left to play. There is no result.
pick-none = { $rank } ×{ $held }
pick-some = { $rank } { $picked }/{ $held }
# $which is the rank as a word (ace, two … king), for languages that need it.
play-as = Play { $count } as { $rank }
play-none = Play
play-as-fewer = Play { $count } as { $claim }
play-no-rank = Choose a rank
play-too-many = Too many (limit { $limit })
button-take-back = Take back
button-clear = Clear
button-pass = Pass
button-force = Force
button-show = Show { $rank }
button-no-show = Don't show
choose-rank-menu = Rank to claim
choose-count-menu = Cards to claim

# What has just happened, on top of the hand
note-armed = Chosen. It goes down by itself when the time to call is over; you can take it back.
note-armed-cancelled = The play you had chosen no longer fits, so it was cancelled. Choose again.
note-taken-back = Taken back.
note-overtaken = The play before was settled first, and the turn went elsewhere. You laid nothing; your cards are all here.
note-too-late = That came too late: the time to call is over.
note-beaten = Somebody else was faster.
