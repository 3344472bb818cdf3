"""What a hand is worth: which deals come up, and what is made of its choices."""

import numpy as np
import pytest
from scipy import stats

import tractor_fast as tf
from tractor_fast._core.engine import Run
from tractor_fast._core.game import Game
from tractor_fast._core.held import HeldCards
from tractor_fast._core.spec import CompiledRules
from tractor_fast.cards import parse_face, parse_faces
from tractor_fast.errors import CardError, SpecError, StrategyError, TractorFastError
from tractor_fast.evaluate.hand import held_cards
from tractor_fast.evaluate.known import read_known
from tractor_fast.sim import Setup
from tractor_fast.strategies import parse_strategy

PLAY = [("rest",)]


def rows_of(cards, arms=PLAY, boards=2_000, seat="S", drawn=None, seen="", **options):
    """Outcomes of arms, and the run and knowledge that they come from."""
    rules = options.pop("rules", "tractor")
    setup = Setup.read(rules, boards, 3, 1, **({"level": "5"} | options))
    seated = parse_strategy("random")
    known = read_known(cards, seat, drawn, seen, setup.rules, setup.context, setup.rules.hand_size)
    policies = [(seated.strategy.policy, seated.values)] * setup.rules.players
    run = setup.context.unfiltered_run(setup.rules, policies, 3)
    held = held_cards(setup.rules, known, arms)
    rows, digest = run.play_arms(held, 0, boards)
    return rows, digest, run, held


def games(held, run, boards):
    """Deals as the core begins them, before the choice of the seat."""
    return [Game.of_held(run.spec, held, board) for board in range(boards)]


def drawn_cards(game, seat):
    return sorted(game.hand(seat))


def test_the_cards_held_are_those_drawn():
    cards = "5h 5h As Ks Ks BJ 2c"
    _, _, run, held = rows_of(cards, declarer="E")
    for game in games(held, run, 50):
        assert drawn_cards(game, 0) == sorted(parse_faces(cards))
        # E draws first, so S draws last: all have as many.
        assert [len(game.hand(seat)) for seat in range(4)] == [7] * 4
        hands = [game.draw_order(seat) for seat in range(4)]
        faces = sorted(face for hand in hands for face in hand) + sorted(game.kitty())
        assert sorted(faces) == sorted(tf.load_rules("tractor").deck(3))


def test_all_orders_of_the_cards_held_are_alike():
    """Each of seven different cards is drawn last as often as the others."""
    cards = "5h As Kd Qc BJ 2c 9d"
    _, _, run, held = rows_of(cards, boards=1)
    last = [game.draw_order(0)[6] for game in games(held, run, 3_000)]
    counts = [last.count(face) for face in parse_faces(cards)]
    assert sum(counts) == 3_000
    assert stats.chisquare(counts).pvalue > 1e-3


def test_what_is_not_known_is_dealt_by_its_chances():
    """S has drawn its 3 cards exactly, so the others go anywhere alike."""
    _, _, run, held = rows_of("As Ks Qs", boards=1)
    dealt = [game.draw_order(0).count(parse_face("As")) for game in games(held, run, 8_000)]
    chance = 22 / 105  # the other ace is among the 22 of 105 that S has yet to draw
    counts = [dealt.count(1), dealt.count(2)]
    assert sum(counts) == 8_000
    assert stats.chisquare(counts, [8_000 * (1 - chance), 8_000 * chance]).pvalue > 1e-3


def test_some_of_the_cards_drawn_are_known():
    """One ace of spades is known among 10 cards: two are as likely as in all such draws."""
    _, _, run, held = rows_of("As", drawn=10, boards=1)
    drawn = [game.hand(0).count(parse_face("As")) for game in games(held, run, 8_000)]
    one, two = stats.hypergeom(108, 2, 10).pmf([1, 2])
    expected = np.array([one, two]) / (one + two) * 8_000
    assert stats.chisquare([drawn.count(1), drawn.count(2)], expected).pvalue > 1e-3


def test_a_deal_begun_in_the_middle_is_like_those_that_come_to_it():
    """Cards to bid with that the others have drawn, when S has drawn seven and none of these."""

    def can_bid(face):
        return face >= 52 or face >> 2 == 3

    def others(game):
        return sum(can_bid(face) for seat in (1, 2, 3) for face in game.draw_order(seat)[:7])

    _, _, run, held = rows_of("2c 3c 4d 6d 7c 8d 9h", boards=1, declarer="E")
    boards = (Game.of_board(run.spec, board) for board in range(10_000))
    real = [others(game) for game in boards if not any(map(can_bid, game.draw_order(0)[:7]))]
    begun = [others(game) for game in games(held, run, len(real))]
    counts = [np.bincount(np.minimum(each, 6), minlength=7) for each in (real, begun)]
    assert stats.chi2_contingency(counts).pvalue > 1e-3


