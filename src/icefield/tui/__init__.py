"""The board in the terminal: `icefield play KEY`, with keys and mouse."""
