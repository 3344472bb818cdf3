"""A sequential test of a comparison that was played and saved before: nothing is played again."""

import shlex
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any, ClassVar

import msgspec

from ..errors import DataError
from ..inputs import MOST, UTF8, path_of, shown
from ..stats import MOST_MEAN, Mean
from .stopping import SequentialTest, parse_test

_LARGEST = 2**24  # bytes; what compare prints is some thousand
_LEAST_SPREAD = 1e-100  # a smaller one has no square

_Levels = Annotated[float, msgspec.Meta(ge=-MOST_MEAN, le=MOST_MEAN)]


class _LevelsPerDeal(msgspec.Struct):
    mean: _Levels | None
    sd: Annotated[float, msgspec.Meta(ge=0, le=MOST_MEAN)] | None


class _Saved(msgspec.Struct):
    """What is read of the JSON that ``compare --format json`` writes."""

    a: str
    b: str
    boards: Annotated[int, msgspec.Meta(ge=0)]
    seed: int
    digest: str
    stopped_by: str
    levels_per_deal: _LevelsPerDeal

    def __post_init__(self) -> None:
        mean, sd = self.levels_per_deal.mean, self.levels_per_deal.sd
        if self.boards > MOST + 1:
            raise ValueError(f"there are no {self.boards} boards")
        if (mean is None and sd is not None) or (sd is not None and self.boards < 2):
            raise ValueError(f"{self.boards} boards with mean {mean} have no spread {sd}")
        if sd and sd < _LEAST_SPREAD:
            raise ValueError(f"no levels have the spread {sd}")


@dataclass(frozen=True, slots=True)
class SavedMean(Mean):
    """A mean whose values are not at hand any more."""

    n: int
    mean: float | None = None
    sd: float | None = None


@dataclass(frozen=True)
class PostHoc:
    """Result of :func:`tractor_fast.post_hoc`: the test, and what is told of the saved run.

    All boards of the run are judged at once, wherever it ended.
    """

    KEYS: ClassVar = ("a", "b", "boards", "seed", "digest", "stopped_by", "file", "command")

    a: str
    b: str
    boards: int
    seed: int
    digest: str
    stopped_by: str
    file: str
    test: SequentialTest
    levels_per_deal: SavedMean

    @property
    def command(self) -> str:
        """The command line that judges it again."""
        words = ["tractor-fast", "compare", "--post-hoc", self.file, *self.test.words()]
        return shlex.join(words)

    @property
    def sprt(self) -> dict[str, Any]:
        """The test, its log-likelihood ratio and bounds, and ``low``, ``high`` or ``undecided``."""
        return self.test.to_dict(self.levels_per_deal)

    def to_dict(self) -> dict[str, Any]:
        """All of it as JSON can write it."""
        figures = {"levels_per_deal": self.levels_per_deal.to_dict(), "sprt": self.sprt}
        return {name: getattr(self, name) for name in self.KEYS} | figures


def post_hoc(
    file: str | Path,
    sprt: str | Sequence[float],
    alpha: float | None = None,
    beta: float | None = None,
) -> PostHoc:
    """Judge a saved comparison by Wald's test between two means, in levels per deal.

    Args:
        file: what ``tractor-fast compare --format json`` printed.
        sprt: the means ``(low, high)``, or a text ``"low,high"``.
        alpha: how often the test may decide for ``high`` where the mean is ``low``; None: 0.05.
        beta: the reverse.

    Raises:
        SpecError: no two means, low not below high, or an error rate that is not allowed.
        DataError: the file cannot be read, or is no comparison.
    """
    test = parse_test(sprt, alpha, beta)
    saved = _read(file)
    levels = SavedMean(saved.boards, saved.levels_per_deal.mean, saved.levels_per_deal.sd)
    return PostHoc(
        a=saved.a,
        b=saved.b,
        boards=saved.boards,
        seed=saved.seed,
        digest=saved.digest,
        stopped_by=saved.stopped_by,
        file=str(file),
        test=test,
        levels_per_deal=levels,
    )


def _read(file: str | Path) -> _Saved:
    path = path_of("file", file)
    name = shown(str(path), str, most=300)
    try:
        with path.open("rb") as stream:
            data = stream.read(_LARGEST + 1)
        if len(data) > _LARGEST:  # it may have no end
            raise DataError(f"{name} is too large for what compare --format json prints")
        return msgspec.json.decode(str(data, UTF8), type=_Saved)
    except (OSError, ValueError, RecursionError) as error:
        if isinstance(error, DataError):
            raise
        if isinstance(error, msgspec.MsgspecError | RecursionError):
            why = f"is not what compare --format json prints: {shown(error, str, 200)}"
        else:
            why = f"cannot be read: {getattr(error, 'strerror', None) or 'not UTF-8 text'}"
        raise DataError(f"{name} {why}") from None
