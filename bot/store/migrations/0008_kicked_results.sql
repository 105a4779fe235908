-- Seats that the host gave to a CPU for the rest of the game: a first place there is nobody's win.
ALTER TABLE results ADD COLUMN kicked INTEGER NOT NULL DEFAULT 0;
