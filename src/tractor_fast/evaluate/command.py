"""The command line that repeats a run: preset and changed settings, so that no file is needed."""

import shlex
from collections.abc import Sequence

from ..rules import Rules, load_rules, preset_names
from ..settings import setting_text
from ..sim import Boards, Context, format_seats
from ..strategies import Seated


def simulate_command(
    rules: Rules,
    rules_name: str | None,
    seated: Sequence[Seated],
    context: Context,
    boards: Boards,
) -> str:
    """``tractor-fast simulate ...`` with everything that the figures depend on."""
    preset = rules_name if rules_name in preset_names() else "tractor"
    words = ["tractor-fast", "simulate", "--rules", preset]
    usual = load_rules(preset).to_dict()
    for name, value in rules.to_dict().items():
        if value != usual[name]:
            words += ["--set", f"{name}={setting_text(value)}"]
    words += ["--seats", format_seats(seated), "--deals", str(boards.deals)]
    words += ["--seed", str(boards.seed), "--first-board", str(boards.first)]
    words += ["--level", context.level_text()]
    words += ["--declarer", context.declarer_text(rules.players)]
    return shlex.join(words)
