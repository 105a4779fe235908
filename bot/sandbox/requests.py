"""What a page may ask for, and nothing else: every line it sends is read here first.

Between the page's JavaScript and `bot.sandbox.web`. It must never take a name or a number on trust.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, TypeAdapter

from bot.sandbox.feed import Place

Text = Annotated[str, Field(max_length=4000)]
Name = Annotated[str, Field(max_length=100)]
Texts = Annotated[dict[Name, Text], Field(max_length=25)]


class _Request(BaseModel):
    """`number` is the page's own: the reply carries it."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    number: int = 0


class Sit(_Request):
    """The page shows another person's screen from now on."""

    act: Literal["sit"]
    who: Name


class Read(_Request):
    """The page's person has a place in front of their eyes."""

    act: Literal["read"]
    place: Place


class Use(_Request):
    """A button pressed, or (with values) choices made in a menu."""

    act: Literal["use"]
    message: Annotated[int, Field(ge=0, lt=1 << 63)]
    custom_id: Name
    values: Annotated[list[Text], Field(max_length=25)] | None = None


class Slash(_Request):
    """A slash command."""

    act: Literal["slash"]
    place: Place
    command: Name
    options: Texts = {}


class Propose(_Request):
    """Choices for an option that is being typed."""

    act: Literal["propose"]
    place: Place
    command: Name
    option: Name
    typed: Name
    options: Texts = {}


class Picker(_Request):
    """The commands there are."""

    act: Literal["picker"]
    place: Place


class Submit(_Request):
    """A form filled in."""

    act: Literal["submit"]
    form: int
    values: Annotated[dict[Name, Any], Field(max_length=25)]


class Dismiss(_Request):
    """A private reply taken off the screen."""

    act: Literal["dismiss"]
    message: Annotated[int, Field(ge=0, lt=1 << 63)]


Request = Annotated[
    Sit | Read | Use | Slash | Propose | Picker | Submit | Dismiss,
    Field(discriminator="act"),
]
REQUESTS: TypeAdapter[Request] = TypeAdapter(Request)
