"""Options that several commands share: one definition each, used as decorators."""

from collections.abc import Callable
from typing import Any

import click

Decorator = Callable[[Callable[..., Any]], Callable[..., Any]]


def _all(*decorators: Decorator) -> Decorator:
    """One decorator of several, shown in help in this order."""

    def decorate(command: Callable[..., Any]) -> Callable[..., Any]:
        for decorator in reversed(decorators):
            command = decorator(command)
        return command

    return decorate


overrides_option = click.option(
    "--set",
    "overrides",
    multiple=True,
    metavar="KEY=VALUE",
    help="Change one setting of the rules; may be repeated, and the last word on one holds.",
)

rules_options = _all(
    click.option(
        "--rules",
        default="tractor",
        show_default=True,
        metavar="NAME|FILE",
        help="Preset, or a TOML file of settings.",
    ),
    overrides_option,
)

seats_option = click.option(
    "--seats",
    default="normal",
    show_default=True,
    metavar="SEATS",
    help="One strategy for all seats, or NS=normal,EW=random(lead.throws=0.25), or one for each"
    " of S, E, N, W (numbers with other than four players). A strategy is a name that `strategies"
    " list` prints, MODULE:OBJECT or path/to/FILE.py:OBJECT.",
)

seed_option = click.option(
    "--seed",
    type=int,
    default=0,
    show_default=True,
    metavar="N",
    help="Seed of all boards, 0 to 2^64-1.",
)

first_board_option = click.option(
    "--first-board",
    type=int,
    default=0,
    show_default=True,
    metavar="N",
    help="Number of the first board, 0 to 2^64-1.",
)

context_options = _all(
    click.option(
        "--level",
        default="any",
        show_default=True,
        metavar="2..A|any",
        help="Level of the deals; any: drawn for each board.",
    ),
    click.option(
        "--declarer",
        default="any",
        show_default=True,
        metavar="SEAT|none|any",
        help="Who declares; none: the highest bidder; any: drawn for each board.",
    ),
    click.option(
        "--first-deal",
        is_flag=True,
        help="The first deal of a match: level 2, no declarer.",
    ),
    click.option(
        "--given",
        multiple=True,
        metavar="OWNER=CARDS",
        help="Cards that a seat or the kitty has in every deal, such as S=AsAsBJ; may be repeated.",
    ),
    click.option(
        "--where",
        metavar="CONDITION",
        help="Play only deals of which this holds, such as 'trumps(S) >= 9 and points(kitty) == 0'"
        " (docs/evaluation.md).",
    ),
)

jobs_option = click.option(
    "--jobs",
    type=int,
    metavar="N",
    help="Threads or processes; the figures do not depend on it.  [default: one a core]",
)

timeout_option = click.option(
    "--decision-timeout",
    type=float,
    metavar="SECONDS",
    help="How long a strategy written in Python may take for a decision.  [default: for ever]",
)

executor_options = _all(
    click.option(
        "--executor",
        type=click.Choice(["threads", "processes", "dask", "mpi"]),
        help="Who plays (docs/cluster.md).  [default: processes for long runs of strategies written"
        " in Python, threads for all others]",
    ),
    click.option(
        "--scheduler",
        metavar="tcp://HOST:PORT",
        help="Have the workers of a dask scheduler play.",
    ),
)

running_options = _all(
    click.option(
        "--out",
        metavar="FILE.db",
        help="Keep what is finished in a file; the same command then goes on where it was, and more"
        " boards extend the run (docs/runs.md).",
    ),
    click.option(
        "--keep-rows",
        is_flag=True,
        help="Keep a record of every board in the file of --out, too.",
    ),
    jobs_option,
    timeout_option,
    executor_options,
    click.option(
        "--dry-run",
        is_flag=True,
        help="Play nothing: print what would be played, as JSON.",
    ),
)
"""How a run is made, of every command that evaluates."""

show_option = click.option(
    "--show",
    type=int,
    default=5,
    show_default=True,
    metavar="N",
    help="How many mismatches are shown in full.",
)

format_option = click.option(
    "--format",
    "output",
    type=click.Choice(["table", "json", "csv"]),
    default="table",
    show_default=True,
    help="How the figures are printed.",
)

table_or_json_option = click.option(
    "--format",
    "output",
    type=click.Choice(["table", "json"]),
    default="table",
    show_default=True,
    help="How it is printed.",
)

plot_option = click.option(
    "--plot",
    metavar="FILE.svg|png",
    help="Draw the figures too, into a file; needs matplotlib (the extra `report`).",
)
