"""The harness against a tiny client that has nothing to do with the game: what other tests rely on, tried out."""

from __future__ import annotations

import asyncio
import logging
import time
from typing import TYPE_CHECKING, Any, Self

import discord
import pytest
from discord import app_commands, ui

from tests.e2e.harness import Press, World

if TYPE_CHECKING:
    import re

    from simcord import ResponseMessage

    from tests.e2e.conftest import LogTrap

pytestmark = pytest.mark.asyncio
SILENT = discord.AllowedMentions.none()
Interaction = discord.Interaction[Any]


class Tap(ui.DynamicItem[ui.Button[ui.LayoutView]], template=r"tap:(?P<act>[a-z]+):(?P<count>\d+)"):
    """A button that carries all it knows in its custom_id."""

    def __init__(self, act: str, count: int) -> None:
        super().__init__(ui.Button(label=act.title(), custom_id=f"tap:{act}:{count}"))
        self.act, self.count = act, count

    @classmethod
    async def from_custom_id(cls, interaction: Interaction, item: ui.Item[Any], match: re.Match[str]) -> Self:
        del interaction, item
        return cls(match["act"], int(match["count"]))

    async def callback(self, interaction: Interaction) -> None:
        client: Any = interaction.client
        await client.tapped(interaction, self.act, self.count)


class Pick(ui.DynamicItem[ui.Select[ui.LayoutView]], template=r"pick:cards"):
    """A select that answers with what was chosen."""

    def __init__(self) -> None:
        options = [discord.SelectOption(label=name, value=name.lower()) for name in ("Ace", "King", "Queen")]
        super().__init__(ui.Select(custom_id="pick:cards", placeholder="Cards", max_values=2, options=options))

    @classmethod
    async def from_custom_id(cls, interaction: Interaction, item: ui.Item[Any], match: re.Match[str]) -> Self:
        del interaction, item, match
        return cls()

    async def callback(self, interaction: Interaction) -> None:
        data: Any = interaction.data
        await interaction.response.send_message(", ".join(data["values"]), ephemeral=True, allowed_mentions=SILENT)


class Form(ui.Modal, title="Name"):
    """Asks for a name."""

    name: ui.TextInput[Self] = ui.TextInput(label="Name", custom_id="name")

    async def on_submit(self, interaction: Interaction) -> None:
        await interaction.response.send_message(f"hello {self.name.value}", ephemeral=True, allowed_mentions=SILENT)


def panel(text: str, count: int, *, acts: tuple[str, ...] = ("add", "own", "whisper")) -> ui.LayoutView:
    """A container with a line of text, buttons and a select."""
    view = ui.LayoutView(timeout=None)
    rows: list[ui.Item[Any]] = [ui.ActionRow(*(Tap(act, count) for act in acts)), ui.ActionRow(Pick())]
    view.add_item(ui.Container(ui.TextDisplay(text), *rows))
    return view


