"""Cards given and conditions: which deals come up, how often, and what is refused."""

import time
from collections import Counter

import numpy as np
import pytest
from scipy import stats

import tractor_fast as tf
from tractor_fast.cards import face_name, parse_face
from tractor_fast.errors import CardError, SpecError, StrategyError
from tractor_fast.evaluate.one_board import play_one
from tractor_fast.evaluate.value import holding_value
from tractor_fast.sim import Setup, bound_run, conditions, first_variants, parse_seats
from tractor_fast.sim import given as given_module
from tractor_fast.sim.features import vocabulary
from tractor_fast.sim.workers import Chunk, Workers, stop_if_ended
from tractor_fast.strategies import parse_strategy

BOARDS = 30_000


def deals(boards=BOARDS, rules="tractor", **options):
    """The boards of a question as they are dealt, and how many deals it took."""
    setup = Setup.read(rules, boards, 5, 1, **options)
    seats = parse_seats("random", setup.rules.players)
    policies = [(seat.strategy.policy, seat.values) for seat in seats]
    run = setup.context.unfiltered_run(setup.rules, policies, 5)
    variants = np.zeros(boards, np.uint32)
    if setup.context.where is not None:
        variants = first_variants(run, setup.context.where.condition, 0, boards)
    dealt = conditions.Dealt(*run.deal(np.arange(boards, dtype=np.uint64), variants))
    return dealt, int(variants.sum()) + boards


def copies(planes, card):
    """How many of a card each hand (its planes in the last axis) has."""
    return (planes >> np.uint64(parse_face(card)) & np.uint64(1)).astype(int).sum(axis=-1)


def fits(values, chances):
    """Whether values are distributed so (chi-square, fixed seed)."""
    counts = np.bincount(values, minlength=len(chances))
    chances = np.asarray(chances)
    assert counts[chances == 0].sum() == 0
    some = chances > 0
    expected = chances[some] / chances.sum() * len(values)
    return stats.chisquare(counts[some], expected).pvalue > 1e-3


def test_hands_and_kitty_have_what_they_are_given():
    cards = {"S": "As As BJ", "W": "5h", "kitty": "Kd Td"}
    dealt, tries = deals(2_000, given=cards)
    assert tries == 2_000
    everything = dealt.hands.sum(axis=1, dtype=np.uint64)  # only to be read by hand and card
    assert everything.shape == (2_000, 2)
    assert (copies(dealt.hands[:, 0], "As") == 2).all()
    assert (copies(dealt.hands[:, 0], "BJ") >= 1).all()
    assert (copies(dealt.hands[:, 3], "5h") >= 1).all()
    assert (copies(dealt.kitties, "Kd") >= 1).all()
    for i in range(50):
        owners = [*dealt.hands[i], dealt.kitties[i]]
        faces = sorted(face for planes in owners for face in tf.to_faces(planes))
        assert faces == sorted(tf.load_rules("tractor").deck(0))
        assert [len(tf.to_faces(planes)) for planes in owners] == [25, 25, 25, 25, 8]


def test_one_of_two_copies_given():
    """The second ace is in the hand as often as chance has it in hands that hold at least one."""
    held = copies(deals(given="S=As")[0].hands[:, 0], "As")
    exact = stats.hypergeom(108, 2, 25).pmf(range(3))
    exact[0] = 0
    assert fits(held, exact)
    given_first = 24 / 107  # what dealing the other cards without any correction would give
    assert abs((held == 2).mean() - given_first) > 0.05


def test_two_of_four_copies_given():
    held = copies(deals(rules="classic-4", given="2=As As")[0].hands[:, 2], "As")
    exact = stats.hypergeom(216, 4, 52).pmf(range(5))
    exact[:2] = 0
    assert fits(held, exact)


