# Hausregeln: wie jede heißt und was sie bewirkt, vor dem Spiel, im Editor und in /cheat rules; die Vorlagen; das Spiel
# erklärt. Zu jeder Regel gibt es fünf Meldungen: Titel; ein Satz Hilfe; `-value`, was eine Wahl bedeutet (auch ihre
# Beschriftung); `-line`, dasselbe als eigene Zeile; `-example`, was sie am Tisch bewirkt (höchstens 100 Zeichen). Manche
# haben `-goes`: was sie daran ändern, wie das Spiel geht. Alle außer Titel und Hilfe dürfen jede andere Regel lesen.

rule-family-title = Das Spiel
rule-family-help = Welches der beiden Spiele gespielt wird.
rule-family-value = { $value ->
    [same-rank] ein Wert für alle, angesagt von dem Platz, der ausspielt
   *[cycle] der gefragte Wert rückt mit jedem Zug weiter
}
rule-family-line = { $value ->
    [same-rank] Ein Wert für alle: ansagen, dazulegen oder passen
   *[cycle] Der gefragte Wert rückt mit jedem Zug weiter
}
rule-family-example = { $value ->
    [same-rank] Ann spielt Siebenen aus. Bob legt „eine Sieben“ dazu oder passt, und so weiter, bis jemand zweifelt.
   *[cycle] Ann legt Asse, Bob legt Zweien, Cy legt Dreien, und so weiter bis zu den Königen.
}

rule-decks-title = Decks
rule-decks-help = Wie viele Decks zu 52 Karten verteilt werden. In zwei Decks gibt es jeden Wert achtmal.
rule-decks-value = { $value ->
    [auto6] ein Deck, ab sechs Leuten zwei
    [auto5] ein Deck, ab fünf Leuten zwei
    [n1] ein Deck
   *[n2] zwei Decks
}
rule-decks-line = { $value ->
    [auto6] Zwei Decks ab sechs Leuten
    [auto5] Zwei Decks ab fünf Leuten
    [n1] Ein Deck, egal wie viele mitspielen
   *[n2] Zwei Decks
}
rule-decks-example = { $value ->
    [auto6] Zu fünft teilt ihr euch 52 Karten, zu sechst 104.
    [auto5] Zu viert teilt ihr euch 52 Karten, zu fünft 104.
    [n1] Zu zehnt bekommen alle fünf oder sechs Karten.
   *[n2] Zu viert bekommen alle 26 Karten, und es gibt acht Siebenen.
}

rule-jokers-title = Joker
rule-jokers-help = Ein Joker zählt als jeder Wert und stimmt neben Karten dieses Werts.
rule-jokers-value = { $count ->
    [0] keine
    [one] ein Joker
   *[other] zwei Joker
}
rule-jokers-line = { $count ->
    [0] Keine Joker
    [one] Ein Joker, der als jeder Wert stimmt
   *[other] Zwei Joker, die als jeder Wert stimmen
}
rule-jokers-example = { $count ->
    [0] Nur eine Sieben ist eine Sieben.
    [one] „Zwei Siebenen“, und es sind eine Sieben und der Joker: wahr. Der Joker und eine Neun: gelogen.
   *[other] „Drei Siebenen“, und es sind eine und beide Joker: wahr. Beide Joker und eine Neun: gelogen.
}
rule-jokers-goes = { $count ->
    [0] { "" }
   *[other] Ein Joker zählt als jeder Wert; liegt eine falsche Karte dabei, ist es trotzdem gelogen.
}

rule-aside-title = Beiseitegelegte Karten
rule-aside-help = Zu zweit machen Karten, die niemand kennt, es schwerer, sich einer Lüge sicher zu sein.
rule-aside-value = { $count ->
    [0] keine, alle Karten werden verteilt
   *[other] zwölf Karten liegen verdeckt beiseite
}
rule-aside-line = { $count ->
    [0] Alle Karten werden verteilt
   *[other] Zwölf Karten liegen verdeckt beiseite
}
rule-aside-example = { $count ->
    [0] Ann und Bob haben je 26 Karten und wissen genau, was auf der anderen Seite liegt.
   *[other] Ann und Bob haben je 20 Karten, und welche zwölf fehlen, weiß niemand.
}

rule-starter-title = Wer beginnt
rule-starter-help = Wer nach dem Geben als Erstes dran ist.
rule-starter-value = { $value ->
    [random] ein ausgeloster Platz
   *[dealer-left] der Platz nach dem gebenden
}
rule-starter-line = { $value ->
    [random] Das Los entscheidet, wer beginnt
   *[dealer-left] Der Platz nach dem gebenden beginnt
}
rule-starter-example = { $value ->
    [random] Ann gibt, und Cy wird ausgelost und beginnt.
   *[dealer-left] Ann gibt, also beginnt Bob gleich nebenan.
}
rule-starter-goes = { $value ->
    [random] Wer beginnt, entscheidet das Los.
   *[dealer-left] { "" }
}