class DemoBot(discord.AutoShardedClient):
    """A client the way the project builds its own: sharded, no ext.commands, a tree, dynamic items."""

    def __init__(self, log: list[str], *, shard_count: int | None = 1) -> None:
        super().__init__(
            intents=discord.Intents(guilds=True),
            shard_count=shard_count,
            max_messages=None,
            member_cache_flags=discord.MemberCacheFlags.none(),
            chunk_guilds_at_startup=False,
            allowed_mentions=SILENT,
        )
        self.log = log
        self.tree = app_commands.CommandTree(self)
        self.lock = asyncio.Lock()
        self.winner: str | None = None
        self.jobs: list[asyncio.Task[None]] = []
        group = app_commands.Group(name="demo", description="A demonstration")
        group.command(name="start", description="Shows a panel")(self.start_demo)
        group.command(name="dm", description="Sends a direct message")(self.dm)
        group.command(name="wait", description="Works in the background")(self.wait)
        group.command(name="form", description="Opens a form")(self.form)
        self.tree.add_command(group)

    async def setup_hook(self) -> None:
        self.log.append(f"setup {self.application_id is not None}")
        self.add_dynamic_items(Tap, Pick)
        await self.tree.sync()

    async def close(self) -> None:
        self.log.append("close")
        for job in self.jobs:
            job.cancel()
        await super().close()

    async def start_demo(self, interaction: Interaction, hidden: bool = False) -> None:
        view = panel(f"{interaction.locale.value} 0", 0)
        await interaction.response.send_message(view=view, ephemeral=hidden, allowed_mentions=SILENT)
        self.log.append(interaction.token)

    async def dm(self, interaction: Interaction) -> None:
        await interaction.response.defer(ephemeral=True)
        try:
            first = await interaction.user.send("your hand", nonce="hand-1", allowed_mentions=SILENT)
            again = await interaction.user.send("your hand", nonce="hand-1", allowed_mentions=SILENT)
            answer = f"sent, {'same' if first.id == again.id else 'twice'}"
        except discord.Forbidden as error:
            answer = f"closed {error.code}"
        await interaction.followup.send(answer, allowed_mentions=SILENT)

    async def wait(self, interaction: Interaction) -> None:
        for work in (self.tick(), asyncio.Event().wait(), asyncio.Queue[int]().get(), self.patient()):
            self.jobs.append(asyncio.create_task(self.quietly(work)))
        await interaction.response.send_message("waiting", ephemeral=True, allowed_mentions=SILENT)

    async def form(self, interaction: Interaction) -> None:
        await interaction.response.send_modal(Form(timeout=60, custom_id="form"))

    async def quietly(self, work: Any) -> None:
        await work

    async def tick(self) -> None:
        for _ in range(3):
            await asyncio.sleep(2)
            self.log.append(f"tick {discord.utils.utcnow():%M:%S} {asyncio.get_running_loop().time():g}")

    async def patient(self) -> None:
        try:
            await asyncio.wait_for(asyncio.Event().wait(), timeout=5)
        except TimeoutError:
            self.log.append("patience over")

    async def tapped(self, interaction: Interaction, act: str, count: int) -> None:
        if act == "add":
            where = "dm" if interaction.context.dm_channel else "guild"
            view = panel(f"{interaction.locale.value} {count + 1} {where}", count + 1)
            await interaction.response.edit_message(view=view, allowed_mentions=SILENT)
        elif act == "own":
            await self.own(interaction)
        elif act == "whisper":
            age_ms = (discord.utils.utcnow() - interaction.created_at).total_seconds() * 1000
            await interaction.response.send_message(f"age {age_ms:g}", ephemeral=True, allowed_mentions=SILENT)
        elif act == "silent":
            return
        elif act == "twice":
            await interaction.response.send_message("1", ephemeral=True, allowed_mentions=SILENT)
            interaction.response._response_type = None
            await interaction.response.send_message("2", ephemeral=True, allowed_mentions=SILENT)
        elif act == "loud":
            await interaction.response.defer()
            assert interaction.message is not None
            message = self.get_partial_messageable(interaction.message.channel.id).get_partial_message(
                interaction.message.id
            )
            await message.edit(view=panel(f"<@{interaction.user.id}>", 0))
        elif act == "crash":
            await interaction.response.defer()
            raise RuntimeError("on purpose")

    async def own(self, interaction: Interaction) -> None:
        async with self.lock:
            first = self.winner is None
            if first:
                self.winner = interaction.user.name
        self.log.append(f"{interaction.user.name} {interaction.created_at:%S.%f}")
        if first:
            await interaction.response.edit_message(view=panel(f"owned by {self.winner}", 0), allowed_mentions=SILENT)
        else:
            await interaction.response.send_message("too late", ephemeral=True, allowed_mentions=SILENT)


def world_of(log: list[str], **options: Any) -> World:
    """A world with the demonstration client."""
    return World(lambda: DemoBot(log), **options)


async def show(world: World, *acts: str) -> ResponseMessage:
    """A panel with other buttons, sent by the client itself."""
    with world.as_bot():
        channel = world.bot.get_partial_messageable(world.channel.id)
        await channel.send(view=panel("panel", 0, acts=acts), allowed_mentions=SILENT)
    await world.settle()
    return world.messages(world.channel)[-1]


# ------------------------------------------------------------------------------------------------------ plain playing


async def test_slash_click_select_and_ephemeral_answers() -> None:
    log: list[str] = []
    async with world_of(log) as world:
        alice = world.new_user("alice", locale="de")
        reply = await world.slash(alice, world.channel, "demo start")
        assert world.text(reply) == "de 0"
        assert world.labels(reply) == ["Add", "Own", "Whisper"]
        assert world.options(reply) == ["Ace", "King", "Queen"]
        clicked = await world.click(alice, reply, "Add")
        assert clicked.acknowledged
        assert world.text(reply) == "de 1 guild"
        await world.select(alice, reply, ["King", "ace"], placeholder="Cards")
        assert [world.text(message) for message in world.ephemerals(alice)] == ["king, ace"]
        assert [world.text(message) for message in world.messages(world.channel)] == ["de 1 guild"]
        with pytest.raises(AssertionError, match="0 buttons match 'Nope'"):
            await world.click(alice, reply, "Nope")
    assert log[0] == "setup True"
    assert log[-1] == "close"


