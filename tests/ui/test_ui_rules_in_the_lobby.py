"""The rules a lobby tells: what differs, for how many they are, and why those who sit there cannot play."""

from __future__ import annotations

import pytest

from bot.engine.actions import Takeover
from bot.engine.rules.ruleset import PRESETS, Ruleset
from bot.ui import editor, explain, rulebook, table
from bot.ui.phrases import cpus_sit
from tests.ui.rule_choices import EN, FAMILIES, MESSAGE, longest
from tests.ui.stage import WORDS, Game, lines_of, text_of
from tests.ui.test_ui_limits import HOSTILE

# --- the lobby -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", PRESETS)
def test_the_lobby_tells_every_rule_of_a_preset(name: str) -> None:
    rules = PRESETS[name]
    view = Game(rulebook.playable(rules)[0], rules).lobby()
    told = table.rules_lines(view, WORDS)
    silent = {"max_cards"} | ({"decks"} if isinstance(rules.decks, int) else set())
    for key in rulebook.told(rules):
        assert (rulebook.line(WORDS, EN, key, getattr(rules, key)) in told) == (key not in silent)
    assert len(told) == 1 + len(set(rulebook.told(rules)) - silent)


@pytest.mark.parametrize(
    ("name", "seats", "pack", "players"),
    [
        ("standard", 3, "One deck, up to 4 cards a play", "2 to 10"),
        ("standard", 6, "Two decks, up to 8 cards a play", "2 to 10"),
        ("online", 3, "One deck, one card a play", "2 to 10"),
        ("classic-table", 3, "One deck, any number of cards a play", "2 to 10"),
        ("one-rank", 6, "One deck, one card a play", "3 to 6"),
        ("bluff", 3, "One deck, up to 4 cards a play", "3 to 6"),
        ("teams", 6, "Two decks, up to 8 cards a play", "6, 8 or 10"),
    ],
)
def test_the_lobby_says_pack_limit_and_for_how_many(name: str, seats: int, pack: str, players: str) -> None:
    told = lines_of(table.lobby(Game(seats, PRESETS[name]).lobby(), WORDS))
    assert pack in told
    assert told[-1].startswith(f"-# {players} players.")


@pytest.mark.parametrize("family", FAMILIES)
def test_the_lobby_of_the_longest_rules_and_names_fits(family: str) -> None:
    game = Game(10, names=HOSTILE)
    game.ruleset = longest(family)
    layout = table.lobby(game.lobby(), WORDS)
    assert layout.content_length() <= MESSAGE
    assert len(lines_of(layout)) > 20


def test_a_lobby_whose_rules_nobody_can_play_says_so() -> None:
    game = Game(3)
    game.ruleset = Ruleset(force=True)
    assert "Nobody can play by these house rules" in text_of(table.lobby(game.lobby(), WORDS))


@pytest.mark.parametrize(
    ("values", "seats", "told"),
    [
        ({"aside": 12}, 3, ["**Cards set aside**: Setting 12 cards aside is for two players."]),
        ({"aside": 12}, 2, []),
        ({"aside": 12}, 1, []),
        (
            {"max_cards": 8},
            2,
            ["**Cards in one play**: Calls of up to eight need two decks: there are only four of each rank."],
        ),
        ({"max_cards": 8}, 6, []),
        ({"teams": "alternate"}, 7, ["**Teams**: Team Cheat needs 6, 8 or 10 players."]),
        ({"family": "same_rank"}, 2, ["**The game**: Two players need the Force challenge in this game."]),
    ],
)
def test_the_lobby_says_why_those_who_sit_there_cannot_play(
    values: dict[str, object], seats: int, told: list[str]
) -> None:
    game = Game(max(seats, 2))
    game.seats, game.ruleset = seats, Ruleset.model_validate(values)
    lines = lines_of(table.lobby(game.lobby(), WORDS))
    heading = f"**With the {seats} players here now these rules can’t be played:**"
    assert (heading in lines) == bool(told)
    assert [line for line in lines if line.startswith("**") and line != heading] == told
    assert any("Press **Join**" in line for line in lines)


