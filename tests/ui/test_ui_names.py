"""A display name can't mention, break markdown, reverse text or push the layout (F23)."""

from __future__ import annotations

import re
import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.ui.names import bold, safe, unmarked

HOSTILE = st.text(
    st.one_of(
        st.characters(),
        st.sampled_from([*"\\*_~`|<>@#&!:/[]().-+ \n\t", "\u202e", "\u200b", "\u0301", "\u2067", "\ufdfd", "\ufe0f"]),
    ),
    max_size=200,
)
ACTIVE = re.compile(r"(?<!\\)(?:\\\\)*[*_~`|\[\]#:/]")


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        ("Ann", "Ann"),
        ("  Ann \n\t Lee  ", "Ann Lee"),
        ("", "???"),
        ("\u200b\u202e\u3164\u2800", "???"),
        ("<@123>", "‹＠123›"),
        ("@everyone", "＠everyone"),
        ("`code`", "\\`code\\`"),
        ("||secret||", "\\|\\|secret\\|\\|"),
        ("# big", "\\# big"),
        ("-# small", "\\-\\# small"),
        ("1. first", "1\\. first"),
        ("> quote", "› quote"),
        ("https://a.b", "https\\:\\/\\/a.b"),
        ("[a](https://b)", "\\[a\\](https\\:\\/\\/b)"),
        ("a\u202eb\u2066c", "abc"),
        ("Zoë", "Zoë"),
        ("e" + "\u0301" * 50, "e\u0301\u0301"),
        ("\u0301\u0301x", "x"),
        ("x" * 40, "x" * 31 + "…"),
        ("漢" * 40, "漢" * 15 + "…"),
        ("\ufdfd" * 9, "\ufdfd" * 2 + "…"),
        ("❤\ufe0f", "❤\ufe0f"),
        ("Fake (CPU)", "Fake CPU"),
        ("Fake (CPU, hard)", "Fake CPU, hard"),
        ("Fake (cpu", "Fake cpu"),
        ("Fake ( C P U )", "Fake C P U"),
        ("Fake (\u200bC\u0301PU)", "Fake C\u0301PU"),
        ("Fake ((CPU))", "Fake CPU"),
        ("Fake （ＣＰＵ）", "Fake ＣＰＵ"),
        ("Fake [СРU]", "Fake СРU"),
        ("(CPU)", "CPU"),
        ("Ann (CP)", "Ann (CP)"),
        ("Ann (she)", "Ann (she)"),
        ("CPU Ann (7)", "CPU Ann (7)"),
    ],
)
def test_names_as_shown(name: str, shown: str) -> None:
    assert safe(name) == shown


@given(HOSTILE, st.integers(4, 40))
def test_nothing_in_a_name_is_active(name: str, limit: int) -> None:
    shown = safe(name, limit)
    assert shown
    assert len(shown) <= 6 * limit
    assert "\n" not in shown
    assert not set("<>@") & set(shown)
    assert "  " not in shown
    assert shown == shown.strip()
    assert ACTIVE.search(shown) is None
    assert not shown.startswith(("-", "+"))
    assert all(unicodedata.category(char) not in {"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"} for char in shown)
    # An even number of backslashes at the end: what follows the name is not escaped by it.
    assert (len(shown) - len(shown.rstrip("\\"))) % 2 == 0


@given(HOSTILE, st.integers(4, 40))
def test_marks_do_not_pile_up_and_a_cut_leaves_none_alone(name: str, limit: int) -> None:
    shown = safe(name, limit)
    run = 0
    for index, char in enumerate(shown):
        run = run + 1 if unicodedata.category(char) in {"Mn", "Me", "Mc"} else 0
        assert run <= 2
        assert index or run == 0


@given(st.text(st.sampled_from("((([)) CcPpUuｕ\u0301\u200b）x,"), max_size=14))
def test_nobody_can_write_the_mark_of_a_cpu_into_their_name(name: str) -> None:
    for shown in (safe(name), unmarked(name)):
        read = unicodedata.normalize("NFKC", "".join(char for char in shown if char not in "\\\u0301")).casefold()
        assert re.search(r"[(\[]\s*cpu", read) is None, shown


@given(HOSTILE)
def test_a_bold_name_stays_bold(name: str) -> None:
    assert bold(name).replace("\u2068", "").replace("\u2069", "") == f"**{safe(name)}**"


@pytest.mark.parametrize("name", ["محمد", "Ann محمد", "דוד", "\u2069محمد\u2066"])
def test_a_name_written_from_right_to_left_is_isolated_once(name: str) -> None:
    assert bold(name) == f"**\u2068{safe(name)}\u2069**"


@pytest.mark.parametrize("name", ["Ann", "Zoë 7", "漢", "a\u202eb\u2067c"])
def test_any_other_name_stands_plain(name: str) -> None:
    assert bold(name) == f"**{safe(name)}**"
