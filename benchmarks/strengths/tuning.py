"""Search for better values of a strategy's parameters, one parameter after another.

In each round every parameter is moved up and down by its step, a part of its range.  What is
measured is the gain: by how many levels a deal the strategy does better against a baseline than
with the values it had, on the same boards, so that only the boards count on which it chose
differently.  A change is kept if its gain is beyond its 95 % error, and tried again in the same
direction.  Every round has boards of its own, and half the step of the round before.  At the end
all changes together are confirmed on boards of another seed.
"""

import argparse
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any, NamedTuple

import numpy as np

from tractor_fast import compare
from tractor_fast.errors import SpecError, StrategyError, TractorFastError
from tractor_fast.evaluate.pair_values import levels_of_pairs
from tractor_fast.inputs import MOST, whole
from tractor_fast.stats import t_quantile
from tractor_fast.strategies import Seated, parse_strategy

from . import REPORTED_SEEDS

Values = Mapping[str, float]


class Range(NamedTuple):
    """Where the values of a parameter are looked for."""

    name: str
    low: float
    high: float


class Gain(NamedTuple):
    """A mean over boards and the half width of its 95 % interval."""

    mean: float
    error: float

    @property
    def is_sure(self) -> bool:
        """Whether it is above 0 by more than its error."""
        return self.mean > self.error

    def __str__(self) -> str:
        return f"{self.mean:+.4f} ± {self.error:.4f}"


Levels = np.ndarray
"""Levels per deal, a value a board."""

Measure = Callable[[Values, int], Levels]
"""Plays with these values the boards of a round, and says what came of each board."""


def gain(new: Levels, old: Levels) -> Gain:
    """By how much ``new`` is above ``old``, the same boards having been played twice."""
    difference = new - old
    error = t_quantile(len(difference) - 1) * difference.std(ddof=1) / len(difference) ** 0.5
    return Gain(float(difference.mean()), float(error))


def search(
    start: Values, ranges: Iterable[Range], rounds: int, measure: Measure
) -> Iterator[tuple[str, dict[str, float]]]:
    """Yields a line on each step, and the best values known after it."""
    ranges, best = list(ranges), dict(start)
    for number in range(rounds):
        measured = measure(best, number)
        yield f"round {number + 1}: {measured.mean():+.4f} levels a deal", best
        for name, low, high in ranges:
            step = (high - low) / 4 / 2**number
            for signed in (step, -step):
                moved = False
                while True:
                    value = round(min(max(best[name] + signed, low), high), 6)
                    if value == best[name]:
                        break
                    tried = measure(best | {name: value}, number)
                    found = gain(tried, measured)
                    word = "kept" if found.is_sure else "dropped"
                    line = f"  {name} {best[name]:g} -> {value:g}: {found}, {word}"
                    if found.is_sure:
                        best, measured, moved = best | {name: value}, tried, True
                    yield line, best
                    if not found.is_sure:
                        break
                if moved:  # it came from the other side
                    break


def parse_range(text: str, strategy: Seated) -> Range:
    """The range that ``name=low:high`` gives one of the strategy's parameters.

    Raises:
        SpecError: no such parameter, no numbers, or numbers that it cannot have.
    """
    name, _, ends = text.partition("=")
    low, colon, high = ends.partition(":")
    known = {parameter.name: parameter for parameter in strategy.strategy.parameters}
    if not known:
        raise SpecError(f"--param {text}: {strategy.strategy.name} has no parameters")
    if not colon or name not in known:
        raise SpecError(
            f"--param {text}: allowed: name=low:high with a parameter of"
            f" {strategy.strategy.name}: {', '.join(known)}"
        )
    found = Range(name, known[name].read(low), known[name].read(high))
    if not found.low < found.high:
        raise SpecError(f"--param {text}: {low} is not below {high}")
    return found


