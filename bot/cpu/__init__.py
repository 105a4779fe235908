"""CPU seats: what such a seat can know and what it does. Pure, and from `observe` and redacted events alone."""