rule-direction-title = Der nächste Wert
rule-direction-help = Wie der gefragte Wert von Zug zu Zug weiterrückt.
rule-direction-value = { $value ->
    [down] einen hinunter: Asse, Könige, Damen und so weiter
    [up-down] einen hinauf oder hinunter, wie man möchte
    [up-down-same] einen hinauf, einen hinunter oder noch einmal derselbe, wie man möchte
    [any] jeder Wert, wie man möchte
   *[up] einen hinauf: Asse, Zweien, Dreien und so weiter
}
rule-direction-line = { $value ->
    [down] Die Werte gehen abwärts: Asse, Könige, Damen und so weiter
    [up-down] Der nächste Wert liegt einen höher oder tiefer, wie man möchte
    [up-down-same] Der nächste Wert liegt einen höher, einen tiefer oder bleibt, wie man möchte
    [any] Jeder Wert darf angesagt werden
   *[up] Die Werte gehen aufwärts: Asse, Zweien, Dreien und so weiter
}
rule-direction-example = { $value ->
    [down] Nach Siebenen kommen Sechsen, nach Zweien wieder Asse.
    [up-down] Nach Siebenen sagst du Sechsen oder Achten an, nach Assen Zweien oder Könige.
    [up-down-same] Nach Siebenen sagst du Sechsen, Achten oder noch einmal Siebenen an.
    [any] Nach Siebenen darfst du Damen ansagen.
   *[up] Nach Siebenen kommen Achten, nach Königen wieder Asse.
}
rule-direction-goes = { $value ->
    [down] Gefragt sind zuerst Asse, dann Könige, Damen und hinunter bis zu den Zweien, dann wieder Asse.
    [up-down] Gefragt sind zuerst Asse; danach sagt man jedes Mal einen Wert höher oder tiefer an. Asse liegen zwischen Königen und Zweien.
    [up-down-same] Gefragt sind zuerst Asse; danach sagt man jedes Mal einen Wert höher, einen tiefer oder denselben noch einmal an. Asse liegen zwischen Königen und Zweien.
    [any] { "" }
   *[up] Gefragt sind zuerst Asse, dann Zweien und hinauf bis zu den Königen, dann wieder Asse.
}

rule-max-cards-title = Karten auf einmal
rule-max-cards-help = Wie viele Karten man höchstens auf einmal legen darf.
rule-max-cards-value = { $family ->
    [same-rank] { $multi ->
        [no] { $value ->
            [auto] bis zu vier Karten, wenn man mehrere dazulegen darf
            [n1] eine Karte
            [n4] höchstens vier Karten, wenn man mehrere dazulegen darf
            [n8] bis zu acht Karten, wenn man mehrere dazulegen darf
           *[unlimited] so viele man möchte, wenn man mehrere dazulegen darf
        }
       *[yes] { $value ->
            [auto] bis zu vier Karten
            [n1] eine Karte
            [n4] höchstens vier Karten
            [n8] bis zu acht Karten
           *[unlimited] so viele man möchte
        }
    }
   *[cycle] { $value ->
        [auto] mit einem Deck bis zu vier, mit zweien bis zu acht
        [n1] eine Karte
        [n4] bis zu vier Karten
        [n8] bis zu acht Karten
       *[unlimited] so viele man möchte
    }
}
rule-max-cards-line = { $value ->
    [auto] Bis zu vier Karten auf einmal, mit zwei Decks bis zu acht
    [n1] Eine Karte auf einmal
    [n4] Bis zu vier Karten auf einmal
    [n8] Bis zu acht Karten auf einmal
   *[unlimited] Beliebig viele Karten auf einmal
}
rule-max-cards-example = { $family ->
    [same-rank] { $value ->
        [n1] Es geht um Siebenen: Du legst „eine Sieben“ dazu.
        [n8] „Acht Siebenen“ wäre das Höchste, aber in diesem Spiel gibt es nur ein Deck.
        [unlimited] Es geht um Siebenen: Du legst beliebig viele dazu, wenn man mehrere dazulegen darf.
       *[other] Es geht um Siebenen: Höchstens „vier Siebenen“ auf einmal, wenn man mehrere dazulegen darf.
    }
   *[cycle] { $value ->
        [auto] Mit einem Deck ist „vier Siebenen“ das Höchste, mit zweien „acht Siebenen“.
        [n1] Du legst eine Karte und sagst „eine Sieben“.
        [n4] „Vier Siebenen“ ist das Höchste, auch mit zwei Decks.
        [n8] „Acht Siebenen“ ist das Höchste, und mit zwei Decks kann es sogar stimmen.
       *[unlimited] „Sechs Siebenen“ aus einem Deck darf man ansagen. Gelogen ist es bestimmt.
    }
}

rule-passing-title = Passen
rule-passing-help = Ob man nichts legen darf, wenn man dran ist. Der gefragte Wert rückt trotzdem weiter, und haben alle hintereinander gepasst, muss jemand legen.
rule-passing-value = { $value ->
    [yes] man darf passen
   *[no] gepasst wird nicht
}
rule-passing-line = { $value ->
    [yes] Man darf passen; der gefragte Wert rückt trotzdem weiter
   *[no] Gepasst wird nicht
}
rule-passing-example = { $value ->
    [yes] Siebenen sind gefragt, und du hast keine: Du passt, und danach sind Achten gefragt.
   *[no] Siebenen sind gefragt, und du hast keine: Du musst bluffen.
}
rule-passing-goes = { $value ->
    [yes] Wer lieber nichts legt, passt. Daran gibt es nichts zu zweifeln, und { $direction ->
        [up-down] es zählt, als wäre ein Wert höher angesagt
        [up-down-same] es zählt, als wäre ein Wert höher angesagt
       *[other] der Wert rückt weiter
    }. Haben alle hintereinander gepasst, muss der nächste Platz legen.
   *[no] { "" }
}

