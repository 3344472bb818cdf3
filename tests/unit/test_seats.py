import pytest

from tractor_fast.errors import SpecError
from tractor_fast.sim import format_seats, parse_seats, seat_names
from tractor_fast.strategies import parse_strategy, strategies


def seated(seats, players=4):
    return [str(strategy) for strategy in parse_seats(seats, players)]


THROWER = "random(lead.throws=0.25)"


def test_seats_have_letters_with_four_players_and_numbers_otherwise():
    assert seat_names(4) == ("S", "E", "N", "W")
    assert seat_names(6) == ("0", "1", "2", "3", "4", "5")


@pytest.mark.parametrize(
    ("seats", "expected"),
    [
        ("random", ["random"] * 4),
        (" random ", ["random"] * 4),
        (THROWER, [THROWER] * 4),
        ("random(lead.throws = 0.25)", [THROWER] * 4),
        (f"NS=random,EW={THROWER}", ["random", THROWER, "random", THROWER]),
        (f"ew = {THROWER} , ns = random", ["random", THROWER, "random", THROWER]),
        (f"S={THROWER},E=random,N=random,W=random", [THROWER, "random", "random", "random"]),
        (f"NS=random,E={THROWER},3=random", ["random", THROWER, "random", "random"]),
        ({"NS": "random", "EW": THROWER}, ["random", THROWER, "random", THROWER]),
        ("NS=random(),EW=random( )", ["random"] * 4),
    ],
)
def test_every_way_to_seat_four(seats, expected):
    assert seated(seats) == expected


def test_six_seats_are_numbered():
    assert seated(f"EW=random,0={THROWER},2=random,4=random", 6)[:2] == [THROWER, "random"]


def test_an_odd_table_has_no_sides():
    with pytest.raises(SpecError, match="no seat 'NS'"):
        parse_seats("NS=random,1=random,3=random", 5)


@pytest.mark.parametrize(
    ("seats", "message"),
    [
        ("", "'' is no strategy"),
        (",", "'' is not seat=strategy"),
        ("randm", "no strategy 'randm'; did you mean random?"),
        ("RANDOM", "no strategy 'RANDOM'; did you mean random?"),
        ("NS=random", "no strategy for E, W"),
        ("NS=random,EW=random,S=random", "S is named twice"),
        ("NS=random,NS=random", "S is named twice"),
        ("random,EW=random", "'random' is not seat=strategy"),
        ("NS=random,EX=random", "no seat 'EX'"),
        ("NS=random,4=random", "no seat '4'; seats are S, E, N, W, NS, EW"),
        ("NS=random(lead.throws=0.1,EW=random", "parentheses do not match"),
        ("random(lead.throws=0.1))", "parentheses do not match"),
        ("random(lead.throw=1)", "no parameter 'lead.throw'; did you mean lead.throws?"),
        ("random(lead.throws=2)", "random: lead.throws = 2: allowed: a number from 0 to 1"),
        ("random(lead.throws=-0.1)", "lead.throws = -0.1"),
        ("random(lead.throws=nan)", "lead.throws = nan"),
        ("random(lead.throws=)", "lead.throws = : allowed"),
        ("random(lead.throws)", "'lead.throws' is not parameter=value"),
        ("random(lead.throws=0,lead.throws=0)", "lead.throws is given twice"),
        ("random(lead.throws=0,)", "'' is not parameter=value"),
        (
            "ran dom",
            "'ran dom' is no strategy; write name or name(parameter=value); strategies are",
        ),
        ("random)x(", "is no strategy"),
        ({}, "no strategy for S, E, N, W"),
        (None, "seats = None"),
        (7, "seats = 7"),
    ],
)
def test_seats_that_cannot_be_understood(seats, message):
    with pytest.raises(SpecError) as caught:
        parse_seats(seats, 4)
    assert message in str(caught.value)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(
    "text",
    ["random", THROWER, f"NS=random,EW={THROWER}", f"S={THROWER},E=random,N=random,W=random"],
)
def test_text_of_seats_is_the_shortest_that_reads_back(text):
    assert format_seats(parse_seats(text, 4)) == text


def test_every_strategy_can_be_named_with_all_its_parameters():
    for name, strategy in strategies().items():
        for parameter in strategy.parameters:
            assert parameter.low <= parameter.default <= parameter.high
            assert parameter.meaning
            for value in (parameter.low, parameter.high):
                named = parse_strategy(f"{name}({parameter.name}={value!r})")
                assert value in named.values
                assert parse_strategy(str(named)) == named


@pytest.mark.parametrize("players", [0, 9, 2**31, "4", None, 4.0])
def test_a_table_has_at_most_eight_seats(players):
    for call in (lambda: seat_names(players), lambda: parse_seats("random", players)):
        with pytest.raises(SpecError, match=r"players = .*: allowed: a whole number from 1 to 8"):
            call()


@pytest.mark.parametrize("text", [None, 5, b"normal", ["normal"]])
def test_a_strategy_is_text(text):
    with pytest.raises(SpecError, match="is no strategy; strategies are"):
        parse_strategy(text)
