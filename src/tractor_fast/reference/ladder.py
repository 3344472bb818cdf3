"""What a follower must try to match, from the lead's own format down (R13, R14).

A *run* is a tuple of widths, one an adjacent step, lowest step first: ``(1,)`` a single, ``(2,)``
a pair, ``(2, 2)`` a tractor of two pairs, ``(3, 2)`` a triple next to a pair.  A *rung* is a tuple
of runs.  A *shape* is the width and length of a led unit.
"""

from collections.abc import Iterator
from functools import lru_cache
from itertools import islice, permutations, product

from ..errors import UnsupportedRulesError
from ..rules import Rules
from .units import is_tractor_shape

MAX_RUNGS = 20_000

Run = tuple[int, ...]
Rung = tuple[Run, ...]
Shape = tuple[int, int]


@lru_cache(maxsize=10_000)
def ladder(shape: Shape, in_throw: bool, rules: Rules) -> tuple[Rung, ...]:
    """The ladder of one led unit, best rung first, with the protections of R14.

    UnsupportedRulesError when it has more than 20,000 rungs.
    """
    rungs = tuple(islice(_allowed_rungs(shape, in_throw, rules), MAX_RUNGS + 1))
    if len(rungs) > MAX_RUNGS:
        width, length = shape
        raise UnsupportedRulesError(
            f"a led tractor of {length} steps of {width} cards has a ladder of over {MAX_RUNGS} "
            "rungs, which the reference engine does not walk"
        )
    return rungs


def _allowed_rungs(shape: Shape, in_throw: bool, rules: Rules) -> Iterator[Rung]:
    """The rungs of a unit without those that R14's settings leave out."""
    width, length = shape
    own = ((width,) * length,)
    loose = ((width,),) * length
    tuples_reached = False
    for rung in _rungs(shape, rules):
        tuples_reached = tuples_reached or rung == loose
        has_run = any(len(run) > 1 for run in rung)
        if length == 1 and has_run and rules.tractors_answer_only_tractors:
            continue
        if length > 1 and has_run and rung != own and not rules.partial_tractors:
            continue
        if length > 1 and in_throw and not rules.throw_tractors and not tuples_reached:
            continue
        yield rung


def _rungs(shape: Shape, rules: Rules) -> Iterator[Rung]:
    """The ladder of a unit before protections (R13)."""
    if shape != (3, 2) or rules.bulldozer_ladder == "standard":
        yield from general_ladder(shape, rules)
        return
    triple, pair, one = (3,), (2,), (1,)
    pair_tractor = ((2, 2), one, one)
    if rules.bulldozer_ladder == "as_listed":
        yield ((3, 3),)
        yield (triple, triple)
        yield (triple, pair, one)
        yield (triple, one, one, one)
        if is_tractor_shape(2, 2, rules):
            yield pair_tractor
        yield (pair, pair, one, one)
        yield (pair, one, one, one, one)
        yield (one,) * 6
        return
    place = 1 if rules.bulldozer_ladder == "tractor_over_triples" else 2
    rungs = list(general_ladder(shape, rules))
    if pair_tractor in rungs:  # not so where tractors are wider (R7)
        rungs.remove(pair_tractor)
        rungs.insert(place, pair_tractor)
    yield from rungs


def general_ladder(shape: Shape, rules: Rules) -> Iterator[Rung]:
    """R13's general ladder: from the unit's own shape down through the partitions of its cards."""
    width, length = shape
    own = ((width,) * length,)
    reached = False
    for parts in partitions(width * length, width):
        for rung in _rungs_of_partition(parts, rules):
            reached = reached or rung == own
            if reached:
                yield rung


def partitions(total: int, largest: int) -> Iterator[tuple[int, ...]]:
    """Partitions into parts of at most ``largest``, in descending order: 3+1, 2+2, 2+1+1 ..."""
    if total == 0:
        yield ()
    for part in range(min(total, largest), 0, -1):
        for rest in partitions(total - part, part):
            yield (part, *rest)


def _rungs_of_partition(parts: tuple[int, ...], rules: Rules) -> Iterator[Rung]:
    """Every way to join the parts of 2 and more into runs, in R13's order."""
    groupings: list[tuple[Run, ...]] = [()]
    for part in (part for part in parts if part >= 2):
        extended = []
        for runs in groupings:
            for i, run in enumerate(runs):
                extended.append((*runs[:i], (*run, part), *runs[i + 1 :]))
            extended.append((*runs, (part,)))
        groupings = _first_of_each(extended)
    allowed = [
        runs
        for runs in groupings
        if all(len(run) == 1 or is_tractor_shape(min(run), len(run), rules) for run in runs)
    ]
    allowed.sort(key=lambda runs: (-max(map(len, runs), default=0), len(runs)))
    singles = ((1,),) * parts.count(1)
    for runs in allowed:
        for orders in product(*(_orders(run) for run in runs)):
            yield (*orders, *singles)


def _first_of_each(groupings: list[tuple[Run, ...]]) -> list[tuple[Run, ...]]:
    """The groupings without those that hold the same runs as an earlier one."""
    first: dict[tuple[Run, ...], tuple[Run, ...]] = {}
    for runs in groupings:
        first.setdefault(tuple(sorted(runs)), runs)
    return list(first.values())


def _orders(run: Run) -> list[Run]:
    """Each order of a run's widths once, low step first, wide before narrow."""
    return sorted(set(permutations(run)), reverse=True)


@lru_cache(maxsize=50_000)
def chain(shapes: tuple[Shape, ...], rules: Rules) -> tuple[Rung, ...]:
    """The chain of all units of a lead, best rung first (R13).

    ``shapes`` are the units' shapes, the smallest unit first, then by lowest card.  Each time the
    unit with most rungs left steps down by one; of equals the first in a list that is kept sorted.
    """
    ladders = [ladder(shape, len(shapes) > 1, rules) for shape in shapes]
    places = [0] * len(shapes)
    waiting = list(range(len(shapes)))
    steps = sum(len(rungs) - 1 for rungs in ladders)
    if steps >= MAX_RUNGS:
        raise UnsupportedRulesError(
            f"a led throw has a chain of over {MAX_RUNGS} rungs, which the reference engine does "
            "not walk"
        )
    rungs = [_joined(ladders, places)]
    for _ in range(steps):
        waiting.sort(key=lambda unit: places[unit] - len(ladders[unit]))
        places[waiting[0]] += 1
        rungs.append(_joined(ladders, places))
    return tuple(rungs)


def _joined(ladders: list[tuple[Rung, ...]], places: list[int]) -> Rung:
    """The rungs on which all units stand now, as one."""
    return tuple(run for rungs, place in zip(ladders, places, strict=True) for run in rungs[place])