def test_bids_seen_are_made_by_who_holds_the_cards():
    options = {"seen": "E:5c W:5d5d", "drawn": 9, "declarer": "N"}
    _, _, run, held = rows_of("5h As As BJ BJ", **options, boards=1)
    for game in games(held, run, 40):
        assert game.bids == [(1, parse_face("5c"), 1, 8), (3, parse_face("5d"), 2, 9)]
        assert parse_face("5c") in game.hand(1)
        assert game.hand(3).count(parse_face("5d")) == 2


@pytest.mark.parametrize(
    ("rules", "drawn"), [("tractor", 7), ("bianfeng", 25), ("classic-4", 20), ("competition", 25)]
)
def test_arms_are_what_playing_them_step_by_step_comes_to(rules, drawn):
    """A plain loop over the state machine's own doors, decision by decision."""
    bid = ("bid", parse_face("5h"), 2)
    cards = "5h 5h As Ks Ks BJ 2c"
    options = {"boards": 30, "declarer": "any", "rules": rules, "drawn": drawn}
    rows, _, run, held = rows_of(cards, [bid, ("pass",), ("rest",)], **options)
    for board in range(30):
        for arm, (first, silent) in enumerate(
            [((bid[1], 2), False), ((None,), False), ((None,), True)]
        ):
            game = Game.of_held(run.spec, held, board)
            assert (game.decision, game.seat) == ("bid", 0)
            game.bid(*first)
            while game.decision is not None:
                if silent and game.decision == "bid" and game.seat == 0:
                    game.bid(None)
                else:
                    game.step()
            outcome = game.row
            assert outcome == {name: int(rows[board, arm][name]) for name in outcome}


def test_figures_are_those_of_the_outcomes():
    options = {"level": "5", "declarer": "E", "boards": 1_000, "ci": 0, "strategy": "random"}
    result = tf.hand("5h5h AsKsKs BJ 2c", seed=3, **options)
    assert result.names == ("5h", "5h5h", "pass")
    assert (result.boards, result.deals, result.stopped_by) == (1_000, 3_000, "boards")
    arms = [("bid", parse_face("5h"), 1), ("bid", parse_face("5h"), 2), ("rest",)]
    rows, digest, _, _ = rows_of("5h5h AsKsKs BJ 2c", arms, boards=1_000, declarer="E")
    assert f"{digest:032x}" == result.digest
    ours = rows["team"] & 1
    levels = np.where(ours, rows["levels"], -rows["levels"])
    following = np.where((rows["team"] >> rows["holder"] & 1) == ours, 1, -1)
    value = levels + result.h * following
    for arm, name in enumerate(result.names):
        found = result.choices[name]
        assert found["levels"].mean == pytest.approx(levels[:, arm].mean())
        assert found["value"].mean == pytest.approx(value[:, arm].mean())
        assert found["points"].mean == pytest.approx(rows["points"][:, arm].mean())
        assert found["holds"].count == (following[:, arm] > 0).sum()
        assert found["declares"].count == ours[:, arm].sum()
        half = stats.t(999).ppf(0.975) * value[:, arm].std(ddof=1) / np.sqrt(1_000)
        assert found["value"].high - found["value"].mean == pytest.approx(half, rel=1e-4)
    over = value[:, 1] - value[:, 2]
    half = stats.t(999).ppf(0.975) * over.std(ddof=1) / np.sqrt(1_000)
    paired = result.choices["5h5h"]["over_pass"]
    assert paired.mean == pytest.approx(over.mean())
    assert paired.high - paired.low == pytest.approx(2 * half, rel=1e-4)
    assert result.best == result.names[int(value.mean(axis=0).argmax())]
    assert result.lead.mean >= 0
    assert "over_pass" not in result.choices["pass"]


def test_figures_do_not_depend_on_threads():
    one, two = (tf.hand("5h5h As", level="5", ci=0.1, jobs=jobs, seed=9) for jobs in (1, 3))
    assert (one.stopped_by, one.boards) == ("ci", two.boards)
    assert one.digest == two.digest
    assert one.choices == two.choices


