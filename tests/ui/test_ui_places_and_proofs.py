"""What is said of places, teams, rounds and deadlines is true by every rule, and every deal's proof can be read."""

from __future__ import annotations

import hashlib
import re
from dataclasses import replace

import pytest

from bot.engine.actions import Decline, Force, NextRound, Pass, Play, Resign, Show, StartClock
from bot.engine.cards import Rank, shuffle
from bot.engine.rules.ruleset import Ruleset
from bot.engine.state import EndReason, Outcome, Phase
from bot.tables.ports import Notice, NoticeKind
from bot.tables.views import TableView
from bot.ui import explain, hand, notices, result, table
from tests.ui.stage import NOW, WORDS, Game, cards, labels_of, lines_of, text_of
from tests.ui.test_ui_limits import HOSTILE, fits

SIX = ("AS 9S", "2S 9H", "3S 9C", "4S 9D", "5S 8S", "6S 8H")


def game(*hands: str, **rules: object) -> Game:
    ruleset = Ruleset.model_validate(rules)
    return Game(len(hands), ruleset, hands=tuple(cards(held) for held in hands)).begin()


def own(playing: Game, seat: int) -> list[str]:
    return lines_of(hand.hand(playing.hand(seat), WORDS, "en-US"))


def claim(playing: Game) -> list[str]:
    return lines_of(table.claim(playing.view(), WORDS))


def again(playing: Game) -> Game:
    """The next round is dealt."""
    rules, state = playing.rules, playing.state
    order = shuffle(rules.deal.pack(playing.seats), bytes([state.number]))
    deal = rules.deal.deal(order, playing.seats, state.next_dealer, absent=state.absent)
    return playing.do(NextRound(deal, bytes([state.number]) * 16))


def last(playing: Game, rounds: int) -> str:
    """What the message says that ends the first of so many rounds."""
    view = playing.view()
    return text_of(result.end(view, WORDS) if rounds == 1 else result.round_end(view, WORDS, 1))


def checks(told: str, commitment: str) -> bool:
    """Whether a message proves by itself that the commitment was kept."""
    salts = re.findall(r"Salt: `([0-9a-f]+)`", told)
    deals = re.findall(r"```json\n(.+)\n```", told)
    assert len(salts) == len(deals) == 1
    return hashlib.sha256(f"{salts[0]}\n{deals[0]}".encode()).hexdigest() == commitment and f"`{commitment}`" in told


# --- seats without cards ----------------------------------------------------------------------------------------------


def test_what_a_last_play_brings_is_said_as_the_rules_have_it() -> None:
    last = "No cards: if your play stands, "
    assert last + "you win." in own(game("AS", "2S 3S", "4S 5S").lay("AS"), 0)
    assert last + "you win the round." in own(game("AS", "2S 3S", "4S 5S", rounds=2).lay("AS"), 0)
    playing = game("AS", "2S", "4S 5S", "6S 7S", play_on=True).lay("AS")
    assert last + "you are out and come 1st." in own(playing, 0)
    playing.stand().lay("2S")
    assert last + "you are out and come 2nd." in own(playing, 1)
    playing = game("AS", "2S 9H", "3S", "4S 9D", "5S", "6S 8H", teams="alternate").lay("AS")
    assert last + "you are out. Your team wins once all of you are." in own(playing, 0)
    playing.stand().lay("2S").stand().lay("3S").stand().lay("4S").stand().lay("5S")
    assert last + "your team wins." in own(playing, 4)


def test_nothing_is_yours_next_without_a_card() -> None:
    playing = game("AS", "2S 3S", "4S 5S").lay("AS")
    assert not any("Yours next" in line for line in own(playing, 0))
    assert any("Yours next" in line for line in own(playing, 2))


def test_who_is_out_and_on_what_place_is_told_to_all_and_to_the_seat() -> None:
    playing = game("AS", "2S", "4S 5S", "6S 7S", play_on=True).lay("AS")
    assert not any("comes 1st" in line for line in claim(playing)), "it may be called still"
    playing.stand()
    assert "**Ann** has no cards left and comes 1st." in claim(playing)
    assert own(playing, 0)[0] == "You have no cards left and came 1st. The others play on."
    playing.lay("2S")
    assert "-# Before: **Ann**’s one Ace stood. **Ann** has no cards left and comes 1st." in claim(playing)
    playing.call(2)
    assert "**Bob** has no cards left and comes 2nd." in claim(playing)
    assert own(playing, 1)[0] == "You have no cards left and came 2nd. The others play on."


