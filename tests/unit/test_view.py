"""Hidden cards change neither what a strategy sees nor what it does."""

import ctypes
import random
from collections import Counter

import numpy as np
import pytest
from native import FUNCTION, at, falling_back, native

from tractor_fast import abi, simulate
from tractor_fast._core.engine import POLICIES, Run, policy_addresses
from tractor_fast._core.game import Game
from tractor_fast._core.spec import CompiledRules
from tractor_fast.cards import Trump
from tractor_fast.errors import PlayError, StrategyError
from tractor_fast.rules import Rules

RULE_SETS = [
    Rules(),
    Rules(players=6, decks=3, kitty_theft=True),
    Rules(players=5, partners="friends"),
    Rules(partners="named", failed_throw="next_names"),
    Rules(no_bid="declarer_side_names"),
]
OUT = ("named", "calls", "bid", "cards")
SUITS = 5


def defaults(name):
    return tuple(parameter.default for parameter in POLICIES[name])


def apart(record, dtype):
    """A copy of a record in the middle of memory of its own that is full of ones."""
    room = np.full(3 * dtype.itemsize + 64, 0xFF, np.uint8)
    start = dtype.itemsize + -room.ctypes.data % 64
    room[start : start + dtype.itemsize] = np.frombuffer(record.tobytes(), np.uint8)
    return room, room.ctypes.data + start


@pytest.mark.parametrize("name", POLICIES)
@pytest.mark.parametrize("rules", RULE_SETS)
def test_a_strategy_reads_its_four_records_and_nothing_beside_them(name, rules):
    function = FUNCTION(policy_addresses(name)[CompiledRules(rules).general])
    asked = set()

    def choose(table, seat, memo, choice):
        records = (table, abi.TABLE), (seat, abi.SEAT), (memo, abi.MEMO), (choice, abi.CHOICE)
        copies = [apart(*record) for record in records]
        own = (ctypes.c_double * 64)(*defaults(name))
        for each in (seat, at(copies[1][1], abi.SEAT)):
            each["parameters"] = ctypes.addressof(own)
        there = function(*(address for _, address in copies))
        here = function(*(record.__array_interface__["data"][0] for record, _ in records))
        copy = at(copies[3][1], abi.CHOICE)
        for field in OUT:
            assert (choice[field] == copy[field]).all()
        assert memo == at(copies[2][1], abi.MEMO)
        asked.add(int(choice["decision"]))
        return here or there

    foreign = native(choose)
    digest = Run(rules, [(foreign, ())] * rules.players, 5).play(0, 12)[1]
    assert digest == Run(rules, [(name, defaults(name))] * rules.players, 5).play(0, 12)[1]
    assert asked >= {abi.BID, abi.BURY, abi.LEAD, abi.FOLLOW}


class Watcher:
    """Keeps what the seat asked last has seen, to the last byte."""

    def __init__(self):
        self.seen = None
        self.policy = native(self.look)

    def look(self, table, seat, memo, choice):
        self.seen = table.tobytes(), seat.tobytes(), choice.tobytes()
        return 1

    def of(self, game):
        with pytest.raises(StrategyError, match="gave up with code 1"):
            game.step()
        return self.seen


def deal(rules, rng):
    deck = [face for face in range(54) for _ in range(rules.decks)]
    rng.shuffle(deck)
    return [sorted(deck[12 * i : 12 * i + 12]) for i in range(rules.players)]


def suit(face, trump):
    if face >= 52 or face // 4 == trump.rank or face % 4 == trump.suit:
        return 4
    return face % 4


def reshuffled(hands, seen, knowing, trump, rng):
    """The same hands, but what others hold and have not played changes hands within its suit."""
    held = [list(hand) for hand in hands]
    for seat, faces in seen:
        for face in faces:
            held[seat].remove(face)
    others = [seat for seat in range(len(hands)) if seat != knowing]
    for each in range(SUITS):
        pool = [face for seat in others for face in held[seat] if suit(face, trump) == each]
        rng.shuffle(pool)
        for seat in others:
            held[seat] = [pool.pop() if suit(f, trump) == each else f for f in held[seat]]
    played = [[f for s, faces in seen if s == seat for f in faces] for seat in range(len(hands))]
    return [sorted(held[seat] + played[seat]) for seat in range(len(hands))]


@pytest.mark.parametrize("name", POLICIES)
@pytest.mark.parametrize("rules", [Rules(throws=False), Rules(players=6, decks=3, throws=False)])
def test_hidden_cards_reshuffled_change_nothing(name, rules):
    rng, trump, compiled = random.Random(3), Trump(3, 1), CompiledRules(rules)
    run = Run(rules, [(name, defaults(name))] * rules.players, 5).spec
    watcher = Watcher()
    watching = Run(rules, [(watcher.policy, ())] * rules.players, 5).spec
    compared = {"lead": 0, "follow": 0}
    for _ in range(12):
        hands = deal(rules, rng)
        game = Game.of_hands(compiled, trump, hands, 0, run)
        played = []
        while game.decision is not None:
            seat, decision = game.seat, game.decision
            other = reshuffled(hands, played, seat, trump, rng)
            games = [Game.of_hands(compiled, trump, h, 0, watching) for h in (hands, other)]
            try:
                for _, faces in played:
                    for each in games:
                        each.play(faces)
            except PlayError:  # with other cards somebody could have followed better
                games = []
            choice = game.step()
            if games and other != hands:
                first, second = map(watcher.of, games)
                assert first == second
                games = [Game.of_hands(compiled, trump, h, 0, run) for h in (hands, other)]
                for _, faces in played:
                    for each in games:
                        each.play(faces)
                assert games[0].step() == games[1].step()
                compared[decision] += 1
            played.append((seat, choice))
    assert min(compared.values()) > 50


