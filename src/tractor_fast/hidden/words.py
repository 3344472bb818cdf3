"""Random words of many streams at once: word k depends on the stream's key and on k alone."""

import numpy as np
from numpy.typing import NDArray

Words = NDArray[np.uint64]

_GOLDEN = np.uint64(0x9E3779B97F4A7C15)
_SAMPLE = np.uint64(0xD1B54A32D192ED03)
_TRY = np.uint64(0x8CB92BA72F3D8DD7)


def _mixed(words: Words) -> Words:
    """Every bit of a word changes every bit of the result (the finalizer of splitmix64)."""
    words = (words ^ words >> np.uint64(30)) * np.uint64(0xBF58476D1CE4E5B9)
    words = (words ^ words >> np.uint64(27)) * np.uint64(0x94D049BB133111EB)
    return words ^ words >> np.uint64(31)


def stream_keys(seed: int, samples: Words, tries: Words) -> Words:
    """The key of each stream: of a seed, the number of a sample, and which try at it."""
    key = _mixed(np.array([seed], dtype=np.uint64) + _GOLDEN)
    key = _mixed(key ^ (samples + np.uint64(1)) * _SAMPLE)
    return _mixed(key ^ (tries + np.uint64(1)) * _TRY)


def stream_key(seed: int, sample: int, purpose: int) -> int:
    """One such key, for another purpose than tries."""
    keys = stream_keys(seed, np.array([sample], np.uint64), np.array([purpose], np.uint64))
    return int(keys[0])


def words(keys: Words, n: int, first: int = 0) -> Words:
    """Words ``first`` to ``first + n - 1`` of each stream, (keys, n)."""
    steps = np.arange(first + 1, first + n + 1, dtype=np.uint64) * _GOLDEN
    return _mixed(keys[:, None] + steps)


def fractions(given: Words) -> NDArray[np.float64]:
    """Words as numbers uniform in [0, 1)."""
    return np.asarray((given >> np.uint64(11)) * 2.0**-53, dtype=np.float64)
