"""``python -m bot sandbox --text``: play on this terminal, speaking for everybody at the table.

`bot.__main__` calls `run`. Lines come from the keyboard or a pipe; each is one act of one person. What the bot shows to
whom is printed under a heading that says so. Nothing here knows the rules of the game or the words of the bot.
"""

from __future__ import annotations

import asyncio
import shlex
import sys
import threading
import time
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Final

from bot.config import Config
from bot.config_sections import CardSettings
from bot.sandbox import opening
from bot.sandbox.sayings import saying
from bot.sandbox.tips import greeting, typing_help

if TYPE_CHECKING:
    from bot.sandbox.screen import Screen
    from bot.sandbox.stage import Answer, Stage

# In virtual time every act takes this long, so that what the bot does a moment later is seen too.
ACT_S: Final = 1.0
TICK_S: Final = 0.25
MOST_WAIT_S: Final = 3600.0
# These words may be followed by an option or a number with a colon in it; before other colons stands a name.
_WITH_ARGUMENT: Final = frozenset({"as", "cheat", "dm", "dms", "press", "wait"})


def run(config: Config, *, people: Sequence[str], data: Path | None, language: str, virtual: bool) -> int:
    """Play until the input ends; return the exit status. With `virtual` time passes only by acts and ``wait``."""

    def play(path: Path) -> int:
        return asyncio.run(_play(config, people, path, language, virtual=virtual))

    return opening.run(play, data)


async def _play(config: Config, people: Sequence[str], path: Path, language: str, *, virtual: bool) -> int:
    from bot.sandbox.screen import Screen  # noqa: PLC0415 - simcord comes later, see opening.run

    # A terminal has no pictures.
    config = config.model_copy(update={"cards": CardSettings(faces="off")})
    async with opening.opened(config, people, path, language=language) as (stage, goes_on):
        with stage:
            await Terminal(stage, Screen(stage), virtual=virtual, goes_on=goes_on).talk()
    return 0


