"""A recorded deal (record.py) played again by the oracle, choice by choice."""

from typing import Any

from ..cards import Trump, parse_face, parse_faces, parse_rank
from ..errors import DataError, PlayError
from ..reference.deal import ReferenceDeal
from ..reference.play import Play
from ..rules import Rules


def replay(record: dict[str, Any], rules: Rules) -> list[str]:
    """What the oracle disagrees with in a record, in the order of the deal; empty if nothing.

    Stops at the first choice that the oracle does not allow.  Raises DataError for a record that
    lacks something, CardError for a name that is no card.
    """
    try:
        return _Replay(record, rules).run()
    except KeyError as missing:
        raise DataError(f"the record of board {record.get('board')} lacks {missing}") from None


class _Replay:
    def __init__(self, record: dict[str, Any], rules: Rules) -> None:
        self.record, self.rules = record, rules
        self.differences: list[str] = []
        trump = record["trump"]
        suit = None if trump["suit"] is None else "cdhs".index(trump["suit"])
        self.trump = Trump(parse_rank(trump["rank"]), suit)
        self.deal = ReferenceDeal(
            rules,
            level=parse_rank(record["level"]),
            hands=[parse_faces(hand) for hand in record["hands"]],
            kitty=parse_faces(record["kitty"]),
            first_drawer=record["first_drawer"],
            declarer=record["declarer_before"],
            trump_suit=suit if rules.trump == "random" else None,
        )

    def run(self) -> list[str]:
        try:
            self._bids()
            self._expect("trump", self.deal.trump, self.trump)
            self._expect("declarer", self.deal.declarer, self.record["declarer"])
            if self.record["buried"]:
                self.deal.choose(parse_faces(self.record["buried"]))
            for number, trick in enumerate(self.record["tricks"]):
                self._trick(number, trick)
            self._outcome()
        except PlayError as refused:
            self.differences.append(f"the oracle refuses: {refused}")
        return self.differences

    def _expect(self, what: str, oracle: Any, recorded: Any) -> None:
        if oracle != recorded:
            self.differences.append(f"{what}: oracle {oracle}, record {recorded}")

    def _bids(self) -> None:
        """Passes are choices too: the same seats must be asked, with as many bids open."""
        for entry in self.record["bids"]:
            asked, auction = self.deal.decision(), self.deal.auction
            if asked is None or asked.kind != "bid" or auction is None:
                self.differences.append(f"bids: the oracle does not ask seat {entry['seat']}")
                return
            oracle = {
                "seat": asked.seat,
                "drawn": len(auction.drawn[asked.seat]),
                "open": len(auction.open_bids(asked.seat)),
            }
            self._expect("bid asked", oracle, {name: entry[name] for name in oracle})
            bid = entry["bid"]
            self.deal.choose(None if bid is None else (parse_face(bid[0]), bid[1]))
        asked = self.deal.decision()
        if asked is not None and asked.kind == "bid":
            self.differences.append(f"bids: the oracle asks seat {asked.seat} once more")
            raise PlayError("the bidding is not over")

    def _trick(self, number: int, trick: dict[str, Any]) -> None:
        play = self._play()
        self._expect(f"leader of trick {number}", play.turn, trick["leader"])
        self.deal.choose(parse_faces(trick.get("failed_throw", trick["plays"][0])))
        led = play.trick.plays[0]
        self._expect(f"lead of trick {number}", list(led), sorted(parse_faces(trick["plays"][0])))
        for cards in trick["plays"][1:]:
            self.deal.choose(parse_faces(cards))
        done = play.tricks[-1]
        self._expect(f"winner of trick {number}", done.winner, trick["winner"])
        self._expect(f"points of trick {number}", done.points, trick["points"])
        failed = done.failed_throw is not None
        self._expect(f"failed throw in trick {number}", failed, "failed_throw" in trick)

    def _play(self) -> Play:
        if self.deal.play is None:
            raise PlayError("the tricks have not begun")
        return self.deal.play

    def _outcome(self) -> None:
        result, row = self.deal.result(), self.record["outcome"]
        attackers_took_last = result.last_winner not in result.team
        levels = result.outcome.defender_levels - result.outcome.attacker_levels
        for what, oracle in {
            "points": result.attackers_points,
            "kitty_points": result.kitty_points,
            "kitty_factor": result.kitty_factor if attackers_took_last else 0,
            "levels": levels,
            "holder": result.next_declarer,
            "last_winner": result.last_winner,
            "tricks": len(self.record["tricks"]),
            "failed": sum(self._play().failed_throws),
            "team": sum(1 << seat for seat in result.team),
        }.items():
            self._expect(what, oracle, row[what])
