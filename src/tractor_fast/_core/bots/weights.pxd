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
    LEAD_VOID_RUFFS = 9
    LEAD_PARTNER_RUFFS = 10
    LEAD_DRAW = 11
    LEAD_THROWS = 12
    FOLLOW_TEMPO = 13
    FOLLOW_TO_COME = 14
    FOLLOW_TRUMP = 15
    FOLLOW_HIGH = 16
    FOLLOW_PAIR_RUFFED = 17
    FOLLOW_PARTNER = 18
