"""The command line, as an operator types it."""
