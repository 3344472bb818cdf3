"""Who sits where: ``normal``, ``NS=normal,EW=random`` or ``S=normal,E=random,...``."""

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from ..errors import SpecError, did_you_mean
from ..inputs import shown, whole
from .registry import is_strategy, parse_strategy
from .strategy import Seated

_COMPASS = ("S", "E", "N", "W")
_MOST_PLAYERS = 8
_SIDES = {"NS": 0, "EW": 1}  # parity of the side's seats


def seat_names(players: int) -> tuple[str, ...]:
    """Names of the seats: S E N W with four players, numbers otherwise."""
    players = whole("players", players, 1, _MOST_PLAYERS)
    return _COMPASS if players == len(_COMPASS) else tuple(str(seat) for seat in range(players))


def parse_seat(text: str, players: int) -> int | None:
    """Seat of a name or number (S = 0 with four players), or None if there is no such seat."""
    name = text.strip().upper()
    if name in seat_names(players):
        return seat_names(players).index(name)
    numbers = [str(seat) for seat in range(players)]
    return numbers.index(name) if name in numbers else None


def parse_seats(seats: Any, players: int) -> tuple[Seated, ...]:
    """The strategy of each seat.

    ``seats`` is one strategy for all, or ``name=strategy`` pairs (a mapping does as well) that name
    every seat once; ``NS`` and ``EW`` name the even and the odd seats of an even table.  A strategy
    may carry parameters in parentheses: ``NS=random(lead.throws=0.25),EW=./mine.py:Mine(x=1)``; in
    a mapping it may be an object, see ``strategies.parse_strategy``.  A path has no commas here.

    Raises:
        SpecError: an unknown seat or strategy, a seat named twice or not at all.
    """
    players = whole("players", players, 1, _MOST_PLAYERS)
    if isinstance(seats, str):
        parts = _split(seats)
        if len(parts) == 1 and not _assignment(parts[0]):
            return (parse_strategy(parts[0]),) * players
        pairs: list[tuple[str, Any]] = []
        for part in parts:
            pair = _assignment(part)
            if pair is None:
                raise SpecError(f"seats: {shown(part.strip())} is not seat=strategy")
            pairs.append(pair)
    elif isinstance(seats, Mapping):
        pairs = [(str(name), strategy) for name, strategy in seats.items()]
    elif is_strategy(seats):
        return (parse_strategy(seats),) * players
    else:
        raise SpecError(
            f"seats = {shown(seats)}: allowed: text such as NS=normal,EW=random, a dict, a strategy"
        )
    return _one_each(pairs, players)


def format_seats(seated: Sequence[Seated]) -> str:
    """Shortest text that :func:`parse_seats` reads back as these seats."""
    names = seat_names(len(seated))
    texts = [str(strategy) for strategy in seated]
    if len(set(texts)) == 1:
        return texts[0]
    if len(texts) % 2 == 0 and len(set(texts[::2])) == len(set(texts[1::2])) == 1:
        return f"NS={texts[0]},EW={texts[1]}"
    return ",".join(f"{n}={t}" for n, t in zip(names, texts, strict=True))


def _one_each(pairs: Sequence[tuple[str, Any]], players: int) -> tuple[Seated, ...]:
    chosen: dict[int, Seated] = {}
    for name, given in pairs:
        strategy = parse_strategy(given)
        for seat in _seats_of(name, players):
            if seat in chosen:
                raise SpecError(f"seats: {seat_names(players)[seat]} is named twice")
            chosen[seat] = strategy
    missing = [name for seat, name in enumerate(seat_names(players)) if seat not in chosen]
    if missing:
        raise SpecError(f"seats: no strategy for {', '.join(missing)}")
    return tuple(chosen[seat] for seat in range(players))


def _seats_of(name: str, players: int) -> Iterator[int]:
    side = _SIDES.get(name.strip().upper())
    if side is not None and players % 2 == 0:
        yield from range(side, players, 2)
        return
    seat = parse_seat(name, players)
    if seat is None:
        names = (*seat_names(players), *(_SIDES if players % 2 == 0 else ()))
        raise SpecError(
            f"seats: there is no seat {shown(name.strip())}{did_you_mean(name, names)};"
            f" seats are {', '.join(names)}"
        )
    yield seat


def _split(text: str) -> list[str]:
    """The parts between commas that stand outside all parentheses."""
    parts, depth = [""], 0
    for character in text:
        depth += (character == "(") - (character == ")")
        if character == "," and depth == 0:
            parts.append("")
        else:
            parts[-1] += character
    if depth:
        raise SpecError(f"seats: parentheses do not match in {shown(text.strip())}")
    return parts


def _assignment(part: str) -> tuple[str, str] | None:
    """(name, strategy) of ``name=strategy``; None where the ``=`` is in parameters or a path."""
    pair = re.fullmatch(r"([^=(:./\\]*)=(.*)", part, re.DOTALL)
    return (pair[1], pair[2]) if pair else None
