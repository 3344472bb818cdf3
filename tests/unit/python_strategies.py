"""Strategies in Python for tests: small ones that play, and ones that misbehave."""

import threading
import time

import tractor_fast
from tractor_fast.strategies import Parameter


class Small:
    """Bids what it can, and plays low cards."""

    parameters = (
        Parameter("bid.most", 2.0, 0.0, 4.0, "cards that it shows at most"),
        Parameter("tidy", 0.0, 0.0, 1.0, "buries the highest cards too"),
    )

    def __init__(self, bid_most=2.0, tidy=0.0):
        self.most = bid_most
        self.tidy = tidy

    def bid(self, view):
        options = [option for option in view.options if option[1] <= self.most]
        return options[0] if options else None

    def name(self, view):
        return view.base()

    def bury(self, view):
        hand = sorted(view.hand, key=view.strength_of, reverse=bool(self.tidy))
        return hand[: view.cards]

    def lead(self, view):
        for suit in range(5):
            cards = view.hand_in(suit)
            if cards:
                return cards[-1:]

    def follow(self, view):
        if view.cards == 1:
            cards = view.hand_in(view.lead_suit) or view.hand
            return cards[:1]
        return view.legal.sample()


class ByChance:
    """Draws all its choices from the view's stream, as the built-in random does."""

    def bid(self, view):
        return view.random.choice([*view.options, None])

    def bury(self, view):
        return view.legal.sample()

    def lead(self, view):
        return view.random.choice(view.unit_leads())

    def follow(self, view):
        return view.legal.sample()


class Counting:
    """Remembers how often it was asked on this board, and plays by it."""

    base = "random"

    def __init__(self):
        self.asked = 0

    def lead(self, view):
        self.asked += 1
        leads = view.unit_leads()
        return leads[self.asked % len(leads)]

    def follow(self, view):
        self.asked += 1
        return view.legal.at(self.asked % view.legal.count())


class Resetting(Counting):
    """The same, told of each board instead of built for it."""

    def reset(self, board):
        self.asked = 0


class OnlyLeads:
    """Leads as its base would, which is random."""

    base = "random(lead.throws=0.25)"

    def lead(self, view):
        return view.base()


# ---- strategies that misbehave, from board 40 on -------------------------------------------------

BAD_FROM = 40


def bad(do):
    """A class that plays as `random`, but for the leads of `do(view)` from board BAD_FROM on."""

    class Bad:
        base = "random"

        def lead(self, view):
            return do(view) if view.board >= BAD_FROM and view.trick == 2 else view.base()

    Bad.__qualname__ = Bad.__name__ = do.__name__
    Bad.__doc__ = do.__doc__
    return Bad


@bad
def raises(view):
    return 1 // 0


@bad
def exits(view):
    raise SystemExit(3)


@bad
def interrupts(view):
    raise KeyboardInterrupt


@bad
def returns_a_number(view):
    return 3.5


@bad
def returns_nothing(view):
    return None


@bad
def leads_what_it_does_not_hold(view):
    return [face for face in range(54) if face not in view.hand][:1]


@bad
def leads_no_card(view):
    return []


@bad
def leads_a_card_that_is_none(view):
    return [54]


@bad
def leads_for_ever(view):
    while True:
        yield view.hand[0]


@bad
def writes_to_the_hand(view):
    view.hand[0] = 5


@bad
def writes_to_the_view(view):
    view.hand = (5,)


@bad
def deletes_from_the_view(view):
    del view.board


@bad
def recurses(view):
    return recurses.__wrapped__(view)


recurses.__wrapped__ = lambda view: recurses.__wrapped__(view)


@bad
def seeds_the_stream(view):
    view.random.seed(7)


class uses_a_view_of_before:
    """Asks a view of its last decision."""

    base = "random"
    kept = None

    def lead(self, view):
        if view.board >= BAD_FROM and self.kept is not None:
            return self.kept.hand[:1]
        self.kept = view
        return view.base()


class Threads:
    """Lets another thread choose."""

    base = "random"

    def lead(self, view):
        found = []
        thread = threading.Thread(target=lambda: found.append(view.base()))
        thread.start()
        thread.join()
        return found[0]


class Simulates:
    """Plays other deals before it leads."""

    base = "random"

    def lead(self, view):
        if view.trick == 3:
            tractor_fast.simulate(seats="random", deals=20, jobs=1)
        return view.base()


def _loop():
    while True:
        pass


@bad
def loops(view):
    _loop()


@bad
def computes(view):
    """Keeps the GIL all the time: nobody can look on."""
    sum(range(60_000_000))
    return view.base()


@bad
def sleeps(view):
    time.sleep(30)


@bad
def loops_and_does_not_listen(view):
    end = time.monotonic() + 8  # by then nobody waits for it any more
    while time.monotonic() < end:
        try:
            while time.monotonic() < end:
                pass
        except BaseException:
            continue
