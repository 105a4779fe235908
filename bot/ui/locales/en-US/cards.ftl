# Ranks, numbers and claims. `rank-…` stands after "one", `ranks-…` after every other number.

rank-ace = Ace
rank-two = Two
rank-three = Three
rank-four = Four
rank-five = Five
rank-six = Six
rank-seven = Seven
rank-eight = Eight
rank-nine = Nine
rank-ten = Ten
rank-jack = Jack
rank-queen = Queen
rank-king = King

ranks-ace = Aces
ranks-two = Twos
ranks-three = Threes
ranks-four = Fours
ranks-five = Fives
ranks-six = Sixes
ranks-seven = Sevens
ranks-eight = Eights
ranks-nine = Nines
ranks-ten = Tens
ranks-jack = Jacks
ranks-queen = Queens
ranks-king = Kings

number-1 = one
number-2 = two
number-3 = three
number-4 = four
number-5 = five
number-6 = six
number-7 = seven
number-8 = eight
number-9 = nine
number-10 = ten
number-11 = eleven
number-12 = twelve

# What stands on a card and its button, where that is no number.
group-ace = A
group-jack = J
group-queen = Q
group-king = K
group-joker = Joker

# For languages that need them: $count is the number said as a number, $which the rank as a word (ace, two … king).
claimed = { $number } { $rank }
laid = { $name } lays **{ $claim }**
laid-for-them = { $name } lays **{ $claim }** (played for them)
really-lay = Really { $count } cards lay there.
last-cards = { $laid } – their last cards!
cpu = CPU
# Behind the count of a seat that a CPU plays, where the word would take a line of a phone.
cpu-mark = 🤖
pile = Pile: { $count }
pile-penalty = Penalty deck: { $count }
pile-aside = Set aside: { $count }
pile-removed = Out of the game: { $count }
any-rank = any rank
either-rank = { $others } or { $last }
team-line = { $mark } Team { $team }: { $names }
round-line = Round { $number } of { $rounds } · points: { $points }
must-play = Everybody has passed: { $name } must play now.
next-up = Next: { $name } with **{ $ranks }**
