# The settings of a server: the page that Manage Server opens, and what keeps somebody from opening a table.
#
# Each setting has its title and a sentence of help. `-none`, `-gone` and `-lost` are for those made of channels or
# roles: nothing chosen, `$count` of the chosen deleted since, all of them deleted. `-value` is a choice as a phrase.

settings-title = ### The bot’s settings on { $guild }
settings-line = **{ $title }:** { $value }
settings-help = -# { $help }
settings-choose = { $title }
settings-reset = Reset everything
settings-hint = -# A change holds from the next table on, the last one for the leaderboard at once. Tables that stand go on as they are. The rules of the game: `/cheat house-rules`.
settings-not-a-manager = The settings of a server are for people who may manage it (**Manage Server**).
settings-not-here = Settings belong to a server. Use `/cheat settings` in one of its channels.

setting-channels = Channels
setting-channels-help = Where tables may be opened. A thread counts as the channel it belongs to. With nothing chosen: everywhere.
setting-channels-none = everywhere
setting-channels-gone = { $count ->
    [one] (one chosen channel has been deleted)
   *[other] ({ $count } chosen channels have been deleted)
}
setting-channels-lost = nowhere: the chosen channels have been deleted

setting-hosts = Who opens tables
setting-hosts-help = The roles that may open tables; anybody may join. With nothing chosen: everybody. Manage Server always may.
setting-hosts-none = everybody
setting-hosts-gone = { $count ->
    [one] (one chosen role has been deleted)
   *[other] ({ $count } chosen roles have been deleted)
}
setting-hosts-lost = only Manage Server: the chosen roles have been deleted

setting-thread = Threads
setting-thread-help = Whether each table gets a thread of its own, so that several can play in one channel. I need Create Public Threads and Send Messages in Threads for it; an hour after the game the thread is archived.
setting-thread-value = { $value ->
    [yes] a thread for each table
   *[no] the table stands in the channel
}

setting-start-cooldown-s = Pause between tables
setting-start-cooldown-s-help = How soon after a table was opened in a channel `/cheat start` opens the next one there. **Rematch** needs no pause.

setting-abandoned-h = Abandoned tables
setting-abandoned-h-help = A table that nobody touches for so long is closed, and its channel is free again.

setting-language = Language
setting-language-help = What everybody at a table reads. Private messages are in each reader’s own language.
setting-language-none = the server’s own

setting-mark-gone = People who left
setting-mark-gone-help = Whether the leaderboard says who is no longer on this server. I ask Discord about those on the page then, and keep nothing of the answer but for an hour in memory.
setting-mark-gone-value = { $value ->
    [yes] marked on the leaderboard
   *[no] not marked
}

# What this language calls itself.
language-name = English

lasting-none = none
lasting-seconds = { $count ->
    [one] 1 second
   *[other] { $count } seconds
}
lasting-minutes = { $count ->
    [one] 1 minute
   *[other] { $count } minutes
}
lasting-hours = { $count ->
    [one] 1 hour
   *[other] { $count } hours
}
lasting-days = { $count ->
    [one] 1 day
   *[other] { $count } days
}

opening-not-in-channel = On this server tables are opened somewhere else: { $channels }
opening-channels-gone = The channels where tables could be opened on this server are gone. Somebody with **Manage Server** can choose others with `/cheat settings`.
opening-not-a-host = On this server tables are opened by people with one of these roles: { $roles }. You can join any table that stands.
opening-roles-gone = The roles that could open tables on this server are gone. Somebody with **Manage Server** can open one, or choose others with `/cheat settings`.
# `$wait` is one of the lasting-… above, never of days.
opening-too-soon = The last table here was opened only just now. The next one can be opened in { $wait }.
opening-own-stands = Your last table here still waits for players: { $link }
opening-no-thread = I could not open a thread here (**Create Public Threads** and **Send Messages in Threads** are needed), so the table stands in the channel.
opening-in-thread = { $name } has opened a table: { $place }
# The name of a thread: no markup is shown there.
opening-thread-name = Cheat: { $host }’s table