async def test_ephemeral_messages_can_be_clicked_by_their_owner_only() -> None:
    async with world_of([]) as world:
        alice, bob = world.new_user("alice"), world.new_user("bob")
        reply = await world.slash(alice, world.channel, "demo start", hidden=True)
        await world.click(alice, reply, "Add")
        assert world.text(world.ephemerals(alice)[0]) == "en-US 1 guild"
        assert world.messages(world.channel) == []
        with pytest.raises(Exception, match="not visible"):
            await world.click(bob, reply, "Add")


async def test_direct_messages_commands_and_clicks_in_them() -> None:
    async with world_of([]) as world:
        alice = world.new_user("alice", locale="fr")
        reply = await world.slash(alice, None, "demo start")
        await world.click(alice, world.dms(alice)[-1], "Add")
        assert world.text(reply) == "fr 1 dm"


async def test_threads() -> None:
    async with world_of([]) as world:
        alice = world.new_user("alice")
        thread = world.new_thread(world.channel, "side table", alice)
        reply = await world.slash(alice, thread, "demo start")
        await world.click(alice, reply, "Add")
        assert world.text(world.messages(thread)[-1]) == "en-US 1 guild"


async def test_modals() -> None:
    async with world_of([]) as world:
        alice = world.new_user("alice")
        shown = await world.slash(alice, world.channel, "demo form")
        await world.submit(alice, shown, {"name": "Al"})
        assert world.text(world.ephemerals(alice)[-1]) == "hello Al"


async def test_closed_and_reopened_dms_and_a_repeated_nonce() -> None:
    async with world_of([]) as world:
        alice = world.new_user("alice")
        world.close_dms(alice)
        reply = await world.slash(alice, world.channel, "demo dm")
        assert world.text(reply) == "closed 50007"
        assert world.dms(alice) == []
        world.open_dms(alice)
        reply = await world.slash(alice, world.channel, "demo dm")
        assert world.text(reply) == "sent, same"
        assert [world.text(message) for message in world.dms(alice)] == ["your hand"]
        assert [request.repeated for request in world.sent("POST /channels/{channel_id}/messages")] == [
            False,
            False,
            True,
        ]


# -------------------------------------------------------------------------------------------------- time and restarts


async def test_timers_fire_only_when_time_is_advanced() -> None:
    log: list[str] = []
    async with world_of(log) as world:
        alice = world.new_user("alice")
        started = time.perf_counter()
        await world.slash(alice, world.channel, "demo wait")
        assert [line for line in log if line.startswith("tick")] == []
        await world.advance(4.5)
        assert [line for line in log if line.startswith("tick")] == ["tick 00:02 2", "tick 00:04 4"]
        assert "patience over" not in log
        await world.advance(60)
        assert log[-2:] == ["patience over", "tick 00:06 6"]
        assert f"{world.now:%M:%S}" == "01:04"
        assert time.perf_counter() - started < 20  # 64 s passed


async def test_a_coroutine_run_as_the_clients_own() -> None:
    async with world_of([]) as world:
        work = await world.run(asyncio.sleep(2, "slept"))
        assert not work.done()
        await world.advance(2)
        assert work.result() == "slept"


async def test_buttons_outlive_a_restart_and_a_kill() -> None:
    log: list[str] = []
    async with world_of(log) as world:
        alice = world.new_user("alice")
        reply = await world.slash(alice, world.channel, "demo start")
        first = world.bot
        await world.restart(downtime_s=60)
        assert world.bot is not first
        assert first.is_closed()
        assert f"{world.now:%M:%S}" == "01:00"
        await world.click(alice, reply, "Add")
        await world.restart(kill=True)
        await world.click(alice, reply, "Add")
        assert world.text(reply) == "en-US 2 guild"
    assert log.count("setup True") == 3
    assert log.count("close") == 2


async def test_an_old_interaction_token_still_edits_after_a_restart() -> None:
    log: list[str] = []
    async with world_of(log) as world:
        alice = world.new_user("alice")
        reply = await world.slash(alice, world.channel, "demo start")
        await world.restart()
        token = log[1]
        with world.as_bot():
            hook: Any = discord.Webhook.partial(world.bot.application_id, token, client=world.bot)
            await hook.edit_message("@original", view=panel("edited", 7), allowed_mentions=SILENT)
        assert world.text(reply) == "edited"
        await world.advance(15 * 60)
        with world.as_bot(), pytest.raises(discord.NotFound):
            await hook.edit_message("@original", view=panel("edited", 8), allowed_mentions=SILENT)


