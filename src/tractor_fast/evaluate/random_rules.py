"""Random rule sets that tables can play, and which values of which settings they put to use."""

import random
from collections.abc import Iterator, Mapping
from typing import Any, get_args, get_type_hints

from ..rules import CARDS_PER_DECK, SETTINGS, Rules, load_rules, preset_names
from ..settings import setting_text

_HINTS = get_type_hints(Rules)

_NUMBERS: dict[str, tuple[Any, ...]] = {
    "throw_penalty": (0, 5, 10, 25),
    "tractor_width": (2, 2, 2, 2, 3, 4),
    "tractor_length": (2, 2, 2, 2, 3, 4),
    "rainbows": (None, 4, 5, 6, 7, 8),
    "step_per_deck": (5, 10, 15, 20, 25, 40),
    "level_cap": (None, 1, 2, 3, 5),
    "must_defend": ((), ("A",), ("J",), ("5", "T", "K", "A"), ("2", "3", "4"), ("K", "A")),
}
"""What is drawn for settings that are numbers or lists: a few values, the usual ones often."""

_TABLE = ("partners", "players", "decks", "friends", "trump", "no_bid", "kitty")
"""Settings of which one narrows what the next may be, in that order."""

_ORDER = (*_TABLE, *(name for name in SETTINGS if name not in _TABLE))

_CARDS = (
    "decks", "throws", "failed_throw", "tractor_width", "tractor_length", "close_level_gap",
    "trump_tractors", "partial_tractors", "throw_tractors", "competes", "follow",
    "protect_longer_tuples", "tractors_answer_only_tractors", "throw_follow", "bulldozer_ladder",
    "throw_eval", "bombs", "rainbows",
)  # fmt: skip
"""Settings that decide what may be played and what wins, without which deal it is."""


def random_rules(rng: random.Random) -> Rules:
    """Rules that a table can play.

    Every other time a preset with one or two settings changed, so that unusual values meet usual
    ones; else some six settings of ten are drawn, and the table among them.
    """
    usual = load_rules(rng.choice(preset_names()))
    if rng.random() < 0.5:
        drawn = set(rng.sample(SETTINGS, rng.choice((1, 2))))
    else:
        drawn = {name for name in SETTINGS if name in _TABLE[:4] or rng.random() < 0.6}
    chosen: dict[str, Any] = {}
    for name in _ORDER:
        allowed = _allowed(name, chosen)
        value = getattr(usual, name)
        chosen[name] = rng.choice(allowed) if name in drawn or value not in allowed else value
    return Rules(**chosen)


def _allowed(name: str, chosen: Mapping[str, Any]) -> tuple[Any, ...]:
    """The values of a setting that go with those chosen before it; the wanted ones repeated."""
    if name == "partners":
        return ("fixed", "fixed", "friends", "friends", "friends", "named")
    if name == "players":
        return (4, 6, 8) if chosen["partners"] == "fixed" else (4, 5, 6, 7, 8)
    if name == "decks":
        if chosen["partners"] == "named":
            return (2,)
        return (1, 2, 3, 3, 4, 4) if chosen["players"] == 4 else (2, 3, 4)
    if name == "friends":
        most = chosen["players"] // 2 - 1 if chosen["partners"] == "friends" else 0
        return (None, *range(1, most + 1), *range(2, most + 1))
    if name == "follow":
        return ("standard", "standard", "standard", "suit_only", "pairs_only")
    if name == "trump":
        return ("bid", "bid", "bid", "random")
    if name == "kitty":
        return _kitties(chosen)
    if name == "no_bid" and chosen["trump"] == "bid" and chosen["partners"] != "fixed":
        return tuple(v for v in get_args(_HINTS[name]) if v != "declarer_side_names")
    return _NUMBERS.get(name) or get_args(_HINTS[name]) or (False, True)


