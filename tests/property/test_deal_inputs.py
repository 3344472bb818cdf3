"""Whatever a Deal and the sampler of hidden hands are given is answered, or refused in one line."""

from itertools import islice

import numpy as np
from hostile import ODD, Recipe, Thrown
from hypothesis import given
from hypothesis import strategies as st

from tractor_fast import Deal
from tractor_fast.errors import TractorFastError
from tractor_fast.hidden import consistent, sample_hidden

ALLOWED = (TractorFastError, TypeError, ValueError, OverflowError, Thrown)


def made(value):
    return value.make() if isinstance(value, Recipe) else value


ODDITIES = st.sampled_from(ODD).map(made)


def check_one_line(error):
    assert "\n" not in str(error)


def in_play():
    deal = Deal.of_board(seed=3, board=1, seats="random", level=5)
    while deal.decision != "lead":
        deal.step()
    deal.step()
    return deal


DEAL = in_play()
VIEW = DEAL.view()
WORLD = sample_hidden(VIEW, 1)
FRIENDS = Deal.of_board("finding-friends", seed=3, seats="random")
while FRIENDS.naming != "friends":
    FRIENDS.step()

QUESTIONS = {
    "of_board": lambda a, b: Deal.of_board(a, board=b),
    "of_board seats": lambda a, b: Deal.of_board(seats=a, level=b),
    "of_hands": lambda a, b: Deal.of_hands("tractor", a, trump=b),
    "of_hands leader": lambda a, b: Deal.of_hands("tractor", ["3c"] * 4, trump="2s", leader=a),
    "of_world": lambda a, b: Deal.of_world(a, WORLD.hands[0], b),
    "of_world cards": lambda a, b: Deal.of_world(VIEW, a, b),
    "of_world seed": lambda a, b: Deal.of_world(
        VIEW, WORLD.hands[0], WORLD.kitty[0], seed=a, sample=b
    ),
    "worlds": lambda a, b: next(Deal.worlds(VIEW, 1, seats=a, seed=b)),
    "sample": lambda a, b: sample_hidden(a, 1, seed=b),
    "sample n": lambda a, b: sample_hidden(VIEW, a if a != 2**31 else 1, know=b),
    "consistent": lambda a, b: consistent(VIEW, WORLD.hands[0], a, coming=b),
    "play": lambda a, b: DEAL.copy().play(a),
    "bid": lambda a, b: DEAL.copy().bid(a, b),
    "name": lambda a, b: FRIENDS.copy().name(a),
    "name one": lambda a, b: FRIENDS.copy().name([(a, b)]),
    "view": lambda a, b: DEAL.view(a),
    "hand": lambda a, b: DEAL.hand(a),
    "legal": lambda a, b: list(islice(DEAL.legal_plays(a), 3)),
}


@given(st.sampled_from(sorted(QUESTIONS)), ODDITIES, ODDITIES)
def test_nonsense_is_refused_in_one_line(question, a, b):
    before = (DEAL.decision, DEAL.seat, DEAL.hand(), FRIENDS.naming)
    try:
        QUESTIONS[question](a, b)
    except TractorFastError as error:
        check_one_line(error)
    except ALLOWED:
        pass
    assert (DEAL.decision, DEAL.seat, DEAL.hand(), FRIENDS.naming) == before


@given(st.lists(st.integers(0, 2**64 - 1), min_size=10, max_size=10))
def test_planes_that_are_none_are_refused(words):
    planes = np.array(words, dtype=np.uint64)
    try:
        Deal.of_world(VIEW, planes[:8].reshape(4, 2), planes[8:])
    except TractorFastError as error:
        check_one_line(error)
