-- The record: what finished games count for. It outlives their tables and journals, so nothing here refers to those.
--
-- `results.player` is a user's id; a negative number is somebody who asked to be forgotten, the same one throughout a
-- server; NULL is a CPU. What stands in `games` and again in `results` stands there for the indexes.

CREATE TABLE games (
    id INTEGER PRIMARY KEY,
    seq INTEGER NOT NULL,
    guild_id INTEGER NOT NULL,
    channel_id INTEGER NOT NULL,
    ended_at TEXT NOT NULL,
    kind TEXT NOT NULL CHECK (kind IN ('people', 'cpus', 'practice', 'void')),
    preset TEXT NOT NULL,
    reason TEXT NOT NULL,
    rounds INTEGER NOT NULL,
    turns INTEGER NOT NULL,
    rated INTEGER NOT NULL CHECK (rated IN (0, 1))
) STRICT;

CREATE INDEX games_history ON games (guild_id, ended_at, id);

CREATE TABLE results (
    game_id INTEGER NOT NULL REFERENCES games (id) ON DELETE CASCADE,
    seat INTEGER NOT NULL CHECK (seat >= 0),
    guild_id INTEGER NOT NULL,
    player INTEGER,
    ended_at TEXT NOT NULL,
    kind TEXT NOT NULL,
    preset TEXT NOT NULL,
    rated INTEGER NOT NULL,
    rounds INTEGER NOT NULL,
    turns INTEGER NOT NULL,
    place INTEGER,
    team INTEGER,
    points INTEGER NOT NULL,
    resigned INTEGER NOT NULL,
    held INTEGER NOT NULL,
    plays INTEGER NOT NULL,
    lies INTEGER NOT NULL,
    caught INTEGER NOT NULL,
    survived INTEGER NOT NULL,
    calls_right INTEGER NOT NULL,
    calls_wrong INTEGER NOT NULL,
    called INTEGER NOT NULL,
    picked_up INTEGER NOT NULL,
    biggest_pile INTEGER NOT NULL,
    lied_ranks TEXT NOT NULL CHECK (json_valid(lied_ranks)),
    caught_by TEXT NOT NULL CHECK (json_valid(caught_by)),
    PRIMARY KEY (game_id, seat)
) STRICT, WITHOUT ROWID;

-- What a leaderboard adds up, kept in step with `results`, for all games among people (`preset` is empty) and for each
-- preset: `totals` is how a player stands now, `runs` how they stood after each of their games. The games since a day are
-- the difference of the two, found by one step into the index for each player, however many games there are.
CREATE TABLE totals (
    guild_id INTEGER NOT NULL,
    preset TEXT NOT NULL,
    player INTEGER NOT NULL,
    games INTEGER NOT NULL,
    wins INTEGER NOT NULL,
    survived INTEGER NOT NULL,
    calls_right INTEGER NOT NULL,
    calls_wrong INTEGER NOT NULL,
    PRIMARY KEY (guild_id, preset, player)
) STRICT, WITHOUT ROWID;

CREATE TABLE runs (
    guild_id INTEGER NOT NULL,
    preset TEXT NOT NULL,
    player INTEGER NOT NULL,
    ended_at TEXT NOT NULL,
    game_id INTEGER NOT NULL,
    games INTEGER NOT NULL,
    wins INTEGER NOT NULL,
    survived INTEGER NOT NULL,
    calls_right INTEGER NOT NULL,
    calls_wrong INTEGER NOT NULL,
    PRIMARY KEY (guild_id, preset, player, ended_at, game_id)
) STRICT, WITHOUT ROWID;

-- One person's games in order, in a server or everywhere.
CREATE INDEX results_of_player ON results (player, guild_id, ended_at, game_id);

CREATE TABLE ratings (
    guild_id INTEGER NOT NULL,
    player INTEGER NOT NULL,
    mu REAL NOT NULL,
    sigma REAL NOT NULL,
    games INTEGER NOT NULL,
    PRIMARY KEY (guild_id, player)
) STRICT, WITHOUT ROWID;

-- Finds the games that have ended, whether or not they have been counted.
CREATE INDEX events_ended ON events (kind) WHERE kind = 'GameEnded';

-- Servers the bot was removed from, whose data goes after a grace.
CREATE TABLE departures (
    guild_id INTEGER PRIMARY KEY,
    left_at TEXT NOT NULL
) STRICT;
