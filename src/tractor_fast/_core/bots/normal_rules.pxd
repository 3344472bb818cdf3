# Where the parameters of `normal` lie in seat.parameters: the order of policies.py.

cdef enum:
    BID_TRUMPS = 0
    BID_REINFORCE = 1
    BID_STEAL = 2
    BURY_POINTS = 3
    FOLLOW_TRUMP = 4
    FOLLOW_HIGH = 5
