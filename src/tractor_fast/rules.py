"""The rules of a table: validated settings, named presets and TOML files.

``Rules`` holds every setting (settings.py).  ``load_rules`` makes one from a preset's name, a TOML
file or a mapping, with changes on top.  A value or combination that no table can play is a one-line
:class:`RulesError`; a setting of a part that is switched off (``friend_cards`` with fixed partners)
is accepted and has no effect.
"""

import json
import re
import tomllib
from collections.abc import Iterable, Mapping
from functools import cache
from importlib.resources import files
from operator import index
from pathlib import Path
from typing import Any, Literal, get_args, get_origin, get_type_hints

import msgspec

from .cards import BIG_JOKER, POINTS, RANKS, parse_rank
from .errors import CardError, RulesError, did_you_mean
from .inputs import listed, shown, whole
from .settings import DERIVED, Settings
from .toml import line_of, read_toml

CARDS_PER_DECK = 54
SMALLEST_KITTY = 5


class Rules(Settings, frozen=True, kw_only=True):
    """All settings of a table; ``Rules()`` is the ``tractor`` preset.

    Raises:
        RulesError: a value that the setting does not allow, or settings that do not go together.
    """

    def __post_init__(self) -> None:
        for name in SETTINGS:
            msgspec.structs.force_setattr(self, name, _checked(name, getattr(self, name)))
        for name, derived in _derived(self).items():
            if getattr(self, name) is None:
                msgspec.structs.force_setattr(self, name, derived)
        _check_together(self)

    @property
    def n_friends(self) -> int:
        """How many friends the declarer calls (R25); 0 where partners are not called."""
        if self.partners != "friends":
            return 0
        return self.players // 2 - 1 if self.friends is None else self.friends

    @property
    def kitty_size(self) -> int:
        """Cards in the kitty (R20): the explicit size, or what is over when hands are equal."""
        if self.kitty is not None:
            return self.kitty
        size = CARDS_PER_DECK * self.decks % self.players
        while size < SMALLEST_KITTY:
            size += self.players
        return size

    @property
    def hand_size(self) -> int:
        """Cards that each player is dealt (R20)."""
        return (CARDS_PER_DECK * self.decks - self.kitty_size) // self.players

    @property
    def level_step(self) -> int:
        """Points between two rows of the level table (R30)."""
        return self.step_per_deck * self.decks

    def removed(self, level_rank: int) -> list[int]:
        """Faces taken out of the deck so that an explicit kitty comes out even (R20), sorted.

        ``level_rank`` is the level of the deal, 0..12 (2..A).
        """
        level_rank = whole("level rank", level_rank, 0, 12, CardError)
        excess = (CARDS_PER_DECK * self.decks - self.kitty_size) % self.players
        rank = next(r for r in range(13) if r != level_rank and not POINTS[4 * r])
        return sorted(4 * rank + turn % 4 for turn in range(excess))

    def deck(self, level_rank: int) -> list[int]:
        """All faces in play, each as often as it occurs, sorted (R1, R20)."""
        faces = [face for face in range(BIG_JOKER + 1) for _ in range(self.decks)]
        for face in self.removed(level_rank):
            faces.remove(face)
        return faces

    def to_dict(self) -> dict[str, Any]:
        """Every setting, as JSON can write it; ``Rules(**rules.to_dict()) == rules``."""
        return {name: _plain(getattr(self, name)) for name in SETTINGS}

    def changed(self) -> dict[str, Any]:
        """Only the settings that differ from the ``tractor`` preset, as JSON can write them."""
        defaults = _DEFAULTS | _derived(self)
        return {
            name: _plain(getattr(self, name))
            for name in SETTINGS
            if getattr(self, name) != defaults[name]
        }

    def to_toml(self) -> str:
        """Every setting, one a line: the text of a file that ``load_rules`` reads back."""
        return "".join(f"{name} = {_toml(value)}\n" for name, value in self.to_dict().items())


SETTINGS: tuple[str, ...] = Rules.__struct_fields__
"""Names of all settings, in the order in which they are shown."""

_DEFAULTS = dict(zip(SETTINGS, Rules.__struct_defaults__, strict=True))
_DERIVED_SETTINGS = ("decks", "must_defend")
_TYPES = get_type_hints(Rules, include_extras=True)


def _derived(rules: Rules) -> dict[str, Any]:
    """What the settings that may be left out are, given the others."""
    return {
        "decks": rules.players // 2,
        "must_defend": () if rules.match_end == "pass_top" else ("A",),
    }


