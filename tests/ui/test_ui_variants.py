"""Every variant drawn: within Discord's limits at its largest, and the same whatever lies where nobody may look."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, cast

import discord
import pytest

from bot.engine.actions import Challenge, NextRound, Pass, Play, StartClock
from bot.engine.cards import Card, Rank, pack, shuffle
from bot.engine.events import Event
from bot.engine.rules.ruleset import Ruleset
from bot.engine.state import EndReason, GameState, Outcome, Phase
from bot.tables.ports import Notice, NoticeKind
from bot.tables.story import tell
from bot.tables.views import PastRound
from bot.ui import hand, notices, result, table
from bot.ui.components import ButtonId, Choice, Kind, MenuId, TableButton, TableSelect
from tests.engine.support import VARIANTS, Dice, play_out, seats_for, swapped
from tests.engine.support import Game as EngineGame
from tests.engine.test_noninterference import unseen
from tests.sweeps import every
from tests.ui.stage import WORDS, Game, cards, labels_of, lines_of, text_of
from tests.ui.test_ui_limits import HOSTILE, fits

LAVISH = Ruleset.model_validate(
    {"direction": "any", "decks": 2, "jokers": 2, "extra_cards": True, "show_pile": True, "rounds": 9,
     "max_cards": "unlimited"}
)  # fmt: skip


def lavish() -> Game:
    """Ten seats with hostile names; seat 0 holds nearly two decks and both jokers, and may say what it likes."""
    everything = (*pack(2), Card("X1"), Card("X2"))
    rest = everything[13:22]
    first = tuple(card for card in everything if card not in rest)
    return Game(10, ruleset=LAVISH, names=HOSTILE, hands=(first, *((card,) for card in rest))).begin()


def selects_of(layout: discord.ui.LayoutView) -> list[TableSelect]:
    return [item for item in layout.walk_children() if isinstance(item, TableSelect)]


def test_the_largest_hand_with_both_menus_fits() -> None:
    playing = lavish()
    picks = tuple((code, 7) for code in ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K"))
    drawn = hand.hand(playing.hand(0, (*picks, ("X", 2)), rank=Rank.SEVEN, said=3), WORDS, "en-US")
    fits(drawn)
    assert labels_of(drawn)[-2:] == ["Play 93 as three Sevens", "Clear"]
    ranks, counts = selects_of(drawn)
    assert (ranks.item.placeholder, counts.item.placeholder) == ("Rank to claim", "Cards to claim")
    assert [len(menu.item.options) for menu in (ranks, counts)] == [13, 25]
    assert sum(1 for _ in drawn.walk_children()) <= 40


def test_a_pile_of_two_decks_is_shown_within_the_limit() -> None:
    playing = lavish()
    cards = playing.state.seats[0].hand
    playing.do(Play(0, cards[:-1], Rank.ACE, 1), StartClock(playing.at))
    fits(table.claim(playing.view(), WORDS))
    playing.do(Challenge(1))
    drawn = table.claim(playing.view(), WORDS)
    fits(drawn)
    assert "Joker" in text_of(drawn)


def test_rounds_end_and_begin_within_the_limits() -> None:
    playing = Game(10, ruleset=Ruleset(rounds=9, max_cards="unlimited", decks=2), names=HOSTILE).begin()
    playing.lay_any(len(playing.state.seats[0].hand))
    playing.let_go(*range(1, 10))
    assert playing.state.phase is Phase.BETWEEN
    view = playing.view()
    fits(result.round_end(view, WORDS, 1))
    assert labels_of(result.round_end(view, WORDS, 1)) == ["Next round"]
    fits(table.standing(view, WORDS))
    fits(table.claim(view, WORDS))
    for seat in range(10):
        drawn = hand.hand(playing.hand(seat), WORDS, "en-US")
        assert labels_of(drawn) == []
        assert "Round 1 of 9 is over." in text_of(drawn)
    dealt = playing.rules.deal.deal(shuffle(playing.rules.deal.pack(10), b"2"), 10, playing.state.next_dealer)
    playing.do(NextRound(dealt, bytes(16)))
    fits(table.deal(playing.view(), WORDS))
    assert labels_of(result.round_end(playing.view(), WORDS, 1)) == []


def test_who_may_pass_or_must_choose_reads_so() -> None:
    playing = Game(3, ruleset=Ruleset(passing=True)).begin()
    drawn = hand.hand(playing.hand(0), WORDS, "en-US")
    assert labels_of(drawn)[-3:] == ["(Play)", "(Clear)", "Pass"]
    free = Game(3, ruleset=Ruleset(direction="up_down")).begin()
    free.lay_any().stand()
    assert "Due: Kings or Twos" in lines_of(hand.hand(free.hand(1), WORDS, "en-US"))
    chosen = hand.hand(free.hand(1, ((free.state.seats[1].hand[0].code[:-1], 1),)), WORDS, "en-US")
    assert "(Choose a rank)" in labels_of(chosen)


def test_after_a_round_of_passes_the_table_and_the_hand_say_that_somebody_must_play() -> None:
    playing = Game(3, ruleset=Ruleset(passing=True)).begin()
    playing.lay_any().stand()
    for seat in (1, 2):
        playing.do(Pass(seat))
        assert "must play now" not in text_of(passed(playing, seat))
    assert "Everybody has passed" not in text_of(hand.hand(playing.hand(0), WORDS, "en-US"))
    playing.do(Pass(0))
    assert "Everybody has passed: **Bob** must play now." in lines_of(passed(playing, 0))
    assert "Everybody has passed: **Bob** must play now." in lines_of(table.standing(playing.view(), WORDS))
    drawn = hand.hand(playing.hand(1), WORDS, "en-US")
    assert "Everybody has passed, so you must play now." in lines_of(drawn)
    assert "Pass" not in labels_of(drawn)
    assert "Everybody has passed" not in text_of(hand.hand(playing.hand(2), WORDS, "en-US"))
    playing.lay_any()
    assert "Everybody has passed" not in text_of(table.claim(playing.view(), WORDS))
    assert "Everybody has passed" not in text_of(hand.hand(playing.hand(2), WORDS, "en-US"))


def test_whoever_leads_reads_why_there_is_no_passing() -> None:
    playing = Game(3, ruleset=Ruleset(passing=True, after_challenge="taker_leads")).begin()
    playing.lay_any().call(1)
    taker = playing.state.turn
    drawn = hand.hand(playing.hand(taker), WORDS, "en-US")
    assert "You lead, so you must play." in lines_of(drawn)
    assert "Pass" not in labels_of(drawn)
    plain = Game(3).begin()
    assert "must play" not in text_of(hand.hand(plain.hand(0), WORDS, "en-US"))


@pytest.mark.parametrize(("multi", "held", "picks"), [(False, "JS", 0), (False, "JS", 1), (True, "JS JH", 2)])
def test_a_hand_that_would_lay_its_last_card_reads_that_one_is_kept(multi: bool, held: str, picks: int) -> None:
    hands = (cards("AS 2S 3S 4S 5S 6S"), cards(held), cards("AD 2D 3D 4D 5D"))
    playing = Game(3, ruleset=Ruleset(family="same_rank", multi=multi), hands=hands).begin()
    kept = "You must keep one card: the last one is never laid."
    for state in range(2):
        drawn = hand.hand(playing.hand(1, (("J", picks),) if picks else ()), WORDS, "en-US")
        assert kept in lines_of(drawn), state
        assert kept not in text_of(hand.hand(playing.hand(0), WORDS, "en-US"))
        if not state:
            playing.lay("2S", Rank.SEVEN).stand()
    assert playing.state.turn == 1
    cycle = Game(2, hands=(cards("AS"), cards("2S"))).begin()
    assert kept not in text_of(hand.hand(cycle.hand(0, (("A", 1),)), WORDS, "en-US"))


def passed(playing: Game, seat: int) -> discord.ui.LayoutView:
    """The notice that this seat has passed."""
    turn = playing.view().seen
    assert turn is not None
    return notices.notice(playing.view(), Notice(NoticeKind.PASSED, seat, turn.next.seat), WORDS)


def test_ids_of_buttons_and_menus_never_match_each_other() -> None:
    menu, button = MenuId(10**14, Choice.RANK).encode(), ButtonId(10**14, Kind.SHOW, "1", "10").encode()
    assert TableSelect.__discord_ui_compiled_template__.fullmatch(menu)
    assert not TableButton.__discord_ui_compiled_template__.fullmatch(menu)
    assert not TableSelect.__discord_ui_compiled_template__.fullmatch(button)


# --- non-interference -------------------------------------------------------------------------------------------------


def drawn(playing: Game, viewer: int | None) -> list[object]:
    """All that the public and this seat are shown, ids included."""
    view, screens = playing.view(), []
    seen = view.seen
    assert seen is not None
    if seen.outcome is None:
        screens = [table.deal(view, WORDS), table.standing(view, WORDS)]
        told = (NoticeKind.PASSED, NoticeKind.CLEARED, NoticeKind.FORCED, NoticeKind.SETTLED)
        screens += [notices.notice(view, Notice(kind, seen.turn, seen.turn), WORDS) for kind in told]
    if viewer is not None:
        screens.append(hand.hand(playing.hand(viewer), WORDS, "en-US"))
        picked = playing.state.seats[viewer].hand[:1]
        if picked and picked[0].rank is not None:
            screens.append(hand.hand(playing.hand(viewer, ((picked[0].rank.code, 1),)), WORDS, "en-US"))
    if seen.claim is not None or view.settled is not None:
        screens.append(table.claim(view, WORDS))
    return [cast("Any", layout).to_components() for layout in screens]


@pytest.mark.parametrize("name", every(3, VARIANTS))
def test_what_is_drawn_of_a_variant_depends_on_no_unseen_card(name: str) -> None:
    ruleset = VARIANTS[name]
    seats = seats_for(ruleset)
    playing = Game(seats, ruleset=ruleset)

    def follow(before: GameState, event: Event, _after: GameState) -> None:
        playing.story = tell(playing.story, before, event)

    dice, game = Dice(f"drawn {name}"), EngineGame.dealt(ruleset, seats, f"drawn {name}", watch=follow)
    compared = 0
    for number, state in enumerate(play_out(game, dice, unruly=True, at_most=50)):
        if number % 4 or state.phase in (Phase.OVER, Phase.BETWEEN):
            continue
        for viewer in (*range(min(seats, 3)), None):
            hidden = unseen(state, viewer)
            if len(hidden) < 2:
                continue
            playing.state = state
            before = drawn(playing, viewer)
            playing.state = swapped(state, *dice.sample(hidden, 2))
            assert drawn(playing, viewer) == before
            compared += 1
    assert compared > 10


def test_a_match_that_stops_between_tells_no_winner_of_an_earlier_round() -> None:
    view = Game(3, Ruleset(rounds=2)).begin().view()
    assert view.seen is not None
    earlier = Outcome(EndReason.WENT_OUT, (2, 1, 3))
    stopped = replace(view.seen, phase=Phase.OVER, last_round=earlier, outcome=Outcome(EndReason.LAST_SEAT, (1, 3, 2)))
    view = replace(view, past=(PastRound(1, earlier, (0, 1, 0), "c", "s", "d"),))
    told = text_of(result.end(replace(view, seen=stopped), WORDS))
    assert "is the last one at the table and wins" in told
    assert "no cards left" not in told
    over = replace(stopped, outcome=Outcome(EndReason.POINTS, (2, 1, 3)))
    assert "**Bob** has no cards left and wins the round." in text_of(result.end(replace(view, seen=over), WORDS))


@pytest.mark.parametrize(("laid", "really"), [("KD KC KH", "Really 3 cards lay there."), ("KD", "")])
def test_cards_slipped_in_are_told_once_the_play_stands_and_not_before(laid: str, really: str) -> None:
    hands = (cards("KD KC KH 2S 3S"), cards("4S 5S"), cards("6S 7S"))
    playing = Game(3, ruleset=Ruleset(extra_cards=True), hands=hands).begin()
    playing.do(Play(0, cards(laid), Rank.ACE, 1), StartClock(playing.at))
    for seat in (1, 2):
        assert "Really" not in text_of(table.claim(playing.view(), WORDS))
        assert "really" not in text_of(hand.hand(playing.hand(seat), WORDS, "en-US"))
        playing.let_go(seat)
    before = "-# Before: **Ann**’s one Ace stood."
    told = lines_of(table.claim(playing.view(), WORDS))
    assert ("Really 3 cards lay there." in told) == bool(really)
    for drawn in (table.standing(playing.view(), WORDS), hand.hand(playing.hand(2), WORDS, "en-US")):
        assert f"{before} {really}".strip() in lines_of(drawn)
    playing.lay("4S")
    assert f"{before} {really}".strip() in lines_of(table.claim(playing.view(), WORDS))


def test_a_game_won_with_cards_slipped_in_says_how_many_there_were() -> None:
    hands = (cards("KD KC KH"), cards("4S 5S"), cards("6S 7S"))
    playing = Game(3, ruleset=Ruleset(extra_cards=True), hands=hands).begin()
    playing.do(Play(0, hands[0], Rank.ACE, 1), StartClock(playing.at)).stand()
    assert playing.state.phase is Phase.OVER
    assert "Really 3 cards lay there." in lines_of(table.claim(playing.view(), WORDS))


def test_of_a_play_that_was_called_the_cards_tell_enough() -> None:
    hands = (cards("KD KC KH 2S 3S"), cards("4S 5S"), cards("6S 7S"))
    playing = Game(3, ruleset=Ruleset(extra_cards=True), hands=hands).begin()
    playing.do(Play(0, cards("KD KC KH"), Rank.ACE, 1), StartClock(playing.at)).call(1)
    assert "Really" not in text_of(table.claim(playing.view(), WORDS))