rule-extra-cards-title = Heimliche Karten
rule-extra-cards-help = Ob man mehr Karten legen darf, als man ansagt. Bis die Zeit zum Anzweifeln um ist, sieht der Tisch nur die angesagte Zahl; zweifelt jemand, ist schon eine Karte zu viel gelogen.
rule-extra-cards-value = { $value ->
    [yes] man darf mehr unterschieben, als man ansagt
   *[no] es liegen so viele Karten, wie angesagt sind
}
rule-extra-cards-line = { $value ->
    [yes] Man darf mehr Karten legen, als man ansagt; zweifelt jemand, ist das gelogen
   *[no] Es liegen so viele Karten, wie angesagt sind
}
rule-extra-cards-example = { $value ->
    [yes] Du sagst „zwei Siebenen“ und legst drei Karten. Zweifelt jemand, war es gelogen.
   *[no] Du sagst „zwei Siebenen“ und legst zwei Karten, egal welche.
}
rule-extra-cards-goes = { $value ->
    [yes] Man darf mehr Karten legen, als man ansagt, und bis die Zeit zum Anzweifeln um ist, sieht der Tisch nur die angesagte Zahl. Zweifelt jemand, ist schon eine Karte zu viel gelogen, auch wenn alle den richtigen Wert haben.
   *[no] { "" }
}

rule-window-mode-title = Wie lange man zweifeln darf
rule-window-mode-help = Wann eine Ansage sicher ist.
rule-window-mode-value = { $value ->
    [until-next-play] { $extra_cards ->
        [yes] doch eine feste Zeit lang, denn es können heimliche Karten daliegen
       *[no] bis der nächste Platz legt
    }
   *[timer] eine feste Zeit lang, kürzer, wenn alle sie gelten lassen
}
rule-window-mode-line = { $value ->
    [until-next-play] { $extra_cards ->
        [yes] Zweifeln darf man eine feste Zeit lang, denn es können heimliche Karten daliegen
       *[no] Zweifeln darf man, bis der nächste Platz legt
    }
   *[timer] Zweifeln darf man eine feste Zeit lang
}
rule-window-mode-example = { $value ->
    [until-next-play] { $extra_cards ->
        [yes] Ann hat gelegt, vielleicht mehr als angesagt. Bob wartet, bis die Zeit zum Anzweifeln um ist.
       *[no] Ann hat gelegt. Sobald Bob legt, ist Anns Ansage sicher.
    }
   *[timer] Ann hat gelegt. Ist die Zeit zum Anzweifeln um, ist die Ansage sicher, und Bob legt.
}

rule-window-s-title = Zeit zum Anzweifeln
rule-window-s-help = Wie lange die anderen nach jedem Legen zweifeln dürfen. Sie endet früher, sobald alle es gelten lassen. Darf man zweifeln, bis der nächste Platz legt, so gilt sie nur für die letzten Karten und für „Zeig her!“, und CPUs warten so lange.
rule-window-s-value = { $count ->
    [one] { $count } Sekunde
   *[other] { $count } Sekunden
}{ $window_mode ->
    [until-next-play] { $extra_cards ->
        [yes] { "" }
       *[no] { $family ->
            [same-rank] { $force ->
                [yes] { "" } für die Antwort auf „Zeig her!“
               *[no] , die CPUs warten
            }
           *[cycle] { "" } bei den letzten Karten
        }
    }
   *[timer] { "" }
}
rule-window-s-line = { $window_mode ->
    [until-next-play] { $extra_cards ->
        [yes] { $count } s Zeit zum Anzweifeln
       *[no] { $family ->
            [same-rank] { $force ->
                [yes] { $count } s für die Antwort auf „Zeig her!“
               *[no] CPUs warten { $count } s, bevor sie legen
            }
           *[cycle] { $count } s Zeit zum Anzweifeln der letzten Karten
        }
    }
   *[timer] { $count } s Zeit zum Anzweifeln
}
rule-window-s-example = { $window_mode ->
    [until-next-play] { $extra_cards ->
        [yes] Ann legt. Dann dürfen alle anderen { $count } Sekunden lang zweifeln.
       *[no] { $family ->
            [same-rank] { $force ->
                [yes] Bob sagt „Zeig her!“. Ann hat { $count } Sekunden, um eine passende Karte zu zeigen.
               *[no] Ann legt. Eine CPU legt nach { $count } Sekunden, ein Mensch, sobald er möchte.
            }
           *[cycle] Ann legt ihre letzten Karten. Dann dürfen alle anderen { $count } Sekunden lang zweifeln.
        }
    }
   *[timer] Ann legt. Dann dürfen alle anderen { $count } Sekunden lang zweifeln.
}

rule-simultaneous-title = Zwei zweifeln zugleich
rule-simultaneous-help = Wer zählt, wenn mehrere im selben Augenblick drücken.
rule-simultaneous-value = { $value ->
    [nearest-left] der Platz, der als Nächstes an der Reihe wäre
   *[first] wer zuerst gedrückt hat, nach der Uhr von Discord
}
rule-simultaneous-line = { $value ->
    [nearest-left] Zweifeln mehrere zugleich, zählt, wer als Nächstes an der Reihe wäre
   *[first] Zweifeln mehrere zugleich, zählt, wer zuerst gedrückt hat
}
rule-simultaneous-example = { $value ->
    [nearest-left] Ann legt. Cy drückt knapp vor Bob, aber Bob sitzt neben Ann: Bob zählt.
   *[first] Ann legt. Cy drückt 0,1 s vor Bob: Cy zählt.
}
rule-simultaneous-goes = { $value ->
    [nearest-left] Zweifeln mehrere im selben Augenblick, zählt, wer als Nächstes an der Reihe wäre.
   *[first] { "" }
}

