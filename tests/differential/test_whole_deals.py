"""Core against oracle, a short run of `tractor-fast differential`; and that its checks can fail."""

import copy

import pytest

from tractor_fast._core.engine import Run
from tractor_fast.evaluate.differential import check_deals, check_follows
from tractor_fast.evaluate.replay import replay
from tractor_fast.record import record_deal
from tractor_fast.rules import load_rules

RULES = load_rules("tractor")


def test_whole_random_deals_agree():
    tally = check_deals(seed=2024, first=0, deals=120)
    assert tally.mismatches == []
    assert tally.counts["deals"] == 120


def test_single_follow_decisions_agree():
    tally = check_follows(seed=2024, first=0, positions=1500)
    assert tally.mismatches == []
    assert tally.counts["follow decisions"] > 10_000


@pytest.fixture(scope="module")
def record():
    run = Run(RULES, [("random", (0.25,))] * 4, seed=3)
    return record_deal(run.spec, 11)


def test_an_untouched_record_replays(record):
    assert replay(record, RULES) == []


def _swap_first_two_follows(record):
    one, other = [choice for choice in record["choices"] if "follow" in choice][:2]
    one["follow"], other["follow"] = other["follow"], one["follow"]


def _other_winner(record):
    record["tricks"][3]["winner"] = (record["tricks"][3]["winner"] + 1) % 4


def _more_points(record):
    record["outcome"]["points"] += 5


def _one_pass_too_few(record):
    passes = [i for i, entry in enumerate(record["choices"]) if entry.get("bid", 1) is None]
    del record["choices"][passes[0]]


def _last_play_missing(record):
    del record["choices"][-1]


def _other_trump(record):
    record["trump"]["suit"] = "c" if record["trump"]["suit"] != "c" else "d"


@pytest.mark.parametrize(
    "tamper",
    [
        _swap_first_two_follows,
        _other_winner,
        _more_points,
        _one_pass_too_few,
        _other_trump,
        _last_play_missing,
    ],
)
def test_a_changed_record_is_found(record, tamper):
    changed = copy.deepcopy(record)
    tamper(changed)
    assert replay(changed, RULES) != []
