"""What every evaluating command does: ask its question, and print and draw the answer."""

import json
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import click

from .output import print_result
from .progress import watched

if TYPE_CHECKING:
    from ..evaluate.ask import Running
    from ..evaluate.question import Question


def evaluate(name: str, given: dict[str, Any]) -> None:
    """Ask the question ``name``, or with ``dry_run`` say what would be played.

    ``given`` has its arguments, and the options of format_option, plot_option and running_options.
    """
    from ..evaluate.ask import Running
    from ..evaluate.question import read_question

    output, plot = given.pop("output"), given.pop("plot", None)
    jobs, dry = given.pop("jobs"), given.pop("dry_run")
    how = ("out", "keep_rows", "executor", "scheduler")
    running = Running(**{each: given.pop(each) for each in how})
    if running.keep_rows and running.out is None:
        raise click.UsageError("--keep-rows goes with --out, the file that keeps them")
    question = read_question(name, given, jobs)
    if dry:
        from ..evaluate.dry_run import dry_run

        click.echo(json.dumps(dry_run(question, running), indent=2))
    else:
        answer(question, running, output, plot)


def answer(question: "Question", running: "Running", output: str, plot: str | None) -> None:
    """Play a question and print what came out, in the format ``output``, and draw it."""
    from ..evaluate.ask import ask
    from ..report import FORMATS, picture_of

    save = picture_of(question.name, question.arguments, plot)

    def play() -> Any:
        with watched(question.count_name, running.out) as progress:
            return ask(question, replace(running, progress=progress))

    print_result(play, FORMATS[question.name][output], save)
