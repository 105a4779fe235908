"""Hidden cards stay hidden: swapping two cards a viewer can't see changes nothing that viewer is shown.

Over positions of seeded games, for every seat and the public: observations, and the redacted events of what comes next.
"""

from __future__ import annotations

import itertools
from dataclasses import fields, replace
from typing import get_args

import pytest

from bot.engine.actions import Action, Begin, Play, Resign, Show, TimeOut
from bot.engine.cards import HIDDEN, Card, Deal
from bot.engine.codec import encode
from bot.engine.decide import decide
from bot.engine.events import (
    Claimed,
    Dealt,
    Event,
    PenaltyDrawn,
    PileLeft,
    PileTaken,
    Resigned,
    Revealed,
    Shown,
    Won,
)
from bot.engine.observe import ActionSpace, Observation, observe, redact
from bot.engine.rules.compiled import compile_rules
from bot.engine.rules.ruleset import Ruleset
from bot.engine.rules.slots import Rules
from bot.engine.state import Claim, GameState, Phase, Seat
from tests.engine.support import (
    AT,
    CARD_CODE,
    SALT,
    VARIANTS,
    Dice,
    Game,
    cards,
    next_action,
    play_out,
    position,
    refusal,
    seats_for,
    standard,
    swapped,
    swapped_cards,
)
from tests.sweeps import every


def unseen(state: GameState, viewer: int | None) -> list[Card]:
    """The cards that lie where this viewer can't look."""
    hands = [card for seat, here in enumerate(state.seats) if seat != viewer for card in here.hand]
    claimed = state.claim.cards if state.claim and state.claim.claimant != viewer else ()
    return [*hands, *state.pile, *claimed, *state.aside, *state.penalty, *state.removed]


def renamed(action: Action, one: Card, other: Card) -> Action:
    """The same action in the swapped position: the seat lays the cards lying in the same places."""
    return replace(action, cards=swapped_cards(action.cards, one, other)) if isinstance(action, Play) else action


def told(state: GameState, action: Action, events: tuple[Event, ...], viewer: int | None) -> set[Card]:
    """The cards that the rules themselves show the viewer by these events."""
    shown: set[Card] = set((action.card and [action.card]) or ()) if isinstance(action, Show) else set()
    for event in events:
        match event:
            case Revealed():
                shown |= {*event.cards, *event.pile}
            case Shown():
                shown |= {*event.cards, *event.pile}
            case Won():
                shown |= {*event.cards}
            case PileTaken() | PenaltyDrawn() if event.seat == viewer:
                shown |= {*event.cards}
            case _:
                pass
    return shown


def judged(state: GameState, rules: Rules) -> set[Card]:
    """The cards a rule may judge unseen: a last play that must be true (R62), and a last card of the rank (R58)."""
    last = set(state.claim.cards) if state.claim and rules.reveal.unasked(state) else set()
    if rules.family == "same_rank":
        last |= {card for seat in state.seats if len(seat.hand) <= 2 for card in seat.hand}
    return last


def compare(game: Game, action: Action, viewer: int | None, swap: tuple[Card, Card]) -> bool:
    """Look at the position and what follows with two cards swapped; whether the rules kept both from the viewer."""
    state, (one, other) = game.state, swap
    twin = swapped(state, one, other)
    assert observe(twin, viewer, game.rules) == observe(state, viewer, game.rules)
    events = decide(state, action, game.rules, at=game.now)
    if set(swap) & (told(state, action, events, viewer) | judged(state, game.rules)):
        return False
    same = decide(twin, renamed(action, one, other), game.rules, at=game.now)
    assert [redact(event, viewer) for event in same] == [redact(event, viewer) for event in events]
    return True


def swap_through(ruleset: Ruleset, seats: int, seed: str, *, unruly: bool, turns: int) -> tuple[int, int]:
    """Play on and swap two unseen cards for each viewer at each step: how often that could be compared, or not."""
    dice, game = Dice(f"swap {seed}"), Game.dealt(ruleset, seats, f"swap {seed}")
    compared = skipped = 0
    for state in play_out(game, dice, unruly=unruly, at_most=turns):
        action = next_action(game, dice, unruly=unruly)
        for viewer in (*range(seats), None):
            hidden = unseen(state, viewer)
            if len(hidden) < 2:
                continue
            one, other = dice.sample(hidden, 2)
            if compare(game, action, viewer, (one, other)):
                compared += 1
            else:
                skipped += 1
    return compared, skipped