def test_several_owners_and_cards_at_once():
    """Counting deals by copies of two cards in two hands, one of each given."""
    dealt, _ = deals(given=["S=As", "E=Kh"])
    found = 3 * copies(dealt.hands[:, 0], "As") + copies(dealt.hands[:, 1], "Kh")
    exact = np.zeros(9)
    for aces in (1, 2):
        for kings in (1, 2):
            # Ways to deal 2 aces and 2 kings, of which S and E have these, and 104 other cards.
            ways = 0.0
            for kings_of_s in range(3 - kings):
                for aces_of_e in range(3 - aces):
                    ways += stats.multivariate_hypergeom([2, 2, 104], 25).pmf(
                        [aces, kings_of_s, 25 - aces - kings_of_s]
                    ) * stats.multivariate_hypergeom(
                        [2 - aces, 2 - kings_of_s, 104 - 25 + aces + kings_of_s], 25
                    ).pmf([aces_of_e, kings, 25 - aces_of_e - kings])
            exact[3 * aces + kings] = ways
    assert fits(found, exact)


def test_a_kitty_that_is_given_whole():
    dealt, _ = deals(500, given="kitty=2c2d2h2s3c3d3h3s")
    assert (dealt.kitties[:, 0] == 0xFF).all()
    assert (dealt.kitties[:, 1] == 0).all()


def test_a_condition_picks_deals_by_their_chances():
    dealt, tries = deals(where="jokers(S) >= 2")
    jokers = copies(dealt.hands[:, 0], "BJ") + copies(dealt.hands[:, 0], "SJ")
    exact = stats.hypergeom(108, 4, 25).pmf(range(5))
    chance = exact[2:].sum()
    exact[:2] = 0
    assert fits(jokers, exact)
    assert fits(dealt.levels, np.ones(13))
    assert fits(dealt.declarers, np.ones(4))
    assert abs(BOARDS - tries * chance) < 4 * np.sqrt(tries * chance * (1 - chance))


def test_conditions_change_level_and_declarer_too():
    """Three level cards of a suit or more in the declarer's hand, or level 14."""
    dealt, _ = deals(where="level >= Q and (declarer == N or declarer == S)")
    assert fits(dealt.levels, [0] * 10 + [1] * 3)
    assert fits(dealt.declarers, [1, 0, 1, 0])
    # P(level | condition) is not uniform: at level A each hand meets it, at the others few do.
    dealt, _ = deals(where="level == A or jokers(S) == 4")
    four = stats.hypergeom(108, 4, 25).pmf(4)
    assert fits(dealt.levels, [four] * 12 + [1])


def test_given_and_where_together():
    dealt, _ = deals(given="S=BJ", where="jokers(S) == 2")
    big = copies(dealt.hands[:, 0], "BJ")
    exact = stats.multivariate_hypergeom([2, 2, 104], 25)
    assert fits(big, [0, exact.pmf([1, 1, 23]), exact.pmf([2, 0, 23])])


def test_known_trump():
    dealt, _ = deals(5_000, rules="simplified", where="trump == h and trumps(E) >= 9")
    assert (dealt.trumps == 2).all()


def question(**more):
    return {"given": "S=AsAs BJ", "where": "trumps(S) >= 9 and points(kitty) == 0"} | more


def test_figures_do_not_depend_on_chunks_and_threads():
    runs = [tf.simulate("tractor", "expert", 700, 3, jobs, **question()) for jobs in (1, 2, 3)]
    assert len({run.digest for run in runs}) == 1
    assert len({str(run.conditions) for run in runs}) == 1
    halves = [
        tf.simulate("tractor", "expert", 350, 3, 1, **question(first_board=first))
        for first in (0, 350)
    ]
    digests = sum(int(half.digest, 16) for half in halves) % 2**128
    assert f"{digests:032x}" == runs[0].digest
    dealt = runs[0].conditions["dealt"]
    assert sum(half.conditions["dealt"] for half in halves) == dealt
    assert runs[0].conditions == {
        "given": {"S": "As As BJ"},
        "where": "trumps(S) >= 9 and points(kitty) == 0",
        "dealt": dealt,
        "acceptance": 700 / dealt,
        "weights": "equal",
    }
    assert tf.simulate("tractor", "expert", 10).conditions is None


def test_a_strategy_against_itself_comes_to_nothing():
    result = tf.compare("expert", "expert", boards=300, rows=True, **question())
    assert (result.levels_per_deal.mean, result.levels_per_deal.sd) == (0, 0)
    assert (result.rows["first"]["levels"] == result.rows["exchanged"]["levels"]).all()
    assert result.conditions["dealt"] > 300
    assert "--given 'S=As As BJ' --where 'trumps(S) >= 9 and points(kitty) == 0'" in result.command