def parse_ranges(texts: Iterable[str], strategy: Seated) -> list[Range]:
    """The ranges that are searched, one a parameter; SpecError for a parameter given twice."""
    ranges = [parse_range(text, strategy) for text in texts]
    names = [each.name for each in ranges]
    for name in names:
        if names.count(name) > 1:
            raise SpecError(f"--param {name} is given twice; allowed: once a parameter")
    return ranges


def checked_seed(seed: int) -> int:
    """A seed whose boards, and those of the next one, are in no reported strength."""
    whole("--seed", seed, 0, MOST - 1)
    if {seed, seed + 1} & {*REPORTED_SEEDS}:
        raise SpecError(
            f"--seed {seed}: seeds {REPORTED_SEEDS[0]} to {REPORTED_SEEDS[-1]} are those of the"
            f" reported strengths; allowed: {REPORTED_SEEDS[-1] + 1} and above"
        )
    return seed


def text_of(strategy: Seated, values: Values) -> str:
    """The strategy with these values, as it is written."""
    names = (parameter.name for parameter in strategy.strategy.parameters)
    return str(Seated(strategy.strategy, tuple(values[name] for name in names)))


def main(arguments: list[str] | None = None) -> int:
    """0; 1 if the confirming run does not find what the search has found."""
    options = _options(arguments)
    strategy = parse_strategy(options.strategy)
    ranges = parse_ranges(options.param, strategy)
    seed = checked_seed(options.seed)
    whole("--boards", options.boards, 2, 10**7)
    whole("--rounds", options.rounds, 1, 20)
    rules: dict[str, Any] = {"rules": options.rules, "overrides": options.overrides}

    def levels(values: Values, seed: int, first_board: int, boards: int) -> Levels:
        played = compare(
            text_of(strategy, values),
            options.against,
            boards=boards,
            seed=seed,
            first_board=first_board,
            jobs=options.jobs,
            rows=True,
            **rules,
        )
        assert played.rows is not None
        return levels_of_pairs(played.rows, played.rules.players)

    def measure(values: Values, number: int) -> Levels:
        return levels(values, seed, number * options.boards, options.boards)

    names = (parameter.name for parameter in strategy.strategy.parameters)
    start = dict(zip(names, strategy.values, strict=True))
    best = start
    for line, values in search(start, ranges, options.rounds, measure):
        print(line, flush=True)
        best = values
    if best == start:
        print(f"nothing is better than {strategy}")
        return 0
    boards = 4 * options.boards
    new, old = (levels(values, seed + 1, 0, boards) for values in (best, start))
    found = gain(new, old)
    print(
        f"{text_of(strategy, best)}\n"
        f"seed {seed + 1}, {boards:,} boards: {found} better than {strategy},"
        f" {'confirmed' if found.is_sure else 'NOT confirmed'};"
        f" {gain(new, np.zeros(boards))} levels a deal against {options.against}"
    )
    return 0 if found.is_sure else 1


def _options(arguments: list[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="scripts/tune", description=__doc__)
    parser.add_argument("strategy", help="name(parameter=value, ...): where the search starts")
    parser.add_argument("--against", required=True, help="the baseline, a strategy")
    parser.add_argument(
        "--param", action="append", required=True, metavar="NAME=LOW:HIGH", help="may be repeated"
    )
    parser.add_argument("--boards", type=int, default=50_000, help="of each measurement")
    parser.add_argument("--seed", type=int, default=1000, help="10 and above; the next confirms")
    parser.add_argument("--rounds", type=int, default=3, help="with half the step each")
    parser.add_argument("--rules", default="tractor", help="preset or TOML file")
    parser.add_argument("--set", dest="overrides", action="append", default=[], help="KEY=VALUE")
    parser.add_argument("--jobs", type=int, help="threads; one a core if not given")
    return parser.parse_args(arguments)


if __name__ == "__main__":
    try:
        sys.exit(main())
    except TractorFastError as error:
        print(f"error: {error}", file=sys.stderr)
        sys.exit(1 if isinstance(error, StrategyError) else 2)
    except KeyboardInterrupt:
        print("error: interrupted", file=sys.stderr)
        sys.exit(130)