@pytest.mark.parametrize(("seats", "unruly"), every(3, itertools.product([2, 3, 4, 6, 10], [False, True])))
def test_swapping_two_unseen_cards_is_never_noticed(seats: int, unruly: bool) -> None:
    turns = 25 * seats if seats < 4 else 60
    compared, skipped = swap_through(Ruleset(stall="on"), seats, f"{seats} {unruly}", unruly=unruly, turns=turns)
    assert compared > 100
    assert skipped < compared


@pytest.mark.parametrize("name", every(3, VARIANTS))
def test_swapping_is_not_noticed_in_any_variant(name: str) -> None:
    ruleset = VARIANTS[name]
    compared = 0
    for round_of in range(2):
        more, _ = swap_through(ruleset, seats_for(ruleset), f"{name} {round_of}", unruly=round_of == 1, turns=40)
        compared += more
    assert compared > 40


@pytest.mark.parametrize("window", ["timer", "until_next_play"])
@pytest.mark.parametrize("more", [{}, {"last_play": "must_be_true"}, {"play_on": True}, {"passing": True}])
def test_what_was_slipped_in_shows_nowhere(window: str, more: dict[str, object]) -> None:
    """R-c: with fewer cards laid and as many said, the others see and may do the very same while the window is open."""
    ruleset = Ruleset.model_validate({"extra_cards": True, "window_mode": window, **more})
    rules, emptied, seen = compile_rules(ruleset, 3), 0, 0
    for seed in range(8):
        dice, game = Dice(f"slip {seed}"), Game.dealt(ruleset, 3, f"slip {seed}")
        for state in play_out(game, dice):
            claim = state.claim
            if claim is None or claim.hidden == 0:
                continue
            seat = state.seats[claim.claimant]
            fewer = replace(claim, cards=claim.cards[: claim.said])
            hand = tuple(sorted(seat.hand + claim.cards[claim.said :], key=lambda card: card.order))
            seats = tuple(replace(seat, hand=hand) if at == claim.claimant else of for at, of in enumerate(state.seats))
            twin = replace(state, seats=seats, claim=fewer)
            emptied, seen = emptied + (not seat.hand), seen + 1
            laid = Claimed(claim.claimant, claim.cards, claim.rank, claim.said)
            for viewer in (0, 1, 2, None):
                if viewer == claim.claimant:
                    assert observe(state, viewer, rules) != observe(twin, viewer, rules)
                    continue
                assert observe(state, viewer, rules) == observe(twin, viewer, rules)
                assert redact(laid, viewer) == redact(replace(laid, cards=fewer.cards), viewer)
                mine = state.seats[viewer].hand[:1] if viewer is not None else ()
                tries = [Play(viewer or 0, mine, rank, 1) for rank in (claim.rank, claim.rank.step(1))]
                assert [refusal(state, play, rules) for play in tries] == [refusal(twin, play, rules) for play in tries]
    assert seen > 10
    assert emptied


def test_swapping_cards_in_the_deal_is_noticed_only_by_their_seats() -> None:
    rules = standard(4)
    deal = Deal((cards("AS 2S"), cards("3S 4S"), cards("5S"), cards("6S")), cards("7S"), cards("8S"), cards("9S"))
    for one, other in (("AS", "3S"), ("5S", "7S"), ("8S", "9S"), ("6S", "4S")):
        a, b = cards(f"{one} {other}")
        piles = [swapped_cards(where, a, b) for where in (*deal.hands, deal.aside, deal.penalty, deal.unused)]
        twin = Deal(tuple(piles[:4]), *piles[4:])
        dealt = [decide(GameState(), Begin(of, 0, SALT), rules, at=AT)[0] for of in (deal, twin)]
        for viewer in (0, 1, 2, 3, None):
            mine = () if viewer is None else deal.hands[viewer]
            first, second = (replace(_dealt(event), commitment="") for event in dealt)
            assert (redact(first, viewer) == redact(second, viewer)) is not ({a, b} & set(mine) != set())


def _dealt(event: Event) -> Dealt:
    assert isinstance(event, Dealt)
    return event


@pytest.mark.parametrize("name", VARIANTS)
def test_redacted_events_show_no_other_card(name: str) -> None:
    """Read as JSON, a redacted event holds no code but those of the viewer's own cards and of cards turned up."""
    game = Game.dealt(VARIANTS[name], seats_for(VARIANTS[name]), f"redacted {name}")
    for _ in play_out(game, Dice("redacted"), unruly=True, at_most=80):
        pass
    for viewer in (*range(game.seats), None):
        check_redacted(game, viewer)