def _kitties(chosen: Mapping[str, Any]) -> tuple[int | None, ...]:
    """R20's kitty, small ones, and some that leave few cards to play with."""
    cards = CARDS_PER_DECK * chosen["decks"]
    bids_need_it = chosen["trump"] == "bid" and chosen["no_bid"] != "declarer_side_names"
    least = () if bids_need_it else (0, 0, 0)
    large = (cards // 4, cards // 2, cards - chosen["players"])
    return (None,) * 12 + least + tuple(range(1, 13)) + large


# ---- which values a rule set puts to use -------------------------------------------------------


def values_in_use(rules: Rules) -> list[tuple[str, str]]:
    """(setting, value) for the table and for each setting that has an effect in a deal of it.

    ``friend_cards`` with fixed partners, or bombs without four decks, are left out: such deals say
    nothing about them.
    """
    found = [("table", _table(rules.players, rules.decks))]
    for name in SETTINGS:
        if _has_effect(name, rules):
            found.append((name, _text(name, getattr(rules, name), rules)))
    return found


def card_values_in_use(rules: Rules) -> list[tuple[str, str]]:
    """Those of :func:`values_in_use` that matter where only cards are judged, no whole deal."""
    return [(name, text) for name, text in values_in_use(rules) if name in _CARDS]


def all_values() -> Iterator[tuple[str, str]]:
    """Every (setting, value) that random rules are to put to use."""
    for players in range(4, 9):
        for decks in range(1 if players == 4 else 2, 5):
            yield "table", _table(players, decks)
    for name in SETTINGS:
        if name == "kitty":
            values: tuple[Any, ...] = ("null", "0", "a size", "a size that removes cards")
        elif name == "players":
            values = (4, 5, 6, 7, 8)
        elif name == "decks":
            values = (1, 2, 3, 4)
        elif name == "friends":
            values = (None, 1, 2, 3)
        else:
            values = _NUMBERS.get(name) or get_args(_HINTS[name]) or (False, True)
        for value in dict.fromkeys(values):
            yield name, value if name == "kitty" else _text(name, value, None)


def _table(players: int, decks: int) -> str:
    return f"{players} players, {decks} deck{'s' if decks > 1 else ''}"


def _text(name: str, value: Any, rules: Rules | None) -> str:
    if name == "kitty" and value and rules is not None:
        return "a size that removes cards" if rules.removed(0) else "a size"
    return setting_text(list(value) if isinstance(value, tuple) else value) or "none"


_FRIENDS = {"friends", "friend_cards", "double_join", "small_team_bonus"}
_BIDS = {"bid_when", "bid_order", "joker_bids", "reinforce", "no_bid", "first_declarer"}
_THROWS = {"failed_throw", "throw_penalty", "throw_tractors", "throw_follow", "throw_eval"}
_RUNS = {"tractor_width", "tractor_length", "close_level_gap", "trump_tractors"}
_LADDERS = {"partial_tractors", "throw_tractors", "bulldozer_ladder"}
_MATCHING = {"protect_longer_tuples", "tractors_answer_only_tractors", "throw_follow"}


def _has_effect(name: str, rules: Rules) -> bool:
    """Whether a setting belongs to a part of the game that these rules have."""
    if name in _FRIENDS and rules.partners != "friends":
        return False
    if name in _BIDS and rules.trump != "bid":
        return False
    if name in _THROWS and not rules.throws:
        return False
    if name in _RUNS and rules.decks == 1:
        return False
    if name in _LADDERS and (rules.follow != "standard" or rules.decks < rules.tractor_width):
        return False
    if name in _MATCHING and (rules.follow == "suit_only" or rules.decks == 1):
        return False
    if name == "kitty_theft":
        return rules.trump == "bid" and rules.kitty_size > 0
    if name == "kitty_factor":
        return rules.kitty_size > 0
    if name == "bulldozer_ladder":
        # With wider tractors two of the variants are the standard ladder.
        return rules.decks >= 3 and (rules.tractor_width, rules.tractor_length) == (2, 2)
    if name == "tractors_answer_only_tractors":  # of tuples only a quad draws runs
        return rules.decks == 4 and (rules.tractor_width, rules.tractor_length) == (2, 2)
    if name == "bombs":
        return rules.decks == 4
    if name == "rainbows":
        return rules.rainbows is None or rules.rainbows <= 4 * rules.decks
    return True
