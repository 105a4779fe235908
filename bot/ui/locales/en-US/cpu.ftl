# CPUs at the table, practice tables and their hints.

# In the lobby
button-add-cpu = Add CPU
lobby-seat-cpu = { $seat }. { $name } (CPU, { $level })
level-easy = easy
level-medium = medium
level-hard = hard
add-easy = Easy
add-medium = Medium
add-hard = Hard
cpu-ask-level = How well is the CPU to play? It sees no more than a person in its seat.
cpu-added = { $name } sits down ({ $level }).
cpu-one-more = One more?
cpu-too-many = By these rules { $players } can play. You and { $cpus ->
        [one] one CPU
       *[other] { $cpus } CPUs
    } would be { $count }: ask for fewer, or choose other rules.
cpu-level-of-none = The level is for CPUs: say with `cpus` how many are to sit down with you, or leave `level` out.
cpu-choose-level = Choose the level too: `easy`, `medium` or `hard`.
practice-lobby = -# One person with CPUs is a practice table: it counts in no statistics, and your hand has the button **Hint**.
practice-deal = -# This is a practice table: it counts in no statistics. **Hint** on your hand says what you can know.

denial-no-such-cpu = There is no such CPU at this table.
denial-cpus-fixed = The cards are dealt: CPUs come and go before that.
done-took-cpu-seat = You sit at the table. There was no free seat, so { $name } got up for you.
done-cpu-added = { $name } sits down.
done-cpu-removed = { $name } has left the table.
done-cpu-level = { $name } plays at that level now.
done-cpu-levels = All CPUs here play at that level now.

command-cpu-description = Seat a CPU, send one away or change how well it plays (host)
option-cpu-action = What is to be done
option-cpu-level = How well it plays (medium if you don't choose)
option-cpu-seat = Which CPU (the last one if you don't choose; all of them for the level)
option-start-cpus = How many CPUs sit down with you
option-start-level = How well these CPUs play (medium if you don't choose)

# Hints
button-hint = Hint
denial-no-hint-now = There is nothing to tell now. Ask when it is your turn, or while you can call a play.
denial-no-hints-here = Hints are for practice tables, where one person plays with CPUs.
hint-claim = Claimed: **{ $claim }**.
hint-held = You hold **{ $cards }**.
hint-held-none = You hold no { $ranks }.
hint-elsewhere = Of the others you know that { $count ->
        [one] one is
       *[other] { $count } are
    } elsewhere.
hint-possible = { $count ->
        [0] None
        [one] At most one
       *[other] At most { $number }
    } can be there.
hint-proven = So it is a lie: you can prove it.
hint-odds = The chance of a lie is about { $percent } %.
hint-risk = A wrong call costs you { $count ->
        [one] 1 card
       *[other] { $count } cards
    }.
hint-last-play = These are { $name }’s last cards.
hint-jokers = { $count ->
        [one] You hold a joker, which is
       *[other] You hold { $count } jokers, which are
    } true as any rank.
hint-asked = You will be asked for { $ranks }.
hint-play-true = A strong player would lay { $cards } as **{ $claim }**: the truth.
hint-play-bluff = A strong player would lay { $cards } as **{ $claim }**: a bluff.
hint-pass = A strong player would pass.
hint-call = A strong player would call.
hint-force = A strong player would ask to be shown one.
hint-let-go = A strong player would let it go.
hint-then-play-true = Then such a player would lay { $cards } as **{ $claim }**: the truth.
hint-then-play-bluff = Then such a player would lay { $cards } as **{ $claim }**: a bluff.
hint-then-pass = Then such a player would pass.
hint-show = A strong player would show { $cards }.
hint-show-nothing = A strong player would show nothing.