rule-after-challenge-title = Nach dem Zweifeln
rule-after-challenge-help = Wer als Nächstes legt und welchen Wert, wenn ein Zweifel entschieden ist.
rule-after-challenge-value = { $value ->
    [taker-leads] wer den Stapel nimmt, legt als Nächstes und darf jeden Wert ansagen
   *[next] der nächste Platz den nächsten Wert, egal wer den Stapel nimmt
}
rule-after-challenge-line = { $value ->
    [taker-leads] Wer den Stapel nimmt, legt als Nächstes und darf jeden Wert ansagen
   *[next] Nach dem Zweifeln legt der nächste Platz den nächsten Wert
}
rule-after-challenge-example = { $value ->
    [taker-leads] Anns Siebenen waren gelogen. Ann nimmt den Stapel, legt noch einmal und sagt „eine Dame“.
   *[next] Anns Siebenen waren gelogen. Ann nimmt den Stapel, und Bob legt Achten.
}
rule-after-challenge-goes = { $value ->
    [taker-leads] Wer den Stapel genommen hat, legt als Nächstes{ $direction ->
        [any] { "" }
       *[other] { "" } und darf jeden Wert ansagen
    }{ $passing ->
        [yes] , darf aber nicht passen
       *[no] { "" }
    }.
   *[next] Danach legt der nächste Platz, egal wer den Stapel genommen hat.
}

rule-show-pile-title = Den Stapel zeigen
rule-show-pile-help = Ob alle den ganzen Stapel sehen, bevor ihn jemand nimmt.
rule-show-pile-value = { $value ->
    [yes] der ganze Stapel wird aufgedeckt
   *[no] nur die angezweifelten Karten
}
rule-show-pile-line = { $value ->
    [yes] Der ganze Stapel wird aufgedeckt, bevor ihn jemand nimmt
   *[no] Nur die angezweifelten Karten werden aufgedeckt
}
rule-show-pile-example = { $value ->
    [yes] Ann nimmt neun Karten, und alle haben gesehen, welche.
   *[no] Ann nimmt neun Karten, und die anderen haben nur die zwei angezweifelten gesehen.
}
rule-show-pile-goes = { $value ->
    [yes] Bevor jemand den Stapel nimmt, sehen alle, was darin liegt.
   *[no] { "" }
}

rule-last-play-title = Die letzten Karten
rule-last-play-help = Was es braucht, um mit den letzten Karten zu gewinnen.
rule-last-play-value = { $value ->
    [must-be-true] sie müssen stimmen, auch wenn niemand zweifelt
   *[window] es reicht, dass niemand rechtzeitig die Lüge nachweist
}
rule-last-play-line = { $value ->
    [must-be-true] Die letzten Karten müssen stimmen, auch wenn niemand zweifelt
   *[window] Die letzten Karten gewinnen, wenn ihnen niemand eine Lüge nachweist
}
rule-last-play-example = { $value ->
    [must-be-true] Niemand zweifelt an deiner letzten Karte. Sie wird aufgedeckt, war gelogen, du nimmst den Stapel.
   *[window] Niemand zweifelt an deiner letzten Karte. Du gewinnst, egal was es war.
}
rule-last-play-goes = { $value ->
    [must-be-true] Die letzten Karten müssen stimmen: Sie werden aufgedeckt, auch wenn niemand zweifelt, und waren sie gelogen, ist man erwischt, nimmt den Stapel und spielt weiter.
   *[window] { "" }
}

rule-play-on-title = Weiterspielen
rule-play-on-help = Ob die anderen um die weiteren Platzierungen spielen, wenn jemand gewonnen hat.
rule-play-on-value = { $value ->
    [yes] bis alle Platzierungen feststehen
   *[no] nein, weniger Karten geben die bessere Platzierung
}
rule-play-on-line = { $value ->
    [yes] Die anderen spielen weiter, bis alle Platzierungen feststehen
   *[no] Das Spiel endet, sobald jemand keine Karten mehr hat
}
rule-play-on-example = { $value ->
    [yes] Ann hat keine Karten mehr und den 1. Platz. Bob und Cy spielen um den 2.
   *[no] Ann hat keine Karten mehr. Bob hat noch drei und den 2. Platz, Cy noch acht und den 3.
}

rule-rounds-title = Runden
rule-rounds-help = Wie oft für eine Partie gegeben wird. Jede gewonnene Runde ist ein Punkt; die nächste startet die Tischleitung, oder sie beginnt nach einer halben Minute von selbst.
rule-rounds-value = { $count ->
    [one] eine Runde
   *[other] { $count } Runden
}
rule-rounds-line = { $count ->
    [one] Eine Runde
   *[other] { $count } Runden, ein Punkt für jede gewonnene
}
rule-rounds-example = { $count ->
    [one] Wer die Runde gewinnt, hat das Spiel gewonnen.
   *[other] Nach { $count } Runden gewinnt, wer die meisten gewonnen hat; bei Gleichstand teilt man sich den Sieg.
}
rule-rounds-goes = { $count ->
    [1] { "" }
   *[other] { $count } Runden sind eine Partie: Jede gewonnene gibt einen Punkt, und die meisten Punkte gewinnen. Die nächste Runde startet die Tischleitung, oder sie beginnt nach einer halben Minute von selbst.
}

rule-turn-timer-title = Zeit für einen Zug
rule-turn-timer-help = Ist sie um, legt der Bot für die abwesende Person eine Karte, so ausgelost, dass sie nichts verrät. Nach zweimal hintereinander hält eine CPU den Platz, bis von dort wieder etwas gedrückt wird.
rule-turn-timer-value = { $value ->
    [none] keine Grenze
   *[other] { $count } Sekunden
}
rule-turn-timer-line = { $value ->
    [none] Keine Zeitgrenze für einen Zug
   *[other] { $count } s für jeden Zug
}
rule-turn-timer-example = { $value ->
    [none] Bob ist weg, und der Tisch wartet.
   *[other] Bob ist weg. Nach { $count } Sekunden legt der Bot eine Karte für Bob.
}

