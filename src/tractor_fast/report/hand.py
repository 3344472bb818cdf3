"""The tables of a hand's choices, and of kitties, that a person reads."""

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from rich.box import SIMPLE_HEAD
from rich.table import Table
from rich.text import Text

from ..evaluate.burials import Burials
from ..evaluate.choices import ChoicesResult
from ..evaluate.hand_value import PASS, HandValue
from ..stats import Interval, Rate
from .lines import as_text, ending, rules_text
from .plot import Words, intervals

if TYPE_CHECKING:
    from matplotlib.figure import Figure

_WIDTH = 170


def to_hand_table(result: HandValue) -> str:
    """A line a choice, each figure with its 95 % interval, and the best choice."""
    verdict = _verdict(result, _choice)
    return f"{_heading(result)}\n{_bids(result)}{verdict}\n{_precision(result)}{ending(result)}"


def _heading(result: HandValue) -> str:
    unknown = result.drawn - len(result.known.cards)
    drawn = f" and {unknown} more" if unknown else ""
    seen = f", bids {result.seen}" if result.seen else ""
    completions = "completion" if result.boards == 1 else "completions"
    return (
        f"{result.seat} holds {result.cards}{drawn}\n"
        f"level {result.level}, declarer {result.declarer}{seen}, rules {rules_text(result)}\n"
        f"{result.boards:,} {completions}, all seats {result.strategy}, seed {result.seed},"
        f" h = {result.h:.3f}"
    )


def draw_choices(result: ChoicesResult) -> "Figure":
    """The value of every choice with its interval, in the order of the table."""
    figures = {}
    for name, found in result.choices.items():
        value = found["value"]
        if value.mean is not None and value.low is not None and value.high is not None:
            figures[name] = value.mean, value.low, value.high
    title = f"{result.seat} holds {result.cards}: {result.boards:,} completions, seed {result.seed}"
    return intervals(figures, Words(title, "value", ""))


def to_burials_table(result: Burials) -> str:
    """A line a kitty, each figure with its 95 % interval, the best first."""
    seen = f", bids {result.seen}" if result.seen else ""
    heading = (
        f"{result.seat} declares with {result.cards}\n"
        f"level {result.level}, trump {result.trump}{seen}, rules {rules_text(result)}\n"
        f"{result.candidates:,} kitties tried; the best, and those of the built-in strategies, on"
        f" {result.boards:,} other deals,\n"
        f"all seats {result.strategy}, seed {result.seed}, h = {result.h:.3f}"
    )
    rows = []
    for name, figures in result.choices.items():
        advisers = ", ".join(who for who, cards in result.own.items() if cards == name)
        behind = "" if name == result.best else _mean(figures["behind"], ".3f")
        rows.append((name, figures, [behind, advisers]))
    table = _table("kitty", ["behind the best", "buried by"], rows)
    return f"{heading}\n{table}{_verdict(result, 'bury {}'.format)}\n{ending(result)}"


def _bids(result: HandValue) -> str:
    return _table(
        "choice",
        ["value over passing"],
        [
            (
                _choice(name),
                figures,
                [_mean(figures["over_pass"], "+.3f") if "over_pass" in figures else ""],
            )
            for name, figures in result.choices.items()
        ],
    )


def _table(what: str, more: list[str], rows: list[tuple[str, dict[str, Any], list[str]]]) -> str:
    table = Table(box=SIMPLE_HEAD, pad_edge=False)
    table.add_column(what)
    for heading in ("value", "levels", "declares next", "attackers' points", *more):
        table.add_column(heading, justify="right")
    for name, figures, cells in rows:
        usual = [
            _mean(figures["value"], "+.3f"),
            _mean(figures["levels"], "+.3f"),
            _rate(figures["holds"]),
            _mean(figures["points"], ".1f"),
        ]
        table.add_row(*map(Text, [name, *usual, *cells]))
    return as_text(table, _WIDTH)


def _verdict(result: ChoicesResult, say: Callable[[str], str]) -> str:
    """The best choice, and how sure it is that it is better than the next."""
    if result.best is None:
        return "no deal was played"
    lead = result.lead
    if lead is None or lead.mean is None:
        return f"there is no other choice: {say(result.best)}"
    sure = "surely" if lead.low is not None and lead.low > 0 else "perhaps"
    return (
        f"best: {say(result.best)}, {sure} better than {say(str(result.runner_up))}:"
        f" {_mean(lead, '+.3f')}"
    )


def _precision(result: ChoicesResult) -> str:
    """Whether the levels are known as well as was asked for."""
    if not result.ci or result.reached is None:
        return ""
    how = "was reached" if result.stopped_by == "ci" else "was not reached"
    return f"--ci {result.ci:g} {how}: levels are known to +-{result.reached:.2g}\n"


def _choice(name: str) -> str:
    return name if name in (PASS, "play") else f"bid {name}"


def _mean(figure: Interval, form: str) -> str:
    if figure.mean is None:
        return "-"
    if figure.low is None or figure.high is None:
        return f"{figure.mean:{form}}"
    return f"{figure.mean:{form}} ({figure.low:{form}} to {figure.high:{form}})"


def _rate(rate: Rate) -> str:
    if rate.rate is None or rate.low is None or rate.high is None:
        return "-"
    return f"{100 * rate.rate:.1f} % ({100 * rate.low:.1f} to {100 * rate.high:.1f})"
