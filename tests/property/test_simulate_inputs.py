"""Nonsense in, one clear line out: nothing that a person may type ends in a traceback."""

from click.testing import CliRunner
from hypothesis import example, given
from hypothesis import strategies as st

from tractor_fast import compare, simulate
from tractor_fast.cli import main
from tractor_fast.errors import TractorFastError
from tractor_fast.sim import format_seats, parse_seats
from tractor_fast.strategies import parse_strategy

WORDS = st.sampled_from(
    [*"SENWnsew=(),. 0149", "NS", "EW", "random", "normal", "lead.throws", "0.25", "nan", "1e999"]
)
TEXTS = st.lists(WORDS, max_size=12).map("".join) | st.text(max_size=20)
ANYTHING = (
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats()
    | TEXTS
    | st.lists(st.integers(), max_size=3)
    | st.dictionaries(TEXTS, TEXTS, max_size=4)
)


def check_one_line(error):
    assert len(str(error)) < 1000  # a message may list all settings
    assert "\n" not in str(error)


@given(TEXTS, st.integers(4, 8))
@example("random(lead.throws=٣)", 4)
def test_seats_are_understood_or_refused_in_one_line(text, players):
    try:
        seated = parse_seats(text, players)
    except TractorFastError as error:
        check_one_line(error)
    else:
        assert len(seated) == players
        assert parse_seats(format_seats(seated), players) == seated


@given(st.floats(0, 1))
def test_a_parameter_survives_its_text(value):
    seated = parse_strategy(f"random(lead.throws={value!r})")
    assert seated.values[0] == value
    assert parse_strategy(str(seated)) == seated


SETTINGS = (
    *("rules", "seats", "seed", "jobs", "overrides"),
    *("level", "declarer", "first_deal", "first_board"),
)


@given(
    st.fixed_dictionaries({}, optional=dict.fromkeys(SETTINGS, ANYTHING)),
    st.integers(-2, 3) | st.floats() | TEXTS,
)
def test_simulate_answers_or_refuses(question, deals):
    try:
        result = simulate(**question, deals=deals)
    except TractorFastError as error:
        check_one_line(error)
    else:
        assert result.deals == deals


PAIR_SETTINGS = ("a", "b", *(name for name in SETTINGS if name != "seats"))


@given(
    st.fixed_dictionaries({}, optional=dict.fromkeys(PAIR_SETTINGS, ANYTHING)),
    st.integers(-2, 3) | st.floats() | TEXTS,
)
def test_compare_answers_or_refuses(question, boards):
    try:
        result = compare(**({"a": "random", "b": "greedy"} | question), boards=boards)
    except TractorFastError as error:
        check_one_line(error)
    else:
        assert result.boards == boards


OPTIONS = st.sampled_from(
    [
        *("--rules", "--set", "--seats", "--deals", "--seed", "--first-board", "--level"),
        *("--declarer", "--first-deal", "--jobs", "--format", "--help", "--nonsense", "-"),
    ]
)


A_FEW = st.sampled_from([["simulate", "--deals", "2"], ["compare", "--boards", "2"]])


@given(A_FEW, st.lists(OPTIONS | TEXTS, max_size=6))
def test_the_command_line_never_ends_in_a_traceback(command, arguments):
    name, *few = command
    result = CliRunner().invoke(main, [name, *arguments, *few])
    assert result.exit_code in (0, 2)
    if result.exit_code:
        assert result.stderr.startswith("error: ")
        assert result.stderr.count("\n") == 1
