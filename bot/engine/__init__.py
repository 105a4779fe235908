"""The game of Cheat as pure functions: state in, events out. Knows no Discord, no clock, no store and no chance of its own."""