@pytest.mark.parametrize("named", [True, False])
async def test_several_shards(*, named: bool) -> None:
    world = World(lambda: DemoBot([], shard_count=2 if named else None), shard_count=None if named else 2)
    async with world:
        far = world.new_guild("Far", shard_id=1)
        channel = world.new_channel("cards", guild=far)
        alice = world.new_user("alice")
        reply = await world.slash(alice, channel, "demo start")
        await world.click(alice, reply, "Add")
        assert world.bot.get_guild(far.id).shard_id == 1
        assert (await world.slash(alice, world.channel, "demo start")).acknowledged


# --------------------------------------------------------------------------------------------------------------- races


async def test_a_race_has_ids_in_one_order_and_arrivals_in_another() -> None:
    log: list[str] = []
    async with world_of(log) as world:
        people = [world.new_user(name) for name in ("alice", "bob", "cleo")]
        reply = await world.slash(people[0], world.channel, "demo start")
        await world.advance(10)
        del log[:]
        alice, bob, cleo = people
        results = await world.together([(alice, reply, "Own", 40), (bob, reply, "Own", 0), (cleo, reply, "Own", 15)])
        assert all(result.acknowledged for result in results)
        assert sorted(log) == ["alice 10.000000", "bob 09.960000", "cleo 09.975000"]
        assert [line.split()[0] for line in log] == ["alice", "bob", "cleo"]
        assert world.text(reply) == "owned by alice"
        assert [world.text(message) for person in (bob, cleo) for message in world.ephemerals(person)] == [
            "too late",
            "too late",
        ]


async def test_seeded_yields_change_the_order_of_work_and_repeat_themselves() -> None:
    async def order(seed: int | None) -> list[str]:
        log: list[str] = []
        async with world_of(log, yields=seed) as world:
            people = [world.new_user(f"user{number}") for number in range(6)]
            panel_message = await show(world, "whisper")
            await world.together([(person, panel_message, "Whisper", 0) for person in people])
            answered = [request.interaction_id for request in world.requests if request.is_callback]
            names = {person.id: person.name for person in people}
            done = sorted(
                (message for person in people for message in world.ephemerals(person)), key=lambda message: message.id
            )
            assert len(answered) == len(people)
            owners = [message._message.interaction_metadata or {} for message in done]
            return [names[int(owner["user"]["id"])] for owner in owners]

    plain = await order(None)
    assert plain == sorted(plain)
    assert await order(1) == await order(1)
    assert len({tuple(await order(seed)) for seed in range(8)}) > 1


async def test_a_late_press_is_as_old_as_it_says() -> None:
    async with world_of([]) as world:
        alice = world.new_user("alice")
        reply = await world.slash(alice, world.channel, "demo start")
        await world.advance(60)
        await world.click(alice, reply, "Whisper", late=1.25)
        assert world.text(world.ephemerals(alice)[-1]) == "age 1250"
        (result,) = await world.together([Press(user=alice, message=reply, label="Whisper", offset_ms=-20)])
        assert world.text(result) == "age 20"


async def test_a_press_older_than_three_seconds_needs_no_answer_and_gets_none(trap: LogTrap) -> None:
    trap.expect("dynamic item callback")
    async with world_of([]) as world:
        alice = world.new_user("alice")
        reply = await world.slash(alice, world.channel, "demo start")
        await world.advance(60)
        result = await world.click(alice, reply, "Whisper", late=3)
        assert not result.acknowledged
        assert world.requests[-1].code == 10062


async def test_a_stale_screen_presses_the_old_button() -> None:
    async with world_of([]) as world:
        alice = world.new_user("alice")
        reply = await world.slash(alice, world.channel, "demo start")
        old = world.screen(reply)
        await world.click(alice, reply, "Add")
        await world.click(alice, reply, "Add")
        await world.click(alice, old, "Add")
        assert world.text(reply) == "en-US 1 guild"


# --------------------------------------------------------------------------------------------------------- going wrong


