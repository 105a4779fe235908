"""A table in each of its phases, what is pressed next there, and how it is played to its end from wherever it stands.

Small tables, at which a whole hand may go down at once: a game that is free to go on ends within a few presses.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from typing import Any, Final

from simcord import UserHandle

from tests.e2e.evening import Evening
from tests.e2e.player import CALLS, Player
from tests.sweeps import sweep

Act = Callable[[Evening], Awaitable[Any]]
OVER: Final = "The game is over"
WINDOW_S: Final = 14


async def lay_one(table: Evening) -> UserHandle:
    """The seat on turn lays what it holds first, true or not."""
    person = table.on_turn()
    await table.tap(person, next(iter(table.cards(person))))
    await table.world.click(person, table.hand(person), table.play_label(person))
    return person


async def lay_all(table: Evening) -> UserHandle:
    """The seat on turn lays its whole hand."""
    person = table.on_turn()
    for rank, count in table.cards(person).items():
        await table.tap(person, rank, count)
    await table.world.click(person, table.hand(person), table.play_label(person))
    return person


async def _dealt(table: Evening) -> None:
    await table.deal()


async def _laid(table: Evening) -> None:
    await table.deal()
    await lay_one(table)


async def _armed(table: Evening) -> None:
    await table.deal()
    laid = table.people.index(await lay_one(table))
    following = table.people[(laid + 1) % len(table.people)]
    await table.tap(following, next(iter(table.cards(following))))
    await table.world.click(following, table.hand(following), table.play_label(following))
    assert "Take back" in table.world.labels(table.hand(following))


async def _round_over(table: Evening) -> None:
    await table.deal()
    await let_all_go(table, await lay_all(table))


async def _last_cards(table: Evening) -> None:
    await table.deal()
    await lay_all(table)


async def _over(table: Evening) -> None:
    await _last_cards(table)
    await let_all_go(table)
    await table.world.advance(2)
    assert is_over(table)
    table.past = {message.id for message in table.channel}


async def _forced(table: Evening) -> None:
    await table.deal()
    player = Player(table, 1)
    person = table.on_turn()
    await player.turn(person)
    # A hand that nobody tapped since does not offer it yet.
    (other,) = table.others(person)
    await table.tap(other, next(iter(table.cards(other))))
    await player.press(other, "Force")


async def _paused(table: Evening) -> None:
    await table.deal()
    table.world.fail("POST /channels/*/messages", 403, 50013)
    await lay_one(table)
    await table.world.advance(1)


async def join(table: Evening) -> None:
    """One more person sits down."""
    late = table.world.new_user("Zoe")
    table.people.append(late)
    await table.world.click(late, table.last("Join"), "Join")


async def call(table: Evening) -> None:
    """Somebody calls the open claim."""
    said = table.world.text(table.claim)
    caller = next(person for person in table.people if not said.startswith(f"**{person.name}**"))
    await table.world.click(
        caller, table.claim, next(word for word in table.world.labels(table.claim) if word in CALLS)
    )
    await table.world.advance(0.5)


async def let_all_go(table: Evening, *but: UserHandle) -> None:
    """All who still may let the claim go do so; others are told why not."""
    claim = table.world.screen(table.claim)
    for person in table.others(*but):
        await table.world.click(person, claim, "Let it go")


async def next_round(table: Evening) -> None:
    """The host begins the next round."""
    await table.world.click(table.people[0], table.last("Next round"), "Next round")


async def rematch(table: Evening) -> None:
    """The host wants another game with the same people; where the message was deleted, they open another table."""
    if not any("Rematch" in table.world.labels(message) for message in table.channel):
        await table.sit_down()
        return
    await table.world.click(table.people[0], table.last("Rematch"), "Rematch")
    await table.world.advance(len(table.people))


async def answer_force(table: Evening) -> bool:
    """Whoever is asked for a card shows none, or one where there must be one; whether somebody was asked."""
    for person in table.people:
        for label in table.world.labels(table.hand(person)):
            if label.startswith(("Don't show", "Show ")):
                await table.world.click(person, table.hand(person), label)
                return True
    return False


async def look_again(table: Evening) -> None:
    """Somebody asks for their hand."""
    await table.world.slash(table.people[0], table.world.channel, "cheat hand")


@dataclass(frozen=True)
class Phase:
    """How a table gets there and what is pressed next; `private` where that press shows nothing in the channel."""

    reach: Act
    press: Act
    rules: dict[str, Any] = field(default_factory=lambda: {"max_cards": "unlimited"})
    people: int = 3


async def _nothing(table: Evening) -> None:
    del table


PHASES: Final = {
    "lobby": Phase(_nothing, join, people=2),
    "turn": Phase(_dealt, lay_one),
    "window": Phase(_laid, call),
    "armed": Phase(_armed, let_all_go),
    "between": Phase(_round_over, next_round, {"max_cards": "unlimited", "rounds": 2}),
    "force": Phase(_forced, answer_force, {"family": "same_rank", "force": True, "per_hand": 5, "multi": True}, 2),
    "end": Phase(_last_cards, let_all_go),
    "over": Phase(_over, rematch),
    "paused": Phase(_paused, look_again),
}


def each(*every_day: str) -> list[Any]:
    """All phases as a test's parameters; but for these, only with the slow sweeps."""
    return sweep(sorted(PHASES), *every_day)


def is_over(table: Evening) -> bool:
    """Whether everybody was told that the game is over: in the channel, or in every hand."""
    told = any("Rematch" in table.world.labels(message) for message in table.channel if message.id not in table.past)
    return told or all(OVER in table.hand_text(person) for person in table.people)


async def finish(table: Evening, name: str) -> None:
    """Play on, as people would who see what there is to press."""
    player = Player(table, 2, calls=0.0, passes=0.0)
    if name == "over" and not any("Start" in table.world.labels(message) for message in table.channel):
        await rematch(table)
    if name in {"lobby", "over"}:
        await table.deal()
    for _ in range(60):
        if is_over(table):
            return
        if any("Next round" in table.world.labels(message) for message in table.channel[-1:]):
            await next_round(table)
        elif turn := player.says("It is your turn."):
            # What was picked before is put back first.
            (person,) = turn
            if "Clear" in player.labels(person):
                await player.press(person, "Clear")
            await (player.turn(person) if name == "force" else lay_all(table))
        elif not await answer_force(table):
            await table.world.advance(WINDOW_S)
    seen = [table.hand_text(person) for person in table.people]
    raise AssertionError(f"nobody could finish it: {table.world.text(table.channel[-1])}\n{seen}")
