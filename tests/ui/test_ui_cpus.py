"""CPUs as people see them: marked by a word everywhere, never pinged, and hints in plain words."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bot.cpu.hints import Advice, ClaimHint, Hint, TurnHint
from bot.engine.cards import ALL_RANKS, Rank
from bot.tables.answers import Accepted, Denial, Done, Refused
from bot.tables.ports import Notice, NoticeKind
from bot.ui import hand, hints, notices, result, table
from bot.ui.components import Kind
from bot.ui.text import accepted, refused
from tests.ui.stage import WORDS, Game, button, cards, labels_of, lines_of, text_of

BOTH = frozenset({1, 2})


def practice(**more: object) -> Game:
    """Ann with two CPUs, who are called Bob and Cy."""
    return Game(3, cpus=BOTH, **more)  # type: ignore[arg-type]


def test_the_lobby_tells_cpus_their_level_and_that_it_is_practice() -> None:
    lobby = table.lobby(practice().lobby(), WORDS)
    assert lines_of(lobby)[1:4] == ["1. **Ann** (host)", "2. **Bob** (CPU, medium)", "3. **Cy** (CPU, medium)"]
    assert "practice table" in text_of(lobby)
    assert "practice table" not in text_of(table.lobby(Game(3, cpus=frozenset({1})).lobby(), WORDS))
    alone = practice().lobby()
    alone = replace(alone, people=alone.people[:1])
    assert "practice table" not in text_of(table.lobby(alone, WORDS)), "nobody to practise with yet"


def test_the_host_is_asked_for_a_level_with_three_buttons() -> None:
    view = practice().lobby()
    assert labels_of(table.levels(view, WORDS, "en-US")) == ["Easy", "Medium", "Hard"]
    assert labels_of(table.levels(view, WORDS, "de")) == ["Leicht", "Mittel", "Schwer"]


def test_a_cpu_is_marked_in_every_message_of_a_game() -> None:
    game = practice(hands=(cards("7S QD 2C"), cards("AH 9C"), cards("2D 3D")), dealer=0).begin()
    deal = table.deal(game.view(), WORDS)
    assert "**Ann** 3 · **Bob** 2\N{NO-BREAK SPACE}🤖 · **Cy** 2\N{NO-BREAK SPACE}🤖" in lines_of(deal)
    assert "**Bob** (CPU) begins with **Aces**." in lines_of(deal)
    claim = table.claim(game.lay("9C").view(), WORDS)
    assert lines_of(claim)[0] == "**Bob** (CPU) lays **one Ace**"
    # Two lines below each other, short enough for a phone: the second says who of them are CPUs.
    assert lines_of(claim)[2:] == [
        "Pile: 1 · Next: **Cy** with **Twos**",
        "**Ann** 3 · **Bob** 1\N{NO-BREAK SPACE}🤖 · **Cy** 2\N{NO-BREAK SPACE}🤖",
    ]
    assert "<@" not in text_of(claim)
    assert table.mention_of(game.view()) is None
    thinking = table.claim(game.let_go(2).view(), WORDS)
    assert "Let it go: **Cy** ·" in text_of(thinking)
    called = table.claim(game.call(0).view(), WORDS)
    assert "**Bob** (CPU) takes the pile (1 card)" in text_of(called)


def test_the_end_has_a_line_for_every_cpu() -> None:
    game = practice(hands=(cards("7S QD"), cards("AH"), cards("2D 3D")), dealer=0).begin()
    end = text_of(result.end(game.lay("AH").stand().view(), WORDS))
    assert "**Bob** (CPU) has no cards left and wins." in end
    assert "**1st** **Bob** (CPU)\n-# no lies · no calls" in end


def test_a_notice_names_a_cpu_and_pings_nobody() -> None:
    view = practice().begin().view()
    told = notices.notice(view, Notice(NoticeKind.PASSED, 1, mention=2), WORDS)
    assert "**Bob** (CPU) passes" in text_of(told)
    assert "<@" not in text_of(told)


def test_a_seat_kept_for_somebody_keeps_its_mark() -> None:
    view = Game(2).begin().miss_turn().stand().lay_any().stand().miss_turn().view()
    assert "🤖" in text_of(table.claim(view, WORDS))
    assert "A CPU plays for **Ann**" in text_of(table.claim(view, WORDS))


def test_refusals_and_answers_name_cpus() -> None:
    slower = Refused(Denial.BEATEN, seconds=0.3, name="Ada", cpu=True)
    assert refused(WORDS, "en-US", slower) == "**Ada** (CPU) was 0.3 s faster."
    took = accepted(WORDS, "en-US", Accepted(Done.TOOK_CPU_SEAT, 3, "Ada"))
    assert took == "You sit at the table. There was no free seat, so **Ada** (CPU) got up for you."


def test_a_person_cannot_write_the_mark_of_a_cpu_into_their_name() -> None:
    view = Game(2, names=("Ann", "Ada** (CPU)")).begin().view()
    assert "Ada** (CPU)" not in text_of(table.deal(view, WORDS))


def test_the_hand_has_a_hint_at_practice_tables_alone() -> None:
    assert "Hint" in labels_of(hand.hand(practice().begin().hand(0), WORDS, "en-US"))
    assert "Hint" not in labels_of(hand.hand(Game(3, cpus=frozenset({1})).begin().hand(0), WORDS, "en-US"))
    assert button(hand.hand(practice().begin().hand(0), WORDS, "de"), Kind.HINT).table == 7


FACTS = ClaimHint(Rank.SEVEN, 2, held=2, accounted=2, possible=2, lie=0.31, proven=False, risk=5, last_play=False)


def claimed() -> Game:
    hands = (cards("7S 7D 2C"), cards("KH QH"), cards("2D 3D"))
    return practice(hands=hands, dealer=0).begin().lay("KH QH")


@pytest.mark.parametrize(
    ("told", "lines"),
    [
        (
            Hint(claim=FACTS, advice=Advice.LET_GO),
            [
                "Claimed: **two Sevens**. You hold **two Sevens**. At most two can be there.",
                "The chance of a lie is about 31 %.",
                "A wrong call costs you 5 cards.",
                "A strong player would let it go.",
            ],
        ),
        (
            Hint(claim=ClaimHint(Rank.SIX, 1, 0, 3, 0, 1.0, proven=True, risk=1, last_play=True), advice=Advice.CALL),
            [
                (
                    "Claimed: **one Six**. You hold no Sixes. Of the others you know that 3 are elsewhere. "
                    "None can be there."
                ),
                "So it is a lie: you can prove it.",
                "These are **Bob** (CPU)’s last cards.",
                "A strong player would call.",
            ],
        ),
        (
            Hint(
                turn=TurnHint(((Rank.TWO, 1),), 0, (Rank.TWO, Rank.FIVE, Rank.EIGHT, Rank.JACK, Rank.ACE)),
                advice=Advice.PLAY,
                cards=cards("2C"),
                rank=Rank.TWO,
                said=1,
            ),
            [
                "You hold **one Two**.",
                "You will be asked for Twos, Fives, Eights, Jacks.",
                "A strong player would lay 2♣ as **one Two**: the truth.",
            ],
        ),
        (
            Hint(
                turn=TurnHint(tuple((rank, int(rank is Rank.KING)) for rank in ALL_RANKS), 1, ()),
                advice=Advice.PLAY,
                cards=cards("2C"),
                rank=Rank.KING,
                said=1,
                bluff=True,
            ),
            [
                "You hold **one King**.",
                "You hold a joker, which is true as any rank.",
                "A strong player would lay 2♣ as **one King**: a bluff.",
            ],
        ),
        (
            Hint(
                claim=FACTS,
                turn=TurnHint(((Rank.EIGHT, 1),), 0, ()),
                advice=Advice.LET_GO,
                then=Advice.PLAY,
                cards=cards("2C"),
                rank=Rank.EIGHT,
                said=1,
                bluff=True,
            ),
            [
                "Claimed: **two Sevens**. You hold **two Sevens**. At most two can be there.",
                "The chance of a lie is about 31 %.",
                "A wrong call costs you 5 cards.",
                "You hold **one Eight**.",
                "A strong player would let it go.",
                "Then such a player would lay 2♣ as **one Eight**: a bluff.",
            ],
        ),
        (
            Hint(turn=TurnHint(tuple((rank, rank % 5) for rank in ALL_RANKS), 0, ()), advice=Advice.PASS),
            [
                "You hold **four Fours**. You hold **four Nines**. You hold **three Threes**.",
                "A strong player would pass.",
            ],
        ),
        (Hint(advice=Advice.SHOW_NOTHING), ["A strong player would show nothing."]),
    ],
)
def test_a_hint_in_plain_words(told: Hint, lines: list[str]) -> None:
    assert hints.hint(claimed().hand(0), told, WORDS, "en-US").split("\n") == lines


@pytest.mark.parametrize("advice", Advice)
def test_every_advice_has_words_in_every_language(advice: Advice) -> None:
    told = Hint(claim=FACTS, advice=advice, cards=cards("7S"), rank=Rank.SEVEN, said=1)
    worded = {locale: hints.hint(claimed().hand(0), told, WORDS, locale) for locale in WORDS.locales}
    assert len(set(worded.values())) == len(worded)
    assert all(len(text.split("\n")) == 4 for text in worded.values())


@pytest.mark.parametrize("then", [Advice.PLAY, Advice.PASS])
@pytest.mark.parametrize("bluff", [False, True])
def test_what_comes_after_letting_go_has_words_in_every_language(then: Advice, bluff: bool) -> None:
    told = Hint(advice=Advice.LET_GO, then=then, cards=cards("7S"), rank=Rank.SEVEN, said=1, bluff=bluff)
    worded = {locale: hints.hint(claimed().hand(0), told, WORDS, locale) for locale in WORDS.locales}
    assert len(set(worded.values())) == len(worded)
    assert all(len(text.split("\n")) == 2 for text in worded.values())
