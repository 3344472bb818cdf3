"""Write what is known of the built-in strategies into docs/strategies.md, between its marks."""

import json
import sys
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from tractor_fast.errors import DataError
from tractor_fast.strategies import strategies

from . import DOCS, Grid, between_marks, table

PAGE, FIGURES = DOCS / "strategies.md", DOCS / "strategies.json"
SCRIPT = "strategies_page"

Figures = Mapping[str, Any]


class Target(NamedTuple):
    """What a pair on ``tractor`` is to reach: ``least`` of the mean levels or the boards won."""

    a: str
    b: str
    figure: str
    least: float


TARGETS = (
    Target("expert", "normal", "levels_per_deal", 0.30),
    Target("normal", "easy", "levels_per_deal", 0.30),
    Target("normal", "random", "levels_per_deal", 1.2),
    Target("easy", "random", "levels_per_deal", 0.6),
    Target("expert", "random", "win_rate", 0.998),
)


def with_strategies(page: str, figures: Figures) -> str:
    """The page with its tables written anew, from the figures that were measured."""
    page = between_marks(page, "summaries", SCRIPT, [table(_summaries(), words=2)])
    page = between_marks(page, "strengths", SCRIPT, _strengths(figures))
    return between_marks(page, "parameters", SCRIPT, _parameters())


def _summaries() -> Grid:
    rows = [[f"`{known.name}`", known.summary] for known in strategies().values()]
    return ["strategy", "what it does"], rows


def _strengths(figures: Figures) -> Iterator[str]:
    pairs: Sequence[Figures] = figures["pairs"]
    names = list(figures["speeds"])
    boards, seed = pairs[0]["boards"], pairs[0]["seed"]
    yield (
        f"Levels a deal by which the strategy on the left is better than the one above, on"
        f" `tractor`, {boards:,} boards, seed {seed}, with 95 % intervals:\n"
    )
    yield table(_cross(names, pairs, "levels_per_deal"))
    yield "Boards of which it won the two deals together, ties counted half:\n"
    yield table(_cross(names, pairs, "win_rate"))
    yield "What was to be reached:\n"
    yield table(_targets(pairs), words=2)
    presets: Sequence[Figures] = figures["presets"]
    a, b = presets[0]["a"], presets[0]["b"]
    yield (
        f"`{a}` against `{b}` under every preset, {presets[0]['boards']:,} boards each,"
        f" seed {presets[0]['seed']}:\n"
    )
    yield table(_presets(presets))
    match: Figures = figures["match"]
    yield (
        f"In whole matches, `tractor-fast match {match['a']} {match['b']} --matches"
        f" {match['matches']} --seed {match['seed']}`, `{match['a']}` wins"
        f" {_percent(match['a_wins'])}, and is {_levels(match['level_lead'])} levels ahead at"
        f" the end. A match takes {match['length']['mean']:.1f} deals.\n"
    )
    yield "Deals a second of one core, four of a kind on `tractor`, bids live:\n"
    speeds = [[f"`{name}`", f"{speed:,.0f}"] for name, speed in figures["speeds"].items()]
    yield table((["strategy", "deals/s"], speeds))
    machine: Figures = figures["machine"]
    yield (
        f"Measured in {figures['seconds']:.0f} s on {machine['processor']}, {machine['cores']}"
        f" cores, by tractor_fast {machine['tractor_fast']} ({machine['kernel']} kernel, streams"
        f" {figures['stream_version']}).\n"
    )


def _cross(names: Sequence[str], pairs: Sequence[Figures], figure: str) -> Grid:
    cells = {(pair["a"], pair["b"]): _cell(figure, pair[figure]) for pair in pairs}
    rows = [[f"`{a}`", *(cells.get((a, b), "") for b in names[:-1])] for a in names[1:]]
    return ["", *(f"`{name}`" for name in names[:-1])], rows


def _cell(figure: str, found: Figures) -> str:
    return _percent(found) if figure == "win_rate" else _levels(found)


def _targets(pairs: Sequence[Figures]) -> Grid:
    by_names = {(pair["a"], pair["b"]): pair for pair in pairs}
    rows = []
    for target in TARGETS:
        rate = target.figure == "win_rate"
        measured, met = "not measured", "no"
        if (target.a, target.b) in by_names:
            found = by_names[target.a, target.b][target.figure]
            measured = _cell(target.figure, found)
            met = "yes" if found["rate" if rate else "mean"] >= target.least else "no"
        least = f"≥ {target.least:.1%}" if rate else f"≥ {target.least:+.2f}"
        what = "boards won" if rate else "levels a deal"
        rows.append([f"`{target.a}` − `{target.b}`", what, least, measured, met])
    return ["pair", "figure", "target", "measured", "met"], rows


def _presets(presets: Sequence[Figures]) -> Grid:
    rows = [
        [
            f"`{found['preset']}`",
            _levels(found["levels_per_deal"]),
            _percent(found["win_rate"]),
            f"{found['points']['a']['mean']:.1f}",
            f"{found['points']['b']['mean']:.1f}",
            "" if found["variance_ratio"] is None else f"{found['variance_ratio']:.2f}",
        ]
        for found in presets
    ]
    a, b = presets[0]["a"], presets[0]["b"]
    columns = ["levels a deal", "boards won", f"points, {a} attacks", f"points, {b} attacks"]
    return ["preset", *columns, "variance without / with pairs"], rows


def _parameters() -> Iterator[str]:
    for known in strategies().values():
        if not known.parameters:
            yield f"`{known.name}` has no parameters.\n"
            continue
        yield f"`{known.name}`:\n"
        rows = [
            [f"`{p.name}`", p.meaning, f"{p.default:g}", f"{p.low:g} to {p.high:g}"]
            for p in known.parameters
        ]
        yield table((["parameter", "meaning", "default", "range"], rows), words=2)


def _levels(found: Figures) -> str:
    return f"{found['mean']:+.3f} ± {found['mean'] - found['low']:.3f}"


def _percent(found: Figures) -> str:
    return f"{found['rate']:.2%} ({found['low']:.2%} – {found['high']:.2%})"


def main() -> None:
    """Write the page."""
    figures = json.loads(FIGURES.read_text("utf-8"))
    PAGE.write_text(with_strategies(PAGE.read_text("utf-8"), figures), "utf-8")


if __name__ == "__main__":
    try:
        main()
    except DataError as error:
        print(f"error: {error}", file=sys.stderr)
        sys.exit(2)
