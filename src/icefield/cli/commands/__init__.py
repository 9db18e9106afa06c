"""One module a command of `icefield`; each has `add`, which declares the arguments."""
