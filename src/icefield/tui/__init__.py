"""The board in the terminal: `icefield play KEY` at a terminal of any size, by keys and mouse."""
