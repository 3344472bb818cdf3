"""The strategy `expert` beyond four players and two decks: names, sides, wide units, strength."""

from itertools import pairwise

import numpy as np
import pytest

from tractor_fast._core.engine import ROW, Run
from tractor_fast._core.game import Game
from tractor_fast._core.spec import CompiledRules
from tractor_fast.cards import Trump, face_name, parse_faces
from tractor_fast.rules import load_rules
from tractor_fast.strategies import parse_strategy

SPADES_2 = Trump(0, 3)


def seat(text):
    seated = parse_strategy(text)
    return seated.strategy.name, seated.values


def expert_run(rules, **context):
    return Run(rules, [seat("expert")] * rules.players, **context).spec


def names(faces):
    return " ".join(face_name(face) for face in faces)


def choice(hands, *plays, rules, trump=SPADES_2):
    """What `expert` does after some plays, seat 0 declaring and leading first."""
    game = Game.of_hands(
        CompiledRules(rules),
        trump,
        [parse_faces(hand) for hand in hands],
        0,
        expert_run(rules, seed=1),
    )
    for cards in plays:
        game.play(parse_faces(cards))
    return names(game.step())


def named(preset, *changes, strategy="expert"):
    """(deal, what `expert` named) for every name that it is asked for on some boards."""
    rules = load_rules(preset, changes)
    run = Run(rules, [seat(strategy)] * rules.players, seed=9).spec
    for board in range(60):
        game = Game.of_board(run, board)
        while game.decision is not None:
            asked, before = game.decision, game.copy()
            chosen = game.step()
            if asked == "name":
                yield before, chosen


# ---- names ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "changes", [["players=5"], ["players=6", "friend_cards=any"], ["players=8"]]
)
def test_friends_are_called_by_high_cards_and_the_copy_after_its_own(changes):
    calls_seen, decks = 0, load_rules("finding-friends", changes).decks
    for game, calls in named("finding-friends", *changes):
        hand, buried = game.hand(game.seat), game.buried()
        assert len({face for face, _ in calls}) == len(calls)
        for face, ordinal in calls:
            calls_seen += 1
            assert face_name(face)[0] in "QKASB"
            assert ordinal == hand.count(face) + 1
            assert hand.count(face) + buried.count(face) < decks
    assert calls_seen >= 60


def test_the_partner_named_holds_the_highest_trump_that_others_have():
    seen = 0
    for game, face in named("bianfeng-partner"):
        seen += 1
        both = game.hand(game.seat).count(53) == 2
        assert face_name(face) == ("SJ" if both else "BJ")
    assert seen == 60


def test_the_declarers_partner_names_a_suit_of_many_trumps():
    seen = 0
    for game, suit in named("duplicate", strategy="expert(bid.min_trumps=30)"):
        seen += 1
        lengths = [0] * 4
        for face in game.hand(game.seat):
            if face < 52 and face // 4 != game.level:
                lengths[face % 4] += 1
        assert lengths[suit] >= max(lengths) - 2  # pairs count too
    assert seen == 60


def test_of_a_failed_throw_the_unit_is_led_that_brings_most_points():
    rules = load_rules("classic-2")
    hands = ["Kh Kh 9h 4c", "Ah Ah Th 3c", "5h 6h 7h 8h", "3h 3d 4d 5d"]
    run = expert_run(rules, seed=1)
    game = Game.of_hands(CompiledRules(rules), SPADES_2, [parse_faces(h) for h in hands], 0, run)
    game.play(parse_faces("Kh Kh 9h"))
    assert (game.decision, game.seat) == ("name", 1)
    game.step()
    assert [names(cards) for cards in game.trick[1]] == ["Kh Kh"]


# ---- sides ---------------------------------------------------------------------------------------


def test_at_six_players_points_go_to_a_partner_two_seats_on():
    hands = ["3h 3c", "4h 4c", "Ah 6c", "6h 7c", "Kh 7h", "9h 9c"]
    rules = load_rules("tractor", ["players=6", "decks=2", "kitty=0", "trump=random"])
    assert choice(hands, "3h", "4h", "Ah", "6h", rules=rules) == "Kh"
    hands[2], hands[3] = "8h 6c", "Ah 7c"
    assert choice(hands, "3h", "4h", "8h", "Ah", rules=rules) == "7h"


