"""Whatever Python passes to the compiled core: an answer, or one clear line."""

import itertools

import numpy as np
import pytest
from hostile import ANYTHING, ODD, made, try_out
from hypothesis import given, settings
from hypothesis import strategies as st

from tractor_fast._core import engine, game, moves, referee, run, spec, streams
from tractor_fast.cards import Trump
from tractor_fast.rules import Rules

RULE_SETS = [
    Rules(),
    Rules(players=5, partners="friends", friend_cards="any", double_join=False),
    Rules(partners="named", kitty_theft=True, no_bid="redeal"),
    Rules(decks=4, follow="pairs_only", bulldozer_ladder="as_listed", failed_throw="next_names"),
    Rules(players=6, rainbows=4, bombs="suit_following", throw_follow="each_unit"),
    Rules(players=8, protect_longer_tuples=True, tractor_width=3, tractor_length=3),
    Rules(decks=3, rainbows=5, bombs="any_suit", throws=False, close_level_gap=False, kitty=60),
    Rules(decks=1, bid_when="after_deal", no_bid="declarer_side_names", reinforce="equal_to_top"),
]
COMPILED = spec.CompiledRules(Rules())
ALL_COMPILED = [COMPILED, *map(spec.CompiledRules, RULE_SETS[1:])]
SEATS = [("random", (0.25, 0.0))] * 4
RUN = engine.Run(Rules(), SEATS, 7)
RUNS = [engine.Run(rules, SEATS[:1] * rules.players, 7) for rules in RULE_SETS]
KERNELS = [engine._load(name, general) for name in engine.kernels() for general in (False, True)]

RULES = st.sampled_from(RULE_SETS)
COMPILED_RULES = st.sampled_from(ALL_COMPILED)
TRUMPS = st.builds(Trump, st.integers(0, 12), st.none() | st.integers(0, 3))
FACES = st.integers(0, 53)
CARDS = st.lists(FACES, max_size=12)
SUITED = st.lists(st.integers(0, 11).map(lambda rank: 4 * rank + 1), min_size=1, max_size=8)
HANDS = st.sampled_from([4, 4, 5, 6, 8]).flatmap(
    lambda players: st.lists(CARDS, min_size=players, max_size=players)
)
UNITS = st.none() | st.lists(
    st.tuples(
        st.sampled_from(["single", "tuple", "tractor", "group"]),
        st.integers(1, 4),
        st.lists(FACES, min_size=1, max_size=3),
    ),
    max_size=4,
)
SEAT = st.integers(0, 7)
WORD = st.integers(0, 2**64 - 1)
SMALL = st.integers(0, 20)
ROWS = st.integers(0, 25).map(lambda n: np.zeros(n, run.ROW)) | st.sampled_from(
    [
        np.zeros(50, run.ROW)[::2],
        np.zeros((5, 5), run.ROW),
        np.zeros((5, 5), run.ROW, order="F"),
        np.zeros((), run.ROW),
        np.zeros(25, run.ROW.newbyteorder()),
        np.zeros(25, run.ROW).view(np.recarray),
        np.ma.zeros(25, run.ROW),
        np.zeros(25 * run.ROW.itemsize, np.uint8),
        np.frombuffer(bytes(25 * run.ROW.itemsize), run.ROW),
        np.zeros(25),
    ]
)
TOTALS = st.builds(run.new_totals) | st.sampled_from(
    [np.zeros(3, np.int64), np.zeros(0, np.int64), np.zeros(len(run.new_totals()))]
)
BIDS = st.lists(st.tuples(SEAT, FACES, st.integers(1, 2)), max_size=4)


def few(boards):
    """Not more boards than a test has time for; the interrupt of many has a test of its own."""
    return 25 if type(boards) is int and boards > 1000 else boards


