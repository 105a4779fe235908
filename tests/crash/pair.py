"""Two processes of one bot on one database and a Discord for both; also the process, ``python -m tests.crash.pair``.

    async with Pair(tmp_path / "cheat.db") as pair:
        await pair.launch(1)
        await pair.launch(2)
        table = await pair.deal(2)
        await pair.press(table.turn, "pick")

Everything that is pressed or typed here comes from direct messages, so it goes to process 1, as Discord's shard 0 has
it. A process is told its interactions line by line and gives each to its client as the gateway would.
"""

from __future__ import annotations

import asyncio
import json
import sqlite3
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Self

import discord

from bot.app import CheatBot
from bot.config import Config
from bot.engine.rules.ruleset import Ruleset
from bot.store import Database
from bot.store.relayed import SqliteRelays
from bot.store.writer import Work
from bot.tables.answers import Press
from bot.tables.gathering import unheard
from bot.tables.registry import Taken
from bot.ui.gate import Gate
from tests.bench.wire import APPLICATION, DM_BASE, Message, Payload, Wire

#: A server for each process, by the number of its shard.
GUILDS = {1: 50, 2: (1 << 22) + 50}
PEOPLE = 3
ROOT = Path(__file__).parents[2]
PRESS, COMMAND, TYPING = 3, 2, 4


@dataclass
class Dealt:
    """A table with its cards dealt, as its people see it."""

    pair: Pair
    id: int
    channel: int
    people: list[int]

    @property
    def turn(self) -> int:
        """Whose turn it is, by what the hands say."""
        return next(user for user in self.people if "Due:" in self.pair.hand(user).text)

    @property
    def claims(self) -> list[str]:
        """The number of every claim that was posted, one for each message."""
        return [number for channel, number in self.pair.claims if channel == self.channel]


