"""``tractor-fast bench``: every speed that the package promises, measured here and now."""

import sys
from contextlib import nullcontext

import click

from .output import printing
from .progress import watched


@click.command("bench")
@click.option("--quick", is_flag=True, help="Fewer and shorter passes: half a minute, more noise.")
@click.option(
    "--format",
    "output",
    type=click.Choice(["table", "json"]),
    default="table",
    show_default=True,
    help="How the figures are printed.",
)
@click.option(
    "--against",
    multiple=True,
    metavar="PEER",
    help="Run another player beside the engine, from benchmarks/peers of the clone that this is"
    " called in; may be repeated.",
)
@click.option("--save", metavar="FILE", help="Write the run to a file, as JSON.")
@click.option(
    "--compare",
    "saved",
    metavar="FILE",
    help="Put a run that was saved beside this one; exits with 1 if a row got worse.",
)
@click.option(
    "--seed",
    type=int,
    default=7,
    show_default=True,
    metavar="N",
    help="Seed of all deals, 0 to 2^64-1.",
)
def command(
    quick: bool,
    output: str,
    against: tuple[str, ...],
    save: str | None,
    saved: str | None,
    seed: int,
) -> None:
    """Measure the engine: whole deals, legal plays, kernels, threads, and what each rule costs.

    Every figure is the median of some passes over all rows, with its quartiles, in processor time
    of one core; targets stand beside the figures.  A row counts as better or worse than in a saved
    run where the quartiles do not overlap and the medians are more than 2 % apart.
    """
    from ..evaluate.bench import Bench, compare, load_run, saving
    from ..report.bench import BENCH_FORMATS
    from ..sim import Progress

    bench = Bench(quick=quick, against=against, seed=seed)
    then = load_run(saved, bench.row_ids) if saved is not None else None
    with saving(save) if save is not None else nullcontext(lambda run: None) as keep:
        with watched("timings") as progress:
            run = bench.run(lambda done: progress(Progress(done, bench.timings, None, None, None)))
        keep(run)
    comparison = compare(run, then, str(saved)) if then is not None else None
    with printing():
        click.echo(BENCH_FORMATS[output](run, comparison), nl=False)
    sys.exit(1 if comparison is not None and comparison.worse else 0)
