"""What a deal starts from, as text: its level, and who declared before the bidding."""

from .cards import RANKS, parse_rank
from .errors import CardError, SpecError
from .inputs import shown
from .strategies import parse_seat, seat_names

NO_DECLARER = -1


def parse_opening(
    level: str | int, declarer: str | int, players: int, *, first_deal: bool = False
) -> tuple[int | None, int | None]:
    """Level rank and declarer from ``2`` .. ``A`` or ``any``, and a seat, ``none`` or ``any``.

    None is ``any``, NO_DECLARER ``none``.  ``first_deal`` stands for level 2 and no declarer (R21,
    R23).

    Raises:
        SpecError: an unknown level or seat, or ``first_deal`` beside another level or declarer.
    """
    opening = _level(level), _declarer(declarer, players)
    if not first_deal:
        return opening
    if opening[0] not in (None, 0) or opening[1] not in (None, NO_DECLARER):
        raise SpecError(
            "a first deal has level 2 and no declarer; leave out first-deal, or level and declarer"
        )
    return 0, NO_DECLARER


def _level(level: str | int) -> int | None:
    text = shown(level, str)
    if text.lower() == "any":
        return None
    try:
        return parse_rank(text)
    except CardError:
        raise SpecError(f"level = {text}: allowed: {' '.join(RANKS)} or any") from None


def _declarer(declarer: str | int, players: int) -> int | None:
    text = shown(declarer, str)
    if text.lower() == "any":
        return None
    if text.lower() == "none" and declarer is not None:
        return NO_DECLARER
    seat = parse_seat(text, players)
    if seat is None:
        raise SpecError(f"declarer = {text}: allowed: {' '.join(seat_names(players))}, none or any")
    return seat
