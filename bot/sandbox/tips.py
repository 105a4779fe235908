"""What the terminal says of itself: how a game gets going there, and what can be typed.

In English, or in German where the sandbox is; buttons are called as they are labelled. It must never tell what happens
in a game.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from bot.sandbox.labels import labels

_HELP: Final = """\
What can be typed (each line is one act; the name before the colon says whose):
  /cheat start             a slash command in the channel, by whoever you speak for
  /cheat rules name:decks  with an option             /cheat start preset:up-down cpus:3
                           its words go on to the next option or the end: /cheat rules name:Cards for each player
  Bob: /cheat hand         the same, by Bob           dm /cheat hand   in the direct messages with the bot
  3                        press button [3]           Bob: 3           Bob presses it
  {start:<24} press by label, the newest message first;  Bob: {cheat}
  press table              press what is called like one of these words;  Bob: press Table
  7.2                      choose 7.2 from menu [7]   Bob: 7.2, or Bob: Kings, by label (* marks what is chosen now)
  = 42                     fill in the form that a button opened;  Bob: = 42
  as Bob                   speak for Bob from now on
  dms Bob                  Bob's messages once more   table            the channel's once more
  wait 10                  let ten seconds pass
  help, quit"""
_HELP_DE: Final = """\
Was man eingeben kann (jede Zeile ist eine Handlung; der Name vor dem Doppelpunkt sagt, wessen):
  /cheat start             ein Befehl im Kanal, von der Person, für die du sprichst
  /cheat rules name:decks  mit einer Angabe           /cheat start preset:up-down cpus:3
                           sie reicht bis zur nächsten Angabe oder bis zum Ende der Zeile
  Bob: /cheat hand         dasselbe, von Bob          dm /cheat hand   in den Direktnachrichten mit dem Bot
  3                        Knopf [3] drücken          Bob: 3           Bob drückt ihn
  {start:<24} nach der Aufschrift drücken, die neueste Nachricht zuerst;  Bob: {cheat}
  press tisch              drücken, was eines dieser Wörter in der Aufschrift hat;  Bob: press Tisch
  7.2                      7.2 aus Menü [7] wählen    Bob: 7.2, oder Bob: Könige (* heißt: ist gerade gewählt)
  = 42                     das Formular ausfüllen, das ein Knopf geöffnet hat;  Bob: = 42
  as Bob                   von jetzt an für Bob sprechen
  dms Bob                  Bobs Nachrichten noch einmal   table        die im Kanal noch einmal
  wait 10                  zehn Sekunden vergehen lassen
  help, quit               diese Liste, beenden"""


def typing_help(language: str) -> str:
    """Everything that can be typed."""
    return (_HELP_DE if _is_german(language) else _HELP).format(**labels(language))


def greeting(language: str, people: Sequence[str], *, virtual: bool, goes_on: bool) -> str:
    """The first lines: who is here, and what to type to get a game going, or to see the one that goes on."""
    german = _is_german(language)
    first, *others = people
    other = (others or [first])[0]
    names = ", ".join(people)
    on = labels(language)
    opening = _opening_de(names, first) if german else _opening(names, first)
    if goes_on:
        to_do = [f"{opening.here} {opening.goes_on}", "  /cheat table", "  /cheat hand"]
    else:
        to_do = [
            f"{opening.here} {opening.begin}",
            f"  /cheat start      {opening.opens}",
            *(f"  {name}: {on['join']}" for name in others[:2]),
            f"  {on['add_cpu']:<17} {opening.adds}",
            f"  {on['start']:<17} {opening.deals}",
        ]
    pressing = f"`7`, `{other}: 12`, `{other}: {on['cheat']}`"
    if german:
        clock = "Die Zeit steht still, bis auf eine Sekunde je Zeile; `wait 10` lässt zehn vergehen." if virtual else ""
        title = "Cheat auf diesem Terminal: ohne Discord, ohne Token. Du sprichst für alle am Tisch."
        last = f"Danach drückst du Knöpfe nach Nummer oder Aufschrift: {pressing}."
        ways = f"`help` zeigt alles, `quit` beendet. {clock}"
    else:
        clock = "Time stands still but for a second an act; `wait 10` lets ten pass." if virtual else ""
        title = "Cheat, on this terminal: no Discord, no token. You speak for everybody at the table."
        last = f"Then press buttons by number or label: {pressing}."
        ways = f"`help` lists everything, `quit` ends. {clock}"
    return "\n".join((title, *to_do, last, ways.rstrip()))


class _Opening(NamedTuple):
    """Who is here, what to type for a game that goes on and for a new one, and what each line of that one does."""

    here: str
    goes_on: str
    begin: str
    opens: str
    adds: str
    deals: str


def _opening(names: str, first: str) -> _Opening:
    return _Opening(
        f"Here are {names}; a line without a name is {first}'s.",
        "A table goes on where it was left. To see it, type:",
        "To get a game going, type:",
        f"{first} opens a table and sits down",
        "a CPU sits down; or at once: /cheat start cpus:3",
        f"{first}, the host, deals",
    )


def _opening_de(names: str, first: str) -> _Opening:
    return _Opening(
        f"Hier sind: {names}. Eine Zeile ohne Namen gilt für {first}.",
        "Ein Tisch geht da weiter, wo er stehen geblieben ist. Um ihn zu sehen, gib ein:",
        "So kommt ein Spiel zustande:",
        f"{first} eröffnet einen Tisch und setzt sich",
        "eine CPU setzt sich dazu; oder gleich: /cheat start cpus:3",
        f"{first} leitet den Tisch und gibt",
    )


def _is_german(language: str) -> bool:
    return language.partition("-")[0] == "de"
