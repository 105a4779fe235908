-- What those who manage a server have settled about the bot there, and the threads it has opened for tables.

CREATE TABLE settings (
    guild_id INTEGER PRIMARY KEY,
    settings TEXT NOT NULL CHECK (json_valid(settings)),
    changed_at TEXT NOT NULL,
    changed_by INTEGER NOT NULL
) STRICT;

-- Only those that are still to be archived.
CREATE TABLE threads (
    thread_id INTEGER PRIMARY KEY,
    guild_id INTEGER NOT NULL,
    parent_id INTEGER NOT NULL,
    opened_at TEXT NOT NULL
) STRICT;

CREATE INDEX threads_below ON threads (parent_id);

-- Finds the last table of a channel.
CREATE INDEX tables_of_channel ON tables (channel_id, created_at);
