-- What a server's tables are opened with, as far as somebody who manages it has changed it.

CREATE TABLE house_rules (
    guild_id INTEGER PRIMARY KEY,
    ruleset TEXT NOT NULL CHECK (json_valid(ruleset)),
    changed_at TEXT NOT NULL,
    changed_by INTEGER NOT NULL
) STRICT;
