"""Which values a strategy's parameters are to take, from texts and from Python."""

import numpy as np
import pytest

from tractor_fast.errors import SpecError
from tractor_fast.evaluate.parameters import arms_of, grid_words, parse_grid
from tractor_fast.strategies import parse_strategy

EXPERT = parse_strategy("expert(lead.stake=4)")


def grid_of(params, most=100):
    return parse_grid(params, EXPERT, most)


@pytest.mark.parametrize(
    ("text", "values"),
    [
        ("bid.min_trumps=5:9", [5, 6, 7, 8, 9]),
        ("bid.min_trumps=5:5", [5]),
        ("bid.min_trumps = 5 : 9 : 2", [5, 7, 9]),
        ("bid.early=0:0.5:0.1", [0, 0.1, 0.2, 0.3, 0.4, 0.5]),
        ("bid.min_trumps=6.5:8.5", [6.5, 7.5, 8.5]),
        ("bid.attacker=-2:1", [-2, -1, 0, 1]),
        ("bid.early=0.7,0.2", [0.7, 0.2]),
        ("bid.early=1e-1", [0.1]),
    ],
)
def test_texts_name_values(text, values):
    ((_, found),) = grid_of(text).items()
    assert list(found) == values


@pytest.mark.parametrize(
    "params", [["bid.early=0,1", "bid.pair=0:2"], {"bid.early": [0, 1], "bid.pair": "0:2"}]
)
def test_several_parameters_are_a_grid(params):
    arms = arms_of(EXPERT, grid_of(params))
    assert [list(chosen.values()) for chosen, _ in arms] == [
        [0, 0], [0, 1], [0, 2], [1, 0], [1, 1], [1, 2],
    ]  # fmt: skip
    assert str(arms[2][1]) == "expert(bid.early=0, bid.pair=2, lead.stake=4)"


def test_a_value_takes_the_place_of_the_strategys_own():
    arms = arms_of(EXPERT, grid_of("lead.stake=3,4.55"))
    assert [str(arm) for _, arm in arms] == ["expert(lead.stake=3)", "expert"]


@pytest.mark.parametrize(
    ("params", "words"),
    [
        ("bid.min_trumps=5:9", ["bid.min_trumps=5:9"]),
        ("bid.early=0:0.5:0.1", ["bid.early=0:0.5:0.1"]),
        ("bid.early=0.2,0.7", ["bid.early=0.2,0.7"]),
        ("bid.early=0.7,0.2,0.1", ["bid.early=0.7,0.2,0.1"]),
        ({"bid.early": 0.5, "bid.pair": (0, 1, 2)}, ["bid.early=0.5", "bid.pair=0:2"]),
    ],
)
def test_the_words_of_the_command_line_name_the_same_values(params, words):
    grid = grid_of(params)
    assert grid_words(grid) == words
    assert grid_of(words) == grid


@pytest.mark.parametrize(
    ("params", "words"),
    [
        ([], ["no param", "NAME=LOW:HIGH"]),
        ("bid.min_trumps", ["bid.min_trumps", "NAME=LOW:HIGH[:STEP] or NAME=v1,v2,v3"]),
        ("=5:13", ["=5:13", "NAME=LOW:HIGH"]),
        ([7], ["param 7", "NAME=LOW:HIGH"]),
        (7, ["params = 7", "a mapping"]),
        (np.array(7), ["params = array(7)", "a mapping"]),
        ("bid.min_trump=5:13", ["no parameter 'bid.min_trump'", "did you mean bid.min_trumps?"]),
        ("bid.min_trumps=5:", ["bid.min_trumps = 5:", "LOW:HIGH or LOW:HIGH:STEP"]),
        ("bid.min_trumps=a:b", ["bid.min_trumps = a:b", "LOW:HIGH"]),
        ("bid.min_trumps=1:2:3:4", ["LOW:HIGH:STEP"]),
        ("bid.min_trumps=0:nan", ["LOW:HIGH"]),
        ("bid.min_trumps=0:inf", ["LOW:HIGH"]),
        ("bid.min_trumps=13:5", ["13:5", "empty range"]),
        ("bid.min_trumps=5:13:0", ["5:13:0", "a step above 0"]),
        ("bid.min_trumps=5:13:-1", ["a step above 0"]),
        ("bid.min_trumps=5:13:3", ["not whole steps of 3", "ends at 11"]),
        ("bid.early=0:0.25", ["not whole steps of 1"]),
        ("bid.min_trumps=5:31", ["bid.min_trumps = 31", "from 0 to 30"]),
        ("bid.min_trumps=5,x", ["bid.min_trumps = x", "from 0 to 30"]),
        ("bid.min_trumps=", ["bid.min_trumps", "a number from 0 to 30"]),
        ({"bid.min_trumps": []}, ["bid.min_trumps has no values"]),
        ({"bid.min_trumps": None}, ["bid.min_trumps = None"]),
        ("bid.min_trumps=5,7,5", ["bid.min_trumps", "5 is given twice"]),
        (["bid.early=0", "bid.early=1"], ["bid.early is given twice"]),
        ("bid.early=0:1:0.001", ["too many values", "up to 100"]),
        ("bid.early=0:1:1e-300", ["too many values"]),
        ("bid.early=0:1:1e-999999999", ["too many values"]),
        ("bid.early=0:1e300", ["bid.early = 1E+300", "from 0 to 1"]),
        ("bid.early=1e999999999:1e999999999", ["bid.early = 1E+999999999", "from 0 to 1"]),
        (["bid.min_trumps=0:20", "bid.pair=0:5"], ["126 combinations", "up to 100"]),
    ],
)
def test_what_cannot_be_swept_is_one_line(params, words):
    with pytest.raises(SpecError) as caught:
        grid_of(params)
    assert "\n" not in str(caught.value)
    for word in words:
        assert word in str(caught.value)


def test_a_strategy_without_parameters_has_none_to_sweep():
    with pytest.raises(SpecError, match=r"greedy has no parameter 'bid\.early'; it has none"):
        parse_grid("bid.early=0:1", parse_strategy("greedy"), 100)
