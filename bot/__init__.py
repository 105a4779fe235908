"""Cheat for Discord: a bot that plays the bluffing card game Cheat.

The packages, from the inside out: ``engine`` (the game, pure), ``tables`` (a running table), ``store`` (what is kept),
``ui`` (what people see); ``app`` puts them together. This file holds the version and nothing else: importing ``bot``
must stay free of side effects, since the engine is used without Discord.
"""

__version__ = "0.1.0"