class Terminal:
    """Reads lines, lets people act, prints what they see."""

    def __init__(self, stage: Stage, screen: Screen, *, virtual: bool, goes_on: bool) -> None:
        self._stage, self._screen, self._virtual, self._goes_on = stage, screen, virtual, goes_on
        self._names = list(stage.people)
        self._speaker = self._names[0]
        self._forms: dict[str, Answer] = {}
        self._lines: asyncio.Queue[str | None] = asyncio.Queue()
        self._last = time.perf_counter()

    async def talk(self) -> None:
        """Until ``quit`` or the end of the input."""
        language, names = self._stage.language, self._names
        print(greeting(language, names, virtual=self._virtual, goes_on=self._goes_on))
        self._print_news()
        self._listen()
        while (line := await self._next_line()) is not None:
            if not sys.stdin.isatty():
                print(f"> {line}")
            if line.casefold() in {"quit", "exit", "q"}:
                break
            await self._obey(line)
            await self._let_time_pass(ACT_S)
            self._print_news()
        print(self._say("goodbye"))

    def _listen(self) -> None:
        """Read in a thread of its own, which may wait for the keyboard for ever: it ends with the process."""
        loop = asyncio.get_running_loop()

        def read() -> None:
            for line in sys.stdin:
                loop.call_soon_threadsafe(self._lines.put_nowait, line.strip())
            loop.call_soon_threadsafe(self._lines.put_nowait, None)

        threading.Thread(target=read, name="keyboard", daemon=True).start()

    async def _next_line(self) -> str | None:
        """The next line; while there is none, real time passes at the table too, unless it is virtual."""
        if sys.stdin.isatty():
            print(f"{self._speaker}> ", end="", flush=True)
        while True:
            try:
                return await asyncio.wait_for(self._lines.get(), None if self._virtual else TICK_S)
            except TimeoutError:
                await self._let_time_pass(0.0)
                if self._print_news() and sys.stdin.isatty():
                    print(f"{self._speaker}> ", end="", flush=True)

    async def _let_time_pass(self, virtual_s: float) -> None:
        now = time.perf_counter()
        seconds = virtual_s if self._virtual else now - self._last
        self._last = now
        await self._stage.advance(seconds)

    def _print_news(self) -> bool:
        news = list(self._screen.news())
        if news:
            print("\n".join(news), flush=True)
        return bool(news)

    # --- one line --------------------------------------------------------------------------------------------------

    async def _obey(self, line: str) -> None:
        if self._screen.offers(self._speaker, line):
            # A label may be spelled like one of the words below, or hold a colon.
            await self._press(self._speaker, line)
            return
        who, _, rest = line.partition(":")
        speaker = self._person(who)
        act = rest.strip() if speaker is not None and rest.strip() else line
        speaker = speaker if act is not line and speaker is not None else self._speaker
        word, _, argument = act.partition(" ")
        if act is line and rest.strip() and not line.startswith("/") and word.casefold() not in _WITH_ARGUMENT:
            print(self._nobody(who.strip()))
            return
        match word.casefold():
            case "":
                return
            case _ if self._screen.offers(speaker, act):
                await self._press(speaker, act)
            case "press" if argument.strip():
                await self._press(speaker, argument.strip())
            case "help" | "?":
                print(typing_help(self._stage.language))
            case "as":
                self._speak_for(argument)
            case "dms":
                self._show_messages(argument or speaker)
            case "table" | "channel":
                print("\n".join(self._screen.again(None)))
            case "wait":
                await self._wait(argument)
            case "dm":
                await self._slash(speaker, argument.strip(), in_dm=True)
            case _ if act.startswith("="):
                await self._fill_in(speaker, act.removeprefix("=").strip())
            case _ if act.startswith("/") or word.casefold() == "cheat":
                await self._slash(speaker, act, in_dm=False)
            case _:
                await self._press(speaker, act)

    def _person(self, name: str) -> str | None:
        return next((known for known in self._names if known.casefold() == name.strip().casefold()), None)

    def _speak_for(self, name: str) -> None:
        person = self._person(name)
        if person is None:
            print(self._nobody(name))
        else:
            self._speaker = person
            print(self._say("you_speak", name=person))

    def _show_messages(self, name: str) -> None:
        person = self._person(name)
        print("\n".join(self._screen.again(person)) if person is not None else self._nobody(name))

    def _say(self, key: str, **told: object) -> str:
        return saying(self._stage.language, key, **told)

    def _nobody(self, name: str) -> str:
        return self._say("here_are", name=name, names=", ".join(self._names))

    async def _wait(self, text: str) -> None:
        try:
            seconds = float(text)
        except ValueError:
            seconds = -1.0
        if not 0 <= seconds <= MOST_WAIT_S:
            print(self._say("how_long", most=f"{MOST_WAIT_S:.0f}"))
            return
        await self._stage.advance(seconds)

    async def _slash(self, who: str, text: str, *, in_dm: bool) -> None:
        from bot.sandbox.stage import CannotDo  # noqa: PLC0415 - simcord comes later, see opening.run

        try:
            words = shlex.split(text.removeprefix("/"))
        except ValueError:
            words = text.removeprefix("/").split()
        command, options = _parsed(words)
        commands = self._stage.commands
        if not text.startswith("/") or command not in commands:
            last = command.casefold().split()[-1:]
            meant = next((known for known in commands if known.split()[-1:] == last), None)
            hint = self._say("one_is") if meant is None else self._say("did_you_mean", command=meant)
            print(self._say("no_command", typed=text, hint=hint))
            return
        try:
            await self._stage.slash(who, command, options, in_dm=in_dm)
        except CannotDo as reason:
            print(self._say("did_not_work", reason=reason))

    async def _press(self, who: str, wanted: str) -> None:
        from bot.sandbox.stage import CannotDo  # noqa: PLC0415 - simcord comes later, see opening.run

        control = self._screen.control(who, wanted)
        if isinstance(control, str):
            print(control)
            return
        try:
            answer = await self._stage.press(who, control.message, control.custom_id, control.value)
        except CannotDo as reason:
            print(self._say("did_not_work", reason=reason))
            return
        if (form := answer.form) is not None:
            self._forms[who] = answer
            label = form["components"][0]
            value = label["component"].get("value") or self._say("empty")
            print(self._say("form", who=who, title=form["title"], label=label["label"], value=value))

    async def _fill_in(self, who: str, text: str) -> None:
        """Send the form this person opened last, with a text in its field."""
        from bot.sandbox.stage import CannotDo  # noqa: PLC0415 - simcord comes later, see opening.run

        answer = self._forms.pop(who, None)
        form = None if answer is None else answer.form
        if answer is None or form is None:
            print(self._say("did_not_work", reason=self._say("no_form_open", who=who)))
            return
        try:
            await self._stage.submit(who, answer, {form["components"][0]["component"]["custom_id"]: text})
        except CannotDo as reason:
            print(self._say("did_not_work", reason=reason))


def _parsed(words: Sequence[str]) -> tuple[str, dict[str, str]]:
    """A command and its options, each up to the next, as they are typed on Discord.

    >>> _parsed("cheat rules name:Cards for each player table:1".split())
    ('cheat rules', {'name': 'Cards for each player', 'table': '1'})
    """
    command: list[str] = []
    options: dict[str, list[str]] = {}
    under = command
    for word in words:
        name, colon, value = word.partition(":")
        if colon:
            under = options[name] = [value] if value else []
        else:
            under.append(word)
    return " ".join(command), {name: " ".join(parts) for name, parts in options.items()}
