"""The compiled part of the batch environment.

It is apart from the rest of `env` because its sources are part of the name of the cache of machine
code.
"""
