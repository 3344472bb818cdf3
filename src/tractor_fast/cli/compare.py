"""``tractor-fast compare``: two strategies on the same boards, and which of them is better."""

from typing import Any

import click
from click.core import ParameterSource

from .evaluating import evaluate
from .options import (
    context_options,
    first_board_option,
    format_option,
    plot_option,
    rules_options,
    running_options,
    seed_option,
)
from .output import print_result


@click.command("compare")
@click.argument("a", required=False)
@click.argument("b", required=False)
@rules_options
@click.option(
    "--boards",
    type=int,
    metavar="N",
    help="How many boards to play, or with --ci or --sprt at most; each is two deals, A and B"
    " exchange seats in the second.  [default: 100000, at most 100000000]",
)
@click.option(
    "--ci",
    type=float,
    metavar="LEVELS",
    help="Stop when the 95 % interval of levels a deal reaches no further to either side.",
)
@click.option(
    "--sprt",
    metavar="LOW,HIGH",
    help="Stop when a sequential test has decided whether A's levels a deal are LOW or HIGH.",
)
@click.option(
    "--alpha",
    type=float,
    metavar="RATE",
    help="How often the test may decide for HIGH where LOW is true.  [default: 0.05]",
)
@click.option(
    "--beta",
    type=float,
    metavar="RATE",
    help="How often the test may decide for LOW where HIGH is true.  [default: 0.05]",
)
@click.option(
    "--post-hoc",
    type=click.Path(),
    metavar="FILE",
    help="Play nothing: put the comparison that --format json wrote to FILE to the test of --sprt.",
)
@click.option(
    "--stratify",
    is_flag=True,
    help="Levels and declarers that would be drawn come in turn by the board's number.",
)
@click.option(
    "--control-variates",
    is_flag=True,
    help="Take away what the trumps, jokers and points dealt to the declarer's side explain.",
)
@seed_option
@first_board_option
@context_options
@running_options
@format_option
@plot_option
@click.pass_context
def command(ctx: click.Context, /, post_hoc: str | None, **given: Any) -> None:
    """Play boards of strategy A against B, each with seats exchanged, and say which is better.

    Prints the levels that A gains a deal beyond B's, the same with what declaring next is worth,
    how often A wins the two deals of a board (ties count half), and points and rates of both, each
    with its 95 % interval.  The same rules, strategies, boards and context give the same figures
    and digest with any --jobs.  --plot draws how the boards are distributed by A's levels.
    """
    if post_hoc is not None:
        _judge(ctx, post_hoc, given)
        return
    for name in ("a", "b"):
        if given[name] is None:
            raise click.MissingParameter(ctx=ctx, param_hint=name.upper(), param_type="argument")
    evaluate("compare", given)


def _judge(ctx: click.Context, path: str, given: dict[str, Any]) -> None:
    """Put a saved comparison to a test."""
    from ..evaluate.post_hoc import post_hoc
    from ..report import POST_HOC_FORMATS

    output = given.pop("output")
    test = _of_test_alone(ctx, given)
    print_result(lambda: post_hoc(path, **test), POST_HOC_FORMATS[output])


def _of_test_alone(ctx: click.Context, question: dict[str, Any]) -> dict[str, Any]:
    """What a test after the event is given; UsageError for anything that only a run could use."""
    if question["sprt"] is None:
        raise click.UsageError("--post-hoc puts a saved run to a test: give --sprt LOW,HIGH too")
    test = {name: question.pop(name) for name in ("sprt", "alpha", "beta")}
    for each in ctx.command.params:
        given = ctx.get_parameter_source(each.name or "") is ParameterSource.COMMANDLINE
        if given and each.name in question:
            word = each.opts[0] if isinstance(each, click.Option) else each.human_readable_name
            raise click.UsageError(f"--post-hoc plays nothing: leave out {word}")
    return test