rule-stall-title = Sehr lange Spiele
rule-stall-help = Der Stapel brennt: Nach 30 Zügen pro Platz nimmt, wer beim Zweifeln verliert, nur die aufgedeckten Karten, und der Rest des Stapels scheidet aus. Nach 60 Zügen pro Platz gewinnen die wenigsten Karten. Im Spiel mit einem Wert für alle brennt nichts.
rule-stall-value = { $family ->
    [same-rank] { $value ->
        [on] nach 60 Zügen pro Platz gewinnen die wenigsten Karten; hier brennt nichts
        [off] dagegen wird nichts getan
       *[auto] nach 60 Zügen pro Platz gewinnen die wenigsten Karten
    }
   *[cycle] { $value ->
        [on] nach 30 Zügen pro Platz brennt der Stapel
        [off] dagegen wird nichts getan
       *[auto] der Stapel brennt, wo es sich hinzieht (wenige Leute, eine Karte auf einmal, wer nimmt, legt)
    }
}
rule-stall-line = { $family ->
    [same-rank] { $value ->
        [on] In einem sehr langen Spiel gewinnen die wenigsten Karten
        [off] Es gibt keinen letzten Zug: Ein Spiel kann sehr lange dauern
       *[auto] Nach 60 Zügen pro Platz gewinnen die wenigsten Karten
    }
   *[cycle] { $value ->
        [on] In einem langen Spiel brennt der Stapel
        [off] Der Stapel brennt nie, und es gibt keinen letzten Zug: Ein Spiel kann sehr lange dauern
       *[auto] Der Stapel brennt, wo sich Spiele hinziehen
    }
}
rule-stall-example = { $family ->
    [same-rank] { $value ->
        [off] Zu viert, und niemand zweifelt je: Das kann Stunden dauern.
       *[other] Zu viert, nach Zug 240: Es gewinnt, wer die wenigsten Karten hat.
    }
   *[cycle] { $value ->
        [on] Zu fünft, Zug 151: Ann verliert und nimmt zwei Karten; die anderen 20 scheiden aus.
        [off] Zwei Leute, die Karten mitzählen, können stundenlang spielen.
       *[auto] Zu dritt, Zug 91: Ann verliert und nimmt zwei Karten; die anderen 20 scheiden aus.
    }
}
rule-stall-goes = { $burns ->
    [yes] Nach 30 Zügen pro Platz brennt der Stapel: Wer dann beim Zweifeln verliert, nimmt nur die aufgedeckten Karten, und der Rest scheidet verdeckt aus.{ " " }
    [some] Mit { $burning } Leuten brennt nach 30 Zügen pro Platz der Stapel: Wer dann beim Zweifeln verliert, nimmt nur die aufgedeckten Karten, und der Rest scheidet verdeckt aus.{ " " }
   *[no] { "" }
}{ $value ->
    [off] Ein Spiel, das sich hinzieht, wird nicht abgekürzt.
   *[other] Nach 60 Zügen pro Platz gewinnt, { $teams ->
        [none] wer die wenigsten Karten hat
       *[other] welches Team die wenigsten Karten hat
    }.
}

rule-call-word-title = Das Wort zum Zweifeln
rule-call-word-help = Was auf dem Knopf steht.
rule-call-word-value = { $value ->
    [doubt] Glaub ich nicht!
   *[cheat] Geschummelt!
}
rule-call-word-line = { $value ->
    [doubt] Zum Zweifeln heißt es „Glaub ich nicht!“
   *[cheat] Zum Zweifeln heißt es „Geschummelt!“
}
rule-call-word-example = { $value ->
    [doubt] Unter Anns Ansage steht ein Knopf „Glaub ich nicht!“.
   *[cheat] Unter Anns Ansage steht ein Knopf „Geschummelt!“.
}

rule-teams-title = Teams
rule-teams-help = Zwei Teams spielen gegeneinander. Untereinander wird nicht gezweifelt; ein Team gewinnt, wenn alle darin ihre Karten los sind.
rule-teams-value = { $value ->
    [none] alle für sich
    [alternate] zwei Teams, abwechselnd gesetzt
   *[some] zwei Teams: die Plätze { $first_team } gegen { $second_team }
}
rule-teams-line = { $value ->
    [none] Alle spielen für sich
    [alternate] Zwei Teams, abwechselnd gesetzt
   *[some] Zwei Teams: die Plätze { $first_team } gegen { $second_team }
}
rule-teams-example = { $value ->
    [none] Ann ist als Erstes fertig und gewinnt allein.
    [alternate] Ann, Cy und Eve sind ein Team: kein Zweifeln untereinander, Sieg, wenn alle drei fertig sind.
   *[some] Wer auf den Plätzen { $first_team } sitzt, ist ein Team: kein Zweifeln untereinander.
}

rule-penalty-title = Strafkarten
rule-penalty-help = Was man außer dem Stapel nimmt, wenn man beim Lügen erwischt wird. Die Strafkarten sind, was beim Geben übrig bleibt.
rule-penalty-value = { $count ->
    [0] keine
   *[other] zwei Strafkarten
}
rule-penalty-line = { $count ->
    [0] Keine Strafkarten
   *[other] Wer beim Lügen erwischt wird, nimmt auch zwei Strafkarten
}
rule-penalty-example = { $count ->
    [0] Ann wird beim Lügen erwischt und nimmt den Stapel.
   *[other] Ann wird beim Lügen erwischt und nimmt den Stapel und zwei Strafkarten.
}
rule-penalty-goes = { $count ->
    [0] { "" }
   *[other] Wer beim Lügen erwischt wird, zieht außerdem zwei Strafkarten, solange es welche gibt.
}

