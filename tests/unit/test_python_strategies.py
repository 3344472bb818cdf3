"""Strategies written in Python: what they see and may return, and that cuts change nothing."""

import copy
import re
from pathlib import Path

import pytest
import python_strategies as them

import tractor_fast
from tractor_fast import load_rules, simulate
from tractor_fast._core.engine import Run
from tractor_fast._core.game import Game
from tractor_fast.errors import CardError, PlayError, SpecError, StrategyError
from tractor_fast.sim.chunks import Chunks
from tractor_fast.strategies import parse_strategy

FILE = Path(them.__file__)


def digest(seats, **question):
    return simulate(seats=seats, **{"deals": 60, "jobs": 1} | question).digest


@pytest.mark.parametrize("rules", ["tractor", "finding-friends", "bianfeng-partner", "classic-4"])
def test_python_plays_at_every_table(rules):
    for thing in (them.Small, them.ByChance, them.Counting, them.OnlyLeads):
        assert simulate(rules=rules, seats=thing, deals=20, first_deal=True).deals == 20


def test_a_base_alone_plays_as_the_built_in_strategy():
    throws = "random(lead.throws=0.25)"
    assert digest(them.OnlyLeads) == digest(throws)
    assert digest({"NS": them.OnlyLeads, "EW": "normal"}) == digest({"NS": throws, "EW": "normal"})


@pytest.mark.parametrize("thing", [them.Small, them.ByChance, them.Counting, them.Resetting])
def test_figures_do_not_depend_on_jobs_and_cuts(thing, monkeypatch):
    whole = digest(thing, deals=100)
    assert digest(thing, deals=100, jobs=3) == whole
    monkeypatch.setattr(Chunks, "take", cut_small(Chunks.take))
    assert digest(thing, deals=100, jobs=2) == whole


def cut_small(take):
    def take_few(self):
        self._size = min(self._size, 7)
        return take(self)

    return take_few


def test_told_of_a_board_is_as_good_as_built_for_it():
    assert digest(them.Resetting) == digest(them.Counting)
    assert digest(them.Counting()) == digest(them.Counting)


def test_a_match_is_played_between_python_strategies():
    question = {"matches": 4, "most_deals": 8, "jobs": 1}
    result = tractor_fast.match(f"{FILE}:Counting", "random", **question)
    again = tractor_fast.match(f"{FILE}:Resetting", "random", **question | {"jobs": 2})
    assert (result.digest, result.matches) == (again.digest, 4)


def test_parameters_reach_the_object():
    assert digest(f"{FILE}:Small(bid.most=0)") != digest(f"{FILE}:Small")
    assert digest(f"{FILE}:Small(tidy=1)") != digest(f"{FILE}:Small")
    assert str(parse_strategy(f"{FILE}:Small(tidy=1,bid.most=2)")) == f"{FILE}:Small(tidy=1)"
    with pytest.raises(SpecError, match=r"bid\.most = 5: allowed: a number from 0 to 4"):
        parse_strategy(f"{FILE}:Small(bid.most=5)")


# ---- the view ------------------------------------------------------------------------------------


def test_the_view_says_what_the_game_says():
    seen = []

    class Looking:
        base = "normal"

        def look(self, view):
            seen.append({name: getattr(view, name) for name in dir(type(view)) if name in SHOWN})
            return view.base()

        bid = bury = lead = follow = look

    policy = parse_strategy(Looking).strategy.policy
    run = Run(load_rules("tractor"), [(policy, ())] * 4, 5, None, -1)
    game = Game.of_board(run.spec, 3)
    while game.decision is not None:
        leader, plays, winner = game.trick
        expected = {
            "decision": game.decision,
            "board": 3,
            "seat": game.seat,
            "players": 4,
            "decks": 2,
            "level": game.level,
            "trump": game.trump,
            "declarer": game.declarer,
            "declares": game.seat == game.declarer,
            "team": tuple(game.team),
            "bids": tuple(game.bids),
            "hand": tuple(game.hand(game.seat)),
            "points": tuple(game.points()),
            "plays": tuple(map(tuple, plays)),
        }
        if plays:
            expected |= {"leader": leader, "winner": winner}
        if game.decision == "bid":
            expected["options"] = tuple(game.open_bids)
        legal = game.legal_count() if game.decision in ("lead", "follow") else None
        game.step()
        assert {name: seen[-1][name] for name in expected} == expected
        if legal is not None:
            assert len(seen[-1]["unplayed"]) + sum(map(len, seen[-1]["played"])) == 108
            assert seen[-1]["cards"] in (None, len(plays[0]) if plays else None)
    assert len(seen) > 40


