"""A recorded deal (record.py) played again by the oracle, choice by choice."""

from typing import Any

from ..cards import SUITS, Trump, parse_face, parse_faces, parse_rank
from ..errors import DataError, PlayError, TractorFastError
from ..inputs import shown
from ..reference.deal import Decision, ReferenceDeal
from ..reference.play import Play
from ..rules import Rules

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


def replay(record: dict[str, Any], rules: Rules) -> list[str]:
    """What the oracle disagrees with in a record, in the order of the deal; empty if nothing.

    Stops at the first choice that the oracle does not allow.  Raises DataError for a record that
    lacks something or holds what no deal does, CardError for a name that is no card.
    """
    if not (isinstance(record, dict) and isinstance(rules, Rules)):
        raise TypeError("a record is a dict, as record_deal makes it, and rules are a Rules object")
    where = f"the record of board {shown(record.get('board'))}"
    try:
        return _Replay(record, rules).run()
    except KeyError as missing:
        raise DataError(f"{where} lacks {missing}") from None
    except TractorFastError:
        raise
    except (AttributeError, LookupError, TypeError, ValueError) as error:
        raise DataError(f"{where} holds what no deal does: {error}") from error


class _Replay:
    def __init__(self, record: dict[str, Any], rules: Rules) -> None:
        self.record, self.rules = record, rules
        self.differences: list[str] = []
        trump = record["trump"]
        suit = None if trump["suit"] is None else SUITS.index(trump["suit"])
        self.trump = Trump(parse_rank(trump["rank"]), suit)
        first_deal = record["declarer_before"] is None
        self.deal = ReferenceDeal(
            rules,
            level=parse_rank(record["level"]),
            hands=[parse_faces(hand) for hand in record["hands"]],
            kitty=parse_faces(record["kitty"]),
            first_drawer=record["first_drawer"],
            declarer=None if first_deal else record["declarer_before"],
            trump_suit=suit if rules.trump == "random" else None,
            attempt=record["attempt"],
        )

    def run(self) -> list[str]:
        try:
            for number, entry in enumerate(self.record["choices"]):
                self._choose(number, entry)
            asked = self.deal.decision()
            if asked is not None:
                raise PlayError(f"the deal is not over, seat {asked.seat} must {asked.kind}")
            self._compare_end()
        except PlayError as refused:
            self.differences.append(f"the oracle refuses: {refused}")
        return self.differences

    def _expect(self, what: str, oracle: Any, recorded: Any) -> None:
        if oracle != recorded:
            self.differences.append(f"{what}: oracle {oracle}, record {recorded}")

    def _choose(self, number: int, entry: dict[str, Any]) -> None:
        """Passes are choices too: the same seats must be asked, with as many bids open."""
        kind = next((name for name in _ASKED if name in entry), None)
        if kind is None:
            raise KeyError(f"what choice {number} chose")
        asked = self.deal.decision()
        if asked is None or (asked.seat, asked.kind) != (entry["seat"], _ASKED[kind]):
            raise PlayError(f"choice {number} is {entry}, the oracle asks {asked}")
        if kind == "bid":
            self._compare_bids(number, entry, asked)
        self.deal.choose(self._choice(kind, entry[kind]))

    def _compare_bids(self, number: int, entry: dict[str, Any], asked: Decision) -> None:
        oracle = (len(self.deal.hand(asked.seat)), len(self.deal.open_bids()))
        self._expect(f"choice {number}, cards and bids", oracle, (entry["drawn"], entry["open"]))

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
            return self._play().naming[value]
        return parse_faces(value)

    def _play(self) -> Play:
        if self.deal.play is None:
            raise PlayError("the tricks have not begun")
        return self.deal.play

    def _compare_end(self) -> None:
        self._expect("trump", self.deal.trump, self.trump)
        self._expect("declarer", self.deal.declarer, self.record["declarer"])
        self._expect("buried", sorted(self.deal.kitty), sorted(parse_faces(self.record["buried"])))
        tricks = self._play().tricks
        self._expect("tricks", len(tricks), len(self.record["tricks"]))
        for number, (done, trick) in enumerate(zip(tricks, self.record["tricks"], strict=False)):
            plays = [sorted(parse_faces(play)) for play in trick["plays"]]
            where = f"trick {number}"
            self._expect(f"{where}, leader", done.leader, trick["leader"])
            self._expect(f"{where}, plays", [list(play) for play in done.plays], plays)
            self._expect(f"{where}, winner", done.winner, trick["winner"])
            self._expect(f"{where}, points", done.points, trick["points"])
            failed = done.failed_throw is not None
            self._expect(f"{where}, failed throw", failed, "failed_throw" in trick)
        self._compare_outcome()

    def _compare_outcome(self) -> None:
        result, row = self.deal.result(), self.record["outcome"]
        attackers_took_last = result.last_winner not in result.team
        for what, oracle in {
            "points": result.attackers_points,
            "kitty_points": result.kitty_points,
            "kitty_factor": result.kitty_factor if attackers_took_last else 0,
            "levels": result.outcome.defender_levels - result.outcome.attacker_levels,
            "holder": result.next_declarer,
            "last_winner": result.last_winner,
            "tricks": len(self.record["tricks"]),
            "failed": sum(self._play().failed_throws),
            "team": sum(1 << seat for seat in result.team),
            "hook_hit": result.hook_hit,
        }.items():
            self._expect(what, oracle, row[what])
