"""A player of any variant: reads the hand, taps, chooses from menus, calls, passes, forces and shows.

    player = Player(table, seed=3)
    while not table.is_over():
        await player.step()

It knows no rules but what labels and texts say, and how many cards it likes to lay at once.
"""

from __future__ import annotations

import random
import re

from simcord import ResponseMessage, UserHandle

from tests.e2e import screens
from tests.e2e.evening import GROUPS, Evening

CALLS = ("Cheat!", "I doubt it!", "Doubt!")


class Player:
    """Plays for everybody at a table. `used` collects what was pressed, by the first word of its label."""

    def __init__(self, table: Evening, seed: int, *, most: int = 4, calls: float = 0.12, passes: float = 0.1) -> None:
        self.table, self.mood, self.most, self.calls, self.passes = table, random.Random(seed), most, calls, passes
        self.used: set[str] = set()
        self.steps, self.lively = 0, 30

    # --- what a player reads ----------------------------------------------------------------------------------------

    def says(self, sentence: str) -> list[UserHandle]:
        """Whose hand says this."""
        return [person for person in self.table.people if sentence in self.table.hand_text(person)]

    def labels(self, person: UserHandle) -> list[str]:
        """The buttons of a person's hand that can be pressed."""
        return self.table.world.labels(self.table.hand(person))

    def menu(self, person: UserHandle, placeholder: str) -> list[str]:
        """What a menu of the hand offers; nothing where there is none."""
        for part in self.table.world.components(self.table.hand(person)):
            if part.get("type") in screens.SELECTS and part.get("placeholder") == placeholder:
                return [option["label"] for option in part["options"]]
        return []

    @property
    def claim(self) -> ResponseMessage:
        """The newest message with a call's button."""
        world = self.table.world
        return next(message for message in reversed(self.table.channel) if set(CALLS) & set(world.labels(message)))

    def due(self, person: UserHandle) -> list[str]:
        """The groups of the ranks that a person on turn may name."""
        found = re.search(r"Due: (.+)", self.table.hand_text(person))
        assert found, self.table.hand_text(person)
        if found[1] == "any rank":
            return list(GROUPS.values())
        return [GROUPS[name] for name in re.findall(r"[A-Z]\w+", found[1])]

    # --- what a player does -------------------------------------------------------------------------------------------

    async def press(self, person: UserHandle, label: str) -> None:
        """Press a button of the own hand."""
        self.used.add(re.split(r"[ \d]", label)[0])
        await self.table.world.click(person, self.table.hand(person), label)

    async def step(self) -> None:
        """The next thing anybody does; after a while nobody calls or passes any more, so that it ends."""
        table = self.table
        self.steps += 1
        if self.steps > self.lively:
            self.calls = self.passes = 0.0
        if "Next round" in table.world.labels(table.channel[-1]):
            self.used.add("Next round")
            await table.world.click(table.people[0], table.channel[-1], "Next round")
        elif asked := self.says("asks you to show"):
            answers = [label for label in self.labels(asked[0]) if label.startswith(("Show", "Don't show"))]
            await self.press(asked[0], self.mood.choice(answers))
        else:
            turn = self.says("It is your turn.")
            assert len(turn) < 2, [table.hand_text(person) for person in turn]
            if turn and not self.says("What you do now closes"):
                await self.turn(*turn)
            else:
                await self.answer(turn)

    async def answer(self, following: list[UserHandle]) -> None:
        """Somebody calls, everybody lets it go, whoever follows goes on, or time goes by."""
        table, chance = self.table, self.mood.random()
        said = table.world.text(self.claim)
        claimant = next(person for person in table.people if said.startswith(f"**{person.name}** lays"))
        others = [person for person in table.others(claimant) if "have no cards left" not in table.hand_text(person)]
        if chance < self.calls:
            caller = self.mood.choice(others)
            if "Force" in self.labels(caller) and self.mood.random() < 0.7:
                await self.press(caller, "Force")
                return
            word = next(label for label in table.world.labels(self.claim) if label in CALLS)
            self.used.add(word)
            await table.world.click(caller, self.claim, word)
            await table.world.advance(1)
        elif following and chance > 0.25:
            await table.world.advance(4)
            await self.turn(*following)
        elif chance < 0.3:
            claim = self.claim
            for person in others:
                if "Let it go" in table.world.labels(claim):
                    await table.world.click(person, claim, "Let it go")
        else:
            await table.world.advance(table_time(table.world.text(self.claim)))

    async def turn(self, person: UserHandle) -> None:
        """Pass, or lay cards: true ones where there are any, mostly."""
        if "Pass" in self.labels(person):
            held = self.table.cards(person)
            if sum(held.values()) <= 1 or self.mood.random() < self.passes:
                await self.press(person, "Pass")
                await self.table.world.advance(1)
                return
        await self.pick(person)
        if "Play" not in {label.split(" ")[0] for label in self.labels(person)}:
            self.used.add("Choose a rank")
            picked = [label.split(" ")[0] for label in self.labels(person) if re.match(r"\S+ \d+/\d+$", label)]
            offered = self.menu(person, "Rank to claim")
            wanted = [name for name in offered if GROUPS[name] in picked] or offered
            await self.table.world.select(
                person, self.table.hand(person), self.mood.choice(wanted), placeholder="Rank to claim"
            )
        if (counts := self.menu(person, "Cards to claim")) and self.mood.random() < 0.5:
            self.used.add("Cards to claim")
            hand = self.table.hand(person)
            await self.table.world.select(person, hand, self.mood.choice(counts), placeholder="Cards to claim")
        await self.press(person, self.table.play_label(person))
        await self.table.world.advance(1)

    async def pick(self, person: UserHandle) -> None:
        """Tap as many as this player likes of one rank."""
        held, due = self.table.cards(person), self.due(person)
        true = [rank for rank in held if rank in due]
        if true and self.mood.random() < 0.8:
            rank = max(true, key=lambda rank: held[rank])
        else:
            rank = max(held, key=lambda rank: held[rank], default="Joker")
        joker = any(label.startswith("Joker ") for label in self.labels(person))
        if joker and (not held or self.mood.random() < 0.1):
            self.used.add("Joker")
            await self.table.tap(person, "Joker")
            return
        spare = sum(held.values()) - (1 if "Pass" in self.labels(person) and "Doubt!" in self.word else 0)
        await self.table.tap(person, rank, max(1, min(held[rank], self.most, spare)))

    @property
    def word(self) -> str:
        """The call's word, as far as it was seen."""
        return "".join(word for word in CALLS if word in self.used)


