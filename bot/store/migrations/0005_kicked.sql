-- Who may not take a seat back, and who has nudged a seat that the table waits for. Apart from the seats: those are
-- written anew whenever somebody sits down.

CREATE TABLE kicked (
    table_id INTEGER NOT NULL REFERENCES tables (id) ON DELETE CASCADE,
    user_id INTEGER NOT NULL,
    PRIMARY KEY (table_id, user_id)
) STRICT, WITHOUT ROWID;

-- `wait` is the sequence in the journal with which the waiting began; only the newest wait of a table is kept.
CREATE TABLE nudges (
    table_id INTEGER NOT NULL REFERENCES tables (id) ON DELETE CASCADE,
    wait INTEGER NOT NULL,
    seat INTEGER NOT NULL CHECK (seat >= 0),
    PRIMARY KEY (table_id, wait, seat)
) STRICT, WITHOUT ROWID;
