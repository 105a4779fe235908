"""One interaction and its answer: the only way the desk and the commands speak to whoever pressed.

Between the desk or a cog, which knows what to say, and the presenter, which sends it. An answer that Discord does not
take is logged and given up: what the table has decided stands. It must never raise because an answer failed, never
answer twice, and never log what an answer said.
"""

from __future__ import annotations

import asyncio
import io
import logging
import secrets
from collections.abc import Awaitable, Callable
from datetime import datetime
from enum import StrEnum
from typing import Any, Final

import aiohttp
import discord

from bot.tables.answers import Accepted, Posted, Press, Refused, ShowFailed
from bot.tables.ports import StoreFailed, StoreUnread
from bot.ui.acknowledging import ANSWERED_CODE, acknowledge, taken
from bot.ui.notices import plain
from bot.ui.presenter import DiscordPresenter
from bot.ui.text import Words, accepted, refused

log = logging.getLogger(__name__)

# Discord no longer knows the interaction or its token: the press was answered too late.
TOO_LATE_CODES: Final = frozenset({10015, 10062, 50027})
# The server's AutoMod takes exception at a word.
REFUSED_TEXT_CODES: Final = frozenset({200000, 200001})

Draw = Callable[[], discord.ui.LayoutView]


class Outcome(StrEnum):
    """What came of an interaction."""

    DONE = "done"  # answered, and whatever was asked for has happened
    REFUSED = "refused"  # the table said no
    TOLD = "told"  # only a sentence of the desk's
    FAULT = "fault"
    UNSAVED = "unsaved"
    UNREAD = "unread"
    LATE = "late"
    TWICE = "twice"
    CLOSING = "closing"
    SILENT = "silent"  # no answer reached Discord


class Place(StrEnum):
    """Where the answer to an interaction will stand that is acknowledged before there is one."""

    PRESSED = "pressed"  # the pressed message, drawn anew; a sentence comes beside it
    ALONE = "alone"  # a message that only whoever asked sees, and sees to be waited for
    EVERYBODY = "everybody"  # one that everybody sees to be waited for


def _what_failed(error: BaseException) -> tuple[Outcome, str]:
    """What an interaction came to that failed, and the text that tells whoever pressed."""
    if isinstance(error, StoreUnread):
        return Outcome.UNREAD, "desk-unread"
    if isinstance(error, StoreFailed):
        return Outcome.UNSAVED, "desk-unsaved"
    return Outcome.FAULT, "desk-fault"


async def _nothing() -> None:
    """Nobody else can draw the pressed message."""