CALLS = {
    "CompiledRules": (spec.CompiledRules, RULES),
    "RunSpec": (run.RunSpec, RULES, st.just(SEATS), WORD, st.none() | SMALL, st.none() | SEAT),
    "Run": (
        lambda *arguments: engine.Run(*arguments).play(0, 2),
        RULES,
        st.sampled_from([4, 4, 5, 6, 8]).map(lambda players: SEATS[:1] * players),
        WORD,
        st.none() | SMALL,
        st.none() | SEAT,
    ),
    "Run kernel": (
        lambda kernel: engine.Run(Rules(), SEATS, 7, kernel=kernel),
        st.sampled_from(engine.kernels()),
    ),
    "Run.play": (
        lambda first, boards, rows: RUN.play(first, few(boards), rows),
        WORD,
        SMALL,
        st.none() | ROWS,
    ),
    "totals_to_dict": (run.totals_to_dict, TOTALS),
    "Game.of_board": (game.Game.of_board, st.just(RUN.spec), WORD),
    "Game.of_hands": (
        game.Game.of_hands,
        COMPILED_RULES,
        TRUMPS,
        HANDS,
        SEAT,
        st.none() | st.just(RUN.spec),
    ),
    "reading": (moves.reading, COMPILED_RULES, TRUMPS, SUITED),
    "Plays": (moves.Plays, COMPILED_RULES, TRUMPS),
    "Follows": (moves.Follows, COMPILED_RULES, TRUMPS, SUITED, CARDS, UNITS),
    "Leads": (moves.Leads, COMPILED_RULES, TRUMPS, CARDS),
    "UnitLeads": (moves.UnitLeads, COMPILED_RULES, TRUMPS, CARDS),
    "Choices": (moves.Choices, COMPILED_RULES, TRUMPS, CARDS, SMALL),
    "winner": (referee.winner, COMPILED_RULES, TRUMPS, SEAT, HANDS, UNITS),
    "throw": (referee.throw, COMPILED_RULES, TRUMPS, SEAT, HANDS, SUITED, UNITS),
    "bids": (referee.bids, COMPILED_RULES, st.integers(0, 12), SEAT, CARDS, BIDS),
    "trump_shown": (referee.trump_shown, FACES),
    "kitty_factor": (referee.kitty_factor, COMPILED_RULES, TRUMPS, SUITED, UNITS),
    "score": (referee.score, COMPILED_RULES, st.integers()),
    "joined": (
        referee.joined,
        COMPILED_RULES,
        SEAT,
        st.lists(st.tuples(FACES, st.integers(1, 4)), max_size=3),
        st.lists(st.tuples(SEAT, CARDS), max_size=4),
    ),
    "next_declarer": (referee.next_declarer, COMPILED_RULES, SEAT, st.booleans()),
    "key": (streams.key, WORD, WORD, st.sampled_from(list(streams.PURPOSES)), SMALL, SMALL),
    "draws": (streams.draws, WORD, SMALL, WORD),
    "deal_draws": (streams.deal_draws, WORD, SMALL, WORD),
    "xoshiro_from": (streams.xoshiro_from, st.lists(WORD, min_size=4, max_size=4), SMALL),
    "splitmix_draws": (streams.splitmix_draws, WORD, SMALL),
}
for kernel in KERNELS:
    name = kernel.__name__.rpartition(".")[2]
    CALLS[f"{name} bind"] = (kernel.bind, st.sampled_from(RUNS).map(lambda run: run.spec))
    CALLS[f"{name} play"] = (
        lambda run, first, boards, *arrays, kernel=kernel: kernel.play(
            run, first, few(boards), *arrays
        ),
        st.just(RUN.spec),
        WORD,
        SMALL,
        TOTALS,
        st.none() | ROWS,
    )


def arguments_of(data, strategies):
    """Arguments for a call: right ones, but for one or two that may be anything."""
    wrong = data.draw(st.sets(st.integers(0, len(strategies) - 1), max_size=2))
    drawn = [data.draw(ANYTHING if i in wrong else right) for i, right in enumerate(strategies)]
    return list(map(made, drawn))


@pytest.mark.parametrize("name", CALLS)
@settings(max_examples=30)
@given(st.data())
def test_functions_answer_or_refuse(name, data):
    call, *strategies = CALLS[name]
    try_out(call, *arguments_of(data, strategies))


@pytest.mark.parametrize("name", CALLS)
@settings(max_examples=1)
@given(st.data())
def test_every_odd_value_is_answered_or_refused_in_every_place(name, data):
    call, *strategies = CALLS[name]
    right = [data.draw(strategy) for strategy in strategies]
    for place, odd in itertools.product(range(len(right)), ODD):
        try_out(call, *right[:place], made(odd), *right[place + 1 :])


