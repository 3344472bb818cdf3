"""R21 to R23: bids, the course of the bidding, and what is trump when nobody bids."""

import pytest
from reference_helpers import rules

from tractor_fast.cards import face_name, parse_face, parse_faces
from tractor_fast.errors import PlayError
from tractor_fast.reference.auction import (
    Auction,
    declarer_by_bids,
    redeals,
    trump_by_bids,
)
from tractor_fast.reference.bids import Bid, revealed_trump, valid_bids


def bid(seat, card, count):
    return Bid(seat, parse_face(card), count)


def open_bids(hand, *made, seat=0, level=0, **settings):
    found = valid_bids(parse_faces(hand), seat, list(made), level, rules(**settings))
    return [f"{b.count} {face_name(b.face)}" for b in found]


def test_level_cards_alone_or_more_and_jokers_from_two():
    assert open_bids("2h 2h 2s SJ BJ BJ 3h") == ["1 2h", "2 2h", "1 2s", "2 BJ"]


def test_more_cards_or_as_many_and_higher():
    hand = "2h 2h SJ SJ BJ BJ"
    assert open_bids(hand, bid(1, "2s", 1)) == ["2 2h", "2 SJ", "2 BJ"]
    assert open_bids(hand, bid(1, "2s", 2)) == ["2 SJ", "2 BJ"]
    assert open_bids(hand, bid(1, "SJ", 2)) == ["2 BJ"]
    assert open_bids("2h 2h 2h SJ SJ", bid(1, "BJ", 2), decks=3) == ["3 2h"]


def test_the_top_bidder_may_only_reinforce():
    made = bid(0, "2h", 1)
    assert open_bids("2h 2h 2s 2s SJ SJ", made) == ["2 2h"]
    assert open_bids("2h 2h 2s 2s SJ SJ", made, reinforce="same_or_other") == [
        "2 2h", "2 2s", "2 SJ",
    ]  # fmt: skip
    assert open_bids("2h 2s 2s", made) == []


def test_equal_to_top_lets_the_overbid_player_show_his_own_card_again():
    made = (bid(0, "2h", 1), bid(1, "2s", 2))
    assert open_bids("2h 2h", *made) == []
    assert open_bids("2h 2h", *made, reinforce="equal_to_top") == ["2 2h"]
    assert open_bids("2h", *made, reinforce="equal_to_top") == []


def test_bid_orders():
    made = bid(1, "2c", 2)
    assert open_bids("2d 2d 2h 2h SJ SJ", made, bid_order="joker_or_higher_suit") == [
        "2 2h", "2 SJ",
    ]  # fmt: skip
    assert open_bids("2h 2h SJ SJ", made, bid_order="length") == []
    single = bid(1, "2c", 1)
    assert open_bids("2h", single, bid_order="joker_or_higher_suit") == []


def test_joker_bids():
    hand = "SJ SJ SJ BJ BJ"
    table = {"decks": 3}
    assert open_bids(hand, **table) == ["2 SJ", "3 SJ", "2 BJ"]
    assert open_bids(hand, **table, joker_bids="all_decks") == ["3 SJ"]
    assert open_bids(hand, **table, joker_bids="small_all_big_all_but_one") == ["3 SJ", "2 BJ"]
    assert open_bids(hand, **table, joker_bids="off") == []
    assert open_bids("SJ BJ", decks=1, joker_bids="all_decks") == ["1 SJ", "1 BJ"]


def four_hands(*hands):
    return [parse_faces(hand) for hand in hands]


def test_each_drawing_seat_is_asked_once_then_all_until_all_pass():
    auction = Auction(rules(), 0, four_hands("3c 2h", "3d 3d", "2s 4c", "4d 2s"), 0, None)
    # First drawn round: seat 2 alone can bid.
    assert (auction.asked, [len(hand) for hand in auction.drawn]) == (2, [1, 1, 1, 0])
    auction.choose(None)
    assert (auction.asked, [len(hand) for hand in auction.drawn]) == (0, [2, 1, 1, 1])
    auction.choose((parse_face("2h"), 1))
    # Nobody can overbid one level card here; all cards are drawn and the bidding ends.
    assert auction.over
    assert auction.bids == [bid(0, "2h", 1)]


def test_after_the_last_draw_passing_seats_are_asked_once_more():
    auction = Auction(rules(), 0, four_hands("2h", "3d", "2s", "4d"), 2, None)
    asked = []
    while not auction.over:
        asked.append(auction.asked)
        auction.choose(None)
    # Drawing order 2 3 0 1: seats 2 and 0 while drawing, then again 2 and 0, then all have passed.
    assert asked == [2, 0, 2, 0]


def test_a_late_bid_lets_all_answer_again():
    auction = Auction(rules(), 0, four_hands("2h", "2d", "3s", "4d"), 0, None)
    for _ in range(3):
        auction.choose(None)
    assert auction.asked == 1
    auction.choose((parse_face("2d"), 1))
    assert auction.over


def test_a_bid_that_is_not_open_is_refused_and_changes_nothing():
    auction = Auction(rules(), 0, four_hands("2h", "3d", "3s", "4d"), 0, None)
    with pytest.raises(PlayError, match="R21"):
        auction.choose((parse_face("2h"), 2))
    assert (auction.asked, auction.bids) == (0, [])


def test_after_the_deal_the_declarers_partner_is_asked_first():
    hands = four_hands("2h", "2d", "2s", "2c")
    assert Auction(rules(bid_when="after_deal"), 0, hands, 1, 1).asked == 3
    assert Auction(rules(bid_when="after_deal"), 0, hands, 1, None).asked == 1


def test_the_sites_example_of_no_trump():
    # Level 2: two big jokers of player 1 win; no trump.
    made = [bid(0, "2h", 1), bid(1, "BJ", 2)]
    assert str(trump_by_bids(made, [], 0, rules())) == "2NT"
    assert declarer_by_bids(made, rules()) == 1
    assert declarer_by_bids(made, rules(first_declarer="first_bid")) == 0
    assert declarer_by_bids([], rules()) is None


def revealed(kitty, level="5", **settings):
    return str(revealed_trump(parse_faces(kitty), "23456789TJQKA".index(level), rules(**settings)))


def test_reveal_first():
    assert revealed("3h SJ") == "5h"
    assert revealed("5d 3h") == "5d"
    assert revealed("BJ 3h") == "5NT"
    assert revealed("BJ 3h", joker_bids="off") == "5h"
    assert revealed("BJ SJ", joker_bids="off") == "5NT"


def test_reveal_first_suit():
    assert revealed("BJ 3h", no_bid="reveal_first_suit") == "5h"


def test_reveal_level_or_highest():
    assert revealed("3h 5c SJ", no_bid="reveal_level_or_highest") == "5c"
    assert revealed("3h SJ 5c", no_bid="reveal_level_or_highest") == "5NT"
    assert revealed("3h Kd Ks 4c", no_bid="reveal_level_or_highest") == "5d"


def test_redeals_in_first_deals_only_and_twenty_times():
    table = rules(no_bid="redeal")
    assert redeals(table, True, 0)
    assert redeals(table, True, 19)
    assert not redeals(table, True, 20)
    assert not redeals(table, False, 0)
    assert not redeals(rules(), True, 0)
