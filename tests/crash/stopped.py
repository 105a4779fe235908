"""A process to be stopped: `python -m tests.crash.stopped FILE PORT` runs the bot on a file and with the stand-in."""

from __future__ import annotations

import sys
from pathlib import Path

import discord

from bot import logs, running
from bot.config import Config

if __name__ == "__main__":
    discord.http.Route.BASE = f"http://127.0.0.1:{sys.argv[2]}/api/v10"
    logs.configure("INFO", "text")
    config = {
        "discord": {"token": "MTIzNDU2Nzg5MDEyMzQ1Njc4.Gabcde.abcdefghijklmnopqrstuvwxyz0"},
        "database": {"path": Path(sys.argv[1])},
        "sync": {"commands": False},
        "cards": {"faces": "off"},
    }
    sys.exit(running.run(Config.model_validate(config)))
