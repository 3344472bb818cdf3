import numpy as np
import pytest

from tractor_fast.errors import CardError, SpecError
from tractor_fast.inputs import shown, whole


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