def test_in_teams_who_is_out_hears_that_the_others_play_on() -> None:
    playing = game("AS", *SIX[1:], teams="alternate").lay("AS").stand()
    assert "**Ann** has no cards left; their team plays on." in claim(playing)
    assert "Your team-mates play on" in own(playing, 0)[0]
    playing.lay("2S")
    assert "-# Before: **Ann**’s one Ace stood. **Ann** has no cards left; their team plays on." in claim(playing)


def test_a_stopped_table_says_so_to_a_seat_that_is_out() -> None:
    playing = game("AS", "2S", "4S 5S", play_on=True).lay("AS").stand()
    view = playing.hand(0)
    told = lines_of(hand.hand(replace(view, table=replace(view.table, fault="3fa21c")), WORDS, "en-US"))
    assert "Something went wrong" in told[-2]


def test_in_the_standard_game_the_winner_is_told_once() -> None:
    playing = game("AS", "2S 3S", "4S 5S").lay("AS").stand()
    assert sum("no cards left" in line for line in claim(playing)) == 1


# --- winners ----------------------------------------------------------------------------------------------------------


def ended(playing: Game, result_: Outcome) -> Game:
    playing.state = replace(playing.state, phase=Phase.OVER, outcome=result_, claim=None)
    return playing


def test_a_team_wins_and_loses_together() -> None:
    playing = ended(game(*SIX, teams="alternate"), Outcome(EndReason.TEAM_OUT, (1, 4, 1, 4, 1, 4)))
    assert own(playing, 0)[0] == "The game is over. Your team won!"
    assert own(playing, 1)[0] == "The game is over. The other team won."
    told = text_of(result.end(playing.view(), WORDS))
    assert "**2nd** **Bob**" in told
    assert "4th" not in told
    tie = ended(game(*SIX, teams="alternate"), Outcome(EndReason.BACKSTOP, (1,) * 6))
    assert own(tie, 0)[0] == "The game is over. You share the first place!"


def test_the_backstop_counts_a_team_s_cards_together() -> None:
    playing = game(*SIX, teams="alternate")
    alone = ended(playing, Outcome(EndReason.BACKSTOP, (1, 4, 1, 4, 1, 4)))
    assert "hold the fewest cards together and win." in text_of(result.end(alone.view(), WORDS))
    tie = ended(playing, Outcome(EndReason.BACKSTOP, (1,) * 6))
    assert "Both teams hold equally many cards and share the win." in text_of(result.end(tie.view(), WORDS))


@pytest.mark.parametrize("rounds", [1, 2])
def test_the_backstop_where_somebody_went_out_before_does_not_count_their_cards(rounds: int) -> None:
    playing = game("AS", "2S 9H", "3S 9C 4H", play_on=True, rounds=rounds).lay("AS").stand()
    playing.state = replace(playing.state, turns=60 * 3 - 1)
    playing.lay("2S").stand()
    told = last(playing, rounds)
    assert "**Ann** was the first without cards and wins" in told
    assert "holds the fewest cards" not in told
    assert told.index("**Ann**") < told.index("**2nd** **Bob**") < told.index("**3rd** **Cy**")
    if rounds == 2:
        again(playing)
        assert "was the first without cards" in text_of(result.round_end(playing.view(), WORDS, 1))
    nobody = game("AS 5H", "2S 9H", "3S 9C 4H", play_on=True, rounds=rounds)
    nobody.state = replace(nobody.state, turns=60 * 3 - 1)
    nobody.lay("AS").stand()
    assert "**Ann** holds the fewest cards and wins" in last(nobody, rounds)


def test_a_round_is_won_and_not_the_game() -> None:
    playing = game("AS", "2S 3S", "4S 5S", rounds=2).lay("AS").stand()
    told = lines_of(result.round_end(playing.view(), WORDS, 1))
    assert told[1] == "**Ann** has no cards left and wins the round."
    assert "**Ann** has no cards left and wins the round." in claim(playing)
    again(playing)
    while playing.state.phase is not Phase.OVER:
        playing.lay_any(4).stand()
    told = lines_of(result.end(playing.view(), WORDS))
    assert "wins the round" in told[1]
    assert "match" in told[3]
    how = claim(playing).index(told[1])
    assert claim(playing)[how : how + 2] == [told[1], told[3]]


def test_the_end_of_a_match_tells_the_places_of_its_last_round_too() -> None:
    """A round before has a message of its own with them; the points alone don't tell who came second."""
    playing = game("AS", "2S 3S", "4S 5S 6S", rounds=2, play_on=True).lay("AS").stand()
    playing.lay("2S 3S").stand()
    again(playing)
    while playing.state.phase is not Phase.OVER:
        playing.lay_any(4).stand()
    past = playing.view().past[-1]
    order = sorted(range(3), key=lambda seat: past.result.places[seat] or 0)
    names = [("**Ann**", "**Bob**", "**Cy**")[seat] for seat in order]
    told = lines_of(result.end(playing.view(), WORDS))
    assert told[2] == " · ".join(
        f"**{place}** {name}" for place, name in zip(("1st", "2nd", "3rd"), names, strict=True)
    )