def test_a_board_is_replayed_as_it_was_played():
    rows = tf.simulate("tractor", "normal", 3, 8, 1, rows=True, **question()).rows
    for board in range(3):
        played = play_one(board, "tractor", "normal", 8, **question())
        assert not played.differences
        outcome = played.record["outcome"]
        assert outcome == {name: int(rows[board][name]) for name in outcome}
        assert sorted(played.record["hands"][0]).count("As") == 2
        assert "--where" in played.command


def test_what_a_failing_run_has_dealt():
    class Refuses:
        def bid(self, view):
            if view.board >= 40:
                raise ValueError("no more")

    options = {"where": "jokers(S) >= 1", "declarer": "none"}
    with pytest.raises(StrategyError) as caught:
        tf.simulate("tractor", {"NS": Refuses(), "EW": "random"}, 500, 1, 2, **options)
    before = caught.value.result
    whole = tf.simulate("tractor", "random", before.deals, 1, 1, **options)
    assert before.deals >= 40
    assert before.conditions["dealt"] == whole.conditions["dealt"]


def test_a_value_of_declaring_next_is_that_of_any_deal():
    """What comes after is not conditioned."""
    usual, picked = (
        holding_value(Setup.read("tractor", 10, 1, 1, **options), parse_strategy("random"))
        for options in ({}, question())
    )
    assert usual == picked


def test_a_condition_that_nothing_meets_is_given_up(monkeypatch):
    monkeypatch.setattr(conditions, "MOST_TRIES", 5_000)
    impossible = "9 <= trumps(S) <= 8 - jokers(S)"
    with pytest.raises(SpecError, match=r"none of [0-9,]+ deals meets it; it is impossible"):
        tf.simulate("tractor", "random", 100, where=impossible)
    rare = all_that_board_0_has()
    with pytest.raises(SpecError, match=r"board 1 was dealt [0-9,]+ times, and none meets it"):
        tf.simulate("tractor", "random", 2, 0, 1, where=rare)
    assert tf.simulate("tractor", "random", 1, 0, 1, where=rare).conditions["dealt"] == 1


def all_that_board_0_has():
    """A condition that board 0 of seed 0 meets, and hardly any other deal does."""
    setup = Setup.read("tractor", 1, 0, 1)
    run, _ = bound_run(setup, parse_seats("random", 4))
    dealt = conditions.Dealt(*run.deal(np.zeros(1, np.uint64), np.zeros(1, np.uint32)))
    features = vocabulary(setup.rules, setup.context).features
    texts = [("points", (who,)) for who in ("S", "E", "N", "kitty")]
    texts += [("cards", (who, suit)) for who in ("S", "E", "N") for suit in "cdh"]
    return " and ".join(
        f"{name}({', '.join(words)}) == {features[name](*words).read(dealt)[0]}"
        for name, words in texts
    )


def test_a_search_ends_with_its_run():
    def play(chunk):
        while True:
            stop_if_ended()
            time.sleep(0.001)

    workers = Workers(play, 1)
    workers.submit(Chunk(0, 1))
    workers.stop()  # would wait for ever
    stop_if_ended()  # of no run: nothing to stop


@pytest.mark.parametrize(
    ("reduced", "message"),
    [
        ({"stratify": True}, "in turn do not go with a condition"),
        ({"control_variates": True}, "the sides are not dealt alike"),
    ],
)
def test_variance_is_not_reduced_where_deals_are_picked(reduced, message):
    with pytest.raises(SpecError, match=message):
        tf.compare("expert", "normal", boards=10, where="jokers(S) == 2", **reduced)


