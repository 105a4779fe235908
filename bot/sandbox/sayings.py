"""What the sandbox itself says to whoever typed or pressed something: why it did not work, whose messages these are.

For the page's line of notes and for the terminal, in English or, where the sandbox is German, in German. It must never
tell what happens in a game: that is said by the bot.
"""

from __future__ import annotations

from typing import Final

_SAYINGS: Final[dict[str, tuple[str, str]]] = {
    # The page and the terminal
    "nobody": ("Nobody here has that name.", "Hier heißt niemand so."),
    "gone": (
        "That is no longer there: the message has just changed.",
        "Das ist nicht mehr da: Die Nachricht hat sich gerade geändert.",
    ),
    "no_message": ("That message is no longer there.", "Diese Nachricht ist nicht mehr da."),
    "no_form": ("That form is no longer open.", "Dieses Formular ist nicht mehr offen."),
    "not_asked": ("That can't be asked here.", "Danach kann man hier nicht fragen."),
    "fault": (
        "Something went wrong; the terminal says more.",
        "Da ist etwas schiefgegangen; im Terminal steht mehr.",
    ),
    "whole_number": ("{option} has to be a whole number", "{option} muss eine ganze Zahl sein"),
    "any_number": ("{option} has to be a number", "{option} muss eine Zahl sein"),
    "yes_or_no": ("{option} has to be true or false", "{option} muss true oder false sein"),
    "called": ("nobody here is called {name!r}", "hier heißt niemand {name!r}"),
    "no_option": ("/{command} has no option {option}", "/{command} hat keine Angabe {option}"),
    "needs_option": ("/{command} needs {option}", "/{command} braucht {option}"),
    "not_there": ("there is no /{command} here", "den Befehl /{command} gibt es hier nicht"),
    # The terminal
    "goodbye": ("Goodbye.", "Tschüss."),
    "you_speak": ("You speak for {name} now.", "Du sprichst jetzt für {name}."),
    "here_are": (
        "Nobody here is called {name!r}. Here are {names}.",
        "Hier heißt niemand {name!r}. Hier sind: {names}.",
    ),
    "how_long": (
        "How many seconds? For example: wait 10 (up to {most})",
        "Wie viele Sekunden? Zum Beispiel: wait 10 (höchstens {most})",
    ),
    "no_command": ("There is no command {typed!r}. {hint}", "Den Befehl {typed!r} gibt es nicht. {hint}"),
    "one_is": ("One of them is /cheat help.", "Einer davon ist /cheat help."),
    "did_you_mean": ("Did you mean /{command}?", "Meinst du /{command}?"),
    "did_not_work": ("That did not work: {reason}", "Das ging nicht: {reason}"),
    "no_form_open": ("{who} has no form open.", "Bei {who} ist kein Formular offen."),
    "form": (
        "{who} sees a form: {title} – {label} (now: {value}). Fill it in with, for example:  {who}: = 42",
        "{who} sieht ein Formular: {title} – {label} (jetzt: {value}). Ausfüllen zum Beispiel mit:  {who}: = 42",
    ),
    "empty": ("nothing", "leer"),
    "no_messages": ("({reader} has no messages.)", "(Nachrichten für {reader}: keine.)"),
    "no_messages_here": ("(The channel has no messages.)", "(Im Kanal stehen keine Nachrichten.)"),
    "off_button": (
        "Button {number} ({label}) can't be pressed now.",
        "Knopf {number} ({label}) lässt sich gerade nicht drücken.",
    ),
    "off_choice": (
        "Choice {number} ({label}) can't be made now.",
        "{number} ({label}) lässt sich gerade nicht wählen.",
    ),
    "is_menu": (
        "[{number}] is a menu: choose from it with {number}.1, for example.",
        "[{number}] ist ein Menü: Wähl daraus zum Beispiel mit {number}.1.",
    ),
    "unseen_button": ("{who} does not see button {number}.", "Knopf {number} ist für {who} nicht zu sehen."),
    "unseen_choice": ("{who} does not see choice {number}.", "Die Wahl {number} ist für {who} nicht zu sehen."),
    "no_button": ("There is no button {number}.", "Einen Knopf {number} gibt es nicht."),
    "no_choice": ("There is no choice {number}.", "Eine Wahl {number} gibt es nicht."),
    "no_label": (
        "{who} sees no button or choice {typed!r}. (`help` tells what can be typed.)",
        "{who} sieht weder Knopf noch Wahl {typed!r}. (`help` zeigt, was man eingeben kann.)",
    ),
    "many_choices": (
        "More than one choice is called {typed!r}: {which}. Choose by number.",
        "Mehr als eine Wahl heißt {typed!r}: {which}. Wähl nach Nummer.",
    ),
    "only_sees": ("only {reader} sees", "nur {reader} sieht das"),
    "dm_to": ("DM to {reader}", "Direktnachricht an {reader}"),
    "changed": ("{place} (changed)", "{place} (geändert)"),
    "browser_only": ("{name}: can be chosen in the browser, not here", "{name}: nur im Browser zu wählen"),
    "at": ("at {time}", "um {time}"),
    "somebody": ("somebody", "jemand"),
    # What the terminal of the page says
    "not_here": (
        (
            "{host} can be reached from other machines, and whoever opens the page plays every seat there.\n"
            "If that is meant:  --allow-others\n"
        ),
        (
            "{host} ist von anderen Rechnern aus zu erreichen, und wer die Seite öffnet, spielt dort jeden Platz.\n"
            "Wenn das so sein soll:  --allow-others\n"
        ),
    ),
    "ready": (
        (
            "Cheat, in your browser: no Discord, no token. Open this address on this machine:\n\n  {address}\n\n"
            "Here are {people}; you play whichever you choose there. "
            "On this terminal instead:  python -m bot sandbox --text\nCtrl+C ends it.{kept}\n"
        ),
        (
            "Cheat im Browser: ohne Discord, ohne Token. Öffne diese Adresse auf diesem Rechner:\n\n  {address}\n\n"
            "Hier sind: {people}; du spielst, wen du dort wählst. "
            "Stattdessen auf diesem Terminal:  python -m bot sandbox --text\nStrg+C beendet.{kept}\n"
        ),
    ),
    "kept": (" The game is kept in {path}.", " Das Spiel bleibt in {path}."),
    "no_door": (
        "The sandbox can't be opened at {host}, port {port}: {reason}.\n",
        "Die Sandbox lässt sich nicht öffnen, bei {host}, Port {port}: {reason}.\n",
    ),
}


def saying(language: str, key: str, **told: object) -> str:
    """The sentence of this key in the sandbox's language."""
    english, german = _SAYINGS[key]
    return (german if language.partition("-")[0] == "de" else english).format(**told)
