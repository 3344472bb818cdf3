"""The lines of a deal's text (deal_text.py), one kind after the other: how it is written and read.

What a line says stands after its key.  Writers take entries of a record (record.py) and the seats'
names; readers give the entries back, and raise CardError or DataError for what they cannot read.
"""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from ..cards import SUITS, face_name, parse_face, parse_faces
from ..errors import DataError
from ..inputs import shown

Entry = dict[str, Any]
Seats = Sequence[str]

NOBODY = 255
"""The outcome's seat where there is none."""

_PASSES_A_LINE = 10


# ---- words -------------------------------------------------------------------------------------


def matched(pattern: str, text: str, form: str) -> re.Match[str]:
    """The match of a whole text; DataError, naming the form that it should have, if it has not."""
    match = re.fullmatch(pattern, text, re.ASCII)
    if match is None:
        raise DataError(f"{shown(text)} is not of the form: {form}")
    return match


def read_number(text: str) -> int:
    """A whole number."""
    return int(matched(r"-?\d{1,20}", text, "a whole number")[0])


def read_seat(text: str, seats: Seats) -> int:
    """A seat by its name."""
    if text not in seats:
        raise DataError(f"{shown(text)} is no seat; seats are {' '.join(seats)}")
    return seats.index(text)


def read_cards(text: str) -> list[str]:
    """Names of cards, in order."""
    return [face_name(face) for face in parse_faces(text)]


def _read_card(text: str) -> str:
    return face_name(parse_face(text))


# ---- choices before the tricks -----------------------------------------------------------------


def write_choices(choices: Sequence[Mapping[str, Any]], seats: Seats) -> Iterator[tuple[str, str]]:
    """Key and text of each bid, name and burying; passes in a row share a line."""
    passes: list[str] = []
    for entry in choices:
        if "bid" in entry and entry["bid"] is None:
            if len(passes) == _PASSES_A_LINE:
                yield "pass", ", ".join(passes)
                passes = []
            passes.append(f"{seats[entry['seat']]} {entry['drawn']}/{entry['open']}")
            continue
        if passes:
            yield "pass", ", ".join(passes)
            passes = []
        kind = "bid" if "bid" in entry else "bury" if "bury" in entry else "name"
        yield kind, f"{seats[entry['seat']]} {_chosen(entry)}"
    if passes:
        yield "pass", ", ".join(passes)


def _chosen(entry: Mapping[str, Any]) -> str:
    if "bid" in entry:
        card, count = entry["bid"]
        return f"{count} {card}, {entry['drawn']} drawn, {entry['open']} open"
    if "bury" in entry:
        return " ".join(entry["bury"])
    if "friends" in entry:
        return "friends " + ", ".join(f"{card} {ordinal}" for card, ordinal in entry["friends"])
    what = "trump" if "trump" in entry else "partner"
    return f"{what} {entry[what]}"


def _read_passes(text: str, seats: Seats) -> Iterator[Entry]:
    for part in text.split(", "):
        match = matched(r"(\w+) (\d{1,3})/(\d{1,3})", part, "SEAT DRAWN/OPEN")
        asked = {"drawn": int(match[2]), "open": int(match[3])}
        yield {"seat": read_seat(match[1], seats), **asked, "bid": None}


def _read_bid(text: str, seats: Seats) -> Iterator[Entry]:
    pattern = r"(\w+) (\d) (\w+), (\d{1,3}) drawn, (\d{1,3}) open"
    match = matched(pattern, text, "SEAT COUNT CARD, N drawn, N open")
    asked = {"drawn": int(match[4]), "open": int(match[5])}
    bid = [_read_card(match[3]), int(match[2])]
    yield {"seat": read_seat(match[1], seats), **asked, "bid": bid}


def _read_bury(text: str, seats: Seats) -> Iterator[Entry]:
    seat, _, cards = text.partition(" ")
    yield {"seat": read_seat(seat, seats), "bury": read_cards(cards)}


def _read_name(text: str, seats: Seats) -> Iterator[Entry]:
    form = "SEAT trump SUIT, or SEAT partner CARD, or SEAT friends CARD COPY, ..."
    match = matched(r"(\w+) (trump|partner|friends) (.+)", text, form)
    seat, what, name = match.groups()
    named: Any
    if what == "trump":
        named = matched(f"[{SUITS}]", name, f"a suit of {SUITS}")[0]
    elif what == "partner":
        named = _read_card(name)
    else:
        calls = [matched(r"(\w+) (\d)", call, "CARD COPY") for call in name.split(", ")]
        named = [[_read_card(call[1]), int(call[2])] for call in calls]
    yield {"seat": read_seat(seat, seats), what: named}


