"""A recorded deal as text for people."""

from collections.abc import Sequence
from typing import Any

from ..cards import parse_face


def to_text(record: dict[str, Any], seats: Sequence[str]) -> str:
    """The deal line by line: cards, bids, kitty, tricks, outcome; `seats` names the seats."""
    trump, outcome = record["trump"], record["outcome"]
    suit = "no trump" if trump["suit"] is None else f"trump {trump['suit']}"
    lines = [f"board {record['board']}: level {record['level']}, {suit}"]
    lines += [f"  {seats[seat]}  {_sorted(hand)}" for seat, hand in enumerate(record["hands"])]
    lines.append(f"  kitty {' '.join(record['kitty'])}")
    lines += [line for entry in record["choices"] if (line := _before_the_tricks(entry, seats))]
    for number, trick in enumerate(record["tricks"], start=1):
        lines.append(_trick(number, trick, seats))
    factor = f" x {outcome['kitty_factor']}" if outcome["kitty_factor"] else ""
    lines.append(
        f"attackers {outcome['points']} points (kitty {outcome['kitty_points']}{factor}), "
        f"declarer's side {outcome['levels']:+d} levels, {seats[outcome['holder']]} declares next"
    )
    return "\n".join(lines) + "\n"


def _before_the_tricks(entry: dict[str, Any], seats: Sequence[str]) -> str | None:
    """A bid, a name or a burying; None for a pass and for what the tricks show."""
    seat = seats[entry["seat"]]
    if entry.get("bid"):
        card, count = entry["bid"]
        return f"{seat} bids {count} {card} after {entry['drawn']} cards"
    if "bury" in entry:
        return f"{seat} buries {_sorted(entry['bury'])}"
    if "friends" in entry:
        calls = ", ".join(f"copy {ordinal} of {card}" for card, ordinal in entry["friends"])
        return f"{seat} calls as friends who plays {calls}"
    for what in ("trump", "partner"):
        if what in entry:
            return f"{seat} names {entry[what]} for {what}"
    return None


def _sorted(cards: Sequence[str]) -> str:
    """Cards suit by suit, jokers last."""
    return " ".join(sorted(cards, key=lambda card: (card[1] == "J", card[1], parse_face(card))))


def _trick(number: int, trick: dict[str, Any], seats: Sequence[str]) -> str:
    plays = [
        f"{seats[(trick['leader'] + i) % len(seats)]} {' '.join(play)}"
        for i, play in enumerate(trick["plays"])
    ]
    tried = f" (tried {' '.join(trick['failed_throw'])})" if "failed_throw" in trick else ""
    won = f"{seats[trick['winner']]} wins {trick['points']}"
    return f"{number:>2}. {plays[0]}{tried}, {', '.join(plays[1:])}: {won}"
