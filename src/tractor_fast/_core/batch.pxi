# The body of both batch modules: the arrays of a call are checked, then answered without the GIL.

from ..errors import ArrayError
from ..inputs import MOST, whole
from .arrays cimport Arrays, Fault, fault_to_error
from .batch cimport Batch, Rows, count_rows, deal_rows, lay_flat, legal_rows, resolve_rows, sample_rows
from .spec cimport CompiledRules
from .types cimport NONE
from cpython.exc cimport PyErr_CheckSignals

cdef enum:
    ROWS_AT_ONCE = 1 << 18   # an interrupt is looked for after so many
    GENERAL_ROWS_AT_ONCE = 1 << 12


cdef bint _legal(const Batch* b, Py_ssize_t first, Py_ssize_t end, Fault* fault) noexcept nogil:
    return legal_rows(b, first, end, fault, 2)

cdef bint _legal_general(const Batch* b, Py_ssize_t first, Py_ssize_t end, Fault* fault) noexcept nogil:
    return legal_rows(b, first, end, fault, 4)

cdef bint _count(const Batch* b, Py_ssize_t first, Py_ssize_t end, Fault* fault) noexcept nogil:
    return count_rows(b, first, end, fault, 2)

cdef bint _count_general(const Batch* b, Py_ssize_t first, Py_ssize_t end, Fault* fault) noexcept nogil:
    return count_rows(b, first, end, fault, 4)

cdef bint _sample(const Batch* b, Py_ssize_t first, Py_ssize_t end, Fault* fault) noexcept nogil:
    return sample_rows(b, first, end, fault, 2)

cdef bint _sample_general(const Batch* b, Py_ssize_t first, Py_ssize_t end, Fault* fault) noexcept nogil:
    return sample_rows(b, first, end, fault, 4)

cdef bint _resolve(const Batch* b, Py_ssize_t first, Py_ssize_t end, Fault* fault) noexcept nogil:
    return resolve_rows(b, first, end, fault, 2)

cdef bint _resolve_general(const Batch* b, Py_ssize_t first, Py_ssize_t end, Fault* fault) noexcept nogil:
    return resolve_rows(b, first, end, fault, 4)

cdef bint _deal(const Batch* b, Py_ssize_t first, Py_ssize_t end, Fault* fault) noexcept nogil:
    return deal_rows(b, first, end, fault, 4)


cdef int _answer(CompiledRules rules, const Batch* batch, Py_ssize_t rows, Rows plain,
                 Rows general) except -1:
    cdef Rows answer = general if rules.spec.general else plain
    cdef Py_ssize_t at_once = GENERAL_ROWS_AT_ONCE if rules.spec.general else ROWS_AT_ONCE
    cdef Py_ssize_t first = 0, end
    cdef Fault fault
    cdef bint fine
    while first < rows:
        end = first + min(rows - first, at_once)
        with nogil:
            fine = answer(batch, first, end, &fault)
        if not fine:
            raise fault_to_error(&fault)
        PyErr_CheckSignals()
        first = end
    return 0


cdef Arrays _read_positions(CompiledRules rules, Batch* batch, object hands, object leads, object levels,
                            object trumps):
    cdef Arrays arrays = Arrays(rules.spec.decks)
    batch.spec = &rules.spec
    lay_flat(batch.flat)
    arrays.planes("hands", hands, 0, &batch.hands)
    arrays.planes("leads", leads, 0, &batch.leads)
    arrays.bytes_or_one("levels", levels, 0, 12, &batch.levels)
    arrays.bytes_or_one("trumps", trumps, 0, 4, &batch.trumps)
    return arrays


def legal(CompiledRules rules not None, hands, leads, plays, levels, trumps, out=None):
    """See tractor_fast.legal_batch."""
    cdef Batch batch
    cdef Arrays arrays = _read_positions(rules, &batch, hands, leads, levels, trumps)
    arrays.planes("plays", plays, 0, &batch.plays)
    out = arrays.result("out", out, "bool", 0, 0, &batch.out)
    _answer(rules, &batch, arrays.rows, _legal, _legal_general)
    return out


def count(CompiledRules rules not None, hands, leads, levels, trumps, out=None):
    """See tractor_fast.count_batch."""
    cdef Batch batch
    cdef Arrays arrays = _read_positions(rules, &batch, hands, leads, levels, trumps)
    out = arrays.result("out", out, "uint64", 0, 0, &batch.out)
    _answer(rules, &batch, arrays.rows, _count, _count_general)
    return out


def sample(CompiledRules rules not None, hands, leads, levels, trumps, seed, first_row, out=None):
    """See tractor_fast.sample_batch."""
    cdef Batch batch
    cdef Arrays arrays = _read_positions(rules, &batch, hands, leads, levels, trumps)
    batch.seed = whole("seed", seed, 0, MOST)
    out = arrays.result("out", out, "uint64", 0, rules.spec.decks, &batch.out)
    batch.first = whole("first_row", first_row, 0, MOST + 1 - arrays.rows)
    _answer(rules, &batch, arrays.rows, _sample, _sample_general)
    return out


def resolve(CompiledRules rules not None, plays, leaders, levels, trumps, winners=None, points=None):
    """See tractor_fast.resolve_batch."""
    cdef Batch batch
    cdef Arrays arrays = Arrays(rules.spec.decks)
    cdef int players = rules.spec.players
    batch.spec = &rules.spec
    arrays.planes("plays", plays, players, &batch.plays)
    arrays.bytes_or_one("leaders", leaders, 0, players - 1, &batch.leaders)
    arrays.bytes_or_one("levels", levels, 0, 12, &batch.levels)
    arrays.bytes_or_one("trumps", trumps, 0, 4, &batch.trumps)
    winners = arrays.result("out, winners", winners, "uint8", 0, 0, &batch.out)
    points = arrays.result("out, points", points, "int16", 0, 0, &batch.points)
    _answer(rules, &batch, arrays.rows, _resolve, _resolve_general)
    return winners, points


def deal(CompiledRules rules not None, n, seed, first_board, level, hands=None, kitties=None, levels=None,
         declarers=None):
    """See tractor_fast.deal_batch."""
    cdef Batch batch
    cdef Arrays arrays = Arrays(rules.spec.decks)
    cdef int decks = rules.spec.decks
    batch.spec = &rules.spec
    batch.seed = whole("seed", seed, 0, MOST)
    batch.first = whole("first_board", first_board, 0, MOST)
    batch.level = NONE if level is None else whole("level", level, 0, 12)
    arrays.rows = whole("n", n, 0, min(MOST + 1 - batch.first, 2**58))
    hands = arrays.result("out, hands", hands, "uint64", rules.spec.players, decks, &batch.out)
    kitties = arrays.result("out, kitties", kitties, "uint64", 0, decks, &batch.kitties)
    levels = arrays.result("out, levels", levels, "uint8", 0, 0, &batch.levels)
    declarers = arrays.result("out, declarers", declarers, "uint8", 0, 0, &batch.leaders)
    _answer(rules, &batch, arrays.rows, _deal, _deal)
    return hands, kitties, levels, declarers
