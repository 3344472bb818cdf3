"""A recorded deal (record.py) played again by the oracle, choice by choice."""

from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import Any, NamedTuple

from ..cards import SUITS, Trump, face_name, format_faces, parse_face, parse_faces, parse_rank
from ..errors import DataError, PlayError, TractorFastError
from ..inputs import UTF8, shown
from ..reference.auction import redeals
from ..reference.deal import Decision, ReferenceDeal
from ..reference.friends import first_team
from ..reference.play import Play, Trick
from ..reference.rainbow import is_rainbow
from ..reference.units import Unit
from ..rules import Rules, load_rules
from .deal_lines import NOBODY
from .deal_text import parse

_ASKED = {
    "bid": "bid",
    "trump": "name_trump",
    "partner": "name_partner",
    "friends": "name_friends",
    "unit": "name_unit",
    "bury": "bury",
    "lead": "lead",
    "follow": "follow",
}
"""The kind of decision that the oracle asks for, by the name of a choice in a record."""


class Difference(NamedTuple):
    """Where the oracle and a record differ: a place, named as in ``DealText.lines``, and how."""

    place: str
    what: str

    def __str__(self) -> str:
        """Both on one line."""
        return f"{self.place}: {self.what}"


def replay(record: dict[str, Any], rules: Rules) -> list[Difference]:
    """What the oracle disagrees with in a record, in the order of the deal; empty if nothing.

    Stops at the first choice that the oracle does not allow.  Raises DataError for a record that
    lacks something or holds what no deal does, CardError for a name that is no card.
    """
    if not (isinstance(record, dict) and isinstance(rules, Rules)):
        raise TypeError("a record is a dict, as record_deal makes it, and rules are a Rules object")
    where = f"the record of board {shown(record.get('board'))}"
    try:
        return _dealt_wrong(record, rules) or _Replay(record, rules).run()
    except KeyError as missing:
        raise DataError(f"{where} lacks {missing}") from None
    except TractorFastError:
        raise
    except (AttributeError, LookupError, TypeError, ValueError) as error:
        raise DataError(f"{where} holds what no deal does: {error}") from error


def replay_text(text: str) -> tuple[dict[str, Any], list[str]]:
    """The record that a deal's text (deal_text.py) holds, and what the oracle disagrees with.

    Each disagreement begins with the number of the line that it is about: ``line 12: ...``.  Raises
    DataError, with that number, for a text that cannot be read.
    """
    record, lines = parse(text)
    differences = replay(record, load_rules(record["rules"]))
    return record, [f"line {lines[found.place]}: {found}" for found in differences]


def replay_file(path: Path) -> tuple[dict[str, Any], list[str]]:
    """As :func:`replay_text`, for a file; DataError, with its name, if it cannot be read."""
    try:
        return replay_text(path.read_text(encoding=UTF8))
    except UnicodeDecodeError:
        raise DataError(f"{path}: is no deal's text: not UTF-8") from None
    except DataError as error:
        raise DataError(f"{path}, {error}") from None
    except (OSError, ValueError) as error:  # ValueError: a path with a null character
        reason = getattr(error, "strerror", None) or error
        raise DataError(f"{shown(str(path), most=300)} cannot be read: {reason}") from None


def _dealt_wrong(record: dict[str, Any], rules: Rules) -> list[Difference]:
    """Hands and kitty that are not the deck, or not as large as they must be (R1, R20)."""
    dealt = {f"hand {seat}": parse_faces(hand) for seat, hand in enumerate(record["hands"])}
    sizes = dict.fromkeys(dealt, rules.hand_size) | {"kitty": rules.kitty_size}
    dealt["kitty"] = parse_faces(record["kitty"])
    wrong = [
        Difference(place, f"{len(cards)} cards instead of {sizes[place]} (R20)")
        for place, cards in dealt.items()
        if len(cards) != sizes[place]
    ]
    deck = Counter(rules.deck(parse_rank(record["level"])))
    surplus = Counter(face for cards in dealt.values() for face in cards) - deck
    return wrong + [
        Difference(place, f"{face_name(face)} is dealt {deck[face] + over} times, not {deck[face]}")
        for face, over in sorted(surplus.items())
        for place, cards in dealt.items()
        if face in cards
    ]