PLAYS = {
    "is_legal": (CARDS,),
    "count": (),
    "unrank": (st.integers(0, 10),),
    "enumerate": (SMALL,),
    "sample": (WORD, SMALL),
    "sample_throws": (WORD, SMALL),
}


@settings(max_examples=200)
@given(
    st.data(),
    COMPILED_RULES,
    TRUMPS,
    SUITED,
    st.lists(FACES, min_size=8, max_size=30),
    st.sampled_from(sorted(PLAYS)),
)
def test_sets_of_plays_answer_or_refuse(data, compiled, trump, lead, hand, method):
    copies = data.draw(st.integers(1, compiled.rules.decks))
    hand = [face for face in dict.fromkeys(hand) for _ in range(copies)][:54]
    sets = [
        try_out(moves.Follows, compiled, trump, lead, hand),
        try_out(moves.Leads, compiled, trump, hand),
        try_out(moves.UnitLeads, compiled, trump, hand),
        try_out(moves.Choices, compiled, trump, hand, min(8, len(hand))),
        moves.Plays(compiled, trump),
    ]
    for plays in sets:
        call = getattr(plays, method, None)
        if call is None:
            continue
        answer = try_out(call, *arguments_of(data, PLAYS[method]) if PLAYS[method] else ())
        if method in ("enumerate", "sample", "sample_throws") and answer is not None:
            assert all(plays.is_legal(play) for play, _ in zip(answer, range(20), strict=False))
            again = try_out(type(answer), made(data.draw(ANYTHING)), made(data.draw(ANYTHING)), 3)
            assert again is None


METHODS = {
    "hand": (SEAT,),
    "dealt": (SEAT,),
    "draw_order": (SEAT,),
    "legal_play": (SMALL,),
    "bid": (FACES, SMALL),
    "play": (CARDS,),
    "name": (SMALL | st.lists(st.tuples(FACES, st.integers(1, 4)), max_size=3),),
    **dict.fromkeys(("copy", "step", "legal_count", "points", "kitty", "buried"), ()),
}
PROPERTIES = [
    *("decision", "seat", "declarer", "first_drawer", "level", "trump", "bids", "open_bids"),
    *("trick", "throws", "row", "naming", "units", "calls", "team", "attempt"),
]


def new_games():
    hands = [[0, 0, 4, 1], [5, 5, 8, 12], [9, 9, 13, 16], [2, 6, 10, 52]]
    return st.one_of(
        st.builds(game.Game),
        st.builds(
            lambda run, board: game.Game.of_board(run.spec, board), st.sampled_from(RUNS), WORD
        ),
        st.just(run.RunSpec(Rules(), SEATS, 1)).map(lambda one: game.Game.of_board(one, 3)),
        st.builds(
            lambda compiled, trump: game.Game.of_hands(compiled, trump, hands, 1),
            st.sampled_from([one for one in ALL_COMPILED if one.rules.hand_size == 25]),
            TRUMPS,
        ),
        TRUMPS.map(lambda trump: game.Game.of_hands(COMPILED, trump, [[]] * 4, 1)),
    )


def advance(played, steps):
    for _ in range(steps):
        if try_out(lambda: played.decision) is None:
            break
        try_out(played.step)


@settings(max_examples=300)
@given(st.data(), new_games(), st.integers(0, 230), st.lists(st.sampled_from(sorted(METHODS))))
def test_a_game_in_any_phase_answers_or_refuses(data, played, steps, methods):
    advance(played, steps)
    for method in methods:
        before = played.copy() if try_out(lambda: played.level) is not None else None
        try_out(getattr(played, method), *arguments_of_method(data, method))
        for name in PROPERTIES:
            try_out(getattr, played, name)
        if before is not None:
            check_cards(played)
            check_cards(before)


def arguments_of_method(data, method):
    strategies = METHODS[method]
    return arguments_of(data, strategies) if strategies else []


def check_cards(played):
    """No card appears or gets lost, whatever was tried."""
    trump = played.trump
    if trump is not None:
        leader, plays, _ = played.trick
        seats = range(len(played.points()))
        cards = sum((len(played.hand(seat)) for seat in seats), len(played.buried()))
        held = cards + sum(map(len, plays))
        dealt = sum(len(played.dealt(seat)) for seat in seats) + len(played.kitty())
        assert held <= dealt
        assert leader in seats
