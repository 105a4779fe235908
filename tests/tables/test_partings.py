"""What stands in direct messages of somebody who was greeted follows what becomes of the lobby."""

from __future__ import annotations

from tests.tables.support import World, user, virtual


def told(world: World, who: int) -> list[str]:
    """What the greeting of this user was redrawn as, in order."""
    return [
        call.kind.removeprefix("greeting:")
        for call in world.memory.calls
        if call.kind.startswith("greeting:") and call.about == who
    ]


@virtual
async def test_whoever_leaves_the_lobby_and_comes_back_reads_so(world: World) -> None:
    table = await world.open(3)
    await world.ask(table.leave, world.press(user(1)))
    await world.settle()
    assert told(world, user(1)) == ["left"]
    await world.ask(table.join, world.press(user(1)))
    await table.welcome(user(1))
    await world.settle()
    assert told(world, user(1)) == ["left", "welcome"]
    assert told(world, user(2)) == []


@virtual
async def test_the_last_to_leave_reads_so_too(world: World) -> None:
    table = await world.open(1)
    await world.ask(table.leave, world.press(user(0)))
    await world.settle()
    assert told(world, user(0)) == ["closed"], "no Join is left there to press"


@virtual
async def test_a_stopped_lobby_is_told_to_all_who_were_greeted(world: World) -> None:
    table = await world.open(2)
    await world.ask(table.stop, world.press(user(0)), False)
    await world.settle()
    assert (told(world, user(0)), told(world, user(1))) == (["closed"], ["closed"])


@virtual
async def test_so_is_one_where_no_game_began(world: World) -> None:
    table = await world.open(2)
    await world.settle(16 * 60)
    assert not table.live
    assert (told(world, user(0)), told(world, user(1))) == (["closed"], ["closed"])


@virtual
async def test_and_one_whose_channel_is_gone(world: World) -> None:
    table = await world.open(2)
    await table.channel_gone()
    await world.settle()
    assert (told(world, user(0)), told(world, user(1))) == (["closed"], ["closed"])


@virtual
async def test_a_game_that_has_begun_keeps_its_hands(world: World) -> None:
    table = await world.deal(2)
    await world.ask(table.stop, world.press(user(0)), False)
    await world.settle()
    assert told(world, user(0)) == []
