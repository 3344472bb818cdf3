"""The command line that repeats a run: preset and changed settings, so that no file is needed."""

import shlex
from collections.abc import Sequence

from ..rules import Rules, load_rules, preset_names
from ..settings import setting_text
from ..sim import Boards, Context, MatchNumbers, format_seats
from ..strategies import Seated


def simulate_command(
    rules: Rules,
    rules_name: str | None,
    seated: Sequence[Seated],
    context: Context,
    boards: Boards,
) -> str:
    """``tractor-fast simulate ...`` with everything that the figures depend on."""
    words = ["tractor-fast", "simulate", *_rules_words(rules, rules_name)]
    words += ["--seats", format_seats(seated), "--deals", str(boards.deals)]
    words += ["--seed", str(boards.seed), "--first-board", str(boards.first)]
    return shlex.join([*words, *_context_words(context, rules)])


def replay_command(
    rules: Rules,
    rules_name: str | None,
    seated: Sequence[Seated],
    context: Context,
    boards: Boards,
) -> str:
    """``tractor-fast replay ...`` of the first of the boards."""
    words = ["tractor-fast", "replay", str(boards.first), *_rules_words(rules, rules_name)]
    words += ["--seats", format_seats(seated), "--seed", str(boards.seed)]
    return shlex.join([*words, *_context_words(context, rules)])


def match_command(
    rules: Rules,
    rules_name: str | None,
    a: Seated,
    b: Seated,
    numbers: MatchNumbers,
    most_deals: int,
) -> str:
    """``tractor-fast match ...`` with everything that the figures depend on."""
    words = ["tractor-fast", "match", str(a), str(b), *_rules_words(rules, rules_name)]
    words += ["--matches", str(numbers.matches), "--seed", str(numbers.seed)]
    words += ["--first-match", str(numbers.first), "--most-deals", str(most_deals)]
    return shlex.join(words)


def compare_command(
    rules: Rules,
    rules_name: str | None,
    a: Seated,
    b: Seated,
    context: Context,
    boards: Boards,
) -> str:
    """``tractor-fast compare ...`` with everything that the figures depend on."""
    words = ["tractor-fast", "compare", str(a), str(b), *_rules_words(rules, rules_name)]
    words += ["--boards", str(boards.deals), "--seed", str(boards.seed)]
    words += ["--first-board", str(boards.first)]
    return shlex.join([*words, *_context_words(context, rules)])


def differential_command(
    rules: Rules | None, seed: int, first: int, deals: int = 0, positions: int = 0
) -> str:
    """``tractor-fast differential ...`` of a few cases; no rules: those that the numbers draw."""
    words = ["tractor-fast", "differential", *(_rules_words(rules, None) if rules else ())]
    words += ["--deals", str(deals), "--positions", str(positions)]
    words += ["--seed", str(seed), "--first", str(first)]
    return shlex.join(words)


def _rules_words(rules: Rules, rules_name: str | None) -> list[str]:
    """A preset, and every setting that differs from it."""
    preset = rules_name if rules_name in preset_names() else "tractor"
    words = ["--rules", preset]
    usual = load_rules(preset).to_dict()
    for name, value in rules.to_dict().items():
        if value != usual[name]:
            words += ["--set", f"{name}={setting_text(value)}"]
    return words


def _context_words(context: Context, rules: Rules) -> list[str]:
    return ["--level", context.level_text(), "--declarer", context.declarer_text(rules.players)]
