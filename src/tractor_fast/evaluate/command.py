"""The command line that repeats a run: preset and changed settings, so that no file is needed."""

import shlex
from collections.abc import Sequence

from ..rules import Rules, load_rules, preset_names
from ..settings import setting_text
from ..sim import Basis, MatchNumbers, Setup, format_seats, given_texts
from ..strategies import Seated


def boards_command(
    name: str,
    setup: Setup,
    arguments: Sequence[str] = (),
    *,
    options: Sequence[str] = (),
    count: str = "--boards",
    rules: Sequence[str] | None = None,
) -> str:
    """``tractor-fast NAME ARGUMENTS ...`` with everything that the figures depend on.

    ``count`` is the option that says how many boards are played, ``rules`` the words that name the
    rules, if these are not ``--rules`` and ``--set``.
    """
    boards = setup.boards
    named = rules_words(setup) if rules is None else rules
    words = ["tractor-fast", name, *arguments, *named, *options]
    words += [count, str(boards.deals), "--seed", str(boards.seed)]
    words += ["--first-board", str(boards.first)]
    return shlex.join([*words, *_context_words(setup)])


def replay_command(setup: Setup, seated: Sequence[Seated]) -> str:
    """``tractor-fast replay ...`` of the first of the boards."""
    boards = setup.boards
    words = ["tractor-fast", "replay", str(boards.first), *rules_words(setup)]
    words += ["--seats", format_seats(seated), "--seed", str(boards.seed)]
    return shlex.join([*words, *_context_words(setup)])


def match_command(basis: Basis, a: str, b: str, numbers: MatchNumbers, most_deals: int) -> str:
    """``tractor-fast match ...`` with everything that the figures depend on."""
    words = ["tractor-fast", "match", a, b, *rules_words(basis)]
    words += ["--matches", str(numbers.matches), "--seed", str(numbers.seed)]
    words += ["--first-match", str(numbers.first), "--most-deals", str(most_deals)]
    return shlex.join(words)


def differential_command(
    rules: Rules | None, seed: int, first: int, deals: int = 0, positions: int = 0
) -> str:
    """``tractor-fast differential ...`` of a few cases; no rules: those that the numbers draw."""
    words = ["tractor-fast", "differential", *(_settings_words(rules, None) if rules else ())]
    words += ["--deals", str(deals), "--positions", str(positions)]
    words += ["--seed", str(seed), "--first", str(first)]
    return shlex.join(words)


def rules_words(basis: Basis) -> list[str]:
    """A preset, and every setting that differs from it."""
    return _settings_words(basis.rules, basis.rules_name)


def preset_and_changes(rules: Rules, rules_name: str | None) -> tuple[str, list[str]]:
    """A preset, and ``setting=value`` of every setting that differs from it."""
    preset = rules_name if rules_name in preset_names() else "tractor"
    usual = load_rules(preset).to_dict()
    changes = [
        f"{name}={setting_text(value)}"
        for name, value in rules.to_dict().items()
        if value != usual[name]
    ]
    return preset, changes


def _settings_words(rules: Rules, rules_name: str | None) -> list[str]:
    preset, changes = preset_and_changes(rules, rules_name)
    return ["--rules", preset, *(word for change in changes for word in ("--set", change))]


def _context_words(setup: Setup) -> list[str]:
    context, players = setup.context, setup.rules.players
    words = ["--level", context.level_text(), "--declarer", context.declarer_text(players)]
    for text in given_texts(context.given):
        words += ["--given", text]
    return words if context.where is None else [*words, "--where", context.where.text]
