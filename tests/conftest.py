"""Property tests try the same examples every time; --hypothesis-profile=search, others."""

from hypothesis import settings

settings.register_profile("steady", derandomize=True, deadline=None, database=None)
settings.register_profile("search", deadline=None, max_examples=3000)
settings.load_profile("steady")
