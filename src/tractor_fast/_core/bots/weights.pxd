# Where the parameters of `normal` lie in seat.parameters: the order of policies.py.

cdef enum:
    BID_SHARE = 0
    BID_MORE = 1
    BID_JOKER = 2
    BID_PAIR = 3
    BID_REINFORCE = 4
    BURY_POINTS = 5
    LEAD_RUFFED = 6
    LEAD_DRAW = 7
    FOLLOW_TEMPO = 8
    FOLLOW_TO_COME = 9
    FOLLOW_TRUMP = 10
    FOLLOW_HIGH = 11
    FOLLOW_PARTNER = 12