SHOWN = {
    *("decision", "board", "seat", "players", "decks", "level", "trump", "declarer", "declares"),
    *("team", "friends", "partner_card", "bids", "drawn", "hand", "kitty", "played", "shown"),
    *("unplayed", "voids", "trick", "points", "leader", "plays", "trick_points", "winner"),
    *("lead_suit", "lead_units", "beating", "options", "naming", "calls", "units", "cards"),
}


def test_every_attribute_of_the_view_can_be_asked_for_in_every_decision():
    asked = set()

    class Looking:
        base = "random(lead.throws=0.5)"

        def look(self, view):
            for name in SHOWN:
                getattr(view, name)
            asked.add((view.decision, view.naming))
            if view.decision not in ("bid", "name"):
                legal = view.legal
                assert legal.is_legal(legal.sample())
                assert legal.count() >= 1
                assert legal.is_legal(legal.at(legal.count() - 1))
                assert [*legal.enumerate(3)] == [legal.at(k) for k in range(min(3, legal.count()))]
            return view.base()

        bid = name = bury = lead = follow = look

    for rules in ("tractor", "finding-friends", "bianfeng-partner", "competition"):
        simulate(rules=rules, seats=Looking, deals=30, first_deal=True, jobs=1)
    rules = {"failed_throw": "next_names", "no_bid": "declarer_side_names"}
    seats = {"NS": Looking, "EW": Looking}
    simulate(overrides=rules, seats=seats, deals=60, declarer="S", jobs=1)
    decisions = {decision for decision, _ in asked}
    assert decisions == {"bid", "name", "bury", "lead", "follow"}
    assert {naming for _, naming in asked} >= {None, "friends", "partner", "unit"}


def test_suits_and_strengths_of_the_view_are_those_of_the_trump():
    looked = []

    class Looking:
        def lead(self, view):
            trumps = [f for f in range(54) if view.suit_of(f) == 4]
            suit = view.trump.suit
            looked.append(suit)
            assert {52, 53, *range(4 * view.level, 4 * view.level + 4)} <= set(trumps)
            assert len(trumps) == (6 if suit is None else 18)
            assert all(f % 4 == view.suit_of(f) for f in range(52) if f not in trumps)
            assert sorted(view.hand) == sorted(c for suit in range(5) for c in view.hand_in(suit))
            for suit in range(5):
                strengths = [view.strength_of(card) for card in view.hand_in(suit)]
                assert strengths == sorted(strengths)
            assert view.strength_of(53) > view.strength_of(52) > view.strength_of(4 * view.level)
            for seat, void in enumerate(view.voids):
                assert all(view.suit_of(c) not in void for c in view.hand if seat == view.seat)
            return view.base()

    simulate(seats=Looking, deals=40, jobs=1)
    assert {0, 1, 2, 3} <= set(looked)


def test_random_numbers_of_the_view_are_the_boards():
    drawn = {}

    class Drawing:
        def lead(self, view):
            r = view.random
            numbers = (r.random(), r.getrandbits(200), r.gauss(0, 1), r.sample(range(99), 3))
            drawn.setdefault((view.board, view.seat, view.trick), set()).add(repr(numbers))
            return view.base()

    for jobs in (1, 2):
        simulate(seats=Drawing, deals=30, jobs=jobs)
    assert all(len(numbers) == 1 for numbers in drawn.values())
    assert len({repr(numbers) for numbers in drawn.values()}) == len(drawn)


@pytest.mark.parametrize(
    ("decision", "answer", "chosen"),
    [
        ("lead", lambda view: view.hand[:1], None),
        ("lead", lambda view: list(view.hand[:1]), None),
        ("lead", lambda view: (card for card in view.hand[:1]), None),
        ("lead", lambda view: tractor_fast.to_faces, "returned <"),
        ("lead", lambda view: "Zz", "returned 'Zz': 'Zz' is no card"),
        ("lead", lambda view: [1.0], "1.0 is no card; faces are 0 to 53"),
        ("lead", lambda view: 7, "returned 7: cards are a list of faces"),
        ("lead", lambda view: [52] * 3, "there are only 2 SJ in 2 decks"),
        ("bid", lambda view: view.options[0], None),
        ("bid", lambda view: None, None),
        ("bid", lambda view: (view.options[0][0], 9), "open are None and ("),
        ("bid", lambda view: 1, "a bid is None to pass, or a pair (face, count)"),
        ("bury", lambda view: view.hand[:8], None),
        ("bury", lambda view: view.hand[:7], "which are not as many cards as asked for"),
        ("follow", lambda view: [*view.hand][:0], "which are not as many cards as asked for"),
    ],
)
def test_answers(decision, answer, chosen):
    thing = type("Answering", (), {decision: lambda self, view: answer(view)})
    if chosen is None:
        assert simulate(seats=thing, deals=3, jobs=1, first_deal=True).deals == 3
        return
    with pytest.raises(StrategyError) as caught:
        simulate(seats=thing, deals=3, jobs=1, first_deal=True)
    assert chosen in str(caught.value)
    assert re.match(
        rf"board 0, seat \d: strategy '.*Answering' asked to {decision} ", str(caught.value)
    )


