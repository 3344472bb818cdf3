"""The hardest checks of a follow: answered as the oracle does, and a search finds more."""

from itertools import islice

import pytest

from tractor_fast.cards import SUITS, Trump, parse_faces, parse_rank
from tractor_fast.evaluate.bench.hardest import hardest_lines
from tractor_fast.evaluate.hardest import LIMIT, SHORT, SHORT_LIMIT, Check, hardest
from tractor_fast.evaluate.hardest_search import climbs
from tractor_fast.reference.follow import is_legal
from tractor_fast.reference.formats import reading
from tractor_fast.rules import load_rules

PAIR = Check({}, "2s", "3h 3h", "4h 4h 5h 5h", "4h 4h")


def test_a_check_says_what_the_rules_say():
    assert PAIR.asks() is True
    assert PAIR._replace(play="4h 5h").asks() is False
    assert Check({"follow": "suit_only"}, "2NT", "3h 3h", "4h 4h 5h", "4h 5h").asks() is True


def test_a_check_takes_some_time():
    assert 0 < PAIR.seconds(rounds=3, times=2) < 1


@pytest.mark.parametrize("check", [check for check in hardest() if check.is_short])
def test_kept_checks_are_answered_as_the_oracle_does(check):
    rules = load_rules("tractor", check.rules)
    suit = None if check.trump[1:] == "NT" else SUITS.index(check.trump[1:])
    trump = Trump(parse_rank(check.trump[0]), suit)
    lead, hand, play = (parse_faces(text) for text in (check.lead, check.hand, check.play))
    assert check.asks() == is_legal(hand, reading(lead, trump, rules), play, trump, rules)


def test_both_kinds_of_checks_are_kept_and_each_is_a_row_with_its_limit():
    kinds = [check.is_short for check in hardest()]
    assert kinds.count(True) >= 3
    assert kinds.count(False) >= 3
    limits = [line.target.value for line in hardest_lines()]
    assert limits == [(SHORT_LIMIT if short else LIMIT) * 1e6 for short in kinds]


def test_the_search_finds_positions_that_can_be():
    for seconds, check in islice(climbs(seed=1, most_led=SHORT), 2):
        assert seconds > 0
        assert check.is_short
        cards = [parse_faces(text) for text in (check.lead, check.hand, check.play)]
        assert len(cards[0]) == len(cards[2]) < len(cards[1]) <= 54
        assert all(cards[1].count(card) >= cards[2].count(card) for card in cards[2])
        assert check.asks() in (True, False)
