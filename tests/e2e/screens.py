"""Reading a message the way a person does: its text, its buttons, what a select offers. Works on message payloads."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from simcord.components import walk_components

if TYPE_CHECKING:
    from collections.abc import Sequence

BUTTON, STRING_SELECT, TEXT_DISPLAY = 2, 3, 10
SELECTS = (3, 5, 6, 7, 8)

Payload = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Screen:
    """A message as somebody sees it who has not noticed later edits. Pressing it presses the old buttons."""

    id: int
    channel_id: int
    payload: Payload


def parts(payload: Payload) -> list[dict[str, Any]]:
    """All components, nested ones included, in order."""
    return list(walk_components(payload.get("components") or []))


def text(payload: Payload) -> str:
    """All that can be read: content, embeds, text displays. Not the labels."""
    lines = [payload.get("content") or ""]
    for embed in payload.get("embeds") or ():
        lines += [embed.get("title") or "", embed.get("description") or ""]
        for entry in embed.get("fields") or ():
            lines += [entry["name"], entry["value"]]
        lines.append((embed.get("footer") or {}).get("text") or "")
    lines += [part["content"] for part in parts(payload) if part.get("type") == TEXT_DISPLAY]
    return "\n".join(line for line in lines if line)


def _emoji(button: dict[str, Any]) -> str:
    return str((button.get("emoji") or {}).get("name") or "")


def _label(button: dict[str, Any]) -> str:
    return str(button.get("label") or _emoji(button))


def _names(button: dict[str, Any]) -> set[str]:
    """All that a test may call this button."""
    label, emoji = str(button.get("label") or ""), _emoji(button)
    return {name for name in (label, emoji, f"{emoji} {label}".strip()) if name}


def _buttons(payload: Payload) -> list[dict[str, Any]]:
    return [part for part in parts(payload) if part.get("type") == BUTTON]


def labels(payload: Payload, *, include_disabled: bool = False) -> list[str]:
    """The buttons that can be pressed, by label (a bare emoji by its name)."""
    return [_label(button) for button in _buttons(payload) if include_disabled or not button.get("disabled")]


def find_button(payload: Payload, label: str | None, custom_id: str | None) -> dict[str, Any]:
    """The one button of that label, emoji or custom_id that can be pressed; AssertionError if there is none."""
    buttons = _buttons(payload)
    found = [
        button
        for button in buttons
        if (custom_id is not None and button.get("custom_id") == custom_id)
        or (label is not None and label in _names(button))
    ]
    if len(found) != 1:
        wanted, names = label or custom_id, [_label(button) for button in buttons]
        raise AssertionError(f"{len(found)} buttons match {wanted!r}; there are {names}")
    if found[0].get("disabled") or not found[0].get("custom_id"):
        raise AssertionError(f"the button {_label(found[0])!r} can't be pressed")
    return found[0]


def find_select(payload: Payload, placeholder: str | None = None, custom_id: str | None = None) -> dict[str, Any]:
    """The only select, or the one of that placeholder or custom_id; AssertionError if there is none."""
    menus = [part for part in parts(payload) if part.get("type") in SELECTS]
    found = [
        menu
        for menu in menus
        if (placeholder is None or menu.get("placeholder") == placeholder)
        and (custom_id is None or menu["custom_id"] == custom_id)
    ]
    if len(found) != 1:
        names = [menu.get("placeholder") or menu["custom_id"] for menu in menus]
        raise AssertionError(f"{len(found)} selects match; there are {names}")
    return found[0]


def chosen(menu: dict[str, Any], wanted: Sequence[str]) -> list[str]:
    """The values of the options named by label or value, as a client would let somebody choose them."""
    if menu.get("disabled"):
        raise AssertionError("the select is disabled")
    if menu["type"] != STRING_SELECT:
        raise AssertionError("only string selects can be chosen from")
    by_name = {option["value"]: option["value"] for option in menu["options"]}
    by_name.update({option["label"]: option["value"] for option in menu["options"]})
    missing = [name for name in wanted if name not in by_name]
    if missing:
        raise AssertionError(f"no options {missing}; there are {sorted(by_name)}")
    values = list(dict.fromkeys(by_name[name] for name in wanted))
    least = 1 if menu.get("min_values") is None else menu["min_values"]
    most = 1 if menu.get("max_values") is None else menu["max_values"]
    if not least <= len(values) <= most:
        raise AssertionError(f"{len(values)} values chosen, allowed are {least} to {most}")
    return values
