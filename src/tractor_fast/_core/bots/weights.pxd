# Where the parameters of `expert` lie in seat.parameters: the order of policies.py.

cdef enum:
    BID_SHARE = 0
    BID_MORE = 1
    BID_JOKER = 2
    BID_PAIR = 3
    BID_REINFORCE = 4
    BID_STEAL = 5
    BURY_POINTS = 6
    LEAD_STAKE = 7
    LEAD_PARTNER = 8
    LEAD_PAIR_BEATEN = 9
    LEAD_VOID_RUFFS = 10
    LEAD_PARTNER_RUFFS = 11
    LEAD_DRAW = 12
    LEAD_THROWS = 13
    FOLLOW_TEMPO = 14
    FOLLOW_TO_COME = 15
    FOLLOW_TRUMP = 16
    FOLLOW_HIGH = 17
    FOLLOW_PAIR_RUFFED = 18
    FOLLOW_PARTNER = 19