def test_cards_may_be_written_as_text():
    class Writing:
        base = "normal"

        def lead(self, view):
            return tractor_fast.cards.format_faces(view.base())

        def follow(self, view):
            return [tractor_fast.cards.face_name(face) for face in view.base()]

    assert digest(Writing) == digest("normal")


# ---- what is no strategy -------------------------------------------------------------------------


class Nothing:
    """Has no method."""


def broken():
    return 1 // 0


def method():
    return 1


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("x = 7", "mine.py:x: 7 is no strategy; a strategy is a class or object with some of"),
        ("class x: pass", "mine.py:x has none of the methods of a strategy; a strategy is a class"),
        (
            "def x(view): return 1",
            "mine.py:x: building it raised TypeError: x() missing 1 required",
        ),
        (
            "def x(view): return 1",
            "a class or object with some of the methods bid, name, bury, lead",
        ),
        ("def x(): return 1 // 0", "building it raised ZeroDivisionError"),
        ("class x:\n lead = 5", "mine.py:x has none of the methods"),
        ("class x:\n lead = 5\n def follow(s, v): 1", "x: lead = 5: allowed: a method of one arg"),
        (
            "class x:\n def lead(s, v): 1\n def folow(s, v): 1",
            "mine.py:x has a method folow and none that is called follow",
        ),
        ("class x:\n def Bury(s, v): 1\n def lead(s, v): 1", "a method Bury and none that is"),
        ("class x:\n base = 'expret'\n def lead(s, v): 1", "base = 'expret': allowed: random, "),
        ("class x:\n base = 5\n def lead(s, v): 1", "base = 5: allowed: random, "),
        ("class x:\n base = 'random(a=1)'\n def lead(s, v): 1", "random has no parameter 'a'"),
        (
            "class x:\n base = 'easy(careless=2)'\n def lead(s, v): 1",
            "mine.py:x: base = 'easy(careless=2)': easy: careless = 2: allowed: a number from",
        ),
        ("class x:\n parameters = 5\n def lead(s, v): 1", "parameters = 5: allowed: a list of Par"),
        ("class x:\n parameters = [('a', 1)]\n def lead(s, v): 1", "is no Parameter(name, default"),
        (
            "class x:\n parameters = [('a', 3, 0, 2, '')]\n def lead(s, v): 1",
            "a: its default 3 is not from 0 to 2",
        ),
        (
            "class x:\n parameters = [('a', 1, 0, 2, '')] * 2\n def lead(s, v): 1",
            "two parameters are called a",
        ),
        (
            "class x:\n parameters = [(n, 1, 0, 2, '') for n in ('a.b', 'a_b')]\n lead = print",
            "two parameters are called a_b",
        ),
        (
            "class x:\n parameters = [('a', 1, 0, 2, '')]\n def lead(s, v): 1",
            "building it raised TypeError: x() takes no arguments",
        ),
    ],
)
def test_what_is_no_strategy_is_told_in_one_line(tmp_path, monkeypatch, text, message):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "mine.py").write_text(text)
    with pytest.raises(SpecError) as caught:
        parse_strategy("mine.py:x")
    assert message in str(caught.value)
    assert "\n" not in str(caught.value)


def test_helpers_may_be_called_almost_what_decisions_are():
    class Mine:
        def lead(self, view):
            return self.leads(view)

        def leads(self, view):
            return view.base()

        def bind(self):
            """Not like bid enough to be one that is misspelt."""

    assert digest(Mine) == digest("normal")


def test_what_a_view_is_made_of_cannot_be_misused():
    caught = []

    class Tampering:
        def lead(self, view):
            stream = view.random._stream
            for misuse in (
                lambda: type(view)(),
                lambda: type(view).__new__(type(view)).hand,
                lambda: type(stream)().unit(),
                lambda: type(view.legal)(None),
                lambda: type(view.legal)(type(view).__new__(type(view))).count(),
                lambda: copy.deepcopy(view),
                lambda: view.hand_in(5),
                lambda: view.suit_of(54),
                lambda: view.strength_of("As"),
                lambda: view.legal.at(-1),
                lambda: view.legal.is_legal([99]),
                lambda: view.random.getrandbits(-1),
                lambda: view.random.getstate(),
            ):
                with pytest.raises(Exception) as error:  # noqa: PT011
                    misuse()
                caught.append(error.type)
            return view.base()

    simulate(seats=Tampering, deals=2, jobs=1)
    assert {*caught} <= {StrategyError, TypeError, ValueError, CardError, PlayError}
