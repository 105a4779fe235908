"""No card reaches anybody but its owner: every request of a thousand games through the real presenter is scanned."""

from __future__ import annotations

import asyncio
import random
from types import SimpleNamespace
from typing import Any, cast

import discord
import pytest

from bot.engine.rules.ruleset import Ruleset, refusals
from bot.engine.state import Phase
from bot.tables.answers import Accepted
from bot.tables.table import Table
from bot.tables.views import group_of, nameable
from bot.ui.presenter import DiscordPresenter
from bot.ui.text import Words
from tests.tables.fakes import VirtualLoop
from tests.tables.leaks import leaks, named
from tests.tables.support import CHANNEL, World, callers, state, user_at

DM = 70_000
WORDS = Words()
MOST_STEPS = 150
KINDS: tuple[dict[str, Any], ...] = (
    {"max_cards": "unlimited"},
    {"max_cards": "unlimited", "show_pile": True},
    {"max_cards": "unlimited", "jokers": 2},
    {"family": "same_rank", "per_hand": 5, "multi": True},
    {"family": "same_rank", "per_hand": 5, "multi": True, "force": True},
)


class Port:
    """Discord's routes as the presenter calls them: every payload is read by the scanner when it is sent."""

    def __init__(self, world: World) -> None:
        self.world, self.table, self.sent, self.cards = world, cast("Table | None", None), 0, 0
        self.over = False

    def take(self, channel_id: int, payload: dict[str, Any], message_id: int | None = None) -> dict[str, Any]:
        self.sent += 1
        if self.table is not None and self.table.game is not None and self.table.game.dealt:
            reader = None if channel_id == CHANNEL else channel_id - DM
            self.cards += len(named(payload))
            found = leaks(self.table, reader, payload)
            assert not found, f"{found} sent to {'everybody' if reader is None else reader}"
        moment = self.world.true_now()
        return {
            "id": str(message_id or discord.utils.time_snowflake(moment) + self.world.memory.new_id()),
            "channel_id": str(channel_id),
            "author": {"id": "5", "username": "bot", "discriminator": "0", "avatar": None},
            "timestamp": moment.isoformat(),
            "edited_timestamp": moment.isoformat() if message_id else None,
            "content": "",
            **dict.fromkeys(("tts", "mention_everyone", "pinned"), False),
            **{key: [] for key in ("mentions", "mention_roles", "attachments", "embeds", "components")},
            "type": 0,
            "flags": payload["flags"],
        }

    async def send_message(self, channel_id: int, *, params: Any) -> dict[str, Any]:
        return self.take(channel_id, params.payload)

    async def edit_message(self, channel_id: int, message_id: int, *, params: Any) -> dict[str, Any]:
        return self.take(channel_id, params.payload, message_id)

    async def start_private_message(self, user_id: int) -> dict[str, Any]:
        person = {"id": str(user_id), "username": "x", "discriminator": "0", "avatar": None}
        return {"id": str(DM + user_id), "type": 1, "recipients": [person], "last_message_id": None}


async def game(client: discord.Client, seed: int) -> Port:
    """One whole game of people who lie, call and force at random; then everybody lays everything."""
    mood, world = random.Random(seed), World(seed=seed)
    port = Port(world)
    for name in ("send_message", "edit_message", "start_private_message"):
        setattr(client.http, name, getattr(port, name))
    presenter = DiscordPresenter(client, WORDS, learn=lambda _: None, now=world.true_now)
    world.presenter = presenter
    await world.start()
    presenter.fresh = world.registry.live
    rules = Ruleset(**KINDS[seed % len(KINDS)])
    seats = mood.choice([seats for seats in (2, 3, 4) if not refusals(rules, seats)])
    port.table = table = await world.open(seats, **rules.model_dump())
    await world.begin(table)
    for step in range(MOST_STEPS):
        if state(table).phase is Phase.OVER:
            break
        await press(world, table, mood, everything=step > 6 or mood.random() < 0.2)
        await world.settle(mood.choice((0, 1)))
    port.over = state(table).phase is Phase.OVER
    await world.settle(5)
    await world.stop()
    return port


async def press(world: World, table: Table, mood: random.Random, *, everything: bool) -> None:
    """Whoever is to act does."""
    now = state(table)
    if now.phase is Phase.WINDOW and (may := callers(table)):
        if not everything and mood.random() < 0.4:
            forced = table.ruleset.force and mood.random() < 0.5
            which = table.force if forced else table.challenge
            await world.ask(which, world.press(user_at(table, mood.choice(may))), now.turns)
        else:
            await world.all_let_go(table)
    elif now.phase is Phase.FORCE:
        await world.settle(12)
    elif now.phase is Phase.PLAY:
        await lay(world, table, mood, everything=everything)
    else:
        await world.settle(5)


async def lay(world: World, table: Table, mood: random.Random, *, everything: bool) -> None:
    """Whoever is on turn lays one card, or as many as the rules let go down at once, true or not, or passes."""
    assert table.game is not None
    now = state(table)
    who, hand = user_at(table, now.turn), now.seats[now.turn].hand
    # In the same-rank game the last card stays in hand: it wins at the next lead (R53, R-h).
    most = len(hand) if table.ruleset.family == "cycle" else min(4, len(hand) - 1)
    if not most:
        passed = await world.ask(table.pass_turn, world.press(who), table.hand_of(now.turn).turn_stamp)
        assert isinstance(passed, Accepted), passed
        return
    for card in mood.sample(hand, most if everything else 1):
        await world.ask(table.pick, world.press(who), group_of(card))
    if len(ranks := nameable(table.game.see(now.turn))) > 1:
        await world.ask(table.name_rank, world.press(who), mood.choice(ranks).code)
    laid = await world.ask(table.play, world.press(who), table.hand_of(now.turn).stamp)
    assert isinstance(laid, Accepted), laid


@pytest.fixture
def client() -> discord.Client:
    made = discord.Client(intents=discord.Intents(guilds=True))
    made.http._HTTPClient__session = SimpleNamespace()  # type: ignore[attr-defined]
    made._connection.application_id = 5
    return made


@pytest.mark.parametrize(
    ("first", "games"),
    [(0, 20), *(pytest.param(200 * part, 200, marks=pytest.mark.slow) for part in range(5))],
)
def test_no_request_names_a_hidden_card(first: int, games: int, client: discord.Client) -> None:
    sent = cards = 0
    unfinished = []
    for seed in range(first, first + games):
        with asyncio.Runner(loop_factory=VirtualLoop) as runner:
            port = runner.run(game(client, seed))
        sent, cards = sent + port.sent, cards + port.cards
        if not port.over:
            unfinished.append(seed)
    assert not unfinished, f"{len(unfinished)} games were not played to their end: {unfinished}"
    assert sent > games * 8
    assert cards > games * 40, "hands were shown, and the scanner read them"


def test_the_scanner_sees_a_leak(client: discord.Client) -> None:
    """Somebody else's card in a payload is found, for everybody and for one person; one's own is not."""

    async def scene() -> None:
        world = World()
        await world.start()
        table = await world.deal(2)
        secret = state(table).seats[0].hand[0]
        shown = secret.code.translate(str.maketrans("SHDC", "♠♥♦♣"))
        for payload in ({"content": shown}, {"custom_id": secret.code}):
            assert leaks(table, None, payload) == leaks(table, user_at(table, 1), payload) == {secret.code}
            assert not leaks(table, user_at(table, 0), payload)
        await world.stop()

    with asyncio.Runner(loop_factory=VirtualLoop) as runner:
        runner.run(scene())
