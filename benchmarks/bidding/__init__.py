"""From how many trumps `expert` should bid: the measurements behind docs/bidding.md."""

LEVELS = ("2", "5", "T", "K", "A")
DECLARERS = ("any", "none")
"""Known before the bids, or whoever bids highest."""