rule-per-hand-title = Karten pro Person
rule-per-hand-help = Wie viele Karten alle bekommen; der Rest scheidet verdeckt aus.
rule-per-hand-value = { $value ->
    [auto] so viele, wie sich gleichmäßig verteilen lassen
   *[other] { $count } Karten
}
rule-per-hand-line = { $value ->
    [auto] So viele Karten, wie sich gleichmäßig verteilen lassen
   *[other] { $count } Karten für alle; der Rest scheidet verdeckt aus
}
rule-per-hand-example = { $value ->
    [auto] Zu fünft bekommen alle zehn Karten; zwei scheiden verdeckt aus.
   *[other] Alle bekommen { $count } Karten, und niemand weiß, welche die anderen sind.
}

rule-multi-title = Mehrere Karten auf einmal
rule-multi-help = Ob man im Spiel mit einem Wert für alle mehr als eine Karte dazulegen darf. Dieses Spiel heißt Bluff.
rule-multi-value = { $value ->
    [yes] mehrere, höchstens so viele, wie man auf einmal legen darf
   *[no] eine Karte
}
rule-multi-line = { $value ->
    [yes] Bluff: Man darf mehrere Karten auf einmal dazulegen
   *[no] Man legt eine Karte auf einmal dazu
}
rule-multi-example = { $value ->
    [yes] Es geht um Siebenen: Bob legt drei Karten als „drei Siebenen“ dazu.
   *[no] Es geht um Siebenen: Bob legt eine Karte als „eine Sieben“ dazu.
}

rule-force-title = „Zeig her!“
rule-force-help = Eine zweite Art zu zweifeln, solange nur noch zwei im Spiel sind: Wer gelegt hat, muss eine Karte des laufenden Werts aus der Hand zeigen. Wird eine gezeigt, geht sie mit dem Stapel an die Person, die gefragt hat, und wer sie gezeigt hat, spielt aus oder gewinnt, wenn es die letzte war. Sonst nimmt den Stapel, wer gelegt hat, und wer gefragt hat, spielt aus.
rule-force-value = { $value ->
    [yes] zweifeln, und zu zweit auch „Zeig her!“
   *[no] nur zweifeln
}
rule-force-line = { $value ->
    [yes] „Zeig her!“, solange nur zwei im Spiel sind: eine Karte des laufenden Werts sehen wollen
   *[no] Ohne „Zeig her!“
}
rule-force-example = { $value ->
    [yes] Zu zweit: Bob sagt „Zeig her!“. Zeigt Ann eine Sieben, nimmt er sie und den Stapel; sonst sie ihn.
   *[no] Bob zweifelt. Was Ann eben gelegt hat, wird aufgedeckt.
}
rule-force-goes = { $value ->
    [yes] Solange nur zwei im Spiel sind, geht stattdessen auch **Zeig her!**: Innerhalb von { $window_s } Sekunden wird dir eine Karte dieses Werts aus der Hand gezeigt. Du nimmst sie mit dem Stapel, und wer sie gezeigt hat, spielt aus oder gewinnt, wenn es die letzte war. Wird keine gezeigt, nimmt den Stapel, wer gelegt hat, und du spielst aus.
   *[no] { "" }
}

# ---------------------------------------------------------------- Vorlagen

preset-standard-title = Standard
preset-standard-about = Das Spiel, wie es die meisten kennen: Die Werte steigen, zehn Sekunden zum Zweifeln.
preset-classic-table-title = Am Küchentisch
preset-classic-table-about = Beliebig viele Karten, zweifeln darf man, bis der nächste Platz legt.
preset-bicycle-title = Bicycle
preset-bicycle-about = Bis zu vier Karten auf einmal, und das Los entscheidet, wer beginnt.
preset-jaques-title = Jaques
preset-jaques-about = Wer den Stapel nimmt, legt als Nächstes und darf jeden Wert ansagen.
preset-online-title = Online
preset-online-about = Eine Karte auf einmal, zehn Sekunden zum Zweifeln.
preset-fast-title = Schnell
preset-fast-about = Fünf Sekunden zum Zweifeln, eine halbe Minute für einen Zug.
preset-big-table-title = Großer Tisch
preset-big-table-about = Zwei Decks, bis zu acht Karten auf einmal.
preset-up-down-title = Auf oder ab
preset-up-down-about = Der nächste Wert liegt einen höher oder tiefer, wie du möchtest.
preset-same-again-title = Noch mal derselbe
preset-same-again-about = Der nächste Wert liegt einen höher, einen tiefer oder bleibt.
preset-countdown-title = Countdown
preset-countdown-about = Die Werte gehen abwärts: Asse, Könige, Damen und so weiter.
preset-open-title = Offen
preset-open-about = Jeder Wert darf jederzeit angesagt werden.
preset-i-doubt-it-title = Glaub ich nicht
preset-i-doubt-it-about = Zum Zweifeln heißt es „Glaub ich nicht!“, und man darf passen.
preset-one-rank-title = Ein Wert
preset-one-rank-about = Ein Wert für alle: ansagen, eine Karte dazulegen oder passen. Für drei bis sechs.
preset-bluff-title = Bluff
preset-bluff-about = Ein Wert für alle, und man darf mehrere Karten dazulegen. Für drei bis sechs.
preset-duel-title = Duell
preset-duel-about = Zu zweit: Zwölf Karten liegen verdeckt beiseite, und in langen Spielen brennt der Stapel.
preset-duel-force-title = Zeig-her-Duell
preset-duel-force-about = Ein Wert für alle; zu zweit darf man eine Karte davon sehen wollen. Für 2 bis 6.
preset-teams-title = Teams
preset-teams-about = Zwei Teams, abwechselnd gesetzt. Zu sechst, zu acht oder zu zehnt.
preset-penalty-title = Strafkarten
preset-penalty-about = Wer beim Lügen erwischt wird, nimmt zwei Karten mehr.
preset-kids-title = Kinder
preset-kids-about = Jeder Wert, zwei Joker, eine halbe Minute zum Zweifeln.
preset-wild-title = Wild
preset-wild-about = Zwei Joker, heimliche Karten, und der ganze Stapel wird gezeigt.