class Alone(Player):
    """The one person at a table of CPUs, who plays by what the own hand and the channel say."""

    async def step(self) -> None:
        """The next thing to do; where there is none, a second goes by."""
        table, world = self.table, self.table.world
        (me,) = table.people
        self.steps += 1
        if "Next round" in world.labels(table.channel[-1]):
            await world.click(me, table.channel[-1], "Next round")
        elif self.says("asks you to show"):
            answers = [label for label in self.labels(me) if label.startswith(("Show", "Don't show"))]
            await self.press(me, self.mood.choice(answers))
        elif self.says("It is your turn."):
            if self.says("What you do now closes"):
                await world.advance(4)
            if self.says("It is your turn."):
                await self.turn(me)
        else:
            newest = table.channel[-1]
            calls = [label for label in world.labels(newest) if label in CALLS]
            if calls and f"**{me.name}** lays" not in world.text(newest):
                if self.steps < 40 and self.mood.random() < 0.1:
                    await world.click(me, newest, calls[0])
                elif f"Let it go: **{me.name}**" not in world.text(newest):
                    await world.click(me, newest, "Let it go")
        await world.advance(1)


def table_time(text: str) -> float:
    """How long to wait until an open claim's time is over."""
    found = re.search(r"Time to call: (\d+) s", text)
    return 4 + (int(found[1]) if found else 0)
