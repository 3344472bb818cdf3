"""Whole matches: the loop against single deals put together by hand, and the figures of many."""

from itertools import pairwise

import numpy as np
import pytest

import tractor_fast
from tractor_fast import match
from tractor_fast._core import engine
from tractor_fast.errors import SpecError
from tractor_fast.reference.advance import advance
from tractor_fast.reference.score import Outcome
from tractor_fast.rules import load_rules
from tractor_fast.sim.matches import match_totals

A, B = "normal", "random"
RANDOM = ("random", (0.0, 0.0))


def played_by_hand(number, a, b, seed, overrides=()):
    """Levels, winners and deals of a match, each deal played alone, the levels by the reference."""
    rules = load_rules("tractor", overrides)
    seats = f"NS={a},EW={b}" if number % 2 == 0 else f"NS={b},EW={a}"
    levels, declarer, deals = (0, 0, 0, 0), "none", 0
    while True:
        run = tractor_fast.simulate(
            rules,
            seats,
            deals=1,
            seed=seed,
            jobs=1,
            level="2" if deals == 0 else str(rank_name(levels[int(declarer)])),
            declarer=declarer,
            first_board=number // 2 * 4096 + deals,
            rows=True,
        )
        (deal,) = run.rows
        deals += 1
        team = [seat for seat in range(4) if deal["team"] >> seat & 1]
        holds = bool(deal["team"] >> deal["holder"] & 1)
        up = int(deal["levels"])
        outcome = Outcome(holds, up if holds else 0, 0 if holds else -up)
        hook_hit = bool(deal["hook_hit"])
        levels, winners = advance(levels, int(deal["declarer"]), team, outcome, rules, hook_hit)
        if winners:
            return list(levels), list(winners), deals
        declarer = str(deal["holder"])


def rank_name(rank):
    return "23456789TJQKA"[rank]


def seats_in(bits):
    return [seat for seat in range(8) if bits >> seat & 1]


@pytest.mark.parametrize(
    "overrides",
    [
        {},
        {"level_cap": None, "must_defend": ["5", "T", "K", "A"]},
        {"match_end": "pass_top", "trump": "random"},
        {"hook": True, "step_per_deck": 10},
    ],
    ids=["defend A", "levels that must be defended", "pass A", "hook"],
)
def test_matches_are_their_deals_put_together(overrides):
    rows = match(A, B, "tractor", 4, 7, overrides=overrides, first_match=6, rows=True).rows
    assert rows["number"].tolist() == [6, 7, 8, 9]
    for row in rows:
        levels, winners, deals = played_by_hand(int(row["number"]), A, B, 7, overrides)
        assert (row["levels"][:4].tolist(), seats_in(row["winners"]), row["deals"]) == (
            levels,
            winners,
            deals,
        )


def test_a_hook_sends_the_defenders_back():
    """Deals at J in which attackers win the last trick with a single J are not so rare."""
    rows = tractor_fast.simulate(seats=B, deals=2000, seed=1, level="J", rows=True).rows
    hit = rows["hook_hit"] == 1
    assert 10 < hit.sum() < 400
    assert not ((rows["team"] >> rows["last_winner"]) & 1)[hit].any()
    assert (
        not tractor_fast.simulate(seats=B, deals=2000, seed=1, level="T", rows=True)
        .rows["hook_hit"]
        .any()
    )
    with_hook, without = (
        match(B, B, matches=200, seed=3, overrides={"hook": hook}, rows=True).rows
        for hook in (True, False)
    )
    assert (with_hook["deals"] != without["deals"]).any()


def test_sides_are_exchanged_in_every_other_match():
    rows = match(A, B, matches=6, seed=1, rows=True).rows
    assert rows["seats_of_a"].tolist() == [0b0101, 0b1010] * 3


def test_a_against_itself_wins_every_other_match():
    result = match(B, B, matches=40, seed=5)
    assert (result.a_wins.count, result.a_wins.of) == (20, 40)
    assert result.level_lead.mean == 0
    assert result.level_lead.sd == 0
    first, second = (match(B, B, matches=40, seed=5, rows=True).rows[k::2] for k in (0, 1))
    for field in ("deals", "winners", "levels"):
        assert (first[field] == second[field]).all()


def test_the_better_strategy_wins():
    result = match(A, B, matches=100, seed=2)
    assert result.a_wins.low > 0.9
    assert result.level_lead.low > 0
    assert 12 < result.level_a.mean <= 14
    assert match(B, A, matches=100, seed=2).a_wins.high < 0.1