@pytest.mark.parametrize("rules", RULE_SETS)
def test_a_question_holds_nothing_of_those_before(rules):
    falling = falling_back("random", (0.5, 0.0))

    def choose(table, seat, memo, choice):
        decision = choice["decision"]
        if decision != abi.FOLLOW:
            assert not any(choice["follow"].tobytes())
        if decision != abi.FOLLOW and not table["trick"]:  # else what was chosen last is played
            assert not any(choice["cards"])
            assert choice["named"] == choice["bid"] == 0
        bids = int(choice["n_bids"]) if decision == abi.BID else 0
        assert not any(choice["bids"][bids:].tobytes())
        assert choice["n_bids"] == bids
        named = decision == abi.NAME and choice["name_kind"] == abi.NAME_UNIT
        units = int(choice["n_units"]) if named else 0
        assert not any(choice["units"][units:].tobytes())
        return falling(table, seat, memo, choice)

    expected = Run(rules, [("random", (0.5, 0.0))] * rules.players, 5).play(0, 20)
    assert Run(rules, [(native(choose), ())] * rules.players, 5).play(0, 20) == expected


@pytest.mark.parametrize("rules", RULE_SETS, ids=lambda rules: str(rules.changed()))
def test_nothing_is_seen_of_the_board_before(rules):
    """To the last byte all is as on a board played alone: choices do not depend on chunks."""
    falling = falling_back("random", (0.5, 0.0))
    seen = []

    def look(*records):
        seen.append(b"".join(record.tobytes() for record in records))
        return falling(*records)

    run = Run(rules, [(native(look), ())] * rules.players, 5)
    run.play(0, 8)
    at_once = seen.copy()
    seen.clear()
    for board in range(8):
        run.play(board, 1)
    assert seen == at_once


def test_before_trump_is_known_there_is_no_leader_and_nothing_unplayed():
    class Bidder:
        base = "random"

        def bid(self, view):
            assert view.leader is None
            assert view.unplayed == ()
            assert view.voids == view.played == ((),) * 4
            return view.base()

    assert simulate(seats=Bidder, deals=50, jobs=1).deals == 50


OPEN_RULES = [
    Rules(),
    Rules(decks=1, players=4),
    Rules(players=6, decks=3, reinforce="equal_to_top"),
    Rules(partners="named", failed_throw="next_names"),
    Rules(kitty_theft=True, bid_when="after_deal"),
    Rules(players=5, decks=3, partners="friends", kitty_theft=True),
]


class Onlooker:
    """Writes down what a whole table sees: bids, throws that fail, and cards played."""

    def __init__(self, rules):
        self.rules, self.board, self.counted = rules, None, Counter()

    def note(self, view):
        if view.board != self.board:
            self.board, self.tried = view.board, None
            self.shown = [Counter() for _ in range(view.players)]
            self.played = [Counter() for _ in range(view.players)]
        for seat, face, count, _ in () if any(view.played) else view.bids:
            self.shown[seat] |= Counter({face: count})
        played = [Counter(faces) for faces in view.played]
        for seat in range(view.players):
            laid = played[seat] - self.played[seat]
            if self.tried and self.tried[0] == seat:
                if laid != self.tried[1]:
                    self.shown[seat] |= self.tried[1]
                    self.counted["failed"] += 1
                self.tried = None
            self.counted["of shown"] += bool(laid & self.shown[seat])
            self.shown[seat] -= laid
        self.played = played
        if view.trump is not None:
            self.check(view)

    def check(self, view):
        assert [Counter(faces) for faces in view.shown] == self.shown
        decks = Counter(dict.fromkeys(range(54), view.decks))
        assert Counter(view.unplayed) + sum(self.played, Counter()) == decks
        self.counted["stolen"] += view.decision == "bid"

    def strategy(self):
        class Watching:
            base = "random(lead.throws=0.5)"

            def bid(_, view):
                self.note(view)
                return view.base()

            def lead(_, view):
                self.note(view)
                choice = view.base()
                self.tried = view.seat, Counter(choice)
                return choice

            name = bury = follow = bid

        return Watching


@pytest.mark.parametrize("rules", OPEN_RULES, ids=lambda rules: str(rules.changed()))
def test_shown_and_unplayed_are_what_the_whole_table_knows(rules):
    """Who buries what he has shown, or holds more copies of it, gives neither away."""
    onlooker = Onlooker(rules)
    simulate(seats=onlooker.strategy(), rules=rules, deals=60, jobs=1)
    assert onlooker.counted["of shown"] > 20
    assert onlooker.counted["failed"] > 20
    assert bool(onlooker.counted["stolen"]) == rules.kitty_theft
