"""The Game door: a deal step by step on the core's own state machine."""

from itertools import chain, repeat

import pytest

from tractor_fast._core.engine import Run
from tractor_fast._core.game import Game
from tractor_fast._core.spec import CompiledRules
from tractor_fast.cards import Trump, parse_faces
from tractor_fast.errors import CardError, PlayError, SpecError
from tractor_fast.rules import load_rules

RULES = load_rules("tractor")
COMPILED = CompiledRules(RULES)
SPADES_2 = Trump(0, 3)


def hands(*texts):
    return [parse_faces(text) for text in texts]


def new_game(**options):
    return Game.of_board(Run(RULES, [("random", (0.0, 0.0))] * 4, seed=1, **options).spec, 0)


def test_a_board_deals_108_cards_and_8_to_the_kitty():
    game = new_game()
    dealt = [game.dealt(seat) for seat in range(4)]
    assert [len(hand) for hand in dealt] == [25] * 4
    assert len(game.kitty()) == 8
    assert sorted([*chain(*dealt), *game.kitty()]) == sorted(list(range(54)) * 2)


def test_a_hand_is_drawn_in_an_order_of_its_own_cards():
    game = new_game()
    assert sorted(game.draw_order(2)) == game.dealt(2)
    assert game.draw_order(2) != game.dealt(2)


def test_cards_do_not_depend_on_level_declarer_or_trump_rule():
    other = load_rules("tractor", ["trump=random"])
    games = [
        new_game(),
        new_game(level=12, declarer=3),
        new_game(declarer=-1),
        Game.of_board(Run(other, [("random", (0.0, 0.0))] * 4, seed=1).spec, 0),
    ]
    assert len({str([game.dealt(seat) for seat in range(4)]) for game in games}) == 1


def test_a_trick_is_led_followed_and_won():
    game = Game.of_hands(COMPILED, SPADES_2, hands("Kh 3c", "Ah 4c", "2c 5c", "7h 6c"), 0)
    assert (game.seat, game.decision) == (0, "lead")
    game.play(parse_faces("Kh"))
    assert game.decision == "follow"
    game.play(parse_faces("Ah"))
    game.play(parse_faces("2c"))  # void in hearts: an off-suit level card is a trump
    with pytest.raises(PlayError, match="6c"):
        game.play(parse_faces("6c"))  # holds a heart
    game.play(parse_faces("7h"))
    assert game.seat == 2
    assert game.points() == [0, 0, 10, 0]


def test_a_failed_throw_leads_the_beaten_unit():
    game = Game.of_hands(
        COMPILED, SPADES_2, hands("Ah Kh 3c", "Ah 4c 4c", "5c 5d 6c", "7h 8h 9c"), 0
    )
    game.play(parse_faces("Ah Kh"))
    assert game.throws == (1, 1)
    assert game.trick == (0, [parse_faces("Kh")], 0)
    assert game.hand(0) == sorted(parse_faces("Ah 3c"))


def test_legal_plays_are_numbered():
    game = Game.of_hands(COMPILED, SPADES_2, hands("Kh 3c", "Ah 4h", "2c 5c", "7h 6c"), 0)
    game.play(parse_faces("Kh"))
    assert game.legal_count() == 2
    plays = {tuple(game.legal_play(k)) for k in range(2)}
    assert plays == {tuple(parse_faces("4h")), tuple(parse_faces("Ah"))}
    with pytest.raises(PlayError, match="number 2"):
        game.legal_play(2)


def test_a_copy_is_independent():
    game = Game.of_hands(COMPILED, SPADES_2, hands("Kh", "Ah", "2c", "7h"), 0)
    twin = game.copy()
    game.play(parse_faces("Kh"))
    assert twin.decision == "lead"
    assert twin.hand(0) == parse_faces("Kh")


def test_the_outcome_is_there_only_at_the_end():
    game = Game.of_hands(COMPILED, SPADES_2, hands("Kh", "Ah", "5h", "Th"), 0)
    with pytest.raises(PlayError, match="not over"):
        _ = game.row
    for text in ("Kh", "Ah", "5h", "Th"):
        game.play(parse_faces(text))
    assert game.decision is None
    # The attackers (seats 1 and 3) take K, 5 and T: 25 points, defenders go up two levels (R30).
    assert game.row["points"] == 25
    assert game.row["levels"] == 2
    assert game.row["holder"] == 2


@pytest.mark.parametrize(
    ("given", "error", "words"),
    [
        (hands("Kh", "Ah", "5h"), PlayError, "hands must be 4, one a seat"),
        (hands("Kh", "Ah", "5h", "Th 9h"), CardError, "seat 3"),
        (hands("Kh", "Kh", "Kh", "Th"), CardError, "Kh"),
        ([[1], [2], [3], [99]], CardError, "seat 3"),
        ([[1], [2], [3], ["Kh"]], CardError, "seat 3"),
        ([1, 2, 3, 4], CardError, "seat 0"),
    ],
)
def test_wrong_hands_are_named(given, error, words):
    with pytest.raises(error, match=words):
        Game.of_hands(COMPILED, SPADES_2, given, 0)