class Reply:
    """The answer to one interaction. Every method says whether Discord took it."""

    def __init__(
        self, interaction: discord.Interaction[Any], presenter: DiscordPresenter, words: Words, kind: str = "other"
    ) -> None:
        self.interaction = interaction
        self._presenter, self._words = presenter, words
        #: The message in which an answer is seen to be waited for, as long as there is none.
        self._place: Place | None = None
        #: Where it was to stand by an acknowledgement that failed: Discord may have taken it all the same.
        self._unsure: Place | None = None
        #: Whether Discord had a first answer already when the newest one was sent.
        self._had_one = False
        #: Whether the pressed message could not be drawn any more after it was acknowledged.
        self._undrawn = False
        #: The pressed message is drawn once a drawing under way is done; and what to do if that fails.
        self._owed: tuple[Awaitable[None], Callable[[], Awaitable[object]]] | None = None
        #: Whether the name of whoever pressed may be kept. Not where they ask what is stored of them, or for it to go.
        self.remembers = True
        #: What was used, as one of a few words; and what came of it, as far as that is known.
        self.kind, self.outcome = kind, Outcome.DONE
        self._came = asyncio.get_running_loop().time()
        #: Seconds until Discord had the first answer; none before that.
        self.answered_in: float | None = None
        #: Whether the server's AutoMod did not let the newest answer pass: it may be given again in other words.
        self.text_refused = False
        #: Whether Discord took an answer: what is only acknowledged, or seen to be waited for, has none yet.
        self.told = False
        self._patience: asyncio.TimerHandle | None = None
        self._holding: asyncio.Task[bool] | None = None

    @property
    def locale(self) -> discord.Locale:
        """The language of whoever pressed."""
        return self.interaction.locale

    @property
    def user_id(self) -> int:
        """Who pressed."""
        return self.interaction.user.id

    @property
    def at(self) -> datetime:
        """Discord's time of the press."""
        return self.interaction.created_at

    @property
    def answered(self) -> bool:
        """Whether something was sent already, be it an acknowledgement alone."""
        return self.interaction.response.is_done()

    @property
    def waited_for(self) -> bool:
        """Whether whoever asked, or everybody, sees an answer being waited for."""
        return self._place is not None

    @property
    def left_alone(self) -> bool:
        """Whether whoever asked was acknowledged, or may have been, and then saw nothing: not even why."""
        return not self.told and (self._undrawn or self._unsure is not None)

    @property
    def on_hand(self) -> bool:
        """Whether the pressed message is a hand: a direct message, or one that only its reader sees."""
        message = self.interaction.message
        return self.interaction.guild_id is None or (message is not None and message.flags.ephemeral)

    def press(self, *, on_claim: bool = False) -> Press:
        """The press as a table takes it."""
        user = self.interaction.user
        return Press(user.id, user.display_name, self.interaction.id, self.at, on_claim)

    @property
    def catalogue(self) -> Words:
        """All texts."""
        return self._words

    def words(self, key: str, **args: str | int) -> str:
        """A text of the catalogue in the presser's language."""
        return self._words.say(self.locale, key, **args)

    def sentence(self, answer: Accepted | Refused) -> str:
        """What an answer of the table means, for whoever pressed; empty where seeing it is enough."""
        if isinstance(answer, Refused):
            self.outcome = Outcome.REFUSED
            return refused(self._words, self.locale, answer)
        return accepted(self._words, self.locale, answer)

    async def say(self, key: str, **args: str | int) -> bool:
        """A sentence that only the presser sees."""
        if self.outcome is Outcome.DONE and not self.told:
            self.outcome = Outcome.TOLD
        return await self.whisper(self.words(key, **args))

    async def refuse(self, answer: Refused) -> bool:
        """Why nothing happened; only the presser sees it."""
        return await self.whisper(self.sentence(answer))

    async def whisper(self, text: str) -> bool:
        """A text that only the presser sees."""
        sent = await self._privately(plain(text))
        return sent is not None or (self.text_refused and await self.unsayable())

    async def unsayable(self) -> bool:
        """Say that AutoMod refuses what there was to say: whoever waits is told at least that."""
        return await self._privately(plain(self.words("desk-automod"))) is not None

    async def private(self, layout: discord.ui.LayoutView, *, without_names: Draw | None = None) -> int | None:
        """A message with buttons that only the presser sees; its id, if Discord took it and told.

        Where AutoMod refuses somebody's name, it is drawn `without_names` if that can be.
        """
        sent = await self._privately(layout)
        if sent is None and self.text_refused:
            if without_names is not None:
                return await self.private(without_names())
            await self.unsayable()
        return None if sent is None else sent[0]

    async def _privately(self, layout: discord.ui.LayoutView) -> tuple[int | None] | None:
        fills = await self._fills()
        sent = await self._filled(self._presenter.private(self.interaction, layout, fills=fills))
        return await self._privately(layout) if sent is None and self._was_held() else sent

    async def _fills(self) -> bool:
        """Whether an answer for the presser alone stands where it is waited for.

        Where everybody sees the waiting it goes, and the answer comes beside it. Should it not go, everybody sees the
        answer: it must not be left standing.
        """
        await self.settled()
        if self._place is Place.EVERYBODY:
            # As long as it is waited for, Discord takes whatever comes next for it, or for nothing if it was deleted.
            layout, nobody = plain(self.words("desk-told-alone")), discord.AllowedMentions.none()
            if await self._taken(self.interaction.edit_original_response(view=layout, allowed_mentions=nobody)):
                self._place = None
                await self._taken(self.interaction.delete_original_response())
        return self._place is not None

    async def _filled(self, sending: Awaitable[Any]) -> tuple[Any] | None:
        """What sending an answer gave that nobody waits for any more once it is there."""
        sent = await self._sent(sending)
        if sent is not None:
            self._place = None
        return sent

    async def think(self) -> bool:
        """Acknowledge something that takes a while; what is said next stands in its place, and only they see it."""
        return await self._wait_in(Place.ALONE)

    async def hold(self) -> bool:
        """Acknowledge a press whose drawing takes a while: the pressed message stands as it is until it is redrawn."""
        return await self._wait_in(Place.PRESSED)

    async def wait(self) -> bool:
        """Acknowledge a command whose answer takes a request or two and is for everybody, as the waiting is."""
        return await self._wait_in(Place.EVERYBODY)

    async def _wait_in(self, place: Place) -> bool:
        """Whether Discord took an acknowledgement, now or before."""
        await self.settled()
        if self.answered:
            return True
        alone, waiting = place is Place.ALONE, place is not Place.PRESSED
        if await self._taken(acknowledge(self.interaction, alone=alone, waiting=waiting)) is None:
            self._unsure = place
            return False
        self._held_in(place)
        return True

    def _held_in(self, place: Place) -> None:
        self._place, self._unsure = None if place is Place.PRESSED else place, None

    def _was_held(self) -> bool:
        """Whether Discord has just told that it took an acknowledgement that failed: the answer goes once more then."""
        if self._unsure is None or not self._had_one:
            return False
        taken(self.interaction, waiting=self._unsure is not Place.PRESSED)
        self._held_in(self._unsure)
        return True

    def hold_after(self, seconds: float, place: Place) -> None:
        """Let it be acknowledged by itself if no answer was found by then: a disk that stalls leaves nobody alone.

        `place` is where the answer will stand: only one for `EVERYBODY` may become public, and a form none.
        """
        self._patience = asyncio.get_running_loop().call_later(max(0.0, seconds), self._hold, place)

    def _hold(self, place: Place) -> None:
        self._patience = None
        self._holding = asyncio.create_task(self._wait_in(place), name="hold")

    async def settled(self) -> None:
        """Hold no more, and wait for what holds already: Discord takes one first answer, and not two at once."""
        if self._patience is not None:
            self._patience.cancel()
            self._patience = None
        if self._holding is not None and self._holding is not asyncio.current_task():
            await asyncio.wait([self._holding])

    async def hand_over(self, text: str, name: str, data: bytes) -> bool:
        """A file with a sentence to it, for the presser alone."""
        fills, file = await self._fills(), discord.File(io.BytesIO(data), filename=name)
        sent = await self._filled(self._hand_over(text, file, fills=fills))
        return await self.hand_over(text, name, data) if sent is None and self._was_held() else sent is not None

    async def _hand_over(self, text: str, file: discord.File, *, fills: bool) -> None:
        nobody = discord.AllowedMentions.none()
        if fills:
            await self.interaction.edit_original_response(content=text, attachments=[file], allowed_mentions=nobody)
        elif self.answered:
            await self.interaction.followup.send(text, file=file, ephemeral=True, allowed_mentions=nobody)
        else:
            await self.interaction.response.send_message(text, file=file, ephemeral=True, allowed_mentions=nobody)

    async def redraw(self, draw: Draw, *, otherwise: Callable[[], Awaitable[object]] = _nothing) -> bool:
        """Draw the pressed message anew.

        While another drawing of it is under way the press is acknowledged alone, and drawn after it: should that fail,
        `otherwise` is done, once the table has gone on.
        """
        drawn = await self._taken(self._presenter.canvases.answer(self.interaction, draw))
        if drawn is None:
            if self._was_held():
                return await self.redraw(draw, otherwise=otherwise)
            self._undrawn = self._undrawn or self.answered
            return False
        if (owed := drawn[0]) is None:
            self.told = True
        else:
            self._owed = (owed, otherwise)
        return True

    async def paid(self) -> None:
        """Wait for the pressed message to be drawn, if that is still owed; where it can't be, say so at least."""
        if self._owed is None:
            return
        (owed, otherwise), self._owed = self._owed, None
        if await self._sent(owed) is None:
            await otherwise()
            if not self.told and not self.text_refused:
                await self.apologise()

    async def apologise(self) -> None:
        """Tell whoever still waits that there is no answer, under a number that the log has, too."""
        number = secrets.token_hex(3)
        log.warning("an answer got lost", extra={"fault": number, "interaction": self.interaction.id})
        await self.say("desk-fault", id=number)

    async def form(self, form: discord.ui.Modal) -> bool:
        """A form for the presser to fill in; what they send back is an interaction of its own."""
        # Stopped, it is not kept by discord.py, which would wait for it and forget it in a restart: its id is enough.
        form.stop()
        return await self._sent(self.interaction.response.send_modal(form)) is not None

    async def public(self, layout: discord.ui.LayoutView, mention: int | None = None) -> Posted | None:
        """A message for everybody in the channel; nothing if Discord did not take it."""
        sent = await self._filled(self._presenter.public(self.interaction, layout, mention))
        if sent is None and self._was_held():
            return await self.public(layout, mention)
        return None if sent is None else sent[0]

    async def fault(self, error: BaseException) -> None:
        """Something of ours broke: log it under a short id that the presser is told as well."""
        number = secrets.token_hex(3)
        interaction = self.interaction
        self.outcome, key = _what_failed(error)
        fields = {"fault": number, "interaction": interaction.id, "guild": interaction.guild_id or 0}
        match self.outcome:
            case Outcome.UNREAD:
                log.error("nothing could be read for an interaction", exc_info=error, extra=fields)
            case Outcome.UNSAVED:
                log.error("nothing could be stored for an interaction", exc_info=error, extra=fields)
            case _:
                log.error("an interaction failed", exc_info=error, extra=fields)
        await self.say(key, id=number)

    async def _sent(self, sending: Awaitable[Any]) -> tuple[Any] | None:
        """What sending an answer gave, in a tuple; nothing when Discord did not take it."""
        sent = await self._taken(sending)
        self.told = self.told or sent is not None
        return sent

    async def _taken(self, sending: Awaitable[Any]) -> tuple[Any] | None:
        fields = {"interaction": self.interaction.id}
        await self.settled()
        self.text_refused = self._had_one = False
        try:
            sent = (await sending,)
            if self.answered_in is None:
                self.answered_in = asyncio.get_running_loop().time() - self._came
            return sent
        except discord.InteractionResponded:
            log.warning("an interaction was about to be answered twice", extra=fields)
        except discord.HTTPException as error:
            if error.code in TOO_LATE_CODES:
                log.info("too late to answer an interaction", extra=fields)
            elif error.code == ANSWERED_CODE:
                self._had_one = True
                log.warning("an interaction was answered already", extra=fields)
            elif error.code in REFUSED_TEXT_CODES:
                self.text_refused = True
                log.warning("AutoMod refused an answer", extra=fields)
            elif error.status in {400, 413}:
                # A form Discord refuses is a mistake of ours, and the presser still waits.
                number = secrets.token_hex(3)
                log.exception("Discord refused an answer", extra={"fault": number, **fields})
                if not self.answered or self._place is not None:
                    await self._plain(number)
            else:
                log.warning("an answer was not delivered: %s", error.status, extra={"code": error.code, **fields})
        except (TimeoutError, aiohttp.ClientError, OSError, ShowFailed) as error:
            log.warning("an answer was not delivered: %s", type(error).__name__, extra=fields)
        return None

    async def _plain(self, number: str) -> None:
        """The last resort: one sentence, without any layout that could be the reason."""
        text, nobody = self.words("desk-fault", id=number), discord.AllowedMentions.none()
        try:
            if self._place is not None:
                await self.interaction.edit_original_response(content=text, allowed_mentions=nobody)
            else:
                await self.interaction.response.send_message(text, ephemeral=True, allowed_mentions=nobody)
            self.told, self._place = True, None
        except (TimeoutError, discord.HTTPException, aiohttp.ClientError, OSError) as error:
            log.warning("nor was its apology: %s", type(error).__name__, extra={"interaction": self.interaction.id})