@pytest.mark.parametrize(
    ("rules", "cards", "names"),
    [
        ("tractor", "As Ks", ("pass",)),
        ("tractor", "SJ SJ BJ", ("SJSJ", "pass")),
        ("bianfeng", "5h 5h", ("5h", "5h5h", "pass")),
        ("simplified", "5h 5h", ("play",)),
        ("finding-friends", "5h 5h", ("5h", "5h5h", "pass")),
        ("bianfeng-partner", "5s", ("5s", "pass")),
        ("classic-4", "5s 5s 5s", ("5s", "5s5s", "5s5s5s", "pass")),
        ("duplicate", "5s", ("5s", "pass")),
        ("classic-1", "5s SJ BJ", ("5s", "pass")),
    ],
)
def test_every_kind_of_rules(rules, cards, names):
    seat = "S" if tf.load_rules(rules).players == 4 else "0"
    result = tf.hand(cards, rules, level="5", seat=seat, boards=200, ci=0, jobs=1)
    assert result.names == names
    assert result.boards == 200
    if tf.load_rules(rules).partners != "fixed":
        assert result.h == 0
    first_deal = {"declarer": "none", "boards": 50, "ci": 0}
    assert tf.hand(cards, rules, level="5", seat=seat, **first_deal).boards == 50


def test_after_the_deal_the_seat_is_asked_in_turn():
    """R21: from the declarer's partner on; who bid last is overbid by the next."""
    options = {"rules": "bianfeng", "level": "5", "declarer": "N", "boards": 1}
    _, _, run, held = rows_of("5h5h", [("pass",)], seen="E:5c", drawn=25, **options)
    game = games(held, run, 1)[0]
    assert len(game.hand(0)) == 25
    assert game.bids == [(1, parse_face("5c"), 1, 25)]
    game.bid(None)
    assert game.seat != 0 or game.decision != "bid"


def test_with_a_strategy_that_bids_its_own_hand_passing_now_differs_from_never_bidding():
    options = {"level": "5", "boards": 2_000, "ci": 0, "declarer": "N"}
    rest, now = (tf.hand("5h5h AhKhQh BJBJ", passing=p, **options) for p in ("rest", "now"))
    assert rest.choices["5h5h"]["value"] == now.choices["5h5h"]["value"]
    assert rest.choices["pass"]["declares"] == now.choices["pass"]["declares"]  # N declares
    assert rest.choices["pass"]["value"] != now.choices["pass"]["value"]
    assert rest.digest != now.digest


def test_python_strategies_and_their_failures():
    class Passes:
        def bid(self, view):
            if view.board >= 70:
                raise ValueError("no more")

    with pytest.raises(StrategyError, match="no more") as caught:
        tf.hand("5h5h As", level="5", boards=500, ci=0, jobs=2, strategy=Passes())
    before = caught.value.result
    assert before.boards == 70
    assert before.stopped_by == "failure"
    assert before.choices["pass"]["levels"].mean is not None


def test_an_object_that_remembers_plays_every_choice_from_its_beginning():
    class Counts:
        def __init__(self):
            self.asked = 0

        def bid(self, view):
            self.asked += 1
            return view.options[0] if self.asked == 2 else None

    def run(passing):
        options = {"level": "5", "boards": 40, "ci": 0, "strategy": Counts(), "jobs": 1}
        return tf.hand("5h5h As", passing=passing, **options).choices

    # Whatever is played before it on the board, a bid comes to the same.
    assert run("rest")["5h5h"]["levels"] == run("now")["5h5h"]["levels"]


