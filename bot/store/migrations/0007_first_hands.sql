-- Who has been guided through their first hand, and in which game: each person once.
--
-- Whoever has results already is no beginner.

CREATE TABLE first_hands (
    player INTEGER PRIMARY KEY,
    guild_id INTEGER NOT NULL,
    game_id INTEGER NOT NULL
) STRICT;

INSERT INTO first_hands (player, guild_id, game_id)
SELECT player, MIN(guild_id), MIN(game_id) FROM results WHERE player > 0 GROUP BY player;
