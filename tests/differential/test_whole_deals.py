"""Core against oracle, a short run of `tractor-fast differential`; and that its checks can fail."""

import copy
from types import SimpleNamespace

import pytest

from tractor_fast._core.engine import Run
from tractor_fast.evaluate import around_deals, differential
from tractor_fast.evaluate.differential import DEALS_GIVEN_UP, check_deals, check_positions
from tractor_fast.evaluate.judging import POSITIONS_GIVEN_UP
from tractor_fast.evaluate.replay import replay
from tractor_fast.record import record_deal
from tractor_fast.reference import ladder
from tractor_fast.reference import score as oracle_score
from tractor_fast.reference.advance import Advance
from tractor_fast.rules import load_rules

RULES = load_rules("tractor")


def test_whole_random_deals_agree():
    tally = check_deals(seed=2024, first=0, deals=120)
    assert tally.mismatches == []
    assert tally.counts["deals"] + tally.counts[DEALS_GIVEN_UP] == 120
    assert tally.counts["deals"] > 100
    assert len({value for value in tally.deals if value[0] == "table"}) > 10


def test_deals_of_given_rules_agree():
    tally = check_deals(seed=2024, first=0, deals=60, rules=RULES)
    assert tally.mismatches == []
    assert tally.deals["table", "4 players, 2 decks"] == tally.counts["deals"] == 60


def test_leads_follows_and_tricks_of_positions_agree():
    tally = check_positions(seed=2024, first=0, positions=1500)
    assert tally.mismatches == []
    assert tally.counts["follows judged"] > 10_000
    for kind in ("leads judged", "tricks", "sets of follows", "sets of leads", "kitty factors"):
        assert tally.counts[kind] > 300, kind


def test_positions_of_given_rules_agree():
    tally = check_positions(seed=2024, first=0, positions=400, rules=RULES)
    assert tally.mismatches == []
    assert set(tally.decisions.values()) == {tally.counts["decisions"]}


def test_a_mismatch_names_its_rules_and_the_command_that_repeats_it(monkeypatch):
    monkeypatch.setattr(oracle_score, "kitty_factor", lambda *_: -1)
    tally = check_positions(seed=5, first=70, positions=1)
    (mismatch,) = tally.mismatches
    assert mismatch.case.startswith("position 70, {")
    assert "kitty factors" in mismatch.difference
    assert "oracle -1, core" in mismatch.difference
    assert mismatch.command == (
        "tractor-fast differential --deals 0 --positions 1 --seed 5 --first 70"
    )
    assert check_positions(seed=5, first=70, positions=1) == tally
    given = check_positions(seed=5, first=70, positions=1, rules=load_rules({"decks": 3}))
    assert "--rules tractor --set decks=3 --deals 0" in given.mismatches[0].command


def test_a_board_that_differs_can_be_looked_at_with_replay(monkeypatch):
    monkeypatch.setattr(
        differential, "replay", lambda record, rules: ["winner: oracle 1, record 2"]
    )
    (mismatch,) = check_deals(seed=9, first=31, deals=1, rules=load_rules({"decks": 3})).mismatches
    assert mismatch.case == "board 31"
    assert mismatch.difference == "winner: oracle 1, record 2"
    assert mismatch.command == (
        "tractor-fast replay 31 --rules tractor --set decks=3"
        " --seats 'random(lead.throws=0.1, bid.passes=1)' --seed 9 --level any --declarer any"
    )


@pytest.mark.parametrize(
    ("name", "answer", "said"),
    [
        ("why_no_calls", lambda *_: "no such card", "the oracle says no such card"),
        ("Team", lambda seats, *_: SimpleNamespace(seats=seats, trick_done=list), "for the oracle"),
        ("advance", lambda levels, *_: Advance(tuple(levels), (9,)), "[9]), core "),
    ],
)
def test_what_no_choice_shows_is_compared_too(monkeypatch, name, answer, said):
    monkeypatch.setattr(around_deals, name, answer)
    rules = load_rules("finding-friends")
    mismatches = check_deals(seed=9, first=31, deals=1, rules=rules).mismatches
    assert mismatches
    for mismatch in mismatches:
        assert said in mismatch.difference
        assert mismatch.command == (
            "tractor-fast differential --rules tractor --set players=5 --set partners=friends"
            " --deals 1 --positions 0 --seed 9 --first 31"
        )


def test_what_the_oracle_does_not_walk_is_counted(monkeypatch):
    rules = load_rules({"players": 4, "decks": 4, "level_cap": 7})  # in no cache yet
    monkeypatch.setattr(ladder, "MAX_RUNGS", 2)
    tally = check_deals(seed=9, first=0, deals=3, rules=rules)
    assert (tally.counts["deals"], tally.counts[DEALS_GIVEN_UP]) == (0, 3)
    tally = check_positions(seed=9, first=0, positions=20, rules=rules)
    assert 0 < tally.counts[POSITIONS_GIVEN_UP] < tally.counts["positions"] == 20
    assert tally.mismatches == []


@pytest.fixture(scope="module")
def record():
    run = Run(RULES, [("random", (0.25, 0.0))] * 4, seed=3)
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
