"""Property tests try the same examples every time; --hypothesis-profile=search, others."""

import signal
import sys

import pytest
from hypothesis import settings

settings.register_profile("steady", derandomize=True, deadline=None, database=None)
settings.register_profile("search", deadline=None, max_examples=3000)
settings.load_profile("steady")

# The workers of pytest-xdist ignore Ctrl-C, and what they start would have it ignored as well.
signal.signal(signal.SIGINT, signal.default_int_handler)


@pytest.fixture(autouse=True)
def _own_modules_are_forgotten(tmp_path_factory):
    """What a test imports from a directory of its own: others have modules of the same names."""
    before = set(sys.modules)
    yield
    own = str(tmp_path_factory.getbasetemp())
    for name in set(sys.modules) - before:
        file = getattr(sys.modules[name], "__file__", None)
        is_namespace = file is None and hasattr(sys.modules[name], "__path__")
        if is_namespace or str(file).startswith(own):
            del sys.modules[name]