class _Replay:
    def __init__(self, record: dict[str, Any], rules: Rules) -> None:
        self.record, self.rules = record, rules
        self.differences: list[Difference] = []
        self.top_drawn = 0  # cards that the top bidder had drawn
        trump = record["trump"]
        suit = None if trump["suit"] is None else SUITS.index(trump["suit"])
        self.trump = Trump(parse_rank(trump["rank"]), suit)
        self.deal = ReferenceDeal(
            rules,
            level=parse_rank(record["level"]),
            hands=[parse_faces(hand) for hand in record["hands"]],
            kitty=parse_faces(record["kitty"]),
            first_drawer=record["first_drawer"],
            declarer=record["declarer_before"],
            trump_suit=suit if rules.trump == "random" else None,
            attempt=record["attempt"],
        )

    def run(self) -> list[Difference]:
        before, attempt = self.record["declarer_before"], self.record["attempt"]
        if before is not None:
            self._expect("first_drawer", before, self.record["first_drawer"])
        if attempt and not (attempt > 0 and redeals(self.rules, before is None, attempt - 1)):
            self._differ("attempt", f"the cards are not dealt again {attempt} times here (R22)")
        choices = self.record["choices"]
        for number, entry in enumerate(choices):
            try:
                self._choose(f"choice {number}", entry)
            except PlayError as refused:
                self._differ(f"choice {number}", f"the oracle refuses: {refused}")
                return self.differences
        asked = self.deal.decision()
        if asked is None and not self.deal.redeal:
            self._compare_end()
        else:
            missing = "the cards are dealt again" if asked is None else _asks(asked)
            self._differ(f"choice {len(choices) - 1}", f"the record ends here, but {missing}")
        return self.differences

    def _differ(self, place: str, what: str) -> None:
        self.differences.append(Difference(place, what))

    def _expect(self, place: str, oracle: Any, recorded: Any, what: str = "") -> None:
        if oracle != recorded:
            self._differ(place, f"{what}{': ' if what else ''}oracle {oracle}, record {recorded}")

    def _choose(self, place: str, entry: dict[str, Any]) -> None:
        """Passes are choices too: the same seats must be asked, with as many bids open."""
        kind = next((name for name in _ASKED if name in entry), None)
        if kind is None:
            raise KeyError(f"what {place} chose")
        asked = self.deal.decision()
        if asked is None:
            raise PlayError("nothing more is asked")
        if (asked.seat, asked.kind) != (entry["seat"], _ASKED[kind]):
            raise PlayError(f"seat {entry['seat']} does not {_ASKED[kind]} here, {_asks(asked)}")
        if kind == "bid":
            drawn = len(self.deal.hand(asked.seat))
            self._expect(place, drawn, entry["drawn"], "cards drawn")
            self._expect(place, len(self.deal.open_bids()), entry["open"], "bids open")
            self.top_drawn = self.top_drawn if entry["bid"] is None else drawn
        self.deal.choose(self._choice(kind, entry[kind]))

    def _choice(self, kind: str, value: Any) -> Any:
        """A recorded choice as the oracle takes it."""
        if kind == "bid":
            return None if value is None else (parse_face(value[0]), value[1])
        if kind == "trump":
            return SUITS.index(value)
        if kind == "partner":
            return parse_face(value)
        if kind == "friends":
            return [(parse_face(card), ordinal) for card, ordinal in value]
        if kind == "unit":
            return self._unit(value)
        return parse_faces(value)

    def _unit(self, number: int) -> Unit:
        units = self._play().naming
        if number not in range(len(units)):
            raise PlayError(f"the units that can be beaten are {len(units)} (R10)")
        return units[number]

    def _play(self) -> Play:
        if self.deal.play is None:
            raise PlayError("the tricks have not begun")
        return self.deal.play

    def _compare_end(self) -> None:
        self._expect("trump", self.deal.trump, self.trump)
        self._expect("declarer", self.deal.declarer, self.record["declarer"])
        buried = format_faces(sorted(self.deal.kitty))
        self._expect("buried", buried, format_faces(sorted(parse_faces(self.record["buried"]))))
        tricks = self._play().tricks
        self._expect("tricks", len(tricks), len(self.record["tricks"]))
        team: Sequence[int] = first_team(self.record["declarer"], self.deal.partner, self.rules)
        for number, trick in enumerate(tricks[: len(self.record["tricks"])]):
            self._compare_trick(f"trick {number + 1}", trick, self.record["tricks"][number], team)
            team = trick.team
        self._compare_outcome()

    def _compare_trick(
        self, place: str, trick: Trick, recorded: dict[str, Any], team: Sequence[int]
    ) -> None:
        """``team`` is the declarer's side before the trick."""
        plays = [format_faces(sorted(parse_faces(play))) for play in recorded["plays"]]
        for what, oracle, given in (
            ("leader", trick.leader, recorded["leader"]),
            ("plays", list(map(format_faces, trick.plays)), plays),
            ("winner", trick.winner, recorded["winner"]),
            ("points", trick.points, recorded["points"]),
            ("failed throw", trick.failed_throw is not None, "failed_throw" in recorded),
            ("joined", sorted(set(trick.team) - set(team)), recorded["joined"]),
        ):
            self._expect(place, oracle, given, what)

    def _compare_outcome(self) -> None:
        result, row, play = self.deal.result(), self.record["outcome"], self._play()
        attackers_took_last = result.last_winner not in result.team
        top = self.deal.bids[-1] if self.deal.bids else None
        for what, oracle in {
            "bidder": NOBODY if top is None else top.seat,
            "bid_count": 0 if top is None else top.count,
            "draw_index": self.top_drawn,
            "tricks": len(play.tricks),
            "throws": sum(map(_is_throw, play.tricks)),
            "failed": sum(play.failed_throws),
            "last_winner": result.last_winner,
            "hook_hit": result.hook_hit,
            "team": sum(1 << seat for seat in result.team),
            "kitty_points": result.kitty_points,
            "kitty_factor": result.kitty_factor if attackers_took_last else 0,
            "points": result.attackers_points,
            "levels": result.outcome.defender_levels - result.outcome.attacker_levels,
            "holder": result.next_declarer,
            "declarer": self.record["declarer"],
            "level": self.trump.rank,
            "trump": len(SUITS) if self.trump.suit is None else self.trump.suit,
        }.items():
            self._expect(what, oracle, row[what])


def _is_throw(trick: Trick) -> bool:
    """Whether the leader threw, in vain or not (R9)."""
    several = len(trick.lead_units) > 1 and not is_rainbow(trick.lead_units)
    return several or trick.failed_throw is not None


def _asks(asked: Decision) -> str:
    return f"seat {asked.seat} is asked to {asked.kind}"
