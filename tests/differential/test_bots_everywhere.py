"""The built-in strategies at every table: all they choose is legal, to the core and the oracle."""

import random

import pytest

from tractor_fast._core.engine import Run, kernels
from tractor_fast.errors import UnsupportedRulesError
from tractor_fast.evaluate.random_rules import random_rules
from tractor_fast.evaluate.replay import replay
from tractor_fast.record import record_deal
from tractor_fast.rules import load_rules, preset_names
from tractor_fast.strategies import parse_strategy

BOTS = ("easy", "greedy", "normal", "expert")
THROWER = "random(lead.throws=0.25)"

RULE_SETS = [load_rules(name) for name in preset_names()] + [
    load_rules(name, changes)
    for name, *changes in [
        ("bianfeng", "decks=3"),
        ("duplicate", "trump=random"),
        ("classic-4", "bombs=any_suit", "rainbows=5"),
        ("classic-4", "bombs=suit_following", "protect_longer_tuples=true"),
        ("classic-3", "kitty_theft=true", "reinforce=equal_to_top"),
        ("tractor", "decks=4", "throws=false", "tractor_length=3"),
        ("tractor", "decks=3", "tractor_width=3", "competes=reading"),
        ("tractor", "players=6", "follow=suit_only"),
        ("tractor", "players=8", "kitty=57"),
        ("tractor", "decks=1", "kitty=0", "trump=random"),
        ("finding-friends", "players=8", "friend_cards=any", "double_join=false"),
        *[
            ("finding-friends", f"players={n}", f"decks={d}")
            for n in (5, 6, 7, 8)
            for d in (2, 3, 4)
        ],
    ]
]


def seated(names, players):
    """The named strategies in turn, seat by seat."""
    strategies = [parse_strategy(names[seat % len(names)]) for seat in range(players)]
    return [(seated.strategy.name, seated.values) for seated in strategies]


@pytest.mark.parametrize("against", [[], [THROWER]], ids=["alone", "against throws"])
@pytest.mark.parametrize("bot", BOTS)
@pytest.mark.parametrize("rules", RULE_SETS, ids=lambda rules: str(rules.changed()))
def test_boards_replay_on_the_oracle(rules, bot, against):
    run = Run(rules, seated([bot, *against], rules.players), seed=12)
    run.play(0, 100)
    for board in range(2):
        assert replay(record_deal(run.spec, board), rules) == []


@pytest.mark.parametrize("bot", BOTS)
def test_boards_replay_under_random_rules(bot):
    rng = random.Random("bots everywhere")
    replayed = 0
    for number in range(120):
        rules = random_rules(rng)
        seats = seated([bot, THROWER][: 1 + number % 2], rules.players)
        run = Run(rules, seats, seed=number, declarer=(None, -1)[number // 2 % 2])
        run.play(0, 50)
        try:
            assert replay(record_deal(run.spec, 0), rules) == [], rules.changed()
            replayed += 1
        except UnsupportedRulesError:  # ladders that are too long for the oracle
            continue
    assert replayed > 100


@pytest.mark.parametrize("bot", BOTS)
@pytest.mark.parametrize(
    ("preset", "changes"),
    [("tractor", []), ("classic-4", []), ("finding-friends", ["decks=4"])],
    ids=lambda value: str(value),
)
def test_boards_are_alike_in_every_kernel(preset, changes, bot):
    rules = load_rules(preset, changes)
    for against in ([], [THROWER]):
        seats = seated([bot, *against], rules.players)
        results = [Run(rules, seats, seed=4, kernel=name).play(0, 300) for name in kernels()]
        assert all(result == results[0] for result in results)
