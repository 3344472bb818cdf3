"""Other ways of playing random cards, beside the engine: ``tractor-fast bench --against NAME``.

A peer NAME is the module NAME here.  Its ``players(seed)`` gives pairs of a label and a function
that plays so many deals, from the deal of the cards to its score.
"""

PEERS = {"naive": None, "numba": "numba", "openspiel": "open_spiel", "rlcard": "rlcard"}
"""The peers, and what each needs installed (None: nothing)."""
