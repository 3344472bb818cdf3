"""A tournament in a file: what is finished of it, so that it can go on after an interrupt."""

import json
import os
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import msgspec
import numpy as np

from .. import __version__
from .._core import engine
from ..errors import DataError
from ..inputs import path_of, shown
from ..settings import setting_text
from ..sim import Setup, given_texts
from ..strategies import Seated
from .pairing import COLUMNS, Pairing, blocks_of, pairs_of


class _SavedPairing(msgspec.Struct, forbid_unknown_fields=True):
    a: int
    b: int
    digest: str
    seconds: float
    dealt: int
    sums: list[int]
    nonzero: list[int]
    products: list[list[int]]
    blocks: list[int]


class _Saved(msgspec.Struct, forbid_unknown_fields=True):
    tournament: dict[str, Any]
    pairings: list[_SavedPairing]


class TournamentFile:
    """What is finished of a tournament, in a file that is replaced as a whole or not at all.

    Raises:
        DataError: a file that cannot be read or written, or is of another tournament.
    """

    def __init__(self, path: str | Path, setup: Setup, strategies: Sequence[Seated]) -> None:
        """The file is written at once, so that what keeps it from being is known beforehand."""
        self._path = path_of("save", path)
        self._size = len(strategies), setup.boards.deals
        self._identity = _identity(setup, strategies)
        self.pairings: list[Pairing] = self._read()
        self._write()

    def add(self, pairing: Pairing) -> None:
        """Keep a finished pairing."""
        self.pairings.append(pairing)
        self._write()

    def _read(self) -> list[Pairing]:
        try:
            if self._path.exists() and not (self._path.is_file() or self._path.is_dir()):
                raise ValueError("it is something else than a file")  # may have no end, or wait
            text = self._path.read_bytes()
        except FileNotFoundError:
            return []
        except (OSError, ValueError) as error:  # ValueError: a path with a null character
            raise DataError(f"{self._name} cannot be read: {_reason(error)}") from None
        try:
            saved = msgspec.json.decode(text, type=_Saved)
            pairings = [_pairing_of(each, *self._size) for each in saved.pairings]
            if len({(each.a, each.b) for each in pairings}) < len(pairings):
                raise ValueError("it has a pairing twice")
        except (msgspec.MsgspecError, RecursionError, OverflowError, ValueError) as error:
            # Another tournament may have other numbers of strategies and blocks.
            self._check_identity(_tournament_in(text))
            raise DataError(f"{self._name} is no saved tournament: {shown(error, str)}") from None
        self._check_identity(saved.tournament)
        return pairings

    def _check_identity(self, other: dict[str, Any]) -> None:
        for name, mine in self._identity.items() if other else ():
            its = other.get(name)
            if its != mine:
                raise DataError(
                    f"{self._name} is of another tournament: {name} is {_text(its)} there and"
                    f" {_text(mine)} here; name another file"
                )

    def _write(self) -> None:
        saved = {"tournament": self._identity, "pairings": [*map(_plain, self.pairings)]}
        try:
            file = os.path.realpath(self._path)  # a link stays one
            part = Path(f"{file}.part")
            part.write_text(json.dumps(saved) + "\n", encoding="utf-8")
            os.replace(part, file)
        except (OSError, ValueError) as error:
            raise DataError(f"{self._name} cannot be written: {_reason(error)}") from None

    @property
    def _name(self) -> str:
        return f"save = {shown(str(self._path), str, most=300)}"


def _identity(setup: Setup, strategies: Sequence[Seated]) -> dict[str, Any]:
    """All that the figures depend on, as JSON reads it back."""
    return {
        "version": __version__,
        "stream_version": engine.STREAM_VERSION,
        "strategies": [*map(str, strategies)],
        "seed": setup.boards.seed,
        "first_board": setup.boards.first,
        "boards": setup.boards.deals,
        "level": setup.context.level_text(),
        "declarer": setup.context.declarer_text(setup.rules.players),
        "given": given_texts(setup.context.given),
        "where": None if setup.context.where is None else setup.context.where.text,
        **setup.rules.to_dict(),
    }


def _tournament_in(text: bytes) -> dict[str, Any]:
    """What a file says that it is of, if it says so; else nothing."""
    try:
        found = msgspec.json.decode(text)["tournament"]
    except (msgspec.MsgspecError, RecursionError, UnicodeError, TypeError, KeyError):
        return {}
    return found if isinstance(found, dict) else {}


def _plain(pairing: Pairing) -> dict[str, Any]:
    counters = {name: counter.tolist() for name, counter in pairing.totals.items()}
    return {
        "a": pairing.a,
        "b": pairing.b,
        "digest": f"{pairing.digest:032x}",
        "seconds": pairing.seconds,
        "dealt": pairing.dealt,
        **counters,
    }


def _pairing_of(saved: _SavedPairing, strategies: int, boards: int) -> Pairing:
    """ValueError for counters that are not those of a pairing of so many boards."""
    if (saved.a, saved.b) not in pairs_of(strategies):
        raise ValueError(f"it has a pairing of {saved.a} and {saved.b}")
    shapes = {"sums": (COLUMNS,), "nonzero": (COLUMNS,), "products": (COLUMNS, COLUMNS)}
    totals = {}
    for name, shape in (shapes | {"blocks": (blocks_of(boards),)}).items():
        totals[name] = np.array(getattr(saved, name), np.int64)
        if totals[name].shape != shape:
            raise ValueError(f"{name} of the pairing of {saved.a} and {saved.b} are not {shape}")
    digest = int(saved.digest, 16)
    found = Pairing(saved.a, saved.b, totals, digest, saved.seconds, saved.dealt)
    if not (found.fits(boards) and 0 <= digest < 2**128):
        raise ValueError(f"counters of the pairing of {saved.a} and {saved.b} do not fit together")
    return found


def _text(value: Any) -> str:
    text = ", ".join(map(str, value)) if isinstance(value, list) else setting_text(value)
    return shown(text or "empty", str)


def _reason(error: Exception) -> Any:
    return getattr(error, "strerror", None) or error
