"""The record of a game: what its journal tells once it is over, as plain values.

Pure, between the engine, whose events it reads, and everything that counts, ranks, shows or stores: it knows seats and
never people. It must never be asked about a game that is still being played, but for what the table shows at its end.
"""