def test_a_team_wins_a_round_together() -> None:
    playing = game("AS", "2S 9H", "3S", "4S 9D", "5S", "6S 8H", teams="alternate", rounds=2)
    for _ in range(5):
        playing.lay(playing.state.seats[playing.state.turn].hand[0].code).stand()
    assert playing.state.phase is Phase.BETWEEN
    assert "win the round together" in text_of(result.round_end(playing.view(), WORDS, 1))
    assert "Round 1 of 2 is over. Your team won it." in own(playing, 0)
    assert "Round 1 of 2 is over. The other team won it." in own(playing, 1)


def test_a_team_wins_a_match_together_and_two_teams_share_it() -> None:
    playing = game("AS", "2S 9H", "3S", "4S 9D", "5S", "6S 8H", teams="alternate", rounds=2)
    for _ in range(5):
        playing.lay(playing.state.seats[playing.state.turn].hand[0].code).stand()
    view = playing.view()
    assert view.seen is not None
    won, tie = (replace(view.seen, outcome=Outcome(EndReason.POINTS, places)) for places in ((1, 4) * 3, (1,) * 6))
    told = text_of(result.end(replace(view, seen=won), WORDS))
    assert "**Ann**, **Cy**, **Eve** have the most points and win the match together." in told
    assert "share the match" in text_of(result.end(replace(view, seen=tie), WORDS))


def test_whom_force_took_the_last_card_from_wins_with_none() -> None:
    playing = game("7S 7D", "8H 9C", family="same_rank", force=True)
    playing.do(Play(0, cards("7S"), Rank.SEVEN, 1), Force(1), Show(0, cards("7D")[0]))
    assert playing.state.phase is Phase.OVER
    told = text_of(result.end(playing.view(), WORDS))
    assert "**Ann** has no cards left and wins." in told
    assert "last card" not in told


# --- rounds and their proofs ------------------------------------------------------------------------------------------


def test_the_proof_of_a_round_stays_when_the_next_has_begun() -> None:
    playing = Game(10, Ruleset(rounds=9, max_cards="unlimited", decks=2), names=HOSTILE).begin()
    commitments = []
    for number in range(1, 10):
        assert playing.view().seen is not None
        commitments.append(playing.state.commitment)
        playing.lay_any(len(playing.state.seats[playing.state.turn].hand)).let_go(
            *(seat for seat in range(10) if seat != playing.state.turn)
        )
        if number == 9:
            break
        before = result.round_end(playing.view(), WORDS, number)
        assert labels_of(before) == ["Next round"]
        again(playing)
        for earlier, commitment in enumerate(commitments, 1):
            after = result.round_end(playing.view(), WORDS, earlier)
            fits(after)
            assert labels_of(after) == []
            assert checks(text_of(after), commitment)
            assert playing.state.salt not in text_of(after), "the deal that is being played stays secret"
    end = result.end(playing.view(), WORDS)
    fits(end)
    (opened,) = re.findall(r"`([0-9a-f]{32})` · `(.*)`", text_of(end))
    assert hashlib.sha256("\n".join(opened).encode()).hexdigest() == commitments[-1]
    assert "The proofs of the earlier rounds stand in the messages that ended them." in text_of(end)
    assert not any("earlier rounds" in line for line in lines_of(result.end(one_round(), WORDS)))


def one_round() -> TableView:
    return game("AS", "2S 3S").lay("AS").stand().view()


def between() -> Game:
    return game("AS", "2S 3S", "4S 5S", rounds=2).lay("AS").stand()


def test_when_the_next_round_starts_is_told_in_words_and_as_a_time() -> None:
    playing = between()
    assert "**Ann** starts the next round, or it starts by itself after 30 s." in hint(playing.view())
    playing.do(StartClock(NOW))
    view = playing.view()
    stamp = f"(<t:{int(NOW.timestamp())}:R>)"
    assert f"**Ann** starts the next round, or it starts by itself after 30 s {stamp}." in hint(view)
    assert not any("away" in line for line in hint(view))
    assert any("The bot was away" in line for line in hint(replace(view, reopened=True)))


def hint(view: TableView) -> list[str]:
    return lines_of(result.round_end(view, WORDS, 1))


def test_a_next_round_always_has_somebody_to_start_it() -> None:
    playing = between()
    assert any(line.startswith("Somebody starts") for line in hint(replace(playing.view(), host_id=999)))
    playing.leave(0)
    assert any(line.startswith("Somebody starts") for line in hint(playing.view())), "nobody took the host's place yet"
    assert any(line.startswith("**Bob** starts") for line in hint(replace(playing.view(), host_id=101)))


