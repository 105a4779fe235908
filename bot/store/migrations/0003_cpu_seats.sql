-- A seat may be a CPU's: it has a level and no user. SQLite can't loosen a column, so the table is made anew.

CREATE TABLE seats_new (
    table_id INTEGER NOT NULL REFERENCES tables (id) ON DELETE CASCADE,
    seat INTEGER NOT NULL CHECK (seat >= 0),
    user_id INTEGER,
    name TEXT NOT NULL,
    level TEXT CHECK (level IN ('easy', 'medium', 'hard')),
    dm_channel_id INTEGER,
    hand_message_id INTEGER,
    dm_closed INTEGER NOT NULL CHECK (dm_closed IN (0, 1)),
    PRIMARY KEY (table_id, seat)
) STRICT, WITHOUT ROWID;

INSERT INTO seats_new (table_id, seat, user_id, name, dm_channel_id, hand_message_id, dm_closed)
SELECT table_id, seat, user_id, name, dm_channel_id, hand_message_id, dm_closed FROM seats;

DROP TABLE seats;

ALTER TABLE seats_new RENAME TO seats;
