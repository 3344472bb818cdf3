"""``tractor-fast hand``: what a hand is worth, by what it bids."""

from typing import Any

import click

from .evaluating import evaluate
from .options import (
    first_board_option,
    format_option,
    plot_option,
    rules_options,
    running_options,
    seed_option,
)


@click.command("hand")
@click.argument("cards", nargs=-1, required=True)
@rules_options
@click.option(
    "--level",
    default="2",
    show_default=True,
    metavar="2..A",
    help="Level of the deal.",
)
@click.option(
    "--declarer",
    default="any",
    show_default=True,
    metavar="SEAT|none|any",
    help="Who declares and draws first; none: the highest bidder declares; any: drawn.",
)
@click.option("--seat", metavar="SEAT", help="Whose hand it is.  [default: the first, S or 0]")
@click.option(
    "--drawn",
    type=int,
    metavar="N",
    help="Cards that the seat has drawn; of more than CARDS the others are not known."
    "  [default: as many as CARDS]",
)
@click.option(
    "--seen",
    default="",
    metavar="BIDS",
    help="Bids made so far, in order: 'E:5h W:5s5s'.",
)
@click.option(
    "--bury",
    "buries",
    is_flag=True,
    help="CARDS are hand and kitty of a declarer: say which kitties are the best.",
)
@click.option("--trump", metavar="c|d|h|s|NT", help="What is trump, with --bury.")
@click.option(
    "--strategy",
    default="expert",
    show_default=True,
    metavar="STRATEGY",
    help="What plays all seats.",
)
@click.option(
    "--pass",
    "passing",
    type=click.Choice(["rest", "now"]),
    default="rest",
    show_default=True,
    help="rest: who passes makes no bid any more; now: it may bid later.",
)
@click.option(
    "--ci",
    type=float,
    default=0.02,
    show_default=True,
    metavar="LEVELS",
    help="Stop when the levels of every choice are known to so much; 0: play all boards.",
)
@click.option(
    "--boards",
    type=int,
    metavar="N",
    help="How many completions of the deal to play at most.  [default: at most 10000000]",
)
@seed_option
@first_board_option
@running_options
@format_option
@plot_option
def command(cards: tuple[str, ...], buries: bool, trump: str | None, **given: Any) -> None:
    """Say what a hand is worth: for each bid that it allows, and for passing.

    CARDS are those drawn so far, such as 5h5h AsKsKs BJ. All that the seat does not know is dealt
    many times over, uniform among all deals that agree with its cards and the bids seen; every
    choice is played out on the same deals. Prints value, levels, how often the seat's side declares
    next, and the attackers' points, each with its 95 % interval, and the best choice. With --bury:
    the same for the best kitties, and those that the built-in strategies bury. --plot draws the
    values.
    """
    given["cards"] = " ".join(cards)
    if not buries:
        if trump is not None:
            raise click.UsageError("--trump goes with --bury; else bids decide what is trump")
        evaluate("hand", given)
        return
    if trump is None:
        raise click.UsageError("--bury needs --trump: c, d, h, s or NT")
    drawn, passing = given.pop("drawn"), given.pop("passing")
    if drawn is not None or passing != "rest":
        raise click.UsageError("--drawn and --pass do not go with --bury: nobody bids any more")
    evaluate("bury", given | {"trump": trump})
