"""What declaring next is worth: h from self-play, on boards that no run asks for."""

from dataclasses import replace

import pytest

from tractor_fast import simulate
from tractor_fast.evaluate.value import DEALS, ELSEWHERE, holding_value
from tractor_fast.sim import Setup
from tractor_fast.strategies import parse_strategy


def setup(rules="tractor", **more):
    return Setup.read(rules, 1000, more.pop("seed", 3), 2, **more)


@pytest.mark.parametrize("more", [{}, {"level": "A"}, {"declarer": "none"}, {"declarer": "E"}])
def test_h_is_what_a_lead_in_self_play_adds_up_to(more):
    found = holding_value(setup(**more), parse_strategy("random"))
    rows = simulate(seats="random", deals=DEALS, seed=3 ^ ELSEWHERE, rows=True).rows
    assert found.levels == pytest.approx(rows["levels"].mean())
    goes_on = (rows["team"] >> rows["holder"] & 1).mean()
    assert found.hold == pytest.approx(goes_on)
    # The declarer's side leads by E now; in each later deal it declares, or the others do.
    lead, ahead = 0.0, 1.0
    for _ in range(2000):
        lead += ahead * found.levels
        ahead *= goes_on - (1 - goes_on)
    assert found.h == pytest.approx(lead)
    assert found.to_dict() == {
        "h": found.h, "levels": found.levels, "hold": found.hold, "strategy": "random",
        "deals": DEALS, "seed": 3 ^ ELSEWHERE,
    }  # fmt: skip


@pytest.mark.parametrize("rules", ["finding-friends", "bianfeng-partner"])
def test_without_fixed_teams_it_is_nothing(rules):
    found = holding_value(setup(rules), parse_strategy("normal"))
    assert found.h == 0
    assert found.levels is found.hold is found.strategy is None


def test_it_depends_on_rules_seed_and_strategy_and_on_neither_boards_nor_threads():
    normal = parse_strategy("normal")
    one = holding_value(setup(), normal)
    asked = setup()
    other = replace(asked, boards=replace(asked.boards, first=77, deals=5), jobs=1)
    assert holding_value(other, normal) == one
    assert one != holding_value(setup(seed=4), normal)
    assert 0.2 < one.h < 1
    assert one != holding_value(setup(), parse_strategy("normal(bid.trumps=9)"))


def test_a_strategy_that_is_not_built_in_has_that_of_normal():
    own = parse_strategy("tractor_fast.strategies.example:Example")
    assert holding_value(setup(), own) == holding_value(setup(), parse_strategy("normal"))