# ---------------------------------------------------------------- wie viele mitspielen

players-range = { $from } bis { $to }
players-and = { $list }, { $last }
players-or = { $list } oder { $last }

# ---------------------------------------------------------------- möglich, aber ein Wort wert

warning-cpu-waits-for-window = CPUs warten, bis die Zeit zum Anzweifeln um ist, bevor sie legen.
warning-long-one-card = Das werden sehr lange Spiele: Ein brennender Stapel würde sie beenden.
warning-long-taker-leads = Das werden sehr lange Spiele: Ein brennender Stapel würde sie beenden.
warning-taker-any-note = Der Wert ist ohnehin frei; wer den Stapel nimmt, ist nur zusätzlich dran.
warning-taker-free-call-note = Die freie Ansage nach dem Stapel ersetzt die letzte Ansage.
caution-for = { $warning } (Mit { $players } Leuten.)

# ---------------------------------------------------------------- abgelehnt

conflict-of = **{ $rules }**: { $sentence }

# ---------------------------------------------------------------- der Editor

topic-deck = Karten und Geben
topic-turn = Züge und Werte
topic-calling = Zweifeln
topic-ending = Ende
topic-table = Tisch
topic-changed = { $topic } ({ $count })
editor-title-server = ### Hausregeln von { $guild }
editor-title-table = ### Hausregeln an diesem Tisch
editor-title-topic = ### { $topic }
editor-hint-server = -# Tische, die ab jetzt eröffnet werden, beginnen mit diesen Regeln. Wo schon einer steht, bleiben seine.
editor-hint-table = -# Alle sehen sie in der Nachricht des Tischs. Sind die Karten verteilt, bleiben sie, wie sie sind.
editor-preset = Vorlage: **{ $preset }**. { $about }
editor-differs = Anders als im Standardspiel:
editor-line = - { $line }
editor-idle = Gewählt, spielt aber in diesem Spiel keine Rolle: { $rules }.
editor-idle-rule = { $title } ({ $topic })
editor-rule = **{ $title }:** { $value }
editor-rule-changed = **{ $title }:** { $value } (nicht Standard)
editor-rule-idle = **{ $title }:** { $value } (spielt in diesem Spiel keine Rolle)
editor-help = -# { $help }
editor-playable = Mit diesen Regeln können { $players } Leute spielen.
editor-unplayable = **Mit diesen Regeln kann niemand spielen:**
editor-unplayable-here = **Mit den { $count } Leuten, die gerade hier sitzen, gehen diese Regeln nicht:**
editor-dropped = Diese Version des Bots kann nicht alles, was hier gewählt war. Wieder Standard: { $rules }.
editor-dropped-server = Wer den Server verwaltet, kann seine Regeln mit `/cheat house-rules` ändern.
editor-choose-preset = Vorlage wählen
editor-reset = Zurück zum Standard
editor-reset-server = Regeln des Servers
editor-back = Alle Themen
editor-number = Andere Zahl …
editor-number-label = Jede Zahl von { $least } bis { $most }
editor-number-allowed = **{ $rule }**: Möglich ist jede ganze Zahl von { $least } bis { $most }. Es ist alles geblieben, wie es war.
editor-not-a-manager = Die Hausregeln eines Servers sind für Leute, die ihn verwalten dürfen (**Server verwalten**).
editor-not-here = Hausregeln gehören zu einem Server. Nimm `/cheat house-rules` in einem seiner Kanäle.
editor-unplayable-start = Mit diesen Regeln kann niemand spielen:
editor-unplayable-server = Wer den Server verwaltet, kann sie mit `/cheat house-rules` ändern; oder wähl eine Vorlage.

# ---------------------------------------------------------------- /cheat rules

explain-heading-table = ### Die Regeln an diesem Tisch
explain-heading-server = ### Die Regeln auf { $guild }
explain-heading-standard = ### Die Standardregeln
explain-differs = **Anders als im Standardspiel**
explain-line = - **{ $title }:** { $value }
explain-and-more = - … und { $count } mehr: `/cheat rules name:` erklärt sie.
explain-as-standard = Nichts ist anders als im Standardspiel.
explain-how = **So geht es**
explain-besides = **Außerdem**
explain-at-this-table = Zu { $seats ->
        [2] zweit
        [3] dritt
        [4] viert
        [5] fünft
        [6] sechst
        [7] siebt
        [8] acht
        [9] neunt
       *[10] zehnt
    } heißt das: { $decks ->
        [one] ein Deck
       *[other] { $decks } Decks
    }, { $most }.
