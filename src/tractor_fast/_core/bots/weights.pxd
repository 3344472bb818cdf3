# Where the parameters of `normal` lie in seat.parameters: the order of policies.py.

cdef enum:
    BID_SHARE = 0
    BID_MORE = 1
    BID_JOKER = 2
    BID_PAIR = 3
    BID_REINFORCE = 4
    BURY_POINTS = 5
    LEAD_STAKE = 6
    LEAD_PARTNER = 7
    LEAD_PAIR_BEATEN = 8
    LEAD_DRAW = 9
    LEAD_THROWS = 10
    FOLLOW_TEMPO = 11
    FOLLOW_TO_COME = 12
    FOLLOW_TRUMP = 13
    FOLLOW_HIGH = 14
    FOLLOW_PARTNER = 15