def test_the_lobby_warns_of_what_the_people_there_are_in_for() -> None:
    def told(seats: int, **values: object) -> list[str]:
        lines = lines_of(table.lobby(Game(seats, Ruleset.model_validate(values)).lobby(), WORDS))
        return [line for line in lines if line.startswith("⚠ ")]

    assert told(3) == []
    assert told(3, stall="off", max_cards=1) == ["⚠ Very long games: pile burn would end them."]
    assert told(4, stall="off", max_cards=1) == []
    assert told(4, after_challenge="taker_leads", direction="any") == [
        "⚠ Any rank is already free; only the turn moves to the taker."
    ]


def test_cpus_are_said_to_wait_only_where_one_sits() -> None:
    waits = "CPU seats must wait for the time to call before they play."
    untimed = Ruleset(window_mode="until_next_play", turn_timer=None)
    people, mixed = Game(4, untimed), Game(4, untimed, cpus=frozenset({2}))
    assert waits not in text_of(table.lobby(people.lobby(), WORDS))
    assert f"⚠ {waits}" in lines_of(table.lobby(mixed.lobby(), WORDS))
    timed = untimed.model_copy(update={"extra_cards": True})
    assert waits not in text_of(table.lobby(Game(4, timed, cpus=frozenset({2})).lobby(), WORDS))
    for rules, sits in ((untimed, True), (untimed, False), (timed, True)):
        told = sits and rules is untimed
        assert (waits in explain.rules(WORDS, EN, rules, 4, cpus=sits)) == told
        assert (waits in text_of(editor.home(editor.Sheet(rules, "Home", 7, 4, cpus=sits), WORDS, EN))) == told
    assert waits in text_of(editor.home(editor.Sheet(untimed, "Home"), WORDS, EN)), "CPUs may sit at a server's tables"
    people.begin()
    assert not cpus_sit(people.view())
    people.do(Takeover(1))
    assert cpus_sit(people.view()), "a CPU keeps the seat"


@pytest.mark.parametrize(
    ("values", "seats", "code", "meant"),
    [
        ({"family": "same_rank", "teams": "alternate"}, 4, "not_in_same_rank", ("teams",)),
        ({"family": "same_rank", "teams": "alternate", "penalty": 2}, 4, "not_in_same_rank", ("teams", "penalty")),
        ({"family": "same_rank", "rounds": 3}, 8, "same_rank_player_count", ("family",)),
        ({"family": "same_rank"}, 2, "two_needs_force", ("family",)),
        ({"penalty": 2, "aside": 12, "jokers": 2}, 2, "penalty_with_aside", ("aside", "penalty")),
        ({"passing": True, "direction": "any"}, None, "passing_with_any", ("direction", "passing")),
        ({"max_cards": 1, "extra_cards": True}, 4, "extra_needs_more_than_one", ("max_cards", "extra_cards")),
        ({"max_cards": 8}, 4, "max8_needs_two_decks", ("max_cards",)),
        ({"family": "same_rank", "per_hand": 54}, 4, "bad_hand_size", ("per_hand",)),
        ({"per_hand": 99}, 4, "unavailable", ("per_hand",)),
        ({"jokers": 2}, 11, "player_count", ()),
        ({"jokers": 2}, 4, "penalty_with_aside", ()),
    ],
)  # fmt: skip
def test_a_refusal_names_the_rules_it_speaks_of(
    values: dict[str, object], seats: int | None, code: str, meant: tuple[str, ...]
) -> None:
    rules = Ruleset.model_validate(values)
    assert rulebook.meant(rules, seats, code) == meant
    (told,) = rulebook.conflicts(WORDS, EN, rules, seats, [code])
    titles = ", ".join(rulebook.title(WORDS, EN, key) for key in meant)
    sentence = WORDS.say(EN, f"refusal-{code.replace('_', '-')}")
    assert told == (f"**{titles}**: {sentence}" if titles else sentence)


def test_a_lobby_nobody_can_play_in_says_which_rules_are_meant() -> None:
    game = Game(3)
    game.ruleset = Ruleset(family="same_rank", teams="alternate")
    told = text_of(table.lobby(game.lobby(), WORDS))
    assert "**Teams**: Not part of the same-rank game." in told