def test_figures_are_those_of_the_records():
    result = match(B, B, matches=30, seed=9, overrides={"trump": "random"}, rows=True)
    rows = result.rows
    assert result.deals == rows["deals"].sum()
    assert result.length.mean == pytest.approx(rows["deals"].mean())
    pairs = rows["deals"].reshape(-1, 2).mean(axis=1)
    assert result.length.sd == pytest.approx(pairs.std(ddof=1))
    north_south = rows["levels"][:, 0] + 2.0
    east_west = rows["levels"][:, 1] + 2.0
    of_a = np.where(rows["number"] % 2 == 0, north_south, east_west)
    of_b = np.where(rows["number"] % 2 == 0, east_west, north_south)
    assert result.level_a.mean == pytest.approx(of_a.mean())
    assert result.level_b.mean == pytest.approx(of_b.mean())
    assert result.level_lead.mean == pytest.approx((of_a - of_b).mean())
    winners = rows["winners"] & rows["seats_of_a"]
    assert result.a_wins.count == (winners != 0).sum()


def test_winners_are_at_the_top_and_all_of_one_side():
    rows = match(A, A, matches=40, seed=3, rows=True).rows
    for row in rows:
        assert row["winners"] in (0b0101, 0b1010)
        assert {int(row["levels"][seat]) for seat in seats_in(row["winners"])} == {12}


@pytest.mark.parametrize("jobs", [1, 2, 7])
def test_threads_change_nothing(jobs):
    one, other = (match(A, B, matches=200, seed=4, jobs=j).to_dict() for j in (1, jobs))
    for timing in ("seconds", "deals_per_second", "jobs"):
        del one[timing], other[timing]
    assert one == other


def test_matches_do_not_depend_on_where_a_run_begins():
    whole = match(A, B, matches=20, seed=8, rows=True)
    parts = [match(A, B, matches=10, seed=8, first_match=k, rows=True) for k in (0, 10)]
    assert (np.concatenate([part.rows for part in parts]) == whole.rows).all()
    digests = [int(part.digest, 16) for part in parts]
    assert sum(digests) % 2**128 == int(whole.digest, 16)


def test_kernels_play_the_same_matches():
    rules = load_rules()
    seats = [RANDOM] * 4
    played = [
        engine.Run(rules, seats, 11, 0, -1, kernel).play_matches(4, 6)
        for kernel in engine.kernels()
    ]
    for (rows, digest), (other_rows, other_digest) in pairwise(played):
        assert digest == other_digest
        assert (rows == other_rows).all()


def test_matches_without_a_winner_are_counted_and_left_out():
    result = match(B, B, matches=10, seed=6, most_deals=1, rows=True)
    assert (result.unfinished.count, result.unfinished.of) == (10, 10)
    assert result.rows["winners"].tolist() == [0] * 10
    assert result.deals == 10
    assert result.a_wins.to_dict() == {
        "rate": None, "low": None, "high": None, "count": 0, "of": 0,
    }  # fmt: skip
    assert result.length.mean is None


def test_no_matches():
    result = match(A, B, matches=0)
    assert (result.deals, result.a_wins.of, result.digest) == (0, 0, "0" * 32)


def test_players_with_their_own_levels_share_a_win():
    """Of three winners at a table of five two are A's in the first match, one in the second."""
    rows = np.zeros(2, engine.MATCH)
    rows["deals"] = 3, 5
    rows["seats_of_a"] = 0b00011, 0b11100
    rows["winners"] = 0b00111
    rows["levels"][:, :5] = 12, 12, 12, 4, 7
    totals = match_totals(rows, 5)
    assert totals["pairs"] == 1
    assert totals["wins"] == 840
    assert totals["length_sum"] == 8
    # (14 + 14)/2 + (14 + 6 + 9)/3, times 6; and the others'.
    assert totals["level_a_sum"] == 6 * 14 + 2 * 29
    assert totals["level_b_sum"] == 2 * 29 + 6 * 14
    assert totals["level_lead_sum"] == 0


@pytest.mark.parametrize(
    ("question", "words"),
    [
        ({"matches": 3}, ["matches = 3", "even"]),
        ({"matches": -2}, ["matches", "0 to"]),
        ({"first_match": 1}, ["first_match = 1", "even"]),
        ({"first_match": 2**53}, ["first_match"]),
        ({"seed": -1}, ["seed"]),
        ({"most_deals": 0}, ["most_deals", "1 to 4096"]),
        ({"most_deals": 4097}, ["most_deals", "1 to 4096"]),
        ({"jobs": 0}, ["jobs"]),
        ({"a": "normla"}, ["normla", "normal"]),
    ],
)
def test_wrong_questions_are_refused_in_one_line(question, words):
    with pytest.raises(SpecError) as caught:
        match(**({"a": B, "b": B} | question))
    assert "\n" not in str(caught.value)
    for word in words:
        assert word in str(caught.value)
