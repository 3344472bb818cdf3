"""Conditions on deals: their values against plain counting, and what is refused."""

import numpy as np
import pytest

import tractor_fast as tf
from tractor_fast.cards import POINTS
from tractor_fast.errors import SpecError
from tractor_fast.sim import Context, Dealt, Setup, parse_context
from tractor_fast.sim.features import deal_condition, vocabulary

BOARDS = 400
ANY = Context(level=None, declarer=None)
KNOWN = tf.load_rules("tractor", {"trump": "random"})  # trump is known when the cards are dealt
BIDS = tf.load_rules("tractor")


@pytest.fixture(scope="module")
def boards():
    dealt = tf.deal_batch(BOARDS, seed=11)
    trumps = np.arange(BOARDS, dtype=np.uint8) % 4
    return Dealt(dealt.hands, dealt.kitties, dealt.levels, dealt.declarers, trumps)


def value(text, boards, rules=KNOWN):
    """A feature's value for each board, which must lie in the range that it says."""
    name, arguments = text.rstrip(")").split("(")
    feature = vocabulary(rules, ANY).features[name](*arguments.split(","))
    values = feature.read(boards)
    assert (feature.low <= values).all()
    assert (values <= feature.high).all()
    return values


def condition(text, rules=KNOWN, context=ANY):
    return deal_condition(text, rules, context)


def is_trump(face, level, trump):
    return face >= 52 or face >> 2 == level or (trump < 4 and face & 3 == trump)


def counted(boards, whose, wanted):
    """Cards of a hand, seat by board, that are wanted, by counting faces one by one."""
    counts = []
    for i in range(BOARDS):
        planes = boards.kitties[i] if whose == "kitty" else boards.hands[i, whose]
        level, trump = boards.levels[i], boards.trumps[i]
        counts.append(sum(wanted(face, level, trump) for face in tf.to_faces(planes)))
    return counts


@pytest.mark.parametrize(
    ("text", "whose", "wanted"),
    [
        ("trumps(S)", 0, is_trump),
        ("trumps(W, h)", 3, lambda face, level, trump: is_trump(face, level, 2)),
        ("trumps(E, nt)", 1, lambda face, level, trump: is_trump(face, level, 4)),
        ("points(kitty)", "kitty", lambda face, level, trump: POINTS[face]),
        ("points(N)", 2, lambda face, level, trump: POINTS[face]),
        ("jokers(S)", 0, lambda face, level, trump: face >= 52),
        ("big_jokers(S)", 0, lambda face, level, trump: face == 53),
        ("levels(S)", 0, lambda face, level, trump: face < 52 and face >> 2 == level),
        ("cards(S)", 0, lambda face, level, trump: 1),
        (
            "cards(S, c)",
            0,
            lambda face, level, trump: face & 3 == 0 and not is_trump(face, level, trump),
        ),
        ("cards(S, nt)", 0, is_trump),
        (
            "aces(S)",
            0,
            lambda face, level, trump: 48 <= face < 52 and not is_trump(face, level, trump),
        ),
    ],
)
def test_features_count_what_they_say(boards, text, whose, wanted):
    assert value(text, boards).tolist() == counted(boards, whose, wanted)


def test_pairs_are_faces_held_twice(boards):
    expected = [
        len(faces := tf.to_faces(planes)) - len(set(faces)) for planes in boards.hands[:, 2]
    ]
    assert value("pairs(N)", boards).tolist() == expected
    assert value("pairs(NS)", boards).sum() > sum(expected)


def test_sides_and_the_declarer(boards):
    both = np.array(counted(boards, 0, is_trump)) + counted(boards, 2, is_trump)
    assert value("trumps(NS)", boards).tolist() == both.tolist()
    hands = [counted(boards, seat, is_trump) for seat in range(4)]
    declarers = [hands[boards.declarers[i]][i] for i in range(BOARDS)]
    assert value("trumps(declarer)", boards).tolist() == declarers