def _plain(value: Any) -> Any:
    return list(value) if isinstance(value, tuple) else value


def _toml(value: Any) -> str:
    """A value as TOML writes it; TOML has no null, so it is the text "null"."""
    return json.dumps("null" if value is None else value)


# ---- checks ------------------------------------------------------------------------------------


def allowed_values(name: str) -> str:
    """What a setting may be, in words: ``"standard, suit_only, pairs_only"``."""
    _check_name(name)
    if name == "must_defend":
        return f"a list of levels out of {' '.join(RANKS)}"
    kinds = get_args(_TYPES[name].__origin__)
    kinds = kinds if type(None) in kinds else (_TYPES[name],)
    return " or ".join("null" if kind is type(None) else _in_words(kind) for kind in kinds)


def _in_words(kind: Any) -> str:
    """``kind`` is annotated, with the numbers that are allowed first."""
    if kind.__origin__ is bool:
        return "true, false"
    if get_origin(kind.__origin__) is Literal:
        return ", ".join(get_args(kind.__origin__))
    return str(kind.__metadata__[0].description)


def _checked(name: str, value: Any) -> Any:
    """The value in its stored form, or RulesError if the setting does not allow it."""
    if value is DERIVED and name in _DERIVED_SETTINGS:
        return DERIVED
    try:
        if name == "must_defend":
            return _levels(value)
        if isinstance(value, float):  # msgspec would take 3.0 for 3
            raise msgspec.ValidationError
        return msgspec.convert(_plain_number(value), _TYPES[name])
    except (msgspec.ValidationError, CardError, UnicodeError):  # UnicodeError: a lone surrogate
        raise RulesError(
            f"{name} = {shown(value, _json)}: allowed: {allowed_values(name)}"
        ) from None


def _plain_number(value: Any) -> Any:
    """A whole number of any kind, such as numpy's, as an int; other values as they are."""
    if isinstance(value, bool):
        return value
    try:
        return index(value)
    except TypeError:
        return value


def _json(value: object) -> str:
    return json.dumps(value, default=str)


def _levels(value: Any) -> tuple[str, ...]:
    given = {RANKS[parse_rank(level)] for level in msgspec.convert(value, list[str])}
    return tuple(rank for rank in RANKS if rank in given)


def _check_together(rules: Rules) -> None:
    """Refuse settings that are fine alone but that no table can play together."""
    players, decks, partners = rules.players, rules.decks, rules.partners
    if decks == 1 and players != 4:
        raise RulesError(f"decks = 1 with players = {players}: allowed: decks = 2, 3, 4 (R19)")
    if partners == "fixed" and players % 2:
        raise RulesError(
            f"players = {players} with partners = fixed: allowed: players = 4, 6, 8,"
            " or partners = friends (R19)"
        )
    if partners == "named" and decks != 2:
        raise RulesError(f"decks = {decks} with partners = named: allowed: decks = 2 (R26)")
    most_friends = players // 2 - 1
    if partners == "friends" and rules.friends is not None and rules.friends > most_friends:
        raise RulesError(
            f"friends = {rules.friends} with players = {players}: allowed: null or a number"
            f" from 1 to {most_friends} (R25)"
        )
    if rules.hand_size < 1:
        raise RulesError(
            f"kitty = {rules.kitty} with decks = {decks}, players = {players}: allowed: null or"
            f" a number from 0 to {CARDS_PER_DECK * decks - players} (R20)"
        )
    if rules.trump != "bid":
        return
    if rules.no_bid == "declarer_side_names" and partners != "fixed":
        raise RulesError(
            f"no_bid = declarer_side_names with partners = {partners}: allowed: partners = fixed,"
            " or another no_bid (R22)"
        )
    if rules.kitty_size == 0 and rules.no_bid != "declarer_side_names":
        raise RulesError(
            f"kitty = 0 with trump = bid, no_bid = {rules.no_bid}: allowed: kitty from 1,"
            " no_bid = declarer_side_names, or trump = random (R22)"
        )


# ---- presets, files, changes -------------------------------------------------------------------