explain-more = -# `/cheat rules name:` erklärt eine einzelne Regel mit Beispielen.
explain-one-title = ### { $title }
explain-here = Hier: **{ $value }**
explain-choice = - **{ $value }** – { $example }
explain-choice-standard = - **{ $value }** (Standard) – { $example }
explain-span = Standard ist: { $standard }. Wählbar ist jede Zahl von { $least } bis { $most }.
explain-only = { $family ->
    [same-rank] -# Nur im Spiel mit einem Wert für alle.
   *[cycle] -# Gehört nicht zum Spiel mit einem Wert für alle.
}
explain-other-game = { $family ->
    [same-rank] Das gehört zum anderen Spiel, in dem der gefragte Wert mit jedem Zug weiterrückt. Hier spielt es keine Rolle.
   *[cycle] Das gehört zum anderen Spiel, dem mit einem Wert für alle. Hier spielt es keine Rolle.
}
explain-goes = - { $text }
game-most = { $count ->
    [0] beliebig viele Karten auf einmal
    [one] eine Karte auf einmal
   *[other] bis zu { $count } Karten auf einmal
}
# So geht es: zu jedem Spiel und Thema, was immer gilt; danach kommt, was die Regeln dazu beitragen (`rule-…-goes` oben).

game-cycle-deck = { $aside ->
    [0] { $penalty ->
        [0] Alle Karten werden verteilt.
       *[other] Alle bekommen gleich viele Karten; was übrig bleibt, sind die Strafkarten.
    }
   *[other] Zwölf Karten liegen verdeckt beiseite, die anderen werden verteilt.
}
game-cycle-turn = Reihum legt man { $most ->
    [0] eine oder mehrere Karten
    [1] eine Karte
    [4] eine bis vier Karten
    [8] eine bis acht Karten
   *[other] eine bis { $most } Karten
} verdeckt und sagt, { $most ->
    [1] { $direction ->
        [any] welchen Wert sie hat: Jeder darf es sein
       *[other] dass sie den gefragten Wert hat
    }
   *[other] wie viele es sind und { $direction ->
        [any] von welchem Wert: Jeder darf es sein
       *[other] dass sie den gefragten Wert haben
    }
}. Was wirklich daliegt, kann alles Mögliche sein.
game-cycle-calling = { $window_mode ->
    [until-next-play] { $extra_cards ->
        [yes] { $window_s } Sekunden lang, oder bis alle es gelten lassen,
       *[no] Bis der nächste Platz legt{ $passing ->
            [yes] { "" } oder passt
           *[no] { "" }
        }, frühestens nach { $least } Sekunden,
    }
   *[timer] { $window_s } Sekunden lang, oder bis alle es gelten lassen,
} { $teams ->
    [none] dürfen alle anderen zweifeln
   *[other] darf das andere Team zweifeln
} ({ $call_word ->
    [doubt] **Glaub ich nicht!**
   *[cheat] **Geschummelt!**
}).{ $window_mode ->
    [until-next-play] { $extra_cards ->
        [yes] { "" }
       *[no] { "" } Für die letzten Karten ist { $window_s } Sekunden lang Zeit, oder bis alle sie gelten lassen.
    }
   *[timer] { "" }
} Dann werden diese Karten aufgedeckt: Hat eine davon nicht den angesagten Wert, war es gelogen, und wer gelegt hat, nimmt den ganzen Stapel; stimmen alle, nimmt ihn, wer gezweifelt hat.
game-cycle-ending = { $teams ->
    [none] { $play_on ->
        [yes] Wer keine Karten mehr hat und wessen letzte Ansage hält, ist fertig und bekommt die nächste Platzierung; die anderen spielen weiter, bis nur noch eine Person Karten hat.
       *[no] Wer keine Karten mehr hat und wessen letzte Ansage hält, gewinnt; bei den anderen geben weniger Karten die bessere Platzierung.
    }
   *[other] Zwei Teams { $teams ->
        [some] spielen gegeneinander: die Plätze { $first_team } und die Plätze { $second_team }
       *[alternate] sitzen abwechselnd
    }. Wer keine Karten mehr hat, wird übersprungen, und ein Team gewinnt, sobald alle darin ihre Karten los sind und auch die letzte Ansage hält.
}
game-same-rank-deck = Alle bekommen { $per_hand ->
    [auto] gleich viele Karten
   *[other] { $per_hand } Karten
}; der Rest scheidet verdeckt aus.
game-same-rank-turn = Wer ausspielt, sagt einen Wert an und legt { $most ->
    [0] eine oder mehrere Karten
    [1] eine Karte
    [4] eine bis vier Karten
    [8] eine bis acht Karten
   *[other] eine bis { $most } Karten
} verdeckt. Reihum legt man { $most ->
    [0] eine oder mehrere
    [1] eine
    [4] eine bis vier
    [8] eine bis acht
   *[other] eine bis { $most }
} dazu, angeblich von diesem Wert, oder passt, so oft es eben geht. Was wirklich daliegt, kann alles Mögliche sein. Passen alle, scheidet der Stapel verdeckt aus, und wer zuletzt dazugelegt hat, spielt aus.
game-same-rank-calling = { $window_mode ->
    [until-next-play] Bis der nächste Platz legt oder passt, frühestens nach { $least } Sekunden,
   *[timer] { $window_s } Sekunden lang, oder bis alle es gelten lassen,
} dürfen alle anderen zweifeln (**Stimmt nicht!**). Dann wird aufgedeckt, was zuletzt gelegt wurde. Gelogen: Wer gelegt hat, nimmt den Stapel, und wer gezweifelt hat, spielt aus. Wahr: Wer gezweifelt hat, nimmt ihn, und wer gelegt hat, spielt aus.
game-same-rank-ending = Du gewinnst, wenn du dran bist, nur noch eine Karte hast und sie den laufenden Wert hat, oder wenn du mit nur einer Karte ausspielst: Die letzte Karte wird nie gelegt. Bei den anderen geben weniger Karten die bessere Platzierung.