@pytest.mark.parametrize(
    ("cards", "options", "error", "message"),
    [
        ("", {}, CardError, "the hand has no cards"),
        (None, {}, CardError, "None is no text of cards"),
        ("5h", {"seen": 7}, SpecError, "seen: 7 is no bid"),
        ("Ax", {}, CardError, "is no card"),
        ("5h5h5h", {}, CardError, "3 5h are held or shown, and the decks hold 2 at level 5"),
        ("2c " * 26, {}, CardError, "the hand has 26 cards; allowed: up to 25"),
        ("5h5h", {"drawn": 1}, SpecError, "drawn = 1: allowed: a whole number from 2 to 25"),
        ("5h5h", {"drawn": 26}, SpecError, "drawn = 26: allowed"),
        ("5h", {"seat": "Q"}, SpecError, "seat = 'Q'; allowed: S, E, N, W"),
        ("5h", {"level": "any"}, SpecError, "level = any: a hand is judged at one level"),
        ("5h", {"level": "1"}, SpecError, "level = 1: allowed"),
        ("5h", {"seen": "E:6h"}, SpecError, "E:6h is no bid at level 5"),
        ("5h", {"seen": "E:BJ"}, SpecError, "E:BJ is no bid at level 5"),
        ("5h", {"seen": "E:5c W:5d"}, SpecError, "W:5d is no bid at level 5 after E:5c"),
        ("5h", {"seen": "E5c"}, SpecError, "'E5c' is no bid; write seat and equal cards"),
        ("5h", {"seen": "E:5c5d"}, SpecError, "is no bid; write seat and equal cards"),
        ("5h5h", {"seen": "E:5h"}, CardError, "3 5h are held or shown"),
        ("5h", {"seen": "S:5s"}, SpecError, "S has shown 5s, and does not hold it"),
        ("5h", {"seen": "E:5s5s", "drawn": 1}, SpecError, "E has drawn [01] cards by then"),
        ("5h", {"strategy": "nobody"}, SpecError, "nobody"),
        ("5h", {"passing": "never"}, SpecError, "passing = 'never': allowed: rest, now"),
        ("5h", {"ci": -1}, SpecError, "ci = -1: allowed: a number above 0"),
        ("5h", {"ci": "fine"}, SpecError, "ci = 'fine': allowed"),
        ("5h", {"ci": 1e-6, "boards": None}, SpecError, "so narrow an interval takes about"),
        ("5h", {"given": "S=As"}, SpecError, "given and where do not go with it"),
        ("5h", {"rules": "simplified", "seen": "E:5c"}, SpecError, "no bids with trump = random"),
        ("5h", {"rules": "bianfeng", "drawn": 9}, SpecError, "nobody bids while cards are drawn"),
    ],
)
def test_refusals(cards, options, error, message):
    with pytest.raises(error, match=message) as caught:
        tf.hand(cards, **({"level": "5", "boards": 10} | options))
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(
    "arguments",
    [
        (9, 3, [[]] * 4, [], PLAY),
        (0, 0, [[]] * 4, [], PLAY),
        (0, 3, [[]] * 3, [], PLAY),
        (0, 3, [[99]] + [[]] * 3, [], PLAY),
        (0, 3, [[1] * 3] + [[]] * 3, [], PLAY),
        (0, 3, [[]] * 4, [(0, 99, 1)], PLAY),
        (0, 3, [[]] * 4, [(0, 1)], PLAY),
        (0, 3, [[]] * 4, [], []),
        (0, 3, [[]] * 4, [], [("fold",)]),
        (0, 3, [[]] * 4, [], [("bid", 1)]),
        (0, 3, [[]] * 4, [], [()]),
        (0, 3, [[]] * 4, [], PLAY, (), 7),
    ],
)
def test_the_core_takes_no_nonsense(arguments):
    compiled = CompiledRules(tf.load_rules("tractor"))
    with pytest.raises((TractorFastError, ValueError, TypeError)):
        HeldCards(compiled, *arguments)


def test_knowledge_and_run_must_fit():
    rules = tf.load_rules("tractor")
    seat = parse_strategy("random")
    policies = [(seat.strategy.policy, seat.values)] * 4
    run = Run(rules, policies, 1, 3)
    held = HeldCards(run.spec.compiled, 0, 1, [[], [12, 12], [], []], [], PLAY)
    with pytest.raises(SpecError, match="is known to hold more"):
        run.play_arms(held, 0, 1)
    other = Run(tf.load_rules("simplified"), policies, 1, 3)
    with pytest.raises(ValueError, match="other rules"):
        other.play_arms(held, 0, 1)


def test_the_first_seat_is_asked_at_any_table():
    for rules, seat in (("tractor", "S"), ("finding-friends", "0")):
        assert tf.hand("2c 2c", rules, boards=10, ci=0, strategy="random").seat == seat
    with pytest.raises(SpecError, match="seat = a value of type"):
        tf.hand("2c", seat=Untold())
    for seen in (Untold(), [Untold()]):
        with pytest.raises(SpecError, match="seen: a value of type Untold is no bid"):
            tf.hand("2c", seen=seen)


class Untold:
    """What has no text."""

    def __repr__(self):
        raise RuntimeError