def test_a_stopped_match_has_no_next_round() -> None:
    stopped = result.round_end(replace(between().view(), fault="3fa21c"), WORDS, 1)
    assert labels_of(stopped) == []
    assert "starts by itself" not in text_of(stopped)


# --- what came before -------------------------------------------------------------------------------------------------


def test_penalty_cards_are_told_in_the_next_claim_too() -> None:
    playing = Game(3, Ruleset(penalty=2, max_cards=4)).begin()
    lie = next(card for card in playing.state.seats[0].hand if card.rank is not Rank.ACE)
    playing.lay(lie.code).call(1)
    playing.lay_any()
    (before,) = (line for line in claim(playing) if line.startswith("-# Before:"))
    assert before.endswith("**Ann** took 1 card. **Ann** also drew 2 penalty cards.")


def test_once_the_pile_is_cleared_the_claim_before_is_told_no_more() -> None:
    playing = game("7S 8S 9S", "8H 9C 9D", "2D 3D 4D", family="same_rank")
    playing.do(Play(0, cards("7S"), Rank.SEVEN, 1), Decline(1), Decline(2))
    playing.do(Pass(1))
    assert "stood" in text_of(table.standing(playing.view(), WORDS))
    playing.do(Pass(2), Pass(0))
    playing.do(Play(0, cards("8S"), Rank.KING, 1))
    told = claim(playing)
    assert "-# Before: everybody passed, and the pile (1 card) left the game unseen." in told
    assert not any("stood" in line for line in told)


# --- Force ------------------------------------------------------------------------------------------------------------


def forced() -> Game:
    playing = game("7S 7D 2C", "8H 9C", family="same_rank", force=True)
    return playing.do(Play(0, cards("7S"), Rank.SEVEN, 1), Force(1))


@pytest.mark.parametrize("reopened", [False, True])
def test_the_time_to_show_is_told_in_words_and_as_a_time(reopened: bool) -> None:
    playing = forced()
    view = replace(playing.view(), printed=NOW, reopened=reopened)
    told = lines_of(table.claim(view, WORDS))
    assert f"Time to show it: 10 s (<t:{int(NOW.timestamp())}:R>)" in told
    assert any("time to show a card starts again" in line for line in told) is reopened
    assert not any("time to call" in line for line in told)
    unknown = lines_of(table.claim(replace(view, printed=None), WORDS))
    assert "Time to show it: 10 s" in unknown
    assert any("Time to show it: 10 s (<t:" in line for line in own(playing, 0))


def test_what_asked_for_a_card_is_marked_once_it_is_answered() -> None:
    playing = forced()
    asked = Notice(NoticeKind.FORCED, 0, 0)
    assert "asks <@100> to show one **Seven**" in text_of(notices.notice(playing.view(), asked, WORDS))
    assert "asks **Ann**" in text_of(notices.force(playing.view(), WORDS, 1))
    stopped = text_of(notices.force(replace(playing.view(), fault="3fa21c"), WORDS, 1))
    assert "Something went wrong" in stopped
    playing.do(Show(0, None))
    told = "**Bob** asked **Ann** to show one **Seven**. That is answered: see the play above."
    assert text_of(notices.force(playing.view(), WORDS, 1)) == told
    assert text_of(notices.force(playing.view(), WORDS, 7)) == "This play is settled."


def test_a_force_whose_asker_left_is_told_as_one_that_nobody_answered() -> None:
    playing = forced().do(Resign(1))
    assert playing.state.phase is Phase.OVER
    told = text_of(table.claim(playing.view(), WORDS))
    assert "**Bob** asked to see one Seven, but left before **Ann** answered." in told
    assert "shows" not in told
    marked = "**Bob** asked **Ann** to show one **Seven**, but left before there was an answer."
    assert text_of(notices.force(playing.view(), WORDS, 1)) == marked


def test_a_last_lie_that_nobody_called_is_caught_and_the_rules_say_so() -> None:
    """R62, R50: it draws the penalty cards like any lie that was exposed."""
    rules = {"last_play": "must_be_true", "penalty": 2}
    playing = game("KD", "2S 3S", "4S 5S", **rules)
    playing.state = replace(playing.state, penalty=cards("5H 6H 8H"))
    playing.lay("KD").stand()
    assert "**Ann** also draws 2 penalty cards" in claim(playing)
    told = "\n".join(explain.how_it_goes(WORDS, "en-US", playing.ruleset, 3))
    assert "if it was a lie its player is caught, takes the pile" in told
    assert "Whoever is caught lying also draws two cards" in told
