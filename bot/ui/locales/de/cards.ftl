# Werte, Zahlen und Ansagen. `rank-…` ist die Einzahl im Nominativ, `ranks-…` die Mehrzahl. Sätze sind so gebaut, dass
# die Mehrzahl nie im Dativ steht („mit Assen“) und eine Ansage immer im Akkusativ („legt einen Buben“).

rank-ace = Ass
rank-two = Zwei
rank-three = Drei
rank-four = Vier
rank-five = Fünf
rank-six = Sechs
rank-seven = Sieben
rank-eight = Acht
rank-nine = Neun
rank-ten = Zehn
rank-jack = Bube
rank-queen = Dame
rank-king = König

ranks-ace = Asse
ranks-two = Zweien
ranks-three = Dreien
ranks-four = Vieren
ranks-five = Fünfen
ranks-six = Sechsen
ranks-seven = Siebenen
ranks-eight = Achten
ranks-nine = Neunen
ranks-ten = Zehnen
ranks-jack = Buben
ranks-queen = Damen
ranks-king = Könige

group-ace = A
group-jack = B
group-queen = D
group-king = K
group-joker = Joker

number-1 = eins
number-2 = zwei
number-3 = drei
number-4 = vier
number-5 = fünf
number-6 = sechs
number-7 = sieben
number-8 = acht
number-9 = neun
number-10 = zehn
number-11 = elf
number-12 = zwölf

claimed =
    { $count ->
        [one] { $which ->
            [ace] ein { $rank }
            [jack] einen Buben
            [king] einen { $rank }
           *[other] eine { $rank }
        }
       *[other] { $number } { $rank }
    }
laid = { $name } legt **{ $claim }**
laid-for-them = { $name } legt **{ $claim }** (vom Bot gelegt)
really-lay = In Wahrheit lagen da { $count } Karten.
last-cards = { $laid } – die letzten Karten!
cpu = CPU
# Hinter der Kartenzahl eines Platzes, den eine CPU spielt.
cpu-mark = 🤖
pile = Stapel: { $count }
pile-penalty = Strafkarten: { $count }
pile-aside = Beiseite: { $count }
pile-removed = Ausgeschieden: { $count }
any-rank = jeder Wert
either-rank = { $others } oder { $last }
team-line = { $mark } Team { $team }: { $names }
round-line = Runde { $number } von { $rounds } · Punkte: { $points }
must-play = Alle haben gepasst: { $name } muss jetzt legen.
next-up = Weiter: { $name }, **{ $ranks }**