def test_names_logic_and_arithmetic(boards):
    def holds(text):
        return condition(text).holds(boards, BOARDS)

    assert (holds("level == 14") == (boards.levels == 12)).all()
    assert (holds("level == A") == holds("level == 14")).all()
    assert (holds("declarer == E and trump != s")
            == ((boards.declarers == 1) & (boards.trumps != 3))).all()  # fmt: skip
    assert (holds("not (trump == h or trump == s)")
            == ~((boards.trumps == 2) | (boards.trumps == 3))).all()  # fmt: skip
    assert (holds("d <= trump < s") == ((boards.trumps >= 1) & (boards.trumps < 3))).all()
    more = 2 * value("trumps(S)", boards) - value("trumps(N)", boards) + 1 > -3
    assert (holds("2 * trumps(S) - trumps(N) + 1 > -3") == more).all()
    assert holds("1 == 1").shape == (BOARDS,)


def test_seats_by_number_at_other_tables():
    rules = tf.load_rules("finding-friends")
    dealt = tf.deal_batch(BOARDS, 3, rules, level=0)
    nothing = np.zeros(BOARDS, np.uint8)
    boards = Dealt(dealt.hands, dealt.kitties, dealt.levels, dealt.declarers, nothing)
    for seat in range(rules.players):
        held = value(f"points({seat})", boards, rules)
        faces = [tf.to_faces(planes) for planes in dealt.hands[:, seat]]
        assert held.tolist() == [sum(POINTS[face] for face in hand) for hand in faces]
    with pytest.raises(SpecError, match="nobody is called S"):
        condition("points(S) >= 5", rules)


def one_hand(cards):
    """Boards on which S has some cards, and nobody else any, at level 2 with spades as trump."""
    hands = np.zeros((1, 4, 2), np.uint64)
    hands[0, 0] = tf.to_planes(cards)
    level, declarer, trump = (np.full(1, number, np.uint8) for number in (0, 0, 3))
    return Dealt(hands, np.zeros((1, 2), np.uint64), level, declarer, trump)


def test_a_known_hand():
    boards = one_hand("As As Ks 5h Th 2c 2d SJ BJ BJ")
    for text in (
        "trumps(S) == 8",
        "trumps(S, h) == 7",
        "trumps(S, nt) == 5",
        "points(S) == 25",
        "pairs(S) == 2",
        "pairs(S, nt) == 2",
        "pairs(S, h) == 0",
        "aces(S) == 0",
        "levels(S) == 2",
        "cards(S, h) == 2",
    ):
        assert condition(text).holds(boards, 1).all(), text


def test_where_bids_decide_trumps_are_those_of_the_best_suit():
    boards = one_hand("As As Ks 5h Th 2c 2d SJ BJ BJ")
    for text in (
        "trumps(S) == 8",  # under spades
        "trumps(S, h) == 7",
        "cards(S, s) == 3",
        "cards(S, nt) == 5",
        "aces(S) == 2",
        "pairs(S, s) == 1",
    ):
        assert condition(text, BIDS).holds(boards, 1).all(), text


def test_what_bids_decide_is_not_known_before_them():
    with pytest.raises(SpecError, match="trump is not known when the cards are dealt: bids"):
        condition("trump == h", BIDS)
    first_deal = parse_context("2", "none", 4)
    for text in ("declarer == S", "trumps(declarer) >= 9"):
        with pytest.raises(
            SpecError, match=r"declarer (is not known|\(|)|nobody is called declarer"
        ):
            condition(text, BIDS, first_deal)
    assert condition("declarer == S", KNOWN, first_deal)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("trumps(S) >= 60", r"can never hold: trumps\(S\) is 0 to 25"),
        ("cards(S) == 24", r"can never hold: cards\(S\) is 25"),
        ("jokers(S) > 4", r"can never hold: jokers\(S\) is 0 to 4"),
        ("points(kitty) < 0", r"can never hold: points\(kitty\) is 0 to 80"),
        ("points(kitty) > 80", "can never hold"),
        ("points(S) + 5 > 205", r"can never hold: points\(S\) \+ 5 is 5 to 205"),
        ("cards(S) != 25", "can never hold"),
        ("trumps(S) >= 5 and jokers(S) >= 5", "can never hold"),
        ("not jokers(S) < 5", "can never hold"),
        ("level > 14 or level < 2", "can never hold"),
        ("pairs(S) > 12", r"can never hold: pairs\(S\) is 0 to 12"),
        ("2 * jokers(S) - 9 >= 0", "can never hold"),
    ],
)
def test_what_can_never_hold_is_refused(text, message):
    with pytest.raises(SpecError, match=message):
        condition(text)


