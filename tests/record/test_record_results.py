"""What a game counts for, from hand-made games and from all variants played out."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

import pytest

from bot.engine.actions import Challenge, CloseWindow, Decline, Resign, Return, StartClock, Takeover, TimeOut
from bot.engine.cards import Rank
from bot.engine.codec import decode, encode
from bot.engine.rules.ruleset import PRESETS, Ruleset
from bot.engine.state import EndReason, Phase
from bot.record.highlights import Highlights, highlights
from bot.record.moves import Deal, Fate, Lay
from bot.record.proof import check, recipe
from bot.record.results import Kind, SeatResult, Unfinished, evenings, preset_of, result_of
from tests.engine.support import VARIANTS, Game, seats_for
from tests.record.support import cards, dealt, moves, played, result

HANDS = ("AS 5H 6H", "2S 7H 8H 9H", "3S 10H")


def evening() -> Game:
    """Ann lies about an Ace and is caught by Bob; Bob's Two is wrongly called by Cy; Cy's lie stands; Ann wins at last.

    Seat 0 is Ann, 1 Bob, 2 Cy. Everybody else lets it go, or says nothing.
    """
    game = dealt(*HANDS)
    game.lay("5H")  # 1: an Ace, says Ann; it is a Five
    game.do(Decline(2, 1), Challenge(1, 1))  # Bob calls: a lie, Ann takes 1 card
    game.lay("2S")  # 2: a true Two
    game.do(Challenge(2, 2))  # Cy calls: the truth, Cy takes 1 card
    game.lay("10H")  # 3: a Three, says Cy; it is a Ten
    game.do(Decline(0, 3))
    game.pass_window()  # nobody calls
    game.lay("5H")  # 4: a Four, says Ann: a lie
    game.pass_window()
    game.lay("7H 8H")  # 5: two Fives, says Bob: both lies
    game.do(Challenge(2, 5))  # caught: Bob takes Ten, Five, Seven and Eight
    game.lay("2S")  # 6: a Six, says Cy: a lie
    game.pass_window()
    game.lay("AS")  # 7: a Seven, says Ann: a lie
    game.pass_window()
    game.lay("8H")  # 8: a true Eight
    game.do(Challenge(0, 8))  # Ann is wrong: takes 3 cards
    game.lay("3S")  # 9: Cy's last card, a Nine; a lie that nobody calls
    game.pass_window()
    return game


def test_an_evening_counts_for_what_people_did() -> None:
    told = result(evening())
    ann, bob, cy = told.seats
    assert (told.kind, told.preset, told.rounds, told.turns, told.rated) == (Kind.PEOPLE, "standard", 1, 9, True)
    assert [seat.place for seat in told.seats] == [2, 2, 1]
    assert (ann.plays, ann.lies, ann.caught, ann.survived) == (3, 3, 1, 2)
    assert (ann.right, ann.wrong, ann.called, ann.picked_up, ann.biggest_pile) == (0, 1, 1, 4, 3)
    assert ann.lied_ranks == Counter({"A": 1, "4": 1, "7": 1})
    assert ann.caught_by == Counter({1: 1})
    assert (bob.plays, bob.lies, bob.caught, bob.survived) == (3, 1, 1, 0)
    assert (bob.right, bob.wrong, bob.called, bob.picked_up, bob.biggest_pile) == (1, 0, 3, 4, 4)
    assert bob.caught_by == Counter({2: 1})
    assert (cy.plays, cy.lies, cy.caught, cy.survived) == (3, 3, 0, 3)
    assert (cy.right, cy.wrong, cy.called, cy.picked_up) == (1, 1, 0, 1)


def test_the_moves_tell_who_let_it_go_and_who_hesitated() -> None:
    lays = [move for move in moves(evening()) if isinstance(move, Lay)]
    assert [lay.fate for lay in lays] == [
        *(Fate.CALLED, Fate.CALLED, Fate.STOOD, Fate.STOOD, Fate.CALLED, Fate.STOOD, Fate.STOOD, Fate.CALLED),
        Fate.STOOD,
    ]
    assert (lays[0].let_go, lays[0].hesitated, lays[0].caller) == ((2,), (), 1)
    assert (lays[2].let_go, lays[2].hesitated, lays[2].caller) == ((0,), (1,), None)
    assert (lays[4].cards, lays[4].rank, lays[4].false, lays[4].below) == (cards("7H 8H"), Rank.FIVE, 2, 2)


def test_what_a_cpu_in_somebody_s_seat_says_is_not_told_of_them() -> None:
    game = dealt(*HANDS)
    game.do(Takeover(1), Takeover(2))
    game.lay("5H")
    game.do(Decline(2, 1))
    game.pass_window()
    game.do(Return(2))
    game.lay("2S")
    game.do(Decline(2, 2))
    game.pass_window()
    first, second = (move for move in moves(game) if isinstance(move, Lay))
    assert (first.let_go, first.hesitated) == ((), ())
    assert (second.let_go, second.hesitated) == ((2,), (0,))


def test_the_highlights_are_the_boldest_lie_the_worst_call_and_the_biggest_pile() -> None:
    best = highlights(moves(evening()))
    assert best.boldest is not None
    assert best.worst is not None
    assert best.pile is not None
    assert (best.boldest.number, best.boldest.seat) == (5, 1)
    assert (best.worst.number, best.worst.caller, best.worst.taken) == (8, 0, 3)
    assert (best.pile.number, best.pile.taker, best.pile.taken) == (5, 1, 4)


def test_nobody_is_remembered_for_what_a_cpu_or_the_clock_did_in_their_seat() -> None:
    game = dealt("AS 5H 6H", "2S 7H 8H 9H", "3S 10H JH", "4S QH KH")
    game.do(Takeover(1), Takeover(2))
    game.lay("AS")
    game.do(Challenge(2, 1))  # Cy's CPU is wrong
    game.lay("7H 8H")  # Bob's CPU lies
    game.pass_window()
    game.lay("10H")  # Cy's CPU lies
    game.do(Challenge(1, 3))  # and takes three cards
    told = moves(game)
    assert highlights(told) == Highlights()
    rows = evenings(told, 4)
    assert all(row == SeatResult(seat, cpu=False) for seat, row in enumerate(rows) if seat in {1, 2})
    assert (rows[0].plays, rows[0].called, rows[0].lies) == (1, 1, 0)
    game.do(Return(2), Takeover(0))
    game.lay("QH")  # Dee lies
    game.do(Challenge(0, 4))  # Ann's CPU is right
    game.do(TimeOut(0, b"coin", nudged=True))
    game.do(Challenge(2, 5))
    best = highlights(moves(game))
    assert best.boldest is not None
    assert best.boldest.seat == 3
    assert best.pile is not None
    assert best.pile.taker in {2, 3}, "what Ann's CPU was made to take is not hers"


def test_a_cpu_from_the_start_is_remembered_under_its_own_name() -> None:
    game = dealt("AS 5H 6H", "2S 7H 8H 9H", "3S 10H", cpus=(1, 2))
    game.lay("5H")
    game.pass_window()
    game.lay("7H 8H")
    game.do(Challenge(2, 2))
    best = highlights(moves(game))
    assert best.boldest is not None
    assert best.pile is not None
    assert (best.boldest.seat, best.pile.taker) == (1, 1)
    _, bob, cy = evenings(moves(game), 3)
    assert (bob.plays, bob.lies, bob.caught, bob.picked_up, cy.right) == (1, 1, 1, 3, 1)


@pytest.mark.parametrize("name", VARIANTS)
def test_the_end_tells_the_numbers_that_are_stored(name: str) -> None:
    game = played(VARIANTS[name], seats_for(VARIANTS[name]), f"same {name}", unruly=True)
    for stored, told in zip(result(game).seats, evenings(moves(game), len(game.state.seats)), strict=True):
        assert told == replace(stored, place=None, team=None, points=0, left=False, held=False)


def test_an_evening_of_truth_has_no_highlights() -> None:
    game = dealt("AS", "2S 7H", "3S 8H")
    game.lay("AS")
    game.pass_window()
    assert highlights(moves(game)) == type(highlights(()))()


def test_what_the_clock_or_a_cpu_plays_counts_for_nobody() -> None:
    game = dealt("AS 5H 6H", "2S 7H", "3S 10H")
    game.do(TimeOut(0, b"coin", nudged=True), StartClock(game.now), CloseWindow())  # played for Ann
    game.do(Takeover(1))
    game.lay("7H")  # Bob's CPU says it is a Two
    game.do(Challenge(2, game.state.turns))
    game.do(Return(1))
    game.lay("10H")
    game.pass_window()
    game.lay("5H" if "5H" in {card.code for card in game.state.seats[0].hand} else "6H")
    game.do(Challenge(1, game.state.turns))
    game.do(Resign(0), Resign(1))
    told = result(game)
    assert [seat.plays for seat in told.seats] == [1, 0, 1]
    assert told.seats[1].lies == told.seats[1].picked_up == 0
    assert told.seats[2].right == 1, "Cy called a CPU, but the call was Cy's own"
    assert told.seats[1].right == 1, "Bob was back for this one"
    assert [seat.left for seat in told.seats] == [True, True, False]


def test_a_lie_that_a_cpu_exposed_for_somebody_makes_them_nobody_s_nemesis() -> None:
    game = dealt("AS 5H 6H", "2S 7H 8H", "3S 10H")
    game.do(Takeover(1))
    game.lay("5H")
    game.do(Challenge(1, game.state.turns))  # Bob's CPU
    game.do(Return(1))
    game.lay("7H")
    game.do(Challenge(2, game.state.turns))  # Cy's own call
    game.do(Resign(0), Resign(1))
    ann, bob, _ = result(game).seats
    assert (ann.caught, ann.caught_by) == (1, Counter())
    assert (bob.caught, bob.caught_by) == (1, Counter({2: 1}))


@pytest.mark.parametrize(
    ("cpus", "kind"),
    [((), Kind.PEOPLE), ((2,), Kind.CPUS), ((1, 2), Kind.PRACTICE)],
)
def test_games_with_cpus_from_the_start_count_apart_or_not_at_all(cpus: tuple[int, ...], kind: Kind) -> None:
    told = result(played(Ruleset(), 3, "seats", cpus=cpus))
    assert told.kind is kind
    assert told.rated == (kind is Kind.PEOPLE)
    assert [seat.cpu for seat in told.seats] == [seat in cpus for seat in range(3)]


def test_a_seat_taken_over_before_its_first_play_leaves_the_game_unrated() -> None:
    game = dealt("AS", "2S 7H", "3S 8H")
    game.do(Takeover(1))
    game.lay("AS")
    game.pass_window()
    told = result(game)
    assert (told.kind, told.rated) == (Kind.PEOPLE, False)
    early = dealt("AS", "2S 7H", "3S 8H")
    early.lay("AS")
    early.pass_window()
    assert not result(early).rated, "only one person got to play"


def test_a_game_that_is_not_over_has_no_result() -> None:
    game = dealt(*HANDS)
    game.lay("AS")
    with pytest.raises(Unfinished):
        result_of(moves(game), Ruleset())
    with pytest.raises(Unfinished):
        result_of((), Ruleset())


def test_a_game_nobody_plays_to_its_end_is_void() -> None:
    game = dealt("AS 4S 5S 6S 7S", "2S 7H 8H 9H 10H", "3S 8D 9D 10D JD")
    game.do(Takeover(0), Takeover(1), Takeover(2))
    while game.state.phase is not Phase.OVER:
        game.lay(game.state.seats[game.state.turn].hand[0].code)
        if game.state.claim is not None:
            game.pass_window()
    told = result(game)
    assert told.reason is EndReason.ABANDONED
    assert told.kind is Kind.VOID
    assert not told.rated
    assert all(seat.place is None for seat in told.seats)


def test_presets_are_known_by_their_rules() -> None:
    assert all(preset_of(rules) == name for name, rules in PRESETS.items())
    assert preset_of(Ruleset(window_s=17)) == "own"


@pytest.mark.parametrize("name", VARIANTS)
@pytest.mark.parametrize("unruly", [False, True])
def test_every_variant_adds_up(name: str, unruly: bool) -> None:
    game = played(VARIANTS[name], seats_for(VARIANTS[name]), f"{name} {unruly}", unruly=unruly)
    told, all_moves = result(game), moves(game)
    lays = [move for move in all_moves if isinstance(move, Lay)]
    assert told.turns == game.state.turns
    places = game.state.outcome.places if game.state.outcome else ()
    if VARIANTS[name].teams is None:
        assert [seat.place for seat in told.seats] == list(places)
    else:
        assert [seat.won for seat in told.seats] == [place == 1 for place in places]
        assert {seat.place for seat in told.seats} <= {1, 2, None}, "there are but two teams"
    for seat in told.seats:
        assert seat.lies == sum(seat.lied_ranks.values())
        assert seat.caught + seat.survived <= seat.lies <= seat.plays
        assert sum(seat.caught_by.values()) <= seat.caught
        assert seat.biggest_pile <= seat.picked_up
    mine = [lay for lay in lays if lay.own]
    assert sum(seat.plays for seat in told.seats) == len(mine)
    assert sum(seat.called for seat in told.seats) == sum(lay.caller is not None for lay in mine)
    settled = [lay for lay in lays if lay.fate is not Fate.OPEN]
    for lay in settled:
        assert not set(lay.let_go) & set(lay.hesitated)
        assert lay.seat not in (*lay.let_go, *lay.hesitated, lay.caller)
        assert lay.truthful == (lay.false == 0 and len(lay.cards) == lay.said)
    again = [decode(*encode(event)) for event in game.events]
    assert result(Game(game.rules, game.state, again)) == told
    deals = [move for move in all_moves if isinstance(move, Deal)]
    assert len(deals) == told.rounds
    assert all(check(deal) for deal in deals)
    best = highlights(all_moves)
    assert best.boldest is None or not best.boldest.truthful
    assert (0 if best.pile is None else best.pile.taken) == max(seat.biggest_pile for seat in told.seats)


def test_the_recipe_of_the_proof_runs_and_notices_a_changed_card(capsys: pytest.CaptureFixture[str]) -> None:
    game = played(PRESETS["big-table"], 4, "proof")
    deal = next(move for move in moves(game) if isinstance(move, Deal))
    assert "'" in deal.text, "a second deck has its own codes"
    exec(recipe(deal), {})
    exec(recipe(deal).replace('"AS"', '"2S"', 1), {})
    assert capsys.readouterr().out.split() == ["True", "False"]
    assert len(recipe(deal).splitlines()) == 3
