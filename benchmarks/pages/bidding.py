"""Write what bids are worth into docs/bidding.md, between its marks."""

import json
import sys
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from tractor_fast.errors import DataError
from tractor_fast.evaluate.bid_table import FEWEST, BidSums, Threshold, threshold_of
from tractor_fast.stats import Moments

from ..bidding import DECLARERS, LEVELS
from . import DOCS, Grid, between_marks, table

PAGE, FIGURES = DOCS / "bidding.md", DOCS / "bidding.json"
SCRIPT = "bidding_table"

Figures = Mapping[str, Any]
Gains = dict[tuple[Any, int], Moments]
"""Gains in value by a property and trumps."""

_SAID = (1, 5, 10, 15, 20, 25)
"""Cards drawn, of which the reading and the table of gains tell."""


def with_bids(page: str, figures: Figures) -> str:
    """The page with its parts written anew, from the figures that were measured."""
    page = between_marks(page, "reading", SCRIPT, _reading(figures))
    for declarer in DECLARERS:
        page = between_marks(page, f"suits, {declarer}", SCRIPT, _suits(figures, declarer))
    page = between_marks(page, "no trump", SCRIPT, _no_trump(figures))
    return between_marks(page, "runs", SCRIPT, _runs(figures))


# ---- sums and what follows from them ------------------------------------------------------------


def _gains(
    figures: Figures, declarer: str, bid: str, name: str, levels: Iterable[str] = LEVELS
) -> Gains:
    """Gains of all these levels together, each level with its own h."""
    found: dict[tuple[Any, int], list[Moments]] = {}
    for run in figures["runs"]:
        if run["declarer"] != declarer or run["level"] not in levels:
            continue
        for kind, value, trumps, *numbers in run["cells"][name]:
            if kind == bid:
                sums = BidSums.of(dict(zip(figures["sums"], numbers, strict=True)), run["h"])
                found.setdefault((value, trumps), []).append(sums.gain("value"))
    return {place: _together(gains) for place, gains in found.items()}


def _together(gains: list[Moments]) -> Moments:
    n, total, squares = (
        sum(getattr(each, name) for each in gains) for name in ("n", "total", "squares")
    )
    return Moments(n, total, squares, gains[0].scale)


def _thresholds(gains: Gains) -> dict[Any, Threshold]:
    """The threshold for each value of the property, where enough boards have it."""
    found: dict[Any, list[tuple[int, Moments]]] = {}
    for (value, trumps), gain in sorted(gains.items(), key=lambda item: item[0][1]):
        found.setdefault(value, []).append((trumps, gain))
    thresholds = {value: threshold_of(each, {}) for value, each in found.items()}
    return {value: each for value, each in thresholds.items() if each is not None}


# ---- parts of the page --------------------------------------------------------------------------


def _reading(figures: Figures) -> Iterator[str]:
    known, unknown = (_thresholds(_gains(figures, each, "suit", "draw")) for each in DECLARERS)
    cards = [draw for draw in _SAID if draw in known and draw in unknown]
    yield table(
        (
            ["cards drawn", *map(str, cards)],
            [
                ["the declarer is known", *(_from(known[draw]) for draw in cards)],
                ["nobody declares yet", *(_from(unknown[draw]) for draw in cards)],
            ],
        )
    )
    deals = sum(run["deals"] for run in figures["runs"])
    yield (
        f"That is from {deals / 1e6:.1f} million deals of `{figures['strategy']}` on"
        f" `{figures['rules']}`, the levels {', '.join(LEVELS)} together.\n"
    )


def _suits(figures: Figures, declarer: str) -> Iterator[str]:
    yield "From how many trumps a suit should be bid, by cards drawn and level:\n"
    yield table(_by_level(figures, declarer))
    yield "What it gains, in value, all five levels together, by trumps and cards drawn:\n"
    yield table(_gain_grid(_gains(figures, declarer, "suit", "draw"), _SAID, "drawn {}"))
    yield "By trumps and by the jokers among them, whatever has been drawn:\n"
    yield table(_gain_grid(_gains(figures, declarer, "suit", "jokers"), range(5), "jokers {}"))
    if declarer == "any":
        yield "By trumps and by what the seat is, whatever has been drawn:\n"
        roles = ("declarer", "partner", "attacker")
        yield table(_gain_grid(_gains(figures, declarer, "suit", "role"), roles, "{}"))


