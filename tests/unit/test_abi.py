"""The dtypes that strategies from outside use are the structs of the core, byte for byte."""

import pytest

from tractor_fast import abi
from tractor_fast._core.abi import VERSION, layouts

DTYPES = abi.STRUCTS
LAYOUTS = layouts()


def test_every_struct_has_a_dtype():
    assert set(DTYPES) == set(abi.FIELDS) == set(LAYOUTS)
    assert abi.VERSION == VERSION == 1


@pytest.mark.parametrize("name", DTYPES)
def test_sizes_and_offsets_are_those_of_c(name):
    size, offsets = LAYOUTS[name]
    dtype = DTYPES[name]
    assert {field: dtype.fields[field][1] for field in dtype.names} == offsets
    if name == "Spec":  # its head
        assert dtype.itemsize < size
    else:
        assert dtype.itemsize == size


def test_some_offsets_known_by_hand():
    assert abi.BID_MADE.itemsize == 4
    assert abi.MEMO.itemsize == 17 * 8
    assert abi.SEAT.fields["hand"][1] == 8
    assert abi.SEAT.itemsize == 8 + 32 + 32 + 8 + 8
    assert abi.TABLE.fields["spec"][1] == 8
    assert abi.TABLE.fields["bids"][1] == 42


@pytest.mark.parametrize("name", DTYPES)
def test_every_field_says_what_it_is(name):
    for field in abi.FIELDS[name]:
        assert field.meaning
        assert DTYPES[name].fields[field.name][0].shape == field.shape