@pytest.mark.parametrize(
    ("options", "error", "message"),
    [
        ({"given": "Q=As"}, SpecError, "nobody is called 'Q'; allowed: S, E, N, W, kitty"),
        ({"given": "AsAs"}, SpecError, "allowed: a seat or kitty and its cards"),
        ({"given": [7]}, SpecError, "allowed: a seat or kitty and its cards"),
        ({"given": 7}, SpecError, "allowed: a seat or kitty and its cards"),
        ({"given": np.array(7)}, SpecError, "allowed: a seat or kitty and its cards"),
        ({"given": {"S": 7}}, CardError, "7 is no text of cards"),
        ({"given": "S=Ax"}, CardError, "is no card"),
        ({"given": "S=AsAsAs"}, CardError, "3 As, and the decks hold 2"),
        ({"given": {"S": "AsAs", "E": "As"}}, CardError, "3 As, and the decks hold 2"),
        (
            {"given": "kitty=2c2c3c3c4c4c5c5c6c"},
            CardError,
            "kitty gets 9 cards, and has room for 8",
        ),
        ({"where": 7}, SpecError, "allowed: a text"),
        ({"where": "trumps(S) >= 60"}, SpecError, "can never hold"),
        (
            {"where": "jokers(S) >= 1", "rules": "competition", "first_deal": True},
            SpecError,
            "does not go with no_bid = redeal in a first deal",
        ),
    ],
)
def test_refusals(options, error, message):
    with pytest.raises(error, match=message) as caught:
        tf.simulate(**({"deals": 10} | options))
    assert "\n" not in str(caught.value)


def test_cards_that_only_some_levels_have():
    """R20: a kitty of 6 takes two low cards out of the decks, but no level cards."""
    removing = {"kitty": 6}
    rules = tf.load_rules("tractor", removing)
    card = face_name(rules.removed(12)[0])
    with pytest.raises(CardError, match=rf"2 {card}, and the decks hold 1 at level"):
        tf.simulate(rules, deals=10, given=f"S={card}{card}")
    assert tf.simulate(rules, deals=10, given=f"S={card}{card}", level=card[0]).deals == 10


def test_a_card_given_that_says_something_of_the_level_needs_one():
    """R20: with a kitty of 7 one 2c is taken out, at level 2 one 3c."""
    rules = tf.load_rules("tractor", {"kitty": 7})
    for card in ("2c", "3c"):
        with pytest.raises(SpecError, match=rf"{card} is in the decks 2 times at level .*name a"):
            tf.simulate(rules, deals=10, given=f"S={card}")
    assert tf.simulate(rules, deals=10, given="S=4c").deals == 10
    assert tf.simulate(rules, deals=10, given="S=2c", level="2").deals == 10


FACES = [face_name(face) for face in range(52)]


@pytest.mark.parametrize(
    ("overrides", "given"),
    [
        (  # a half of each hand, of cards that two more copies of are dealt
            ["decks=4"],
            {"S": FACES[::2], "E": FACES[::2], "N": FACES[1::2], "W": FACES[1::2]},
        ),
        (["decks=4", "kitty=160"], {"kitty": FACES}),
    ],
)
def test_cards_given_that_would_be_dealt_for_ever_are_refused(overrides, given):
    with pytest.raises(CardError, match=r"only one in \de\+\d+ deals would be kept; give fewer"):
        tf.simulate(overrides=overrides, deals=1, given=given)


def test_how_many_deals_are_kept():
    """The estimate beside chance itself: a hand of one known card with another copy, and others."""
    context = Setup.read("tractor", 1, 0, 1).context
    rules = tf.load_rules("tractor")
    share = given_module._share_kept([[51], [], [], [], []], Counter([51]), rules, context)
    assert share == pytest.approx(1 - 24 / 107 / 2)
    both = [[51], [51], [], [], []]
    assert given_module._share_kept(both, Counter([51, 51]), rules, context) == 1
    assert tf.simulate("tractor", "random", 50, given={"S": FACES[::2][:25]}).deals == 50


def test_redeals_give_the_cards_again():
    result = tf.simulate(
        "competition", "random(bid.passes=1)", 20, first_deal=True, given="S=AsAs", rows=True
    )
    assert result.deals == 20
    for board in range(3):
        options = {"first_deal": True, "given": "S=AsAs"}
        played = play_one(board, "competition", "random(bid.passes=1)", 0, **options)
        assert played.record["attempt"] > 0
        assert played.record["hands"][0].count("As") == 2
        assert not played.differences
