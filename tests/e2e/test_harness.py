"""The harness against a tiny client: what other tests rely on of playing, time, restarts and races."""

from __future__ import annotations

import asyncio
import time
from typing import TYPE_CHECKING, Any

import discord
import pytest

from tests.e2e.acts import Press
from tests.e2e.harness import World

if TYPE_CHECKING:
    from tests.e2e.conftest import LogTrap
from tests.e2e.demo_bot import SILENT, DemoBot, panel, show, world_of

pytestmark = pytest.mark.asyncio


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