def _no_trump(figures: Figures) -> Iterator[str]:
    for declarer, words in zip(DECLARERS, ("is known", "is whoever bids highest"), strict=True):
        by_level = {
            (level, trumps): gain
            for level in LEVELS
            for trumps, gain in _by_trumps(_gains(figures, declarer, "no_trump", "role", [level]))
        }
        yield f"Gains where the declarer {words}, by trumps and level, then by cards drawn:\n"
        yield table(_gain_grid(by_level, LEVELS, "level {}"))
        yield table(_gain_grid(_gains(figures, declarer, "no_trump", "draw"), _SAID, "drawn {}"))


def _by_trumps(gains: Gains) -> Iterator[tuple[int, Moments]]:
    """All values of the property together."""
    for number in sorted({trumps for _, trumps in gains}):
        yield number, _together([gain for (_, trumps), gain in gains.items() if trumps == number])


def _by_level(figures: Figures, declarer: str) -> Grid:
    """Thresholds by cards drawn: a column a level, and all levels together."""
    columns = [(level,) for level in LEVELS] + [LEVELS]
    found = [_thresholds(_gains(figures, declarer, "suit", "draw", levels)) for levels in columns]
    draws = sorted({draw for each in found for draw in each})
    rows = [[str(draw), *(_from(each.get(draw)) for each in found)] for draw in draws]
    return ["cards drawn", *(f"level {level}" for level in LEVELS), "all five"], rows


def _gain_grid(gains: Gains, values: Iterable[Any], named: str) -> Grid:
    """Gains, a row a number of trumps and a column a value; cells of few boards are left empty."""
    often = {place: gain for place, gain in gains.items() if gain.n >= FEWEST}
    columns = [value for value in values if any(place[0] == value for place in often)]
    numbers = sorted({trumps for value, trumps in often if value in columns})
    rows = [
        [str(trumps), *(_gain(often.get((value, trumps))) for value in columns)]
        for trumps in numbers
    ]
    return ["trumps", *(named.format(value) for value in columns)], rows


def _runs(figures: Figures) -> Iterator[str]:
    rows = [
        [
            run["level"],
            run["declarer"],
            f"{run['boards']:,}",
            f"{run['opportunities']:.2f}",
            f"{run['h']:.3f}",
            f"`{run['digest']}`",
        ]
        for run in figures["runs"]
    ]
    columns = ["level", "declarer", "boards", "opportunities a board", "h", "digest"]
    yield table((columns, rows), words=2)
    yield f"Each by a command such as `{figures['runs'][0]['command']}`.\n"
    machine: Figures = figures["machine"]
    yield (
        f"Measured in {figures['seconds']:.0f} s on {machine['processor']}, {machine['cores']}"
        f" cores, by tractor_fast {machine['tractor_fast']} ({machine['kernel']} kernel, streams"
        f" {figures['stream_version']}), seed {figures['seed']}.\n"
    )


def _from(threshold: Threshold | None) -> str:
    """A number of trumps, a star if no smaller one was met, and what the intervals leave open."""
    if threshold is None:
        return ""
    if threshold.trumps is None:
        return "never"
    star = "\\*" if threshold.trumps == threshold.fewest else ""
    if threshold.low == threshold.high:
        return f"{threshold.trumps}{star}"
    return f"{threshold.trumps}{star} ({threshold.low}–{threshold.high or ''})"


def _gain(gain: Moments | None) -> str:
    if gain is None or gain.mean is None or gain.half_width is None:
        return ""
    return f"{gain.mean:+.3f} ± {gain.half_width:.3f}"


def main() -> None:
    """Write the page."""
    figures = json.loads(FIGURES.read_text("utf-8"))
    PAGE.write_text(with_bids(PAGE.read_text("utf-8"), figures), "utf-8")


if __name__ == "__main__":
    try:
        main()
    except DataError as error:
        print(f"error: {error}", file=sys.stderr)
        sys.exit(2)
