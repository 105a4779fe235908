-- Interactions on their way from the process that Discord gave them to the one that has the table, where a bot has
-- several. `payload` is what the gateway brought, with the token that answers it: a row lives for a moment.
CREATE TABLE relayed (
    id INTEGER PRIMARY KEY,
    process INTEGER NOT NULL,
    taken INTEGER NOT NULL DEFAULT 0 CHECK (taken IN (0, 1)),
    payload TEXT NOT NULL
) STRICT;