class Pair(Wire):
    """The Discord, and the two processes by their number."""

    def __init__(self, file: Path) -> None:
        super().__init__()
        self.file = file
        self.processes: dict[int, asyncio.subprocess.Process] = {}
        #: The answer to each interaction, and the claims posted, by channel.
        self.answers: dict[int, Payload] = {}
        self.answered_at: dict[int, float] = {}
        self.sent: dict[int, Payload] = {}
        self.claims: list[tuple[int, str]] = []
        #: The process that is killed by the next answer it gives, or by the next message it posts; Discord has heard
        #: of the latter and not of the former.
        self.killed_answering: int | None = None
        self.killed_posting: int | None = None
        self.posted = self._posted
        self._lines: dict[int, tuple[asyncio.StreamReader, asyncio.StreamWriter]] = {}
        self._writers: list[asyncio.StreamWriter] = []
        self._nonces: dict[str, Payload] = {}
        self._joined = asyncio.Condition()
        self._tables = 0

    async def __aenter__(self) -> Self:
        await self.start()
        return self

    async def __aexit__(self, *rest: object) -> None:
        for number, process in self.processes.items():
            if process.returncode is None:
                self._say(number, {"stop": True})
                await asyncio.wait_for(process.wait(), 30)
        for server in self._servers:
            server.close()
        for writer in self._writers:
            writer.close()
        await asyncio.gather(*(writer.wait_closed() for writer in self._writers), return_exceptions=True)

    # --- the processes ------------------------------------------------------------------------------------------------

    async def launch(self, number: int) -> None:
        """Start a process and wait until it has brought its tables back."""
        self._lines.pop(number, None)
        ports = (str(self.http_port), str(self.gateway_port))
        self.processes[number] = await asyncio.create_subprocess_exec(
            sys.executable, "-m", "tests.crash.pair", str(number), *ports, str(self.file), cwd=ROOT
        )
        async with self._joined:
            await asyncio.wait_for(self._joined.wait_for(lambda: number in self._lines), 60)

    async def gone(self, number: int) -> None:
        """Wait until a process that was killed is no more."""
        await asyncio.wait_for(self.processes[number].wait(), 30)

    async def _connect(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._writers.append(writer)
        number = json.loads(await reader.readline())["number"]
        async with self._joined:
            self._lines[number] = reader, writer
            self._joined.notify_all()

    def _say(self, number: int, line: Payload) -> None:
        self._lines[number][1].write(json.dumps(line).encode() + b"\n")

    async def ask(self, number: int, **line: Any) -> Payload:
        """Have a process do or tell something."""
        self._say(number, line)
        told: Payload = json.loads(await asyncio.wait_for(self._lines[number][0].readline(), 30))
        return told

    # --- people -------------------------------------------------------------------------------------------------------

    async def deal(self, number: int, people: list[int] | None = None) -> Dealt:
        """Deal a table in the server of a process, and wait for the hands."""
        self._tables += 1
        users = people or [100_000 + self._tables * PEOPLE + seat for seat in range(PEOPLE)]
        channel = 10_000 + self._tables
        found = await self.ask(number, deal=users, guild=GUILDS[number], channel=channel)
        dealt = Dealt(self, found["table"], channel, users)
        await self.until(lambda: all(f":{dealt.id}:pick:" in json.dumps(self.hand(it).components) for it in users))
        return dealt

    def hand(self, user: int) -> Message:
        """The newest message in somebody's direct messages."""
        sent = [message for message in self.messages.values() if message.channel_id == DM_BASE + user]
        return sent[-1] if sent else Message(0, DM_BASE + user, [])

    def send(self, user: int, kind: int, data: Payload, message: Message | None = None) -> int:
        """An interaction in direct messages, for shard 0 to bring; gives its id."""
        number = self.new_id()
        token = f"token{number}"
        self._tokens[token] = message or Message(0, DM_BASE + user, [])
        payload: Payload = {
            "id": str(number), "application_id": str(APPLICATION), "type": kind, "token": token, "version": 1,
            "attachment_size_limit": 1, "locale": "en-US", "entitlements": [], "context": 1, "data": data,
            "channel": {"id": str(DM_BASE + user), "type": 1, "recipients": []}, "authorizing_integration_owners": {},
            "user": {"id": str(user), "username": f"u{user}", "discriminator": "0", "avatar": None},
        }  # fmt: skip
        if message is not None:
            payload["message"] = message.payload()
        self.sent[number] = payload
        self._say(1, payload)
        return number

    def repeat(self, number: int) -> None:
        """The gateway brings an interaction once more."""
        self._say(1, self.sent[number])

    def press(self, user: int, kind: str) -> int:
        """Press the first button of a kind on somebody's hand; gives the interaction's id."""
        hand = self.hand(user)
        return self.send(
            user, PRESS, {"component_type": 2, "custom_id": hand.buttons(kind)[0][3], "id": 1}, message=hand
        )

    def command(self, user: int, name: str, kind: int = COMMAND, **options: str) -> int:
        """Type a command of `/cheat`; gives the interaction's id."""
        given = [{"name": key, "type": 3, "value": text, "focused": kind == TYPING} for key, text in options.items()]
        return self.send(
            user,
            kind,
            {"id": "1", "name": "cheat", "type": 1, "options": [{"name": name, "type": 1, "options": given}]},
        )

    async def answered(self, number: int) -> Payload:
        """The answer to an interaction, once there is one."""
        await self.until(lambda: number in self.answers)
        return self.answers[number]

    async def until(self, what: Callable[[], bool], seconds: float = 20.0) -> None:
        """Wait for something to be so."""
        async with asyncio.timeout(seconds):
            while not what():  # noqa: ASYNC110 - it is other processes that make it so
                await asyncio.sleep(0.002)

    # --- requests -----------------------------------------------------------------------------------------------------

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._writers.append(writer)
        await super()._serve(reader, writer)

    def _answer(self, method: str, path: str, body: Payload) -> Payload | list[Payload]:
        nonce = body.get("nonce")
        if nonce in self._nonces:
            return self._nonces[nonce]
        given = super()._answer(method, path, body)
        if nonce is not None and isinstance(given, dict):
            self._nonces[nonce] = given
            if self.killed_posting is not None:
                self._kill(self.killed_posting)
        return given

    def _called_back(self, number: int, body: Payload) -> Payload:
        if self.killed_answering is not None:
            self._kill(self.killed_answering)
        if number in self.answers:
            # Discord takes one answer only.
            raise ConnectionError("answered already")
        self.answers[number] = body
        self.answered_at[number] = time.perf_counter()
        message = self._tokens[f"token{number}"]
        self._asked[number] = asyncio.get_running_loop().create_future(), 0.0, message
        return super()._called_back(number, body)

    def _kill(self, number: int) -> None:
        self.killed_answering = self.killed_posting = None
        self.processes[number].kill()
        raise ConnectionError("killed")

    def _posted(self, message: Message) -> None:
        self.claims.extend((message.channel_id, stamp) for _, stamp, _, _ in message.buttons("call"))


# --- the process ------------------------------------------------------------------------------------------------------


async def deal(bot: CheatBot, people: list[int], guild: int, channel: int) -> int:
    """A table of these people, whose direct messages are known to be open."""
    for user in people:
        bot.desk.presenter.letterboxes.keep(user, DM_BASE + user)

    def press(user: int) -> Press:
        now = bot.clock.now()
        return Press(user, f"Player {user}", discord.utils.time_snowflake(now), now)

    table = await bot.registry.open(
        press(people[0]), guild_id=guild, guild_name=f"Server {guild}", channel_id=channel, channel_name="cards",
        locale="en-US", ruleset=Ruleset(),
    )  # fmt: skip
    assert not isinstance(table, Taken)
    for user in people[1:]:
        await table.join(press(user), unheard)
    await table.start(press(people[0]), unheard)
    return table.id


def stall_reads(seconds: float) -> None:
    """From now on the disk takes so long to say whose tables there are."""

    def slowed(plain: Any) -> Any:
        async def slowly(*args: Any, **named: Any) -> Any:
            await asyncio.sleep(seconds)
            return await plain(*args, **named)

        return slowly

    for name in ("guild_of", "seats_of"):
        setattr(SqliteRelays, name, slowed(getattr(SqliteRelays, name)))


def stall_writes(seconds: float) -> None:
    """From now on the disk takes so long for whatever is written, and nobody can break that off."""
    plain = Database.write

    async def slowly(database: Database, work: Work[Any]) -> Any:
        def held_up(connection: sqlite3.Connection) -> Any:
            time.sleep(seconds)
            return work(connection)

        return await plain(database, held_up)

    Database.write = slowly  # type: ignore[method-assign, assignment]


async def serve(number: int, http: int, gateway: int, file: Path) -> None:
    """Take lines until one says stop."""
    discord.http.Route.BASE = f"http://127.0.0.1:{http}/api/v10"
    config = Config.model_validate(
        {"database": {"path": file}, "discord": {"shard_count": 2}, "processes": {"count": 2, "number": number},
         "sync": {"commands": False}, "cards": {"faces": "off"}, "game": {"stop_notice_seconds": 0}}
    )  # fmt: skip
    bot = CheatBot(config, gate=Gate(paced=False))
    await bot.login("token")
    # The lines are the gateway here.
    await bot.on_shard_connect(number - 1)
    reader, writer = await asyncio.open_connection("127.0.0.1", gateway, limit=1 << 20)
    writer.write(json.dumps({"number": number}).encode() + b"\n")
    while line := await reader.readline():
        told = json.loads(line)
        if "stop" in told:
            break
        if "deal" in told:
            found = {"table": await deal(bot, told["deal"], told["guild"], told["channel"])}
            writer.write(json.dumps(found).encode() + b"\n")
        elif "stall" in told:
            (stall_writes if told.get("writes") else stall_reads)(told["stall"])
            writer.write(b"{}\n")
        elif "hears" in told:
            writer.write(json.dumps({"hears": bot.reach.hears(told["hears"])}).encode() + b"\n")
        elif "seats" in told:
            table = bot.registry.live(told["seats"])
            users = [] if table is None else [seat.user_id for seat in table.record.seats]
            writer.write(json.dumps({"seats": users}).encode() + b"\n")
        elif "tables" in told:
            tables = {it.id: it.game.state.turns if it.game else 0 for it in bot.registry._tables.values()}
            writer.write(json.dumps(tables).encode() + b"\n")
        else:
            bot._connection.parsers["INTERACTION_CREATE"](told)
    writer.close()
    await bot.close()


if __name__ == "__main__":
    asyncio.run(serve(int(sys.argv[1]), int(sys.argv[2]), int(sys.argv[3]), Path(sys.argv[4])))
