# What Discord shows while somebody types a command: of each command and option, at most 100 characters.
# The names of commands and options are the same in every language.

command-cheat-description = Play Cheat, the bluffing card game
command-start-description = Open a table in this channel and take the first seat
command-join-description = Sit down at the table in this channel
command-leave-description = Leave the table; in a game this means giving up
command-hand-description = See your cards; nobody else does
command-back-description = Take your seat again after you were away, or stay after all
command-table-description = Show the table again at the bottom of the channel
command-stop-description = End the table in this channel (host, or Manage Messages)
command-house-rules-description = Choose this server's house rules (Manage Server)
command-settings-description = Settle where, by whom and how tables are opened on this server (Manage Server)
command-rules-description = The rules in force here, or one of them explained
command-help-description = How to play, on one screen

option-start-preset = The rules to begin with (the server's house rules if you don't choose)
option-leave-table = Which table, if you sit at several
option-hand-table = Which table, if you sit at several
option-back-table = Which table, if you sit at several
option-rules-name = One rule to explain
option-rules-table = Which table, if you sit at several
