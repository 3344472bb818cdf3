"""Whatever is passed to the package's functions in Python: an answer, or one clear line."""

from itertools import islice

import pytest
from hostile import ANYTHING, ODD, Liar, made, try_out
from hypothesis import given, settings

import tractor_fast
from tractor_fast import cards, rules, stats
from tractor_fast._core.engine import Run
from tractor_fast.evaluate.cases import read_rows
from tractor_fast.evaluate.conform import conform
from tractor_fast.evaluate.deal_text import parse, to_text
from tractor_fast.evaluate.engines import engine_named
from tractor_fast.evaluate.one_board import play_one
from tractor_fast.evaluate.perft import perft
from tractor_fast.evaluate.replay import replay, replay_text
from tractor_fast.record import record_deal
from tractor_fast.rules import SETTINGS, Rules
from tractor_fast.sim import Boards, format_seats, parse_context, parse_seats, seat_names
from tractor_fast.strategies import parse_strategy

RUN = Run(Rules(), [("random", (0.25, 0.0))] * 4, 7)
RECORD = play_one(3, seats="random").record
TEXT = to_text(RECORD)


def first_of(call):
    """The call, and the first few of what it yields."""
    return lambda *arguments: list(islice(call(*arguments), 3))


# Functions and what they may be called with.
CALLS = {
    "face_name": (cards.face_name, 3),
    "parse_face": (cards.parse_face, "2c"),
    "parse_faces": (cards.parse_faces, "2c3c"),
    "format_faces": (cards.format_faces, [1, 2]),
    "parse_rank": (cards.parse_rank, "2"),
    "Trump": (lambda rank, suit: str(cards.Trump(rank, suit)), 0, 1),
    "load_rules": (tractor_fast.load_rules, "tractor", {}),
    "allowed_values": (rules.allowed_values, "kitty"),
    "removed": (Rules(kitty=9).removed, 3),
    "deck": (Rules().deck, 3),
    "record_deal": (record_deal, RUN.spec, 3),
    "Boards": (Boards, 1, 2, 3),
    "parse_context": (parse_context, "any", "any", 4),
    "parse_seats": (parse_seats, "random", 4),
    "seat_names": (seat_names, 4),
    "format_seats": (format_seats, parse_seats("random", 4)),
    "parse_strategy": (parse_strategy, "random"),
    "play_one": (play_one, 3, "tractor", "random", 1),
    "replay": (replay, RECORD, Rules()),
    "parse a deal": (parse, TEXT),
    "replay_text": (replay_text, TEXT),
    "conform": (conform, [], "core", 3),
    "perft": (first_of(perft), "missing.jsonl", "core"),
    "read_rows": (first_of(read_rows), "missing.jsonl"),
    "engine_named": (engine_named, "core"),
}
for name in SETTINGS:
    CALLS[f"Rules {name}"] = (lambda value, name=name: Rules(**{name: value}), None)
for name in ("rules", "seats", "seed", "jobs", "overrides", "level", "declarer", "first_board"):
    CALLS[f"simulate {name}"] = (
        lambda value, name=name: tractor_fast.simulate(**{name: value}, deals=2).to_dict(),
        None,
    )


def in_every_place(right, value):
    """The right arguments, with one after the other replaced by the value."""
    for place in range(len(right)):
        yield (*right[:place], made(value), *right[place + 1 :])


@pytest.mark.parametrize("name", CALLS)
def test_every_odd_value_is_answered_or_refused_in_every_place(name):
    call, *right = CALLS[name]
    for odd in ODD:
        for arguments in in_every_place(right, odd):
            try_out(call, *arguments)


@pytest.mark.parametrize("name", CALLS)
@settings(max_examples=15)
@given(ANYTHING)
def test_functions_answer_or_refuse(name, value):
    call, *right = CALLS[name]
    for arguments in in_every_place(right, value):
        try_out(call, *arguments)


@pytest.mark.parametrize(
    ("call", "right"),
    [
        (stats.wilson, (1, 2)),
        (stats.t_quantile, (3,)),
        (lambda *given: stats.Rate(*given).to_dict(), (1, 2)),
        (lambda *given: stats.Moments(*given).to_dict(), (3, 2, 10)),
    ],
)
def test_figures_answer_or_refuse(call, right):
    honest = [odd for odd in ODD if not isinstance(made(odd), Liar)]
    for odd in honest:
        for arguments in in_every_place(right, odd):
            try_out(call, *arguments)


@settings(max_examples=10)
@given(ANYTHING)
def test_a_record_with_anything_in_it_is_replayed_or_refused(value):
    for name in RECORD:
        try_out(replay, RECORD | {name: made(value)}, Rules())
    for name in ("choices", "tricks"):
        entry = dict(RECORD[name][5])
        for field in entry:
            entries = [*RECORD[name][:5], entry | {field: made(value)}, *RECORD[name][6:]]
            try_out(replay, RECORD | {name: entries}, Rules())
