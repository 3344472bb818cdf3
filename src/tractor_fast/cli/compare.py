"""``tractor-fast compare``: two strategies on the same boards, and which of them is better."""

from typing import Any

import click

from .options import (
    context_options,
    first_board_option,
    format_option,
    jobs_option,
    rules_options,
    seed_option,
    timeout_option,
)
from .output import print_result
from .progress import counted


@click.command("compare")
@click.argument("a")
@click.argument("b")
@rules_options
@click.option(
    "--boards",
    type=int,
    default=100_000,
    show_default=True,
    metavar="N",
    help="How many boards to play; each is two deals, A and B exchange seats in the second.",
)
@seed_option
@first_board_option
@context_options
@jobs_option
@timeout_option
@format_option
def command(output: str, boards: int, **question: Any) -> None:
    """Play boards of strategy A against B, each with seats exchanged, and say which is better.

    Prints the levels that A gains a deal beyond B's, how often A wins the two deals of a board
    (ties count half), and points and rates of both, each with its 95 % interval.  The same rules,
    strategies, boards and context give the same figures and digest with any --jobs.
    """
    from ..evaluate.compare import compare
    from ..report import COMPARE_FORMATS

    def play() -> Any:
        with counted(boards, "boards") as progress:
            return compare(boards=boards, progress=progress, **question)

    print_result(play, COMPARE_FORMATS[output])
