"""The engine beside other ways of playing random cards, measured in one process, one core."""
