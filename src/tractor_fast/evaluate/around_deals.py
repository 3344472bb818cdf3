"""What a replay of the choices of a deal does not show, compared between core and oracle."""

import random
from collections.abc import Iterator
from itertools import chain
from typing import Any

import numpy as np

from .._core import referee
from .._core.engine import ROW
from .._core.game import Game
from .._core.spec import CompiledRules
from ..cards import N_FACES, RANKS, face_name, parse_face, parse_faces, parse_rank
from ..errors import PlayError
from ..reference.advance import ACE, JACK, advance
from ..reference.friends import Call, Team, why_no_calls
from ..reference.score import outcome
from ..sim import Run

OTHER_CALLS = 5
"""Calls of friends that are compared beside those made in a deal: often several of one card."""

RARER_OUTCOMES = 5
"""Outcomes that are compared beside that of each deal: J or A defended, few friends found."""


def compare_around(
    rng: random.Random, run: Run, board: int, record: dict[str, Any]
) -> Iterator[str]:
    """What differs: the loop over boards, who may be called and joins, the levels afterwards."""
    yield from _compare_loop(run, board, record)
    compiled = run.spec.compiled
    if compiled.rules.partners == "friends":
        yield from _compare_calls(run, board, record)
        yield from _compare_joins(rng, record, compiled)
    yield from _compare_levels(rng, record, compiled)


def _compare_loop(run: Run, board: int, record: dict[str, Any]) -> Iterator[str]:
    """The loop over boards plays the same deal, of which only the outcome can be read."""
    rows = np.zeros(1, ROW)
    run.play(board, 1, rows)
    found = dict(zip(rows.dtype.fields or (), rows[0].item(), strict=True))
    del found["board"]
    if found != record["outcome"]:
        yield f"the loop ends in {found}, the deal played step by step in {record['outcome']}"


def _compare_calls(run: Run, board: int, record: dict[str, Any]) -> Iterator[str]:
    """Every card and copy in place of the first call of the declarer (R25)."""
    game = Game.of_board(run.spec, board)
    while game.naming != "friends":
        game.step()
    rules, trump = run.spec.compiled.rules, game.trump
    assert trump is not None, "friends are called when trump is known"
    (made,) = (choice["friends"] for choice in record["choices"] if "friends" in choice)
    others = [Call(parse_face(card), ordinal) for card, ordinal in made[1:]]
    for face in range(N_FACES):
        for ordinal in range(rules.decks + 2):
            calls = [Call(face, ordinal), *others]
            why = why_no_calls(calls, trump, rules)
            try:
                game.copy().name(calls)
            except PlayError as refused:
                if why is None:
                    yield f"calling copy {ordinal} of {face_name(face)}: the core says {refused}"
            else:
                if why is not None:
                    yield f"calling copy {ordinal} of {face_name(face)}: the oracle says {why}"


def _compare_joins(
    rng: random.Random, record: dict[str, Any], compiled: CompiledRules
) -> Iterator[str]:
    """Who joins by the plays of the deal, had others been called: copies of two cards (R25).

    Of two cards that were led together, where there are such.
    """
    rules = compiled.rules
    tricks = [
        [
            ((trick["leader"] + place) % rules.players, parse_faces(play))
            for place, play in enumerate(trick["plays"])
        ]
        for trick in record["tricks"]
    ]
    for _ in range(OTHER_CALLS):
        declarer = rng.randrange(rules.players)
        together = sorted({face for _, play in rng.choice(tricks)[:1] for face in play})
        faces = rng.sample(together if len(together) > 1 else range(N_FACES), 2)
        copies = [Call(face, copy) for face in faces for copy in range(1, rules.decks + 1)]
        calls = rng.sample(copies, rules.n_friends)
        team = Team([declarer], calls, rules)
        for trick in tricks:
            team.trick_done(trick)
        core = referee.joined(compiled, declarer, calls, chain(*tricks))
        if team.seats != core:
            yield f"declarer {declarer}, calls {calls}: {team.seats} for the oracle, core {core}"


def _compare_levels(
    rng: random.Random, record: dict[str, Any], compiled: CompiledRules
) -> Iterator[str]:
    """The outcome carried over to the next deal, and some that are rarer (R30 to R32)."""
    rules, row = compiled.rules, record["outcome"]
    team = [seat for seat in range(rules.players) if row["team"] >> seat & 1]
    short = rules.partners == "friends" and len(team) < 1 + rules.n_friends
    seen = (record["declarer"], team, parse_rank(record["level"]), row["points"], short)
    yield from _compare_advance(rng, compiled, *seen, hook=bool(row["hook_hit"]))
    for _ in range(RARER_OUTCOMES):
        declarer = rng.randrange(rules.players)
        team = [seat for seat in range(rules.players) if (seat - declarer) % 2 == 0]
        if rules.partners != "fixed":
            others = [seat for seat in range(rules.players) if seat != declarer]
            team = [declarer, *rng.sample(others, rng.randrange(rules.players // 2))]
        points = rules.level_step * rng.randrange(-1, 9) + rng.choice((-5, 0, 5))
        short = rules.partners == "friends" and len(team) < 1 + rules.n_friends
        level = rng.choice((JACK, ACE, rng.randrange(len(RANKS))))
        hook = level == JACK and rng.random() < 0.5
        yield from _compare_advance(rng, compiled, declarer, team, level, points, short, hook=hook)


def _compare_advance(
    rng: random.Random,
    compiled: CompiledRules,
    declarer: int,
    team: list[int],
    level: int,
    points: int,
    short: bool,
    *,
    hook: bool,
) -> Iterator[str]:
    """Both take the same points from the same levels on; only the deal's level is given."""
    rules = compiled.rules
    levels = [rng.choice((rng.randrange(len(RANKS)), ACE)) for _ in range(rules.players)]
    levels[declarer] = level
    if rules.partners == "fixed":
        sides = {declarer % 2: level}
        levels = [sides.setdefault(seat % 2, levels[seat]) for seat in range(rules.players)]
    gains = outcome(points, rules, short)
    core_gains = referee.score(compiled, points, short)
    after = advance(levels, declarer, team, gains, rules, hook)
    core_after = referee.advance(compiled, levels, declarer, core_gains, team, hook)
    oracle = (tuple(gains), list(after.levels), list(after.match_winners))
    core = (tuple(core_gains), list(core_after.levels), list(core_after.match_winners))
    if oracle != core:
        yield (
            f"{points} points of the attackers, levels {levels}, seats {team} defend, hook {hook}:"
            f" oracle {oracle}, core {core}"
        )
