"""The sandbox: the real bot at a table on this machine, without Discord and without a token.

Beside `bot.app`, which runs the same client on Discord. It must never talk to a network, and never contain a copy of
anything the bot does: what is played here is what is played there.
"""
