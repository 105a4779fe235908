"""Cards with faces: where pictures stand for them, that a text too long has none, and that files never have."""

from __future__ import annotations

import discord
import pytest

from bot.engine.cards import ALL_RANKS, Card, pack
from bot.engine.rules.ruleset import PRESETS, Ruleset
from bot.faces.drawing import NAMES
from bot.tables.lesson import Lesson
from bot.ui import hand, replay, result, table, tutorial
from bot.ui.components import TableButton
from bot.ui.faces import Faces
from bot.ui.phrases import cards_text, index, rank_picture
from bot.ui.text import Words
from tests.record.support import played
from tests.ui.past_games import past, told_of
from tests.ui.stage import NAMES as PEOPLE
from tests.ui.stage import NOW, Game, cards, size_of, text_of

IDS = {name: 1_400_000_000_000_000_000 + at for at, name in enumerate(NAMES)}

#: What keeps the two pictures of a card on one line.
JOINED = "\N{WORD JOINER}"


def mark(name: str) -> str:
    return f"<:c_{name}:{IDS[name]}>"


@pytest.fixture
def words() -> Words:
    made = Words(strict=True)
    made.faces = Faces({name: mark(name) for name in NAMES})
    return made


def test_a_card_is_a_rank_and_a_suit_and_is_read_out_as_text(words: Words) -> None:
    assert cards_text(words, "en-US", cards("7S QH")) == (
        f"7♠ Q♥ {mark('seven')}{JOINED}{mark('spades')} {mark('queen')}{JOINED}{mark('hearts')}"
    )
    assert (
        cards_text(words, "en-US", cards("10C X1")) == f"10♣ Joker {mark('ten')}{JOINED}{mark('clubs')} {mark('joker')}"
    )
    assert cards_text(words.plain, "en-US", cards("7S X1")) == "7♠ Joker"


def test_a_picture_never_says_another_letter_than_the_text(words: Words) -> None:
    assert cards_text(words, "de", cards("JS KH X1")) == (
        f"B♠ K♥ Joker {mark('spades')} {mark('king')}{JOINED}{mark('hearts')} {mark('joker')}"
    )
    for locale in words.locales:
        for rank in ALL_RANKS:
            (card,) = cards(f"{rank.code}S")
            alike = index(words, locale, rank) == rank.code
            assert (mark(rank.name.lower()) in cards_text(words, locale, (card,))) is alike
            assert (rank_picture(words, locale, rank) == mark(rank.name.lower())) is alike


def test_the_tutorial_shows_the_hand_as_a_table_does(words: Words) -> None:
    told = text_of(tutorial.page(Lesson(1, "Ann", "en-US", lambda: NOW), words, "en-US"))
    assert "\nA♠ A♥\n" in told


def test_a_set_that_is_not_whole_is_none() -> None:
    with pytest.raises(ValueError, match="back"):
        Faces({name: mark(name) for name in NAMES if name != "back"})


def pictures(layout: discord.ui.LayoutView) -> dict[str, str]:
    """The pictures on buttons, by label."""
    buttons = [item.item for item in layout.walk_children() if isinstance(item, TableButton)]
    return {button.label or "": str(button.emoji) for button in buttons if button.emoji}


def test_a_hand_is_text_and_its_buttons_have_the_faces(words: Words) -> None:
    game = Game(2, hands=(cards("AS 7S 7H"), cards("2S 3S"))).begin()
    drawn = hand.hand(game.hand(0), words, "en-US")
    assert "\n7♠ 7♥\n" in text_of(drawn)
    assert "<:" not in text_of(drawn)
    assert pictures(drawn) == {"A ×1": mark("ace"), "7 ×2": mark("seven")}
    picked = hand.hand(game.hand(0, picks=(("A", 1),)), words, "en-US")
    assert pictures(picked)["Play 1 as Ace"] == mark("back")


def test_a_result_shows_faces_and_a_claim_none(words: Words) -> None:
    game = Game(2, hands=(cards("AS 7S 7H"), cards("2S 3S"))).begin()
    game.lay("7S")
    assert "<:" not in text_of(table.claim(game.view(), words)), "nothing hidden leaks"
    game.call(1)
    told = text_of(table.claim(game.view(), words))
    assert f"7♠ {mark('seven')}{JOINED}{mark('spades')}" in told
    assert "lie" in told


@pytest.mark.parametrize("locale", sorted(Words().locales))
def test_a_hand_of_two_packs_always_fits(words: Words, locale: str) -> None:
    everything = (*pack(2), Card("X1"), Card("X2"))
    whole = hand.hand(Game(2, hands=(everything[:-3], everything[-3:])).begin().hand(0), words, locale)
    assert size_of(whole)[0] <= 4000
    names = tuple("漢" * 32 for _ in range(10))
    rest = everything[:9]
    crowded = Game(10, names=names, hands=(everything[9:], *((card,) for card in rest))).begin()
    told = text_of(hand.hand(crowded.hand(0), words, locale))
    assert len(told) <= 4000
    assert "7♠" in told


def test_a_pile_too_long_for_faces_is_told_in_text(words: Words) -> None:
    everything = pack(2)
    rules = Ruleset(decks=2, max_cards="unlimited", show_pile=True)
    game = Game(2, ruleset=rules, hands=(everything[:100], everything[100:])).begin()
    game.lay(" ".join(card.code for card in everything[:100]))
    game.call(1)
    view = table.claim(game.view(), words)
    told = text_of(view)
    assert len(told) <= 4000
    assert "7♠" in told
    assert mark("seven") not in told


def test_the_end_keeps_the_proof_of_the_deal_and_lets_go_of_the_faces(words: Words) -> None:
    game = Game(4).begin()
    for seat in range(3):
        game.leave(seat)
    view = game.view()
    crowded = result.end(view, words)
    assert view.deal_text in text_of(crowded)
    assert size_of(crowded)[0] <= 4000


def test_a_replay_shows_faces_in_pages_that_fit_and_its_file_is_text(words: Words) -> None:
    game = played(PRESETS["big-table"], 5, "faces")
    told, some = told_of(game), past(PEOPLE[:5])
    pages = replay.pages(told, some, words, "en-US")
    assert mark("seven") in "\n".join(pages)
    for number in range(1, len(pages) + 1):
        assert size_of(replay.page(told, some, number, words, "en-US"))[0] <= 4000
    assert replay.as_text(told, some, words, "en-US") == replay.as_text(told, some, words.plain, "en-US")
    assert "<:" not in replay.as_text(told, some, words, "en-US")
