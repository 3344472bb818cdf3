# Which plays may follow a lead, at every table and under every setting (R11-R15, R34, R35).
#
#   follow_of_general(spec, map, lead, hand, out)     the set of plays, as a Follow
#   follow_allows_general(spec, map, follow, hand, play)
#
# A Follow, with the Spec and the map, says it all.  A play is `forced` and `need` cards out of `pool`
# (the sizes are such that it is as large as the lead; `in_suit` is for information) and
#
#   by_format = ANY_CARDS   nothing more: void, short or with just enough cards of the led suit (R12,
#                           R15), or unable to give a rainbow's groups (R35; nothing is forced then).
#   by_format = BY_RUNG     the pool is the led suit, nothing is forced.  The cards must be cut into
#                           `slots`, see packing.pxd: `packs`.  Only the runs and tuples[2..4] count;
#                           tuples[1] is the other cards, which may be any.  Slots without runs and
#                           tuples (has_slots) bind nothing: `suit_only`, a lead or a hand without
#                           pairs, or nothing better in the hand.
#   by_format = UNBROKEN    the same pool, but `slots` mean nothing: with `protect_longer_tuples` the
#                           rung that decides is the first that the hand meets unbroken or the play
#                           meets, and depends on the play.  `meets_unbroken` decides.  (Where a lead
#                           or a hand has no pairs it is BY_RUNG without slots, even so.)
#   by_format = GROUPS      a rainbow was led and the hand can give its groups: slots.n_runs groups,
#                           slots.runs[i] cards in group i, the largest first.  The pool is the hand
#                           without jokers, nothing is forced.  The cards must be divided into such
#                           groups, each of one rank; several groups may be of one rank.
#
# or it is a bomb: four copies of a face in `bombs` are a play besides all these (it may be one of them
# already, and is then no second play).  `bombs` is 0 unless four cards were led and R34 is on; it holds
# only faces that the hand has four times.