def load_rules(
    source: str | Path | Mapping[str, object] | Rules = "tractor",
    overrides: Mapping[str, object] | Iterable[str] = (),
) -> Rules:
    """Rules from a preset's name, a TOML file, a mapping of settings or other rules.

    A text that ends in ``.toml`` or holds a path separator is a file; a file may name the preset
    that it changes: ``base = "classic-2"``.  ``overrides`` come on top: a mapping, or texts
    ``key=value`` as on the command line (``kitty=6``, ``level_cap=null``, ``must_defend=5,T,K,A``).
    The text ``null`` stands for null everywhere.  Settings that follow from others (``decks`` from
    ``players``) follow after all changes, unless one is given by hand.

    Raises:
        RulesError: an unknown preset or setting, a wrong value, an impossible combination.
        DataError: a file that cannot be read or is no TOML.
    """
    settings = _settings_of(source)
    if isinstance(overrides, Mapping):
        settings |= _checked_all(overrides)
    else:
        texts = None if isinstance(overrides, str) else listed(overrides)
        if texts is None:
            raise RulesError(
                f"overrides = {shown(overrides)}: allowed: a mapping, or a list of key=value"
            )
        settings |= _checked_all(dict(map(_parse_override, texts)))
    try:
        return Rules(**settings)
    except RulesError as error:
        if not _is_file(source):
            raise
        raise RulesError(f"{source}: {error}") from None


@cache
def preset_names() -> tuple[str, ...]:
    """Names of all presets, sorted."""
    found = (entry.name for entry in _preset_files().iterdir())
    return tuple(sorted(name.removesuffix(".toml") for name in found if name.endswith(".toml")))


def _preset_files() -> Any:
    return files(__package__) / "presets"


def _settings_of(source: str | Path | Mapping[str, object] | Rules) -> dict[str, Any]:
    if isinstance(source, Rules):
        return source.changed()
    if isinstance(source, Mapping):
        return _checked_all(source)
    if not isinstance(source, str | Path):
        raise RulesError(f"rules are a preset, a .toml file or settings, not {shown(source)}")
    if _is_file(source):
        return _settings_of_toml(*read_toml(Path(source), "settings"), str(source))
    return _settings_of_preset(str(source))


def _is_file(source: object) -> bool:
    if isinstance(source, str):
        return source.endswith(".toml") or re.search(r"[/\\]", source) is not None
    return isinstance(source, Path)


def _settings_of_preset(name: str) -> dict[str, Any]:
    if name not in preset_names():
        raise RulesError(
            f"{shown(name)} is no preset{did_you_mean(name, preset_names())};"
            f" presets are {', '.join(preset_names())}, or give a .toml file"
        )
    text = (_preset_files() / f"{name}.toml").read_text(encoding="utf-8")
    return _settings_of_toml(tomllib.loads(text), text, name)


def _settings_of_toml(values: Mapping[str, object], text: str, source: str) -> dict[str, Any]:
    """The settings that a text has, checked; RulesError names its source and the line."""
    inherited: dict[str, Any] = {}
    changes: dict[str, Any] = {}
    for name, value in values.items():
        try:
            if name == "base":
                inherited = _settings_of_base(value)
            else:
                changes |= _checked_all({name: value})
        except RulesError as error:
            raise RulesError(f"{source}{line_of(name, text)}: {error}") from None
    return inherited | changes


def _settings_of_base(base: object) -> dict[str, Any]:
    if not isinstance(base, str) or base not in preset_names():
        near = did_you_mean(base, preset_names())
        raise RulesError(f"base = {shown(base)}: allowed: {', '.join(preset_names())}{near}")
    return _settings_of_preset(base)


def _checked_all(settings: Mapping[str, object]) -> dict[str, Any]:
    """The settings, checked one by one, with the text ``null`` read as null."""
    for name in settings:
        _check_name(name)
    return {
        name: _checked(name, None if isinstance(value, str) and value == "null" else value)
        for name, value in settings.items()
    }


def _check_name(name: object) -> None:
    if not (isinstance(name, str) and name in SETTINGS):
        near = did_you_mean(name, SETTINGS) or "; `tractor-fast rules show tractor` names all"
        raise RulesError(f"there is no setting {shown(name)}{near}")


def _parse_override(text: str) -> tuple[str, Any]:
    if not (isinstance(text, str) and "=" in text):
        raise RulesError(f"{shown(text)} is not of the form setting=value")
    name, _, value = (part.strip() for part in text.partition("="))
    if name == "must_defend" and value != "null":
        return name, [level.strip() for level in value.split(",")] if value else []
    if value in ("true", "false"):
        return name, value == "true"
    if re.fullmatch(r"[+-]?\d{1,18}", value, re.ASCII):
        return name, int(value)
    return name, value
