"""The rules in plain Python, written to be checked against the rules page, not to be fast.

Faces are ints, hands and plays any iterable of faces with a copy for each card, answers sorted
tuples of faces.  Nothing here is shared with the compiled core, so the two can be compared.
"""
