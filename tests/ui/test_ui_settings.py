"""The page of a server's settings: within Discord's limits, every setting with its help, its value and its menu."""

from __future__ import annotations

import re
from typing import Any, cast

import discord
import pytest

from bot.tables.settings import MOST_CHOSEN, WAYS, ServerSettings
from bot.ui import settings_page
from bot.ui.breath import COMMANDS, COMMANDS_TIME, Pace
from bot.ui.components import ITEMS, is_item
from bot.ui.setting_items import RESET, SettingButton, SettingId, SettingSelect
from bot.ui.settings_page import Sheet, choice, lasting, offered, option_value, page, title
from bot.ui.text import key_of
from tests.ui.catalogues import PSEUDO, pseudo
from tests.ui.stage import NOW, WORDS, text_of
from tests.ui.test_ui_pseudo import plain

EN = "en-US"
MENTION = re.compile(r"<(#|@&)\d+>")
MANY = tuple(2**62 + number for number in range(MOST_CHOSEN))
FULL = ServerSettings(
    channels=MANY, hosts=MANY, thread=True, start_cooldown_s=301, abandoned_h=5, language="xx-unknown", mark_gone=True
)
LOCALES = pytest.mark.parametrize("locale", sorted(WORDS.locales))


def selects(layout: discord.ui.LayoutView) -> dict[str, Any]:
    return {item.key: cast("Any", item.item) for item in layout.walk_children() if isinstance(item, SettingSelect)}


@LOCALES
@pytest.mark.parametrize("gone", [(), MANY[:7], MANY])
@pytest.mark.parametrize("settings", [ServerSettings(), FULL])
def test_the_page_fits_whatever_is_settled(settings: ServerSettings, gone: tuple[int, ...], locale: str) -> None:
    layout = page(Sheet(settings, "*_`|~" * 20, frozenset(gone)), WORDS, locale)
    assert layout.content_length() <= 4000
    assert len(list(layout.walk_children())) <= 40
    menus = selects(layout)
    assert menus.keys() == WAYS.keys()
    for menu in menus.values():
        assert is_item(menu.custom_id)
        assert len(menu.placeholder) <= 150
        for option in getattr(menu, "options", ()):
            assert 0 < len(option.label) <= 100
            assert 0 < len(option.value) <= 100
    for key, menu in menus.items():
        if hasattr(menu, "options"):
            assert 1 <= len(menu.options) <= 25
            unspoken = key == "language" and settings is FULL
            assert sum(option.default for option in menu.options) == (0 if unspoken else 1)
    marked = [value.id for key in ("channels", "hosts") for value in menus[key].default_values]
    assert not set(marked) & set(gone)
    assert len(marked) == 2 * len([id_ for id_ in settings.channels if id_ not in gone])


@LOCALES
def test_every_setting_is_told_with_its_help_and_its_value(locale: str) -> None:
    for settings in (ServerSettings(), FULL):
        text = text_of(page(Sheet(settings, "Home"), WORDS, locale))
        for key in WAYS:
            assert f"**{title(WORDS, locale, key)}:** " in text
            assert WORDS.say(locale, f"{key_of('setting', key)}-help") in text
        assert len({title(WORDS, locale, key) for key in WAYS}) == len(WAYS)
    for key in WAYS:
        told = [choice(WORDS, locale, key, value) for value in offered(WORDS, key, getattr(FULL, key))]
        assert len(set(told)) == len(told), key
        values = [option_value(value) for value in offered(WORDS, key, getattr(FULL, key))]
        assert len(set(values)) == len(values), key


def test_what_another_version_settled_stays_among_the_choices() -> None:
    assert offered(WORDS, "start_cooldown_s", 45) == (0, 5, 10, 30, 45, 60, 300)
    assert offered(WORDS, "start_cooldown_s", 60) == (0, 5, 10, 30, 60, 300)
    assert offered(WORDS, "thread", False) == (False, True)
    assert offered(WORDS, "language", "fr") == (None, "de", "en-US")


def test_the_page_speaks_only_words_of_the_catalogue() -> None:
    odd = pseudo()
    own = FULL.model_copy(update={"language": None})
    for sheet in (Sheet(ServerSettings(), "Game Night"), Sheet(own, "Game Night", frozenset(MANY[:3]))):
        layout = page(sheet, odd, PSEUDO)
        said = [text_of(layout), *(menu.placeholder for menu in selects(layout).values())]
        said += [item.item.label or "" for item in layout.walk_children() if isinstance(item, SettingButton)]
        said += [
            option.label
            for key, menu in selects(layout).items()
            if key != "language"  # each calls itself by its own name
            for option in getattr(menu, "options", ())
        ]
        for text in said:
            assert plain(MENTION.sub("", text)) == []
    assert plain(settings_page.lasting(odd, PSEUDO, 7200)) == []


@pytest.mark.parametrize(
    ("seconds", "told"),
    [
        (1, "1 second"), (59, "59 seconds"), (60, "1 minute"), (61, "61 seconds"), (120, "2 minutes"),
        (3600, "1 hour"), (86_400, "24 hours"), (172_800, "2 days"), (604_800, "7 days"),
    ],
)  # fmt: skip
def test_times_are_told_as_people_would(seconds: int, told: str) -> None:
    assert lasting(WORDS, EN, seconds) == told


@pytest.mark.parametrize("key", [*WAYS, RESET])
def test_an_id_is_read_as_it_was_written_and_belongs_to_one_component(key: str) -> None:
    custom_id = SettingId(key).encode()
    assert SettingId.parse(custom_id) == SettingId(key)
    matching = [item for item in ITEMS if item.__discord_ui_compiled_template__.fullmatch(custom_id)]
    assert matching == [SettingButton if key == RESET else SettingSelect]


@pytest.mark.parametrize(
    "custom_id", ["g1:set:", "g1:press:thread", "g1:set:A", "e1:s:reset:", "g1:set:" + "a" * 41, ""]
)
def test_other_ids_are_not_of_the_page(custom_id: str) -> None:
    assert SettingId.parse(custom_id) is None


def test_many_commands_in_a_row_have_to_wait_and_nobody_else_does() -> None:
    pace = Pace()
    assert all(pace.keeps(1, NOW) for _ in range(COMMANDS))
    assert not pace.keeps(1, NOW + COMMANDS_TIME / 2)
    assert pace.keeps(2, NOW)
    assert pace.keeps(1, NOW + COMMANDS_TIME)
