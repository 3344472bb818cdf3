"""Compiled strategies: one file a strategy, each a function of type ``Policy`` (types.pxd)."""
