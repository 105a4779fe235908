"""One seat's hand: its text, and labels that say exactly what a press does."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bot.engine.actions import Pass
from bot.engine.cards import Rank
from bot.engine.rules.ruleset import Ruleset
from bot.engine.state import EndReason, Outcome, Phase
from bot.tables.views import HandView
from bot.ui import hand
from bot.ui.components import Kind
from tests.ui.stage import NOW, WORDS, Game, button, buttons_of, cards, labels_of, lines_of, text_of

HANDS = (cards("KS AS 7H 7S 10C AH"), cards("2S 3S 4S 5S"), cards("5H 6S"))
PLACE = "-# Game Night · \\#cards · [Back to the table](https://discord.com/channels/11/22/33)"


def game() -> Game:
    return Game(3, hands=HANDS).begin()


def lines(view: HandView) -> list[str]:
    return lines_of(hand.hand(view, WORDS, "en-US"))


def labels(view: HandView) -> list[str]:
    return labels_of(hand.hand(view, WORDS, "en-US"))


def test_the_seat_on_turn() -> None:
    view = game().hand(0, (("A", 2), ("7", 1)))
    assert lines(view) == [
        "**It is your turn.**",
        "Due: Aces",
        "A♠ A♥",
        "7♠ 7♥",
        "10♣",
        "K♠",
        "Pile: 0",
        "**Ann** 6 · **Bob** 4 · **Cy** 2",
        PLACE,
    ]
    assert labels(view) == ["A 2/2", "7 1/2", "10 ×1", "K ×1", "Play 3 as Aces", "Clear"]
    layout = hand.hand(view, WORDS, "en-US")
    assert button(layout, Kind.PLAY).stamp == view.stamp
    assert [b.pressed.arg for b in buttons_of(layout) if b.pressed.kind is Kind.PICK] == ["A", "7", "10", "K"]


def test_what_play_says() -> None:
    playing = game()
    assert labels(playing.hand(0, (("K", 1),)))[-2:] == ["Play 1 as Ace", "Clear"]
    assert labels(playing.hand(0))[-2:] == ["(Play)", "(Clear)"]
    assert labels(playing.hand(0, (("A", 2), ("7", 2), ("K", 1))))[-2] == "(Too many (limit 4))"
    # Picking is possible any time; the label names the rank that will be asked for, and can't be pressed yet.
    assert labels(playing.hand(1, (("4", 1),)))[-2:] == ["(Play 1 as Two)", "Clear"]
    two = replace(playing.hand(0, (("K", 1),)))
    several = replace(two.seen, space=replace(two.seen.space, ranks=(Rank.ACE, Rank.TWO)))
    assert labels(replace(two, seen=several, rank=None))[-2:] == ["(Choose a rank)", "Clear"]
    unknown = replace(playing.hand(1, (("4", 1),)))
    assert labels(replace(unknown, seen=replace(unknown.seen, yours_next=None), rank=None))[-2:] == ["(Play)", "Clear"]


def test_waiting_for_another_turn() -> None:
    assert lines(game().hand(2))[:2] == ["**Ann** is to play Aces.", "Yours next: Threes"]


def test_while_a_claim_is_open() -> None:
    playing = game().lay("7S 7H")
    stamp = int(NOW.timestamp()) + 10
    following = playing.hand(1, (("2", 1), ("3", 1)), note="stale_hand")
    assert lines(following) == [
        "Your hand or the table has changed since this was drawn. This is how it is now.",
        "**Ann** has played. You are next.",
        "Yours next: Twos",
        "Last: **Ann** lays **two Aces**",
        f"Time to call: 10 s (<t:{stamp}:R>)",
        "2♠",
        "3♠",
        "4♠",
        "5♠",
        "Pile: 2",
        "**Ann** 4 · **Bob** 4 · **Cy** 2",
        PLACE,
    ]
    assert labels(following)[-4:] == ["Play 2 as Twos", "Clear", "Cheat!", "Let it go"]
    layout = hand.hand(following, WORDS, "en-US")
    assert button(layout, Kind.CALL).stamp == "1"
    assert lines(playing.hand(1, note="**Bob** was 0.3 s faster."))[0] == "**Bob** was 0.3 s faster."
    untimed = replace(following, table=replace(following.table, printed=None))
    assert "Last: **Ann** lays **two Aces**" in lines(untimed)
    assert labels(playing.hand(2))[-4:] == ["(Play)", "(Clear)", "Cheat!", "Let it go"]
    assert lines(playing.hand(0))[:2] == ["You have played.", "Yours next: Fours"]
    assert labels(playing.hand(0))[-2:] == ["(Play)", "(Clear)"]
    assert labels(playing.let_go(2).hand(2))[-2:] == ["(Play)", "(Clear)"]


def test_an_armed_play_can_be_taken_back() -> None:
    view = game().lay("7S").hand(1, (("2", 1),), armed="2S", note="armed")
    assert lines(view)[0] == "Chosen. It goes down by itself when the time to call is over; you can take it back."
    assert "Your play of **one Two** (2♠) goes down when the time to call is over." in lines(view)
    assert labels(view)[-4:] == ["Take back", "Clear", "Cheat!", "Let it go"]
    assert button(hand.hand(view, WORDS, "en-US"), Kind.TAKE_BACK).stamp == view.stamp


def test_the_last_claim_when_settled() -> None:
    playing = game().lay("7S").call(1)
    view = playing.hand(1)
    before = "-# Before: **Bob** called **Ann**: ✘ **lie**. **Ann** took 1 card."
    assert lines(view)[:2] == ["**It is your turn.**", "Due: Twos"], "nothing stands above what is to be done"
    assert lines(view)[-2:] == [before, PLACE]
    guided = lines(replace(view, guided=True))
    assert guided[:-1] == lines(view)
    assert guided[-1].startswith("👉"), "the last line stands beside the buttons it speaks of"


def test_no_cards_left_and_a_cpu_in_the_seat() -> None:
    last = Game(2, hands=(cards("AS"), cards("2S 3S"))).begin().lay("AS").hand(0)
    assert lines(last)[3] == "No cards: if your play stands, you win."
    assert labels(last) == []
    held = Game(2).begin().miss_turn().stand().lay_any().stand().miss_turn().hand(0)
    assert "A CPU plays for you. Press any button to take your seat back." in lines(held)


def test_two_decks_show_equal_cards_twice_and_jokers_stand_last() -> None:
    view = Game(2, hands=(cards("7S 7S' X1 X2 7H"), cards("2S"))).begin().hand(0, (("X", 1),))
    assert lines(view)[2:4] == ["7♠ 7♠ 7♥", "Joker Joker"]
    assert labels(view)[:2] == ["7 ×3", "Joker 1/2"]


def test_after_the_game() -> None:
    over = Game(3, hands=(cards("AS"), cards("2S 3S 4S"), cards("5S 6S"))).begin().lay("AS").call(1)
    assert lines(over.hand(0)) == ["The game is over. You won!", PLACE]
    assert lines(over.hand(1)) == ["The game is over. You came 3rd.", PLACE]
    assert labels(over.hand(1)) == []
    left = Game(2).begin().leave(1)
    assert lines(left.hand(1)) == ["The game is over. You left it: 2nd.", PLACE]
    view = left.hand(0)
    shared = replace(view, seen=replace(view.seen, outcome=Outcome(EndReason.BACKSTOP, (1, 1))))
    assert lines(shared)[0] == "The game is over. You share the first place!"
    none = replace(view, seen=replace(view.seen, outcome=Outcome(EndReason.ABANDONED, (None, None))))
    assert lines(none)[0] == "The game is over: nobody is left to play. There is no result."


def test_who_left_has_no_buttons() -> None:
    assert lines(game().leave(1).hand(1)) == ["You left this game.", PLACE]


def test_welcome() -> None:
    assert lines_of(hand.welcome(Game(3).lobby(), 1, WORDS, "fr")) == [
        "### Welcome to the table, **Bob**",
        "You have a seat at the table in **Game Night**, \\#cards.",
        "Your cards appear in this message when the game starts. Play from here or from **My hand** at the table.",
        "[Back to the table](https://discord.com/channels/11/22/33)",
    ]
    no_message_yet = replace(Game(3).lobby(), anchor=0)
    assert lines_of(hand.welcome(no_message_yet, 1, WORDS, "fr"))[-1].endswith("/channels/11/22)")


@pytest.mark.parametrize("limit", [1, 4])
def test_the_limit_is_the_table_s(limit: int) -> None:
    playing = Game(2, Ruleset.model_validate({"max_cards": limit}), hands=(HANDS[0], HANDS[1])).begin()
    picks = (("A", 2), ("7", 2), ("K", 1))
    assert labels(playing.hand(0, picks))[-2] == f"(Too many (limit {limit}))"


@pytest.mark.parametrize(
    ("mode", "told"),
    [
        ("until_next_play", "**Pass** and you win, unless somebody calls first: your one card is of the rank in play."),
        ("timer", "If it stands, you win: your one card is of the rank in play."),
    ],
)
@pytest.mark.parametrize("last", ["QH", "X1"])
def test_a_hand_that_wins_as_its_turn_comes_says_how(mode: str, told: str, last: str) -> None:
    rules = Ruleset(family="same_rank", window_mode=mode, jokers=2)  # type: ignore[arg-type]
    playing = Game(3, ruleset=rules, hands=(cards("QS 4D 5D"), cards(last), cards("QD"))).begin()
    playing.lay("QS", Rank.QUEEN)
    assert told in lines_of(hand.hand(playing.hand(1), WORDS, "en-US"))
    assert "you win" not in text_of(hand.hand(playing.hand(2), WORDS, "en-US")), "its turn does not come next"
    assert "gewinnst du" in text_of(hand.hand(playing.hand(1), WORDS, "de"))
    other = Game(3, ruleset=rules, hands=(cards("QS 4D 5D"), cards("KH"), cards("2D 3D"))).begin()
    other.lay("QS", Rank.QUEEN)
    assert "you win" not in text_of(hand.hand(other.hand(1), WORDS, "en-US"))
    if mode == "until_next_play":
        playing.do(Pass(1))
        assert playing.state.phase is Phase.OVER


def test_in_a_match_such_a_hand_wins_the_round() -> None:
    rules = Ruleset(family="same_rank", rounds=3)
    playing = Game(3, ruleset=rules, hands=(cards("QS 4D 5D"), cards("QH"), cards("2D 3D"))).begin()
    playing.lay("QS", Rank.QUEEN)
    assert "If it stands, you win the round:" in text_of(hand.hand(playing.hand(1), WORDS, "en-US"))
