import itertools

import numpy as np
import pytest

from tractor_fast import bid_value, load_rules
from tractor_fast.errors import CardError, RulesError, SpecError
from tractor_fast.inputs import listed, one_of, shown, whole


@pytest.mark.parametrize("value", [3, np.int64(3), np.uint8(3)])
def test_whole_numbers_of_any_kind_become_plain_ints(value):
    number = whole("seat", value, 0, 3)
    assert (type(number), number) == (int, 3)


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (4, "4"),
        (-1, "-1"),
        (True, "True"),
        (1.0, "1.0"),
        ("1", "'1'"),
        (None, "None"),
        pytest.param(10**5000, "a value of type int", id="huge"),
        ("a\nb", r"'a\nb'"),
        (np.zeros((2, 2)), "array([[0., 0.], [0., 0.]])"),
    ],
)
def test_anything_else_is_refused_by_name(value, text):
    with pytest.raises(SpecError) as refused:
        whole("seat", value, 0, 3)
    assert str(refused.value) == f"seat = {text}: allowed: a whole number from 0 to 3"


def test_the_error_class_is_the_callers():
    with pytest.raises(CardError):
        whole("face", 54, 0, 53, CardError)


def test_values_are_shown_on_one_short_line():
    assert shown(" a\n b ", str) == "a b"
    assert shown("x" * 100) == "'" + "x" * 56 + "..."
    assert len(shown(list(range(1000)))) == 60


@pytest.mark.parametrize(
    "value", [[1, 2], (1, 2), iter([1, 2]), {1: "a", 2: "b"}, np.array([1, 2])]
)
def test_what_can_be_gone_through_is_a_list(value):
    assert listed(value) == [1, 2]


@pytest.mark.parametrize("value", [None, 7, np.array(7), object(), len])
def test_what_cannot_is_none(value):
    assert listed(value) is None


@pytest.mark.parametrize("value", ["levl", "", None, 7, ["level"], np.zeros(2), {}])
def test_one_of_some_texts_is_no_other_value(value):
    assert one_of("by", "level", ("level", "role")) == "level"
    with pytest.raises(SpecError, match=r"by = .*: allowed: level, role"):
        one_of("by", value, ("level", "role"))


def test_what_never_ends_is_no_list():
    assert listed(itertools.repeat(0)) is None
    assert listed(range(5)) == [0, 1, 2, 3, 4]
    with pytest.raises(RulesError, match=r"overrides = count.*allowed: a mapping, or a list"):
        load_rules("tractor", itertools.count())
    for by in (itertools.repeat("trumps"), 7):
        with pytest.raises(SpecError, match=r"^by"):
            bid_value("expert", boards=1, by=by)
