"""The store: tables, journals and players in one SQLite file.

It sits below the tables, which reach it through the Protocols of `bot.tables.ports`. It must never judge a rule,
read a card or talk to Discord: an event is a text with a number to it.
"""

from bot.store.database import Database
from bot.store.errors import DiskFull, StoreError
from bot.store.migrations import look, migrate, settle, update_schema
from bot.store.tables import SqliteTableStore

__all__ = ["Database", "DiskFull", "SqliteTableStore", "StoreError", "look", "migrate", "settle", "update_schema"]
