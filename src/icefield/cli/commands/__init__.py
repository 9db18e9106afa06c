"""One module per command of `icefield`; its `add` declares the arguments."""
