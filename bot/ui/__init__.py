"""What people see and press: words, layouts, buttons and the presenter. Decides nothing about the game."""
