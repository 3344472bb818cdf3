"""The positions that the benchmark asks about are those of deals that were played."""

import numpy as np
import pytest

import tractor_fast
from tractor_fast.evaluate.bench.questions import positions_of
from tractor_fast.evaluate.workloads import RANDOM, SIX

BOARDS = 3


@pytest.fixture(scope="module", params=[RANDOM, SIX], ids=["2 decks", "3 decks"])
def asked(request):
    return request.param, positions_of(request.param, 5, BOARDS)


def cards(planes):
    return np.bitwise_count(planes).sum(axis=-1)


def test_every_follow_and_every_trick_is_there(asked):
    work, at = asked
    deals = tractor_fast.simulate(work.rules, work.seats, BOARDS, seed=5, rows=True)
    tricks = int(deals.rows["tricks"].sum())
    assert len(at.tricks) == tricks
    assert len(at.hands) == tricks * (work.rules.players - 1)
    assert (cards(at.plays) == cards(at.leads)).all()
    assert cards(at.tricks).sum() == BOARDS * work.rules.players * work.rules.hand_size


def test_every_other_play_is_the_one_that_was_made(asked):
    work, at = asked
    legal = tractor_fast.legal_batch(at.hands, at.leads, at.plays, at.levels, at.trumps, work.rules)
    assert legal[1::2].all()
    assert not legal[::2].all()


def test_tricks_are_resolved_as_they_were_played(asked):
    work, at = asked
    winners, points = tractor_fast.resolve_batch(
        at.tricks, at.leaders, at.trick_levels, at.trick_trumps, work.rules
    )
    held = cards(at.hands)[:: work.rules.players - 1]
    same_deal = held[1:] < held[:-1]
    assert (winners[:-1][same_deal] == at.leaders[1:][same_deal]).all()
    assert points.sum() <= BOARDS * 100 * work.rules.decks
