"""The compiled part of the batch environment, apart from the rest of `env`: its sources are part of
the name of the cache of machine code."""
