"""One position, many questions one by one: what may follow a lead out of a hand."""

from collections.abc import Iterable

from ._core.compiled import AnyRules, compiled
from ._core.moves import Follows
from .cards import Trump, parse_faces
from .errors import CardError
from .inputs import whole

NO_TRUMP = 4
"""The trump of a no-trump deal; others are suits 0 to 3 (c d h s)."""


def follows(
    hand: str | Iterable[int],
    lead: str | Iterable[int],
    level: int,
    trump: int,
    rules: AnyRules = "tractor",
) -> Follows:
    """All plays that may follow a lead out of a hand (R11 to R15, R34, R35), as an object to ask.

    Cards are text such as ``"2s 2s BJ"`` or faces 0 to 53; ``level`` is a rank 0 to 12 for 2 to A,
    ``trump`` a suit 0 to 3 or 4 for no trump (R2).  The object answers, for plays as lists of
    faces:

    - ``is_legal(play)``: whether a play is one of them;
    - ``count()``: how many different ones there are;
    - ``unrank(k)``, ``enumerate(limit=None)``: number ``k``, an iterator over them in order;
    - ``sample(seed=0, n=1)``: an iterator over ``n`` of them, each drawn uniformly.

    No answer lists them all.  Make the object once for a position: a question costs less than that.
    Many positions at once are :func:`tractor_fast.legal_batch`'s matter.

    Raises:
        CardError: what is no card, level or trump, or more of a face than the decks have.
        PlayError: a lead of no cards or of several suits, a hand of fewer cards than the lead.
        RulesError: rules that cannot be played.
    """
    suit = whole("trump", trump, 0, NO_TRUMP, CardError)
    return Follows(
        compiled(rules),
        Trump(level, None if suit == NO_TRUMP else suit),
        parse_faces(lead) if isinstance(lead, str) else lead,
        parse_faces(hand) if isinstance(hand, str) else hand,
    )