async def test_faults_before_and_after_delays_and_held_requests() -> None:
    async with world_of([]) as world:
        alice = world.new_user("alice")
        world.fail("POST /channels/*/messages", 500, times=1)
        with world.as_bot(), pytest.raises(discord.DiscordServerError):
            await world.bot.get_partial_messageable(world.channel.id).send("a", allowed_mentions=SILENT)
        assert world.messages(world.channel) == []
        world.fail("POST /channels/*/messages", 502, times=1, when="after")
        with world.as_bot(), pytest.raises(discord.DiscordServerError):
            await world.bot.get_partial_messageable(world.channel.id).send("b", allowed_mentions=SILENT)
        assert len(world.messages(world.channel)) == 1
        world.slow("POST /interactions/*", 2)
        result = await world.slash(alice, world.channel, "demo start")
        assert not result.acknowledged
        await world.advance(2)
        assert result.acknowledged
        world.hold("POST /interactions/*", when="before")
        held = await world.click(alice, result, "Add")
        other = await world.click(alice, result, "Whisper")
        assert (held.acknowledged, other.acknowledged) == (False, True)
        assert await world.release() == 1
        assert held.acknowledged
        world.hold("POST /interactions/*", when="after")
        await world.click(alice, result, "Add")
        await world.restart(kill=True)
        await world.click(alice, result, "Whisper")


async def test_a_lock_kept_over_a_request_is_felt_by_others() -> None:
    class Careless(DemoBot):
        async def tapped(self, interaction: Interaction, act: str, count: int) -> None:
            async with self.lock:
                await super().tapped(interaction, act, count)

    async with World(lambda: Careless([])) as world:
        alice = world.new_user("alice")
        message = await show(world, "whisper")
        world.hold("POST /interactions/*")
        first = await world.click(alice, message, "Whisper")
        second = await world.click(alice, message, "Whisper")
        assert not second.acknowledged
        await world.release()
        assert (first.acknowledged, second.acknowledged) == (True, True)


async def test_a_client_that_cannot_start() -> None:
    class Broken(DemoBot):
        async def setup_hook(self) -> None:
            raise ValueError("no")

    with pytest.raises(ValueError, match="no"):
        async with World(lambda: Broken([])):
            pass


async def test_lost_permissions_lost_messages_and_being_thrown_out() -> None:
    async with world_of([]) as world:
        alice = world.new_user("alice")
        reply = await world.slash(alice, world.channel, "demo start")
        await world.deny_bot(world.channel, "send_messages")
        with world.as_bot(), pytest.raises(discord.Forbidden):
            await world.bot.get_partial_messageable(world.channel.id).send("a", allowed_mentions=SILENT)
        await world.deny_bot(world.channel)
        await world.delete_message(reply)
        assert world.messages(world.channel) == []
        await world.leave(alice)
        other = world.new_guild("Other")
        await world.kick_bot(other)
        assert [guild.name for guild in world.bot.guilds] == ["Home"]
        await world.delete_channel(world.channel)


async def test_a_forged_button_and_a_press_delivered_twice(trap: LogTrap) -> None:
    trap.expect("dynamic item callback")
    async with world_of([]) as world:
        alice = world.new_user("alice")
        reply = await world.slash(alice, world.channel, "demo start")
        assert not (await world.forge(alice, reply, "tap:add:99")).acknowledged
        press = await world.click(alice, reply, "Add")
        assert world.problems() == []
        await world.redeliver(press)
    assert any("was answered twice" in found for found in world.problems())
    world.tolerate("was answered twice")


# ------------------------------------------------------------------------------------------------------- what it finds


@pytest.mark.parametrize(
    ("act", "problem"),
    [
        ("silent", "interaction never answered: 'tap:silent:0' by alice"),
        ("twice", "was answered twice"),
        ("loud", "allowed_mentions is not explicit"),
    ],
)
async def test_it_finds(act: str, problem: str, trap: LogTrap) -> None:
    trap.expect("dynamic item callback")
    async with world_of([]) as world:
        alice = world.new_user("alice")
        await world.click(alice, await show(world, act), act.title())
        if act == "loud":
            world.tolerate("invalid form")
    assert any(problem in found for found in world.problems()), world.problems()
    world.tolerate("")


async def test_it_finds_errors_in_the_log(trap: LogTrap) -> None:
    async with world_of([]) as world:
        alice = world.new_user("alice")
        await world.click(alice, await show(world, "crash"), "Crash")
    assert any("dynamic item callback" in text for text in trap.unexpected)
    logging.getLogger("bot.tables").error("also noticed")
    assert any("also noticed" in text for text in trap.unexpected)
    trap.expect("")


async def test_it_is_quick() -> None:
    async with world_of([]) as world:
        alice = world.new_user("alice")
        reply = await world.slash(alice, world.channel, "demo start")
        started = time.process_time()
        for _ in range(100):
            await world.click(alice, reply, "Whisper")
        assert time.process_time() - started < 3