def test_who_holds_the_card_called_feeds_the_declarer_and_the_others_do_not():
    rules = load_rules("finding-friends", ["players=5"])
    run = expert_run(rules, seed=3)
    friend_points, other_points = [], []
    for board in range(300):
        game = Game.of_board(run, board)
        while game.decision != "lead":
            game.step()
        ((face, _),) = game.calls
        declarer, before = game.declarer, None
        game.step()
        while game.decision == "follow":
            seat, (_, plays, winner) = game.seat, game.trick
            before = [game.hand(seat), winner, len(plays)]
            points = sum(5 if c // 4 == 3 else 10 for c in game.step() if c // 4 in (3, 8, 11))
            if winner == declarer and before[2] == 4:
                (friend_points if face in before[0] else other_points).append(points)
    assert np.mean(friend_points) > 2 * np.mean(other_points)


# ---- wide units ----------------------------------------------------------------------------------

THREE_DECKS = load_rules("tractor", ["decks=3"])


def test_leads_a_bulldozer_that_nothing_beats_whole():
    hands = ["Kd Kd Kd Ad Ad Ad 6c 7c", "3h 3c 7c 8c 9c 9h 4d 5d", "4h 4c 6c 8d 3d 4d 6d 7d"]
    hands.append("Kh 7h 7d 9c 8h 8h 9d 5d")
    assert choice(hands, rules=THREE_DECKS) == "Kd Kd Kd Ad Ad Ad"


def test_a_led_triple_of_points_is_taken_with_the_lowest_higher_triple():
    hands = ["5h 5h 5h 3c 4c 6c", "3h 4h 4h 7c 8c 9c", "6h 7h 7h 6c 7c 8c", "8h 8h 8h 9h 9h 9h"]
    assert choice(hands, "5h 5h 5h", "3h 4h 4h", "6h 7h 7h", rules=THREE_DECKS) == "8h 8h 8h"


def test_a_triple_that_cannot_be_beaten_is_followed_with_a_cheap_pair_and_a_single():
    hands = ["Ah Ah Ah 3c 4c 6c", "Kh Kh 4h 4h 6h 7h", "8h 8h 9h 6c 7c 8c", "Jh Jh Qh 9c 8c 7c"]
    assert choice(hands, "Ah Ah Ah", rules=THREE_DECKS) == "4h 4h 6h"


def test_a_bulldozer_is_followed_with_the_run_that_the_ladder_asks_for():
    hands = ["Kh Kh Kh Ah Ah Ah 3c 4c", "3h 3h 4h 4h 5h 5h 9h Th", "6h 6h 7h 8h 9h Jh 6c 7c"]
    hands.append("7h 8h 8h Jh Jh Qh 9c 8c")
    assert choice(hands, "Kh Kh Kh Ah Ah Ah", rules=THREE_DECKS) == "3h 3h 4h 4h 5h 5h"


def test_a_throw_of_plain_cards_is_trumped_with_its_own_units():
    hands = ["Ah Ah Ah Kh 3c 4c 6c", "3h 4h 6h 7h 7c 8c 9c", "6h 7h 8h 9h 6c 7c 8c"]
    hands.append("3s 3s 3s 5s 4s 9c 9d")
    plays = ["Ah Ah Ah Kh", "3h 4h 6h 7h", "6h 7h 8h 9h"]
    assert choice(hands, *plays, rules=THREE_DECKS) == "3s 3s 3s 4s"


def test_a_bomb_takes_points_from_the_opponents():
    rules = load_rules("tractor", ["decks=4", "bombs=any_suit"])
    hands = ["Kh Kh Ah Ah 3c 4c", "3h 4h 5h 5h 7c 8c", "6h 6h 7h 8h 6c 7c", "3d 3d 3d 3d 5d 9c"]
    assert choice(hands, "Kh Kh Ah Ah", "3h 4h 5h 5h", "6h 6h 7h 8h", rules=rules) == "3d 3d 3d 3d"


# ---- the kitty -----------------------------------------------------------------------------------


def exchanges(strategy, boards=400):
    """The seats that take up the kitty, in order, board by board."""
    rules = load_rules("tractor", ["kitty_theft=true"])
    run = Run(rules, [seat(strategy)] * 4, seed=4).spec
    for board in range(boards):
        game = Game.of_board(run, board)
        seats = []
        while game.decision != "lead":
            if game.decision == "bury":
                seats.append(game.seat)
            game.step()
        yield seats


def test_the_kitty_is_stolen_from_the_other_side_alone_and_oftener_the_more_it_is_worth():
    def thefts(strategy):
        return sum(len(seats) - 1 for seats in exchanges(strategy))

    for seats in exchanges("expert"):
        assert all((a - b) % 2 for a, b in pairwise(seats))
    assert thefts("expert(bid.steal=-20)") == 0
    assert 0 < thefts("expert(bid.steal=4)") < thefts("expert") < thefts("expert(bid.steal=20)")


# ---- strength ------------------------------------------------------------------------------------


def gains(rules, strategies, boards):
    """Levels gained by each seat's side less those of the other, mean over boards."""
    rows = np.zeros(boards, ROW)
    Run(rules, [seat(name) for name in strategies], seed=6).play(0, boards, rows)
    signs = np.stack([np.where(rows["team"] >> i & 1, 1, -1) for i in range(rules.players)])
    return (signs * np.clip(rows["levels"], -5, 5)).mean(axis=1)


@pytest.mark.parametrize(
    ("preset", "changes", "least"),
    [
        ("site", [], 1.5),
        ("simplified", [], 1.2),
        ("classic-1", [], 1.3),
        ("classic-3", [], 1.4),
        ("classic-4", [], 1.4),
        ("bianfeng", [], 1.5),
        ("bianfeng-partner", [], 0.5),
        ("competition", [], 1.5),
        ("tractor", ["players=6"], 1.4),
        ("tractor", ["players=8"], 1.4),
        ("finding-friends", ["players=5"], 0.4),
        ("finding-friends", ["players=6"], 0.3),
        ("finding-friends", ["players=7"], 0.25),
        ("finding-friends", ["players=8"], 0.2),
    ],
)
def test_beats_random_at_every_kind_of_table(preset, changes, least):
    rules = load_rules(preset, changes)
    expert = np.arange(rules.players) % 2 == 0
    here = gains(rules, np.where(expert, "expert", "random"), 1500)
    there = gains(rules, np.where(expert, "random", "expert"), 1500)
    lead = here[expert].mean() - here[~expert].mean() + there[~expert].mean() - there[expert].mean()
    assert lead / 4 > least
