"""Running tables: one lock, one order of things. Knows the engine and its own ports; never Discord or SQLite."""
