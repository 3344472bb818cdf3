"""Kitties: what they are tried on, and that the figures are those of the deals."""

import numpy as np
import pytest

import tractor_fast as tf
from tractor_fast._core.game import Game
from tractor_fast.cards import format_faces, parse_faces
from tractor_fast.errors import SpecError
from tractor_fast.evaluate import bury as module
from tractor_fast.evaluate.choices import columns_of
from tractor_fast.evaluate.hand import arms_run, choices_part
from tractor_fast.evaluate.known import read_known
from tractor_fast.sim import Setup, play_part
from tractor_fast.strategies import parse_strategy

BOTH = "5h5h5s BJSJ AhAhKhQhQh9h7h3h AcKcTc8c4c2c AdQdJd9d9d8d AsKsKsTs9s6s4s3s"
HEARTS = 2


def question(kitties, boards=20, seed=3):
    setup = Setup.read("tractor", boards, seed, 1, level="5", declarer="S")
    known = read_known(BOTH, "S", None, "", setup.rules, setup.context, 33)
    held = module._held(setup, known, HEARTS, [tuple(parse_faces(k)) for k in kitties])
    return setup, known, held, parse_strategy("normal")


def test_kitties_are_what_burying_them_step_by_step_comes_to():
    kitties = ["Tc 8c 4c 2c 9d 9d 8d 3s", "Kc Tc 8c 4c 2c 9s 6s Ts"]
    setup, known, held, seated = question(kitties)
    run, _ = arms_run(setup, seated)
    rows, _ = run.play_arms(held, 0, 20)
    assert rows.shape == (20, 2)
    for board in range(20):
        for arm, kitty in enumerate(kitties):
            game = Game.of_held(run.spec, held, board)
            assert (game.decision, game.seat, str(game.trump)) == ("bury", 0, "5h")
            assert sorted(game.hand(0)) == sorted(known.cards)
            game.play(parse_faces(kitty))
            while game.decision is not None:
                game.step()
            outcome = game.row
            assert outcome == {name: int(rows[board, arm][name]) for name in outcome}
            assert outcome["declarer"] == 0
    assert set(rows["kitty_points"][:, 0].tolist()) == {10}
    assert set(rows["kitty_points"][:, 1].tolist()) == {30}


def test_what_strategies_bury_is_what_they_choose():
    setup, _, held, seated = question(["Tc 8c 4c 2c 9d 9d 8d 3s"])
    run, _ = arms_run(setup, seated)
    game = Game.of_held(run.spec, held, 0)
    assert run.bury_own(held, 0) == sorted(game.step())


def test_candidates_differ_in_one_card_from_what_is_buried():
    cards = tuple(sorted(parse_faces("2c 2c 3c 4c 5c")))
    found = module._candidates(cards, [tuple(parse_faces("2c 3c"))])
    names = [format_faces(kitty) for kitty in found]
    assert sorted(names) == sorted(["2c 3c", "2c 2c", "3c 4c", "3c 5c", "2c 4c", "2c 5c"])


def test_the_search_keeps_the_best_and_its_figures_come_from_other_deals():
    result = tf.bury(BOTH, "h", level="5", boards=1_000, ci=0, seed=4, strategy="normal")
    assert set(result.own) == {"easy", "normal", "expert", "greedy"}
    assert set(result.own.values()) <= set(result.names)
    assert 5 <= len(result.names) <= 9
    assert result.candidates > 150
    setup, _, held, seated = question(result.names, 1_000, seed=4)
    outcome = play_part(choices_part(setup, seated, held, lambda rows: {"boards": len(rows)}), 2)
    assert outcome.totals == {"boards": 1_000}
    assert outcome.digest == int(result.digest, 16)
    ranked = list(result.choices)
    assert ranked[0] == result.best
    values = [result.choices[name]["value"].mean for name in ranked]
    assert values == sorted(values, reverse=True)
    behind = result.choices[ranked[-1]]["behind"]
    assert behind.mean == pytest.approx(values[0] - values[-1])
    assert result.choices[ranked[0]]["behind"].mean == 0
    # The worst of all kitties is not among those that are kept: trumps and aces.
    worst = format_faces(sorted(parse_faces("BJ SJ 5h 5h Ah Ah As Ac")))
    setup, _, held, seated = question([result.best, worst], 500)
    part = choices_part(
        setup, seated, held, lambda rows: {"levels": columns_of(rows, 0)[:, :2].sum(0)}
    )
    means = play_part(part, 2).totals["levels"]
    assert means[0] > means[1]
    assert np.all(np.isfinite(values))


def test_threads_and_seeds():
    options = {"level": "5", "boards": 100, "ci": 0, "strategy": "normal"}
    one, two = (tf.bury(BOTH, "h", jobs=jobs, **options) for jobs in (1, 3))
    assert (one.digest, one.choices) == (two.digest, two.choices)


@pytest.mark.parametrize(
    ("rules", "declarer", "more"),
    [
        ("bianfeng-partner", "any", {}),
        ("tractor", "none", {"seen": "E:5c S:5h5h"}),
        ("tractor", "any", {"overrides": ["kitty_theft=true"]}),
    ],
)
def test_other_rules(rules, declarer, more):
    options = {"level": "5", "boards": 50, "ci": 0, "declarer": declarer, "strategy": "normal"}
    result = tf.bury(BOTH, "h", rules, **options, **more)
    assert result.boards == 50
    assert result.best in result.names


def test_refusals():
    with pytest.raises(SpecError, match="there is nothing to bury"):
        tf.bury("5h", "h", "simplified", level="5")
    with pytest.raises(SpecError, match="who buries is the declarer"):
        tf.bury(BOTH, "h", level="5", declarer="E")