READ_CHOICES: dict[str, Callable[[str, Seats], Iterator[Entry]]] = {
    "pass": _read_passes,
    "bid": _read_bid,
    "bury": _read_bury,
    "name": _read_name,
}
"""By the key of a line, what reads its choices."""


# ---- tricks ------------------------------------------------------------------------------------


def write_trick(trick: Mapping[str, Any], naming: Mapping[str, Any] | None, seats: Seats) -> str:
    """A trick; ``naming`` is the choice of the unit of a failed throw, where one was named."""
    leader, parts = trick["leader"], []
    if "failed_throw" in trick:
        parts.append(f"{seats[leader]} {' '.join(trick['failed_throw'])} fails")
    if naming is not None:
        parts.append(f"{seats[naming['seat']]} names unit {naming['unit'] + 1}")
    parts += [
        f"{seats[(leader + turn) % len(seats)]} {' '.join(play)}"
        for turn, play in enumerate(trick["plays"])
    ]
    ends = [f"{seats[trick['winner']]} wins {trick['points']}"]
    ends += [f"{seats[seat]} joins" for seat in trick["joined"]]
    return f"{', '.join(parts)}; {', '.join(ends)}"


def read_trick(text: str, seats: Seats) -> tuple[Entry, list[Entry]]:
    """A trick, and the choices that it is made of."""
    laid, _, end = text.partition("; ")
    parts = laid.split(", ")
    trick: Entry = {}
    choices: list[Entry] = []
    if parts[0].endswith(" fails"):
        leader, tried = _read_play(parts.pop(0).removesuffix(" fails"), seats)
        trick["failed_throw"] = tried
        choices.append({"seat": leader, "lead": tried})
        match = re.match(r"(\w+) names unit (\d{1,2})$", parts[0], re.ASCII) if parts else None
        if match:
            parts.pop(0)
            choices.append({"seat": read_seat(match[1], seats), "unit": int(match[2]) - 1})
    plays = [_read_play(part, seats) for part in parts]
    leader = choices[0]["seat"] if choices else plays[0][0]
    turns = [(leader + turn) % len(seats) for turn in range(len(seats))]
    if [seat for seat, _ in plays] != turns:
        raise DataError(
            f"the plays are by {' '.join(seats[seat] for seat in turns)}, in this order"
        )
    if not choices:
        choices.append({"seat": leader, "lead": plays[0][1]})
    choices += [{"seat": seat, "follow": cards} for seat, cards in plays[1:]]
    trick |= {"leader": leader, "plays": [cards for _, cards in plays]}
    won, *joins = end.split(", ")
    match = matched(r"(\w+) wins (\d{1,4})", won, "...; SEAT wins POINTS")
    trick |= {"winner": read_seat(match[1], seats), "points": int(match[2])}
    joined = [matched(r"(\w+) joins", join, "SEAT joins")[1] for join in joins]
    trick["joined"] = [read_seat(name, seats) for name in joined]
    return trick, choices


def _read_play(text: str, seats: Seats) -> tuple[int, list[str]]:
    seat, _, cards = text.partition(" ")
    return read_seat(seat, seats), read_cards(cards)


# ---- outcome -----------------------------------------------------------------------------------


class Kind(NamedTuple):
    """How a field of the outcome is written and read."""

    write: Callable[[int, Seats], str]
    read: Callable[[str, Seats], int]


def _read_team(text: str, seats: Seats) -> int:
    return sum(1 << seat for seat in {read_seat(name, seats) for name in text.split()})


_NUMBER = Kind(lambda value, _: str(value), lambda text, _: read_number(text))
_SEAT = Kind(
    lambda value, seats: "none" if value == NOBODY else seats[value],
    lambda text, seats: NOBODY if text == "none" else read_seat(text, seats),
)
_TEAM = Kind(
    lambda value, seats: " ".join(name for seat, name in enumerate(seats) if value >> seat & 1),
    _read_team,
)

OUTCOME = {
    "bidder": _SEAT,
    "bid_count": _NUMBER,
    "draw_index": _NUMBER,
    "tricks": _NUMBER,
    "throws": _NUMBER,
    "failed": _NUMBER,
    "last_winner": _SEAT,
    "hook_hit": _NUMBER,
    "team": _TEAM,
    "kitty_points": _NUMBER,
    "kitty_factor": _NUMBER,
    "points": _NUMBER,
    "levels": _NUMBER,
    "holder": _SEAT,
}
"""Fields of the outcome, in the order of the text; the others stand further up in it."""
