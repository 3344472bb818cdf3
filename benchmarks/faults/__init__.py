"""Real runs of the installed program, broken in all ways that there are: nothing may be lost."""