def check_redacted(game: Game, viewer: int | None) -> None:
    hidden = 0
    for event in game.events:
        shown = CARD_CODE.findall(encode(redact(event, viewer))[2])
        match event:
            case Dealt():
                assert shown == ([] if viewer is None else [card.code for card in event.hands[viewer]])
                assert redact(event, viewer) == replace(_dealt(redact(event, viewer)), salt="")
            case Claimed() | Resigned():
                assert shown == ([card.code for card in event.cards] if event.seat == viewer else [])
            case PileTaken() | PenaltyDrawn():
                assert shown == ([card.code for card in event.cards] if event.seat == viewer else [])
            case PileLeft():
                assert shown == []
            case _:
                assert redact(event, viewer) == event
                continue
        hidden += encode(redact(event, viewer))[2].count(f'"{HIDDEN.code}"')
    assert hidden > 0


def test_burned_cards_are_shown_to_nobody() -> None:
    event = PileTaken(1, cards("7S"), cards("8S 9S"))
    for viewer in (0, 1, None):
        seen = redact(event, viewer)
        assert isinstance(seen, PileTaken)
        assert seen.burned == (HIDDEN, HIDDEN)
        assert seen.cards == (cards("7S") if viewer == 1 else (HIDDEN,))


@pytest.mark.parametrize("unruly", [False, True])
def test_no_repr_holds_a_card(unruly: bool) -> None:
    """What reaches a log or a traceback says nothing about cards."""
    dice = Dice("repr")
    game = Game.dealt(Ruleset(), 4, "repr")
    showing = ActionSpace(may_show=True, showable=cards("7S 10H"))
    assert not CARD_CODE.search(repr(showing))
    for state in play_out(game, dice, unruly=unruly, at_most=40):
        action = next_action(game, dice, unruly=unruly)
        views = [observe(state, viewer, game.rules) for viewer in (0, 1, 2, 3, None)]
        for thing in (state, action, *views):
            assert not CARD_CODE.search(repr(thing))
    for event in game.events:
        assert not CARD_CODE.search(repr(event)), type(event).__name__
    one = cards("7S")
    rest = (Begin(Deal((one,), one, one, one), 0, SALT), Show(0, one[0]), TimeOut(0, b"7S"), one, game.rules)
    assert not any(CARD_CODE.search(repr(thing)) for thing in rest)
    assert "000102" not in repr(rest[0])


def test_no_field_of_cards_is_in_a_repr() -> None:
    """A second lock: even if a card told its code, what holds cards would not show them."""
    kinds = [*get_args(Action), *get_args(Event), GameState, Seat, Claim, Deal, Observation, ActionSpace]
    holding = [of for kind in kinds for of in fields(kind) if "Card" in str(of.type) or of.name in {"salt", "deal"}]
    assert len(holding) > 20
    assert [of.name for of in holding if of.repr] == []


def test_the_repr_check_can_fail() -> None:
    assert CARD_CODE.search(str(cards("10H")[0].code))
    assert CARD_CODE.search("x='7S'")


def test_the_salt_is_told_at_the_end_alone() -> None:
    game = Game.dealt(Ruleset(), 2)
    assert observe(game.state, 0, game.rules).salt == ""
    assert observe(game.state, 0, game.rules).commitment == game.state.commitment != ""
    game.do(Resign(0))
    assert game.state.phase is Phase.OVER
    assert observe(game.state, None, game.rules).salt == SALT.hex()


def test_what_a_seat_sees_of_itself_and_of_the_table() -> None:
    """The words of an observation, one by one, in the middle of a game."""
    rules = standard(3)
    game = Game(rules, position("7S QD", "8H 9C", "2D", pile="JS"))
    game.do(Play(0, cards("QD"), game.state.ranks[0], 1))
    own, next_one, other, public = (observe(game.state, viewer, rules) for viewer in (0, 1, 2, None))
    assert (own.hand, next_one.hand, public.hand) == (cards("7S"), cards("8H 9C"), ())
    assert own.pile == 2
    assert own.claim is not None
    assert (own.claim.claimant, own.claim.said, own.claim.callers, own.claim.number) == (0, 1, (1, 2), 1)
    assert (next_one.armable, other.armable, own.armable, public.armable) == (True, False, False, False)
    assert (own.next.seat, [rank.code for rank in own.next.ranks]) == (1, ["8"])
    assert [view.yours_next and view.yours_next.code for view in (own, next_one, other, public)] == [
        "10",
        "8",
        "9",
        None,
    ]
    assert [seat.cards for seat in public.seats] == [1, 2, 1]
    assert next_one.bounds == (1, 2)
    assert not public.burning
    game.pass_window()
    turn = observe(game.state, 1, rules)
    assert turn.claim is None
    assert turn.space.may_play
    assert not observe(game.state, 2, rules).space.may_play
    assert turn.yours_next is not None
    assert turn.yours_next.code == "8"
    game.do(Resign(2))
    assert observe(game.state, 2, rules).yours_next is None
    assert not observe(game.state, 2, rules).space.may_resign
