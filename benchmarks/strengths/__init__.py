"""How strong the built-in strategies are, and how their parameters were found."""

REPORTED_SEEDS = range(1, 10)
"""Seeds of the boards that docs/strategies.md reports; nothing is tuned on them."""
