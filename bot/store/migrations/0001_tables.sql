-- Tables, their journals and what they have on screen; players' names; small facts about the bot.
--
-- Moments are TEXT: ISO 8601 in UTC with microseconds, 2024-05-01T12:00:00.000000+00:00, so that text order is time
-- order. Discord ids are INTEGER: they fit in 63 bits. Seats, not user ids, stand in events; `seats` alone ties them.

CREATE TABLE meta (
    key TEXT PRIMARY KEY,
    value TEXT NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE players (
    guild_id INTEGER NOT NULL,
    user_id INTEGER NOT NULL,
    name TEXT NOT NULL,
    seen_at TEXT NOT NULL,
    PRIMARY KEY (guild_id, user_id)
) STRICT, WITHOUT ROWID;

-- AUTOINCREMENT: an id is never given twice, so that an old button can't act on a new table.
CREATE TABLE tables (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    guild_id INTEGER NOT NULL,
    channel_id INTEGER NOT NULL,
    guild_name TEXT NOT NULL,
    channel_name TEXT NOT NULL,
    locale TEXT NOT NULL,
    status TEXT NOT NULL CHECK (status IN ('lobby', 'playing', 'over', 'closed')),
    host_id INTEGER NOT NULL,
    dealer INTEGER NOT NULL,
    ruleset TEXT NOT NULL CHECK (json_valid(ruleset)),
    created_at TEXT NOT NULL,
    touched_at TEXT NOT NULL
) STRICT;

-- One live table for each channel. The same index finds the live tables at start.
CREATE UNIQUE INDEX tables_live ON tables (channel_id) WHERE status IN ('lobby', 'playing');

CREATE TABLE seats (
    table_id INTEGER NOT NULL REFERENCES tables (id) ON DELETE CASCADE,
    seat INTEGER NOT NULL CHECK (seat >= 0),
    user_id INTEGER NOT NULL,
    name TEXT NOT NULL,
    dm_channel_id INTEGER,
    hand_message_id INTEGER,
    dm_closed INTEGER NOT NULL CHECK (dm_closed IN (0, 1)),
    PRIMARY KEY (table_id, seat)
) STRICT, WITHOUT ROWID;

-- The journal: rows are added, never changed.
CREATE TABLE events (
    table_id INTEGER NOT NULL REFERENCES tables (id) ON DELETE CASCADE,
    seq INTEGER NOT NULL CHECK (seq >= 0),
    kind TEXT NOT NULL,
    version INTEGER NOT NULL,
    body TEXT NOT NULL CHECK (json_valid(body)),
    at TEXT NOT NULL,
    PRIMARY KEY (table_id, seq)
) STRICT, WITHOUT ROWID;

CREATE TABLE messages (
    table_id INTEGER NOT NULL REFERENCES tables (id) ON DELETE CASCADE,
    slot TEXT NOT NULL,
    seq INTEGER NOT NULL,
    channel_id INTEGER NOT NULL,
    message_id INTEGER NOT NULL,
    sent_at TEXT NOT NULL,
    PRIMARY KEY (table_id, slot)
) STRICT, WITHOUT ROWID;

CREATE TABLE tokens (
    table_id INTEGER NOT NULL REFERENCES tables (id) ON DELETE CASCADE,
    slot TEXT NOT NULL,
    message_id INTEGER NOT NULL,
    token TEXT NOT NULL,
    created_at TEXT NOT NULL,
    PRIMARY KEY (table_id, slot)
) STRICT, WITHOUT ROWID;

CREATE TABLE armed (
    table_id INTEGER NOT NULL REFERENCES tables (id) ON DELETE CASCADE,
    seat INTEGER NOT NULL,
    turn INTEGER NOT NULL,
    body TEXT NOT NULL CHECK (json_valid(body)),
    PRIMARY KEY (table_id, seat)
) STRICT, WITHOUT ROWID;
