"""The proof of a fair deal: the commitment published with the cards, checked against the deal opened at the end.

`check` is the bot's own check; `recipe` is the same in three lines of Python for anybody to run, without this bot. The
text that is hashed: the salt in hex, a newline, and the compact JSON list of the hands in seat order, then the cards
set aside, the penalty deck and the unused cards, each card as its code.
"""

from __future__ import annotations

import hashlib

from bot.record.moves import Deal


def check(deal: Deal) -> bool:
    """Whether salt and deal give the commitment that was published before anybody saw a card."""
    return hashlib.sha256(f"{deal.salt}\n{deal.text}".encode()).hexdigest() == deal.commitment


def recipe(deal: Deal) -> str:
    """Three lines of Python that print `True` for a fair deal.

    The deal stands between triple quotes: the codes of a second deck hold an apostrophe, and JSON double quotes.
    """
    return (
        "import hashlib\n"
        f'salt, deal = "{deal.salt}", """{deal.text}"""\n'
        f'print(hashlib.sha256(f"{{salt}}\\n{{deal}}".encode()).hexdigest() == "{deal.commitment}")'
    )
