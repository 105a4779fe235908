"""The game of Cheat as pure functions: state in, events out. Knows no Discord, clock, store or chance of its own."""
