# Where the parameters of `normal` lie in seat.parameters: the order of policies.py.

cdef enum:
    BID_SHARE = 0
    BID_MORE = 1
    BID_REINFORCE = 2
    BID_STEAL = 3
    BURY_POINTS = 4
    FOLLOW_TRUMP = 5
    FOLLOW_HIGH = 6
