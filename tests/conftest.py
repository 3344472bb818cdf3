"""Property tests try the same examples every time; --hypothesis-profile=search, others."""

import signal

from hypothesis import settings

settings.register_profile("steady", derandomize=True, deadline=None, database=None)
settings.register_profile("search", deadline=None, max_examples=3000)
settings.load_profile("steady")

# The workers of pytest-xdist ignore Ctrl-C, and what they start would have it ignored as well.
signal.signal(signal.SIGINT, signal.default_int_handler)
