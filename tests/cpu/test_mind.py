"""What the levels do in positions a person would understand, and what a hint tells of them."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest

from bot.cpu import mind
from bot.cpu.belief import Belief, blank
from bot.cpu.hints import Advice
from bot.cpu.levels import Level
from bot.cpu.plan import cheapest
from bot.engine.actions import Begin, Challenge, Decline, Force, Pass, Play, Show
from bot.engine.cards import Deal, Rank
from bot.engine.observe import Observation, observe
from bot.engine.rules.compiled import compile_rules
from bot.engine.rules.ruleset import PRESETS, Ruleset
from bot.engine.rules.slots import Rules
from bot.engine.state import SameRankRound
from tests.cpu.support import Watched, belief_of
from tests.engine.support import SALT, Game, cards, position

SEEDS = range(40)


def at_table(*hands: str, rank: Rank = Rank.SEVEN, pile: str = "", turn: int = 0, **rules: object) -> Game:
    """A position made by hand: seat `turn` is due with `rank`."""
    ruleset = Ruleset.model_validate(rules)
    return Game(compile_rules(ruleset, len(hands)), position(*hands, rank=rank, pile=pile, turn=turn))


def given(*hands: str, **rules: object) -> Watched:
    """A whole pack dealt: these cards first, the rest to the last seat; seat 0 begins with Aces."""
    compiled = compile_rules(Ruleset.model_validate(rules), len(hands))
    held = [cards(hand) for hand in hands]
    rest = tuple(card for card in compiled.deal.pack(len(hands)) if not any(card in hand for hand in held))
    game = Watched(compiled)
    game.do(Begin(Deal((*held[:-1], held[-1] + rest)), len(hands) - 1, SALT))
    game.follow()
    return game


def moved(level: Level, game: Game, seat: int, seed: int = 0) -> Play | Pass:
    return mind.move(level, observe(game.state, seat, game.rules), blank(seat, game.rules), game.rules, dice(seed))


def dice(seed: int) -> random.Random:
    return random.Random(seed)


def answers(level: Level, game: Watched, seat: int) -> list[Challenge | Force | Decline]:
    """What the level says here, over many chances."""
    seen, belief = game.seen(seat), game.beliefs[seat]
    return [mind.answer(level, seen, belief, game.rules, dice(seed)) for seed in SEEDS]


def calls(level: Level, game: Watched, seat: int) -> int:
    return sum(isinstance(said, Challenge) for said in answers(level, game, seat))


# --- calls --------------------------------------------------------------------------------------------------------


def test_hard_always_sees_a_lie_its_own_hand_proves_and_easy_misses_some() -> None:
    game = given("KS KH", "AS AH AC", "2S")
    game.lay("KS KH")
    assert calls(Level.HARD, game, 1) == len(SEEDS)
    assert len(SEEDS) // 2 < calls(Level.MEDIUM, game, 1) <= len(SEEDS)
    assert 0 < calls(Level.EASY, game, 1) < len(SEEDS)


def test_a_call_names_the_claim_it_means() -> None:
    game = given("KS KH", "AS AH AC", "2S")
    game.lay("KS KH")
    assert {said.turn for said in answers(Level.HARD, game, 1)} == {game.state.turns}


def test_hard_counts_its_own_cards_in_the_pile() -> None:
    """All four Aces lie in the pile, laid by itself; when Aces come round again, no claim of one can be true."""
    game = given("AS AH AC AD KS KH KD KC QS QH", "2S 3S 4S 5S 6S 7S 8S 9S", "2H")
    game.lay("AS AH AC AD")
    game.pass_window()
    for _ in range(12):
        game.lay(game.state.seats[game.state.turn].hand[0].code)
        if game.state.claim is not None:
            game.pass_window()
    assert game.state.ranks == (Rank.ACE,)
    claimant = game.state.turn
    assert claimant != 0
    game.lay(game.state.seats[claimant].hand[0].code)
    assert calls(Level.HARD, game, 0) == len(SEEDS)


def test_hard_lets_a_plain_first_claim_go() -> None:
    game = given("KS 3H 4H 5H", "2S 3S 4S", "2H")
    game.lay("KS")
    assert calls(Level.HARD, game, 1) == 0


@pytest.mark.parametrize(
    ("level", "least", "most"), [(Level.HARD, 40, 40), (Level.MEDIUM, 20, 38), (Level.EASY, 3, 25)]
)
def test_last_plays_are_called_when_a_wrong_call_costs_nothing(level: Level, least: int, most: int) -> None:
    game = given("AS", "2S 3S", "2H")
    game.lay("AS")
    assert least <= calls(level, game, 1) <= most


def test_hard_weighs_a_last_play_when_others_play_on() -> None:
    """With places to play for the pile has to be carried on; and a last play that must be true needs no call (R62)."""
    for rules in ({"play_on": True}, {"last_play": "must_be_true"}):
        game = given("AS", "2S 3S", "2H", **rules)
        game.lay("AS")
        assert calls(Level.HARD, game, 1) == 0, rules


def test_hard_learns_who_lies() -> None:
    """A seat caught again and again is called without a proof; one that has shown nothing yet is not."""
    assert calls_after(caught=0) == 0
    assert calls_after(caught=9) == len(SEEDS)


def calls_after(caught: int) -> int:
    """How often a claim of two Nines is called, by a seat that was caught so many times with two cards."""
    game = given("KS KH KD KC QS QH QD QC JS JH 3S 5S", "2S 2H 2D 2C 3H 4S 5H 6S 8S 8H", "4H")
    for _ in range(caught):
        game.state = replace(game.state, turn=0, ranks=(Rank.NINE,))
        game.lay("KS KH", Rank.NINE)
        game.do(Challenge(2))
    game.state = replace(game.state, turn=0, ranks=(Rank.NINE,))
    game.lay("QS QH", Rank.NINE)
    return calls(Level.HARD, game, 1)


# --- plays --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("level", [Level.MEDIUM, Level.HARD])
def test_a_hand_of_one_group_goes_down_whole_and_true(level: Level) -> None:
    game = at_table("7S 7H 7D", "8S 9S", "2S 3S")
    assert moved(level, game, 0) == Play(0, cards("7S 7H 7D"), Rank.SEVEN, 3)


@pytest.mark.parametrize("level", [Level.MEDIUM, Level.HARD])
def test_without_a_true_card_the_one_asked_for_last_goes_first(level: Level) -> None:
    """Seat 0 of three is asked for 7, 10, K, 3, 6, 9, Q …; the Four comes last of all it holds."""
    game = at_table("10S 10H KS 3S 4S", "8S 9S 2D", "2S 3H 5H")
    play = moved(level, game, 0)
    assert isinstance(play, Play)
    assert cards("4S")[0] in play.cards
    assert cards("10S")[0] not in play.cards


def test_hard_keeps_the_cards_it_will_finish_on() -> None:
    """10 in the next turn ends the game truthfully, so what is laid now is the King."""
    game = at_table("10S 10H 5S", "8S 9S 2D", "2S 3H 5H")
    assert moved(Level.HARD, game, 0) == Play(0, cards("5S"), Rank.SEVEN, 1)


def test_hard_keeps_a_joker_for_the_last_play() -> None:
    game = at_table("4S X1", "8S 9S 2D", "2S 3H 5H", jokers=2)
    assert moved(Level.HARD, game, 0) == Play(0, cards("4S"), Rank.SEVEN, 1)


def test_hard_passes_where_that_is_cheaper_than_a_lie() -> None:
    """With cards asked for next turn, nothing else to get rid of, and a pile that would cost the game."""
    pile = "AS AH AD AC 2S 2H 2D 2C 3S 3H 3D 3C 4S 4H 4D 4C"
    game = at_table("10S 10H", "8S 9S", "5S 6S", pile=pile, passing=True)
    assert moved(Level.HARD, game, 0) == Pass(0)


def test_where_any_rank_goes_hard_tells_the_truth_with_its_largest_group() -> None:
    game = given("7S 7H 7D 9S 2C", "8S", "2S 3H", direction="any")
    play = mind.move(Level.HARD, game.seen(0), game.beliefs[0], game.rules, dice(0))
    assert isinstance(play, Play)
    assert play.rank is Rank.SEVEN
    assert set(cards("7S 7H 7D")) <= set(play.cards)


def test_easy_lies_needlessly_now_and_then() -> None:
    game = at_table("7S 7H 9D 10D 2C", "8S 9S 2D", "2S 3H 5H")
    plays = [moved(Level.EASY, game, 0, seed) for seed in SEEDS]
    true = sum(isinstance(play, Play) and all(card.rank is Rank.SEVEN for card in play.cards) for play in plays)
    assert len(SEEDS) // 2 < true < len(SEEDS)


def test_a_plan_counts_turns_and_lies() -> None:
    """Asked for 7, 10, K: the Tens go in their turn, the King last; nothing has to be a lie."""
    plan = cheapest({Rank.SEVEN: 2, Rank.TEN: 1, Rank.KING: 1}, 0, ranks(7, 10, 13), 4, lambda *_: 5.0, may_pass=False)
    assert plan is not None
    assert (plan.true, plan.junk, plan.finish, plan.cost) == (2, 0, 2, 2.0)
    junk = cheapest({Rank.FIVE: 2, Rank.TEN: 1}, 0, ranks(7, 10, 13), 4, lambda *_: 5.0, may_pass=False)
    assert junk is not None
    assert (junk.true, junk.junk, junk.finish, junk.cost) == (0, 2, 1, 6.0)
    assert cheapest({Rank.KING: 1}, 0, ranks(7, 10, 13), 4, lambda *_: 5.0, may_pass=False) is None
    waits = cheapest({Rank.KING: 1}, 0, ranks(7, 10, 13), 4, lambda *_: 5.0, may_pass=True)
    assert waits is not None
    assert (waits.true, waits.junk, waits.finish) == (0, 0, 2)


def ranks(*numbers: int) -> tuple[Rank, ...]:
    return tuple(map(Rank, numbers))


# --- the same-rank game -------------------------------------------------------------------------------------------


def one_rank(*hands: str, in_play: Rank | None, pile: str = "", turn: int = 0, **rules: object) -> Game:
    compiled = compile_rules(Ruleset.model_validate({"family": "same_rank", **rules}), len(hands))
    state = position(*hands, rank=in_play or Rank.ACE, pile=pile, turn=turn)
    due = (in_play,) if in_play else tuple(Rank)
    return Game(compiled, replace(state, ranks=due, round=SameRankRound(in_play, None if in_play is None else 1)))


def test_one_card_of_the_rank_is_kept_to_win_on() -> None:
    game = one_rank("9S 4H", "8S 8H", "2S 3S", in_play=Rank.NINE)
    assert moved(Level.HARD, game, 0) in (Play(0, cards("4H"), Rank.NINE, 1), Pass(0))
    assert all(moved(level, game, 0, 3) != Play(0, cards("9S"), Rank.NINE, 1) for level in (Level.MEDIUM, Level.HARD))


def test_who_leads_names_the_rank_held_most() -> None:
    game = one_rank("9S 9H 9D 4H 5H 6H", "8S 8H", "2S 3S", in_play=None, multi=True)
    assert moved(Level.HARD, game, 0) == Play(0, cards("9S 9H 9D"), Rank.NINE, 3)


def test_force_is_answered_with_a_card_of_the_rank_before_a_joker() -> None:
    game = one_rank("9S 9H X1 4H", "8S 8H", in_play=Rank.NINE, force=True, jokers=2)
    game.do(Play(0, cards("9S"), Rank.NINE, 1), Force(1))
    seen = observe(game.state, 0, game.rules)
    for level in Level:
        assert mind.show(level, seen, blank(0, game.rules), game.rules, dice(0)) == Show(0, cards("9H")[0])


def test_who_has_nothing_to_show_shows_nothing() -> None:
    game = one_rank("KS 4H", "8S 8H", in_play=Rank.NINE, force=True)
    game.do(Play(0, cards("KS"), Rank.NINE, 1), Force(1))
    shown = mind.show(Level.HARD, observe(game.state, 0, game.rules), blank(0, game.rules), game.rules, dice(0))
    assert shown == Show(0, None)
    assert mind.hint(observe(game.state, 0, game.rules), blank(0, game.rules), game.rules).advice is Advice.SHOW_NOTHING


@pytest.mark.parametrize("level", [Level.MEDIUM, Level.HARD])
def test_a_fifth_ten_in_a_round_is_doubted_without_a_proof_in_hand(level: Level) -> None:
    game = given("2S 3S 4S 9S 9H", "5S 6S 7S 5H 6H", "10S 10H", family="same_rank")
    doubted = []
    for laid in ("2S", "5S", "10S", "3S", "6S"):
        game.lay(laid, Rank.TEN)
        doubted.append(calls(level, game, 1 if game.state.claim is not None and laid in ("3S", "2S") else 0))
        game.pass_window()
    assert doubted[0] == 0, "who leads names what it holds"
    assert doubted[-1] > len(SEEDS) // 2, "the fifth one"


@pytest.mark.parametrize("level", [Level.MEDIUM, Level.HARD])
def test_who_adds_every_turn_is_doubted(level: Level) -> None:
    """Four Tens said by one seat, and one of them in the own hand: no claim alone is proven a lie."""
    game = given("2S 3S 4S 9S 9H 7D 8D", "10S 6S 7S 5H 6H", "QH", family="same_rank")
    doubted = []
    for laid in ("2S", "3S", "4S", "9S"):
        game.lay(laid, Rank.TEN)
        doubted.append(calls(level, game, 1))
        game.pass_window()
        if laid != "9S":
            game.do(Pass(1), Pass(2))
    assert doubted[0] == 0
    assert doubted[-1] > len(SEEDS) // 2


@pytest.mark.parametrize("name", ["open", "kids", "wild"])
def test_medium_bluffs_now_and_then_where_it_could_tell_the_truth(name: str) -> None:
    rules = PRESETS[name].model_dump()
    game = at_table("7S 7H 9D 10D 2C", "8S 9S 2D", "2S 3H 5H", **rules)
    plays = [moved(Level.MEDIUM, game, 0, seed) for seed in SEEDS]
    lies = [
        not game.rules.verdict.truthful(play.cards, play.rank, play.said)
        for play in plays
        if isinstance(play, Play) and play.rank is not None
    ]
    assert 0 < sum(lies) < len(SEEDS) // 2


@pytest.mark.parametrize("level", [Level.MEDIUM, Level.HARD])
def test_a_hand_that_shrinks_faster_than_said_is_called(level: Level) -> None:
    """Seat 0 says one and lays four, turn by turn; the one who says what it lays is believed (R25, R-c)."""
    assert calls_where_slipped(level, 0) == 0
    assert calls_where_slipped(level, 3) == len(SEEDS)


def calls_where_slipped(level: Level, more: int) -> int:
    """How often a claim of one is called, from a seat that has laid so many more than said three times."""
    game = given("KS KH KD KC QS QH QD QC JS JH JD JC 3S 5S 6S 7S", "2S 2H 2D 2C 3H", "4H", extra_cards=True)
    for at in range(4):
        game.state = replace(game.state, turn=0, ranks=(Rank.NINE,))
        laid = game.state.seats[0].hand[: 1 + more]
        game.do(Play(0, laid, Rank.NINE, 1))
        if at < 3:
            game.pass_window()
    return calls(level, game, 1)


# --- hints --------------------------------------------------------------------------------------------------------


def hinted(game: Watched, seat: int) -> tuple[Observation, Belief, Rules]:
    return game.seen(seat), belief_of(seat, game.rules, game.events), game.rules


def test_a_hint_on_a_claim_counts_and_proves() -> None:
    game = given("KS KH QS", "AS AH AC 3S", "2S")
    game.lay("KS KH")
    claim = mind.hint(*hinted(game, 1)).claim
    assert claim is not None
    assert (claim.rank, claim.said, claim.held, claim.accounted, claim.possible) == (Rank.ACE, 2, 3, 3, 1)
    assert (claim.lie, claim.proven, claim.risk, claim.last_play) == (1.0, True, 2, False)
    assert mind.hint(*hinted(game, 1)).advice is Advice.CALL
    other = mind.hint(*hinted(game, 2)).claim
    assert other is not None
    assert (other.held, other.accounted, other.possible, other.proven) == (1, 1, 3, False)
    assert 0 < other.lie < 1
    assert mind.hint(*hinted(game, 0)).claim is None, "the own claim needs none"


def test_a_hint_on_a_turn_says_what_is_held_and_asked_for() -> None:
    game = given("AS AH 4S 7C", "2S", "3S")
    told = mind.hint(*hinted(game, 0))
    assert told.turn is not None
    assert told.turn.held == ((Rank.ACE, 2),)
    assert told.turn.asked[:5] == ranks(1, 4, 7, 10, 13)
    assert len(set(told.turn.asked)) == 13
    assert (told.advice, told.cards, told.rank, told.said, told.bluff) == (
        Advice.PLAY,
        cards("AS AH"),
        Rank.ACE,
        2,
        False,
    )
    waiting = mind.hint(*hinted(game, 2)).turn
    assert waiting is not None
    assert waiting.asked[:2] == ranks(3, 6)


def test_a_hint_tells_a_bluff_by_its_name() -> None:
    game = given("4S 4H 9S 10S 7C", "2S", "3S")
    told = mind.hint(*hinted(game, 0))
    assert told.advice is Advice.PLAY
    assert told.bluff
    assert mind.hint(*hinted(game, 0)) == told, "asked again it is the same"


def test_a_hint_tells_what_to_lay_where_the_claim_need_not_be_settled_first() -> None:
    game = given("AS KH KD", "2S 2H 4H 5H", "3S", window_mode="until_next_play")
    game.lay("AS")
    told = mind.hint(*hinted(game, 1))
    assert (told.advice, told.then) == (Advice.LET_GO, Advice.PLAY)
    assert told.cards[:2] == cards("2S 2H")
    assert (told.rank, told.said, told.bluff) == (Rank.TWO, len(told.cards), len(told.cards) > 2)
    waits = mind.hint(*hinted(game, 2))
    assert (waits.advice, waits.then, waits.cards) == (Advice.LET_GO, None, ())