def test_ranges_follow_from_level_and_deck():
    nines = tf.load_rules("tractor", {"trump": "random", "kitty": 4})
    assert vocabulary(nines, ANY).features["points"]("kitty").high == 40
    at_five = parse_context("5", "any", 4)
    level = vocabulary(BIDS, at_five).names["level"]
    assert (level.low, level.high) == (5, 5)
    with pytest.raises(SpecError, match="can never hold: level is 5"):
        condition("level == 6", BIDS, at_five)
    given = Setup.read("tractor", 1, 0, 1, given={"S": "SJBJBJ", "E": "ThTh", "kitty": "KhKh2c"})
    features = vocabulary(BIDS, given.context).features
    ranges = {
        ("jokers", "S"): (3, 4),
        ("jokers", "E"): (0, 1),
        ("big_jokers", "N"): (0, 0),
        ("points", "kitty"): (20, 70),
        ("points", "E"): (20, 20 + 12 * 10 + 8 * 5),
        ("cards", "W"): (25, 25),
    }
    for (name, who), ends in ranges.items():
        value = features[name](who)
        assert (value.low, value.high) == ends, (name, who)
    one_deck = tf.load_rules("tractor", {"decks": 1})
    assert vocabulary(one_deck, ANY).features["pairs"]("S").high == 0


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "allowed: a text"),
        (None, "allowed: a text"),
        ("x" * 2_000, "allowed: a text"),
        ("trumps(S)", "is a number; compare it"),
        ("trumps(S) >=", "cannot be read"),
        ("trumps(S) = 9", r"cannot be read as one; allowed: .* \(== for equal"),
        ("9and trumps(S) >= 9", "cannot be read"),
        ("trump == S", "S is a seat, and trump a suit: they do not compare"),
        ("declarer == s", "s is a suit, and declarer a seat: they do not compare"),
        ("declarer == 1", "1 is a number, and declarer a seat"),
        ("level == h", "h is a suit, and level a number"),
        ("1 <= trumps(S) < N", r"N is a seat, and trumps\(S\) a number"),
        ("declarer + 1 == N", "declarer is a seat, where a number is wanted"),
        ("-trump < 0", "trump is a suit, where a number is wanted"),
        ("trumps >= 9", "takes arguments in brackets"),
        ("level(S) >= 9", "takes no brackets"),
        ("trump(S) >= 9", "takes no brackets"),
        ("trumsp(S) >= 9", "is no feature; did you mean trumps"),
        ("levle == 9", "is no name; did you mean level"),
        ("trumps(Q) >= 9", r"condition .*: trumps\(Q\) is not known: nobody is called Q"),
        ("trumps() >= 9", "features take whose cards"),
        ("points(S, h) >= 9", "features take whose cards"),
        ("trumps(S, x) >= 9", "is no suit"),
        ("trumps(S) >= 'nine'", "is not understood"),
        ("trumps(S) and 1 == 1", "is a number, where a comparison is wanted"),
        ("(1 == 1) + 1 == 2", "is true or false"),
        ("trumps(S) in (1, 2)", "is not understood"),
        ("__import__('os').system('true') == 0", "is not understood"),
        ("(lambda: 1)() == 1", "is not understood"),
        ("[1 for x in y] == 1", "is not understood"),
        ("2 ** 10 == 1024", "is not understood"),
        ("trumps(who=S) == 1", "is not understood"),
        ("True == 1", "is not understood"),
        ("1e300 == 1", "is too large"),
        ("9999999999 == 1", "is too large"),
        ("1j == 1", "is not understood"),
        ("9 * 9 * 9 * 9 == 1", "too many products"),
        ("(" * 400 + "1" + ")" * 400 + " == 1", "cannot be read"),
        ("-" * 900 + "1 == 1", "cannot be read"),
        ("level == \x00", "cannot be read"),
    ],
)
def test_what_is_no_condition_is_told_in_one_line(text, message):
    with pytest.raises(SpecError, match=message) as caught:
        condition(text)
    assert "\n" not in str(caught.value)
