"""Opens a sandbox and closes it again: the file that keeps its games, the real bot on it, the people around it.

`bot.sandbox.text` and `bot.sandbox.web` both begin here, and so does whoever wants a stage in a test. It must never
decide what is played or shown.
"""

from __future__ import annotations

import importlib.util
import logging
import shlex
import sys
import tempfile
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, Final

from bot.config import Config
from bot.config_sections import DiscordSettings, SyncSettings
from bot.ui.gate import Gate

if TYPE_CHECKING:
    from bot.sandbox.stage import Stage

NEEDS_SIMCORD: Final = """\
The sandbox needs simcord, which stands in for Discord:  pip install "simcord==3.2.1"
"""
_PEOPLE: Final = "sandbox_people"


class OtherPeople(Exception):
    """The file keeps a game of other people; the text says how to go on with it."""


def run(play: Callable[[Path], int], data: Path | None) -> int:
    """Play with the file `data`, or one that is thrown away; return the exit status, faults told in words."""
    # simcord tries discord.py out with a client that has no intents, which that one finds worth a warning.
    logging.getLogger("discord.state").setLevel(logging.ERROR)
    if importlib.util.find_spec("simcord") is None:
        sys.stderr.write(NEEDS_SIMCORD)
        return 1
    import bot.app  # noqa: F401, PLC0415 - before simcord: it keeps discord.py from warning that nobody can speak
    from bot.store import StoreError  # noqa: PLC0415 - as above

    try:
        if data is not None:
            return play(data)
        with tempfile.TemporaryDirectory(prefix="cheat-sandbox-") as folder:
            return play(Path(folder) / "cheat.db")
    except (StoreError, OtherPeople) as error:
        sys.stderr.write(f"{error}\n")
        return 1


@asynccontextmanager
async def opened(
    config: Config,
    people: Sequence[str],
    path: Path,
    *,
    language: str,
    waiting_s: float | None = None,
    not_before: datetime | None = None,
) -> AsyncIterator[tuple[Stage, bool]]:
    """A stage with the bot signed in, and whether a kept game goes on there. Raises `OtherPeople` or `StoreError`.

    It is `not_before` or later there, as well as after everything the file tells of. `language` and `waiting_s` are as
    for `Stage`.
    """
    from bot.app import CheatBot  # noqa: PLC0415 - simcord comes later, see run
    from bot.command_sync import key_of  # noqa: PLC0415
    from bot.sandbox.stage import WAITING_S, Stage  # noqa: PLC0415
    from bot.store import Database, SqliteTableStore, look, migrate  # noqa: PLC0415

    settings = config.model_copy(
        update={
            "discord": DiscordSettings(shard_count=1),
            "sync": SyncSettings(commands=True),
            # Whoever stops the sandbox knows that it stops.
            "game": config.game.model_copy(update={"stop_notice_seconds": 0}),
        },
    )
    database = await Database.open(path, look=look)
    try:
        await migrate(database)
        store = SqliteTableStore(database)
        kept = await store.live_tables()
        # People are told apart by their place in the list: in another order somebody would get another's cards.
        before = tuple(filter(None, (await store.meta(_PEOPLE) or "").split(",")))
        if kept and tuple(people)[: len(before)] != before:
            names = shlex.quote(",".join(before))
            raise OtherPeople(f"{path} keeps a game of other people. To go on with it: --people {names}")
        await store.set_meta(_PEOPLE, ",".join(people))
        stage = Stage(
            CheatBot(settings, store=store, gate=Gate(paced=False)),
            people,
            language=language,
            waiting_s=WAITING_S if waiting_s is None else waiting_s,
        )
        # This Discord is new each time: whatever was registered with an earlier one is not known here.
        await store.set_meta(key_of(stage.application_id), "")
        times = [table.touched_at for table in kept] + ([] if not_before is None else [not_before])
        await stage.start(not_before=max(times, default=None))
        try:
            yield stage, bool(kept)
        finally:
            await stage.close()
    finally:
        await database.close()
