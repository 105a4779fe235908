"""Cards with faces: where pictures stand for them, that a text too long has none, and that files never have."""

from __future__ import annotations

import pytest

from bot.engine.cards import ALL_RANKS, Card, pack
from bot.engine.rules.ruleset import PRESETS, Ruleset
from bot.faces.drawing import NAMES
from bot.tables.lesson import Lesson
from bot.ui import hand, replay, result, table, tutorial
from bot.ui.faces import Faces
from bot.ui.phrases import cards_text, group_text, index
from bot.ui.text import Words
from tests.record.support import played
from tests.ui.stage import NAMES as PEOPLE
from tests.ui.stage import NOW, Game, cards, shown, size_of, text_of
from tests.ui.test_ui_record import past, told_of

IDS = {name: 1_400_000_000_000_000_000 + at for at, name in enumerate(NAMES)}


def mark(name: str) -> str:
    return f"<:c_{name}:{IDS[name]}>"


@pytest.fixture
def words() -> Words:
    made = Words(strict=True)
    made.faces = Faces({name: mark(name) for name in NAMES})
    return made


def test_a_card_is_a_rank_and_a_suit_and_is_read_out_as_text(words: Words) -> None:
    assert cards_text(words, "en-US", cards("7S QH")) == (
        f"{mark('seven')}{mark('spades')} {mark('queen')}{mark('hearts')} (7♠ Q♥)"
    )
    assert cards_text(words, "en-US", cards("10C X1")) == f"{mark('ten')}{mark('clubs')} {mark('joker')} (10♣ Joker)"
    assert cards_text(words.plain, "en-US", cards("7S X1")) == "7♠ Joker"


def test_a_hand_names_each_rank_once(words: Words) -> None:
    assert group_text(words, "en-US", cards("7S 7H 7D")) == (
        f"{mark('seven')}{mark('spades')}{mark('hearts')}{mark('diamonds')} 7♠ 7♥ 7♦"
    )
    assert group_text(words, "en-US", cards("X1 X2")) == f"{mark('joker')} Joker Joker"
    crowd = cards("7S 7S 7H 7H 7D")
    assert group_text(words, "en-US", crowd) == f"{mark('seven')} 7♠ 7♠ 7♥ 7♥ 7♦", (
        "a line of a phone has no room for more"
    )


def test_a_picture_never_says_another_letter_than_the_text(words: Words) -> None:
    assert cards_text(words, "de", cards("JS KH X1")) == (
        f"{mark('spades')} {mark('king')}{mark('hearts')} {mark('joker')} (B♠ K♥ Joker)"
    )
    assert group_text(words, "de", cards("QS QH")) == f"{mark('spades')}{mark('hearts')} D♠ D♥"
    assert group_text(words, "de", cards("QS QS QH QH QD")) == "D♠ D♠ D♥ D♥ D♦"
    for locale in words.locales:
        for rank in ALL_RANKS:
            (card,) = cards(f"{rank.code}S")
            alike = index(words, locale, rank) == rank.code
            assert (mark(rank.name.lower()) in cards_text(words, locale, (card,))) is alike


def test_the_tutorial_shows_the_hand_as_a_table_does(words: Words) -> None:
    told = text_of(tutorial.page(Lesson(1, "Ann", "en-US", lambda: NOW), words, "en-US"))
    assert f"{mark('ace')}{mark('spades')}{mark('hearts')} A♠ A♥" in told


def test_a_set_that_is_not_whole_is_none() -> None:
    with pytest.raises(ValueError, match="back"):
        Faces({name: mark(name) for name in NAMES if name != "back"})


def test_a_hand_and_its_result_show_faces(words: Words) -> None:
    game = Game(2, hands=(cards("AS 7S 7H"), cards("2S 3S"))).begin()
    told = text_of(hand.hand(game.hand(0), words, "en-US"))
    assert f"{mark('seven')}{mark('spades')}{mark('hearts')} 7♠ 7♥" in told
    assert mark("back") not in told, "no pile yet"
    game.lay("7S")
    assert f"Pile: 1 {mark('back')}" in text_of(hand.hand(game.hand(1), words, "en-US"))
    assert mark("seven") not in text_of(table.claim(game.view(), words)), "nothing hidden leaks"
    game.call(1)
    told = text_of(table.claim(game.view(), words))
    assert f"{mark('seven')}{mark('spades')}" in told
    assert "lie" in told


def test_labels_are_never_pictures(words: Words) -> None:
    game = Game(2, hands=(cards("AS 7S 7H"), cards("2S 3S"))).begin()
    assert "7 ×2" in shown(hand.hand(game.hand(0), words, "en-US"))


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