def test_an_empty_game_says_how_to_build_one():
    with pytest.raises(SpecError, match="of_board"):
        _ = Game().decision


def test_bids_are_checked():
    game = new_game(level=0)
    while game.decision == "bid" and not game.bids:
        with pytest.raises(PlayError, match="may not bid"):
            game.bid(5, 1)
        with pytest.raises(PlayError, match="not to lead"):
            game.play([])
        game.bid(*game.open_bids[0])
    assert len(game.bids) == 1


def game_that_asks_for_a_name(preset, *changes):
    rules = load_rules(preset, changes)
    run = Run(rules, [("random", (0.0, 1.0))] * rules.players, seed=1, declarer=0)  # all pass
    game = Game.of_board(run.spec, 0)
    while game.decision != "name":
        game.step()
    return game


@pytest.mark.parametrize(
    ("friends", "words"),
    [
        (None, "friends must be a list of pairs"),
        (5, "friends must be a list of pairs"),
        ([1, 2], "friends must be a list of pairs"),
        ([(1, 1, 1), (2, 1, 1)], "friends must be a list of pairs"),
        ([(48, 1)], "friends: 2 are called at this table, not 1"),
        (repeat((48, 1)), "friends: there are at most 2"),
        ([(48, 4), (49, 1)], "the copy called = 4: allowed: a whole number from 1 to 3"),
        ([(54, 1), (49, 1)], "a friend's card = 54: allowed: a whole number from 0 to 53"),
    ],
)
def test_friends_that_are_none_are_named(friends, words):
    game = game_that_asks_for_a_name("finding-friends", "players=6")
    with pytest.raises(PlayError, match=words):
        game.name(friends)
    assert game.naming == "friends"


@pytest.mark.parametrize(
    ("preset", "changes", "name", "words"),
    [
        (
            "bianfeng-partner",
            [],
            54,
            "the partner named = 54: allowed: a whole number from 0 to 53",
        ),
        ("duplicate", [], 4, "the trump named = 4: allowed: .* from 0 to 3"),
    ],
)
def test_names_that_are_none_are_refused_with_what_is_allowed(preset, changes, name, words):
    game = game_that_asks_for_a_name(preset, *changes)
    with pytest.raises(PlayError, match=words):
        game.name(name)


def test_a_name_that_goes_on_with_the_deal_while_it_is_read_comes_too_late():
    game = game_that_asks_for_a_name("bianfeng-partner")

    class Hasty:
        def __index__(self):
            game.name(3)
            return 4

    with pytest.raises(PlayError, match="is asked to bury, not to name"):
        game.name(Hasty())
    assert game.decision == "bury"


class Meddler:
    """Cards that play the whole deal to its end while they are read."""

    def __init__(self, game, cards):
        self.game, self.cards = game, cards

    def __iter__(self):
        while self.game.decision:
            self.game.play(self.game.legal_play(0))
        return iter(self.cards)


def test_cards_that_go_on_with_the_deal_while_they_are_read_come_too_late():
    game = Game.of_hands(COMPILED, SPADES_2, hands("Kh 3c", "Ah 4c", "5h 5c", "7h 6c"), 0)
    with pytest.raises(PlayError, match="the deal is over"):
        game.play(Meddler(game, parse_faces("Kh")))
    assert [game.hand(seat) for seat in range(4)] == [[]] * 4
    assert sum(game.points()) == 20


class Fickle:
    """A whole number that grows each time that it is asked."""

    number = -1

    def __index__(self):
        self.number += 1
        return self.number


def test_a_number_is_asked_for_only_once():
    game = Game.of_hands(COMPILED, SPADES_2, hands("Kh", "Ah", "5h", "7h"), 0)
    assert game.legal_play(Fickle()) == parse_faces("Kh")


@pytest.mark.parametrize("board", [-1, 2**64, 3.7, "3", None, True])
def test_boards_that_do_not_exist_are_refused(board):
    run = Run(RULES, [("random", (0.0, 0.0))] * 4, seed=1)
    with pytest.raises(PlayError, match=r"board = .*: allowed: a whole number from 0 to"):
        Game.of_board(run.spec, board)


@pytest.mark.parametrize("rank_and_suit", [(60, 0), (0, 60), (-1, 0), (0, -1)])
def test_a_forged_trump_is_refused(rank_and_suit):
    trump = Trump(0, 0)
    for name, value in zip(("rank", "suit"), rank_and_suit, strict=True):
        object.__setattr__(trump, name, value)
    with pytest.raises(CardError, match="trump has no such rank or suit"):
        Game.of_hands(COMPILED, trump, [[]] * 4, 0)
