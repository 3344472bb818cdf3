"""What a run is about: a question, read from plain arguments, and its answer from what was played.

A question's ``arguments`` are plain JSON, and whoever reads them asks the same question: that is
how a run is kept in a file, sent to other machines, and repeated.
"""

from abc import ABC, abstractmethod
from collections.abc import Sequence
from importlib import import_module
from inspect import Parameter, signature
from typing import Any, ClassVar, Self

from ..errors import SpecError, did_you_mean
from ..inputs import one_of, shown
from ..sim import Basis, Estimate, Options, Outcome, Part, Setup, Totals, given_texts
from ..stats import Interval, Mean, Rate
from ..strategies import Seated
from .result import Result

QUESTIONS = {
    "simulate": "simulate.SimulateQuestion",
    "compare": "compare.CompareQuestion",
    "sweep": "sweep.SweepQuestion",
    "tournament": "tournament.TournamentQuestion",
    "rules-diff": "rules_diff.RulesDiffQuestion",
    "hand": "hand.HandQuestion",
    "bury": "bury.BuryQuestion",
    "match": "matches.MatchQuestion",
    "bid-value": "bid_value.BidValueQuestion",
}
"""Where each question is, by the name of its command."""


class Question(ABC):
    """A question; subclasses are frozen dataclasses, made by ``read`` of their arguments.

    ``name`` is that in QUESTIONS; ``count_name`` and ``first_name`` are the arguments that say how
    many boards are played and which is the first.
    """

    name: ClassVar[str]
    count_name: ClassVar[str] = "boards"
    first_name: ClassVar[str] = "first_board"

    setup: Basis

    @classmethod
    @abstractmethod
    def read(cls, *args: Any, **arguments: Any) -> Self:
        """The question that arguments ask, those of its function in Python but for how it is run.

        Raises:
            RulesError: rules that cannot be played.
            SpecError: an argument that is not allowed.
        """

    @property
    @abstractmethod
    def arguments(self) -> dict[str, Any]:
        """Plain JSON with which :meth:`read` asks the same again; no jobs."""

    @property
    @abstractmethod
    def strategies(self) -> tuple[Seated, ...]:
        """All strategies that play."""

    @property
    @abstractmethod
    def parts(self) -> list[Part]:
        """What is to be played, made anew; one after the other."""

    @abstractmethod
    def result(self, outcomes: Sequence[Outcome]) -> Result:
        """The answer, of what each of the parts came to."""

    def partial(self, outcomes: Sequence[Outcome]) -> Result | None:
        """The answer of what was played before a strategy failed; None where that says nothing."""
        return self.result(outcomes)

    def estimate(self, part: int, totals: Totals, boards: int) -> Estimate | None:
        """The figure that people look for first, of so many boards of a part."""
        return None


def read_question(name: str, arguments: dict[str, Any], jobs: int | None = None) -> Question:
    """The question of a name and its arguments.

    Raises:
        SpecError: no such question, or an argument that it does not know.
        TractorFastError: what the question itself raises.
    """
    one_of("question", name, list(QUESTIONS))
    module, kind = QUESTIONS[name].split(".")
    question: type[Question] = getattr(import_module(f".{module}", __package__), kind)
    _check_names(name, question, arguments)
    return question.read(**arguments, jobs=jobs)


def _check_names(name: str, question: type[Question], arguments: dict[str, Any]) -> None:
    taken: dict[str, Parameter | None] = {**signature(question.read).parameters}
    if taken.pop("options", None) is not None:
        taken |= dict.fromkeys(Options.__optional_keys__)
    del taken["jobs"]
    for given in arguments:
        if given not in taken:
            near = did_you_mean(given, taken)
            raise SpecError(f"{name} has no argument {shown(given)}{near}")
    for each, parameter in taken.items():
        if parameter is not None and parameter.default is parameter.empty and each not in arguments:
            raise SpecError(f"{name} lacks its argument {each}")


def estimated(name: str, figure: Rate | Mean | Interval) -> Estimate:
    """A figure as what a run comes to so far."""
    value = figure.rate if isinstance(figure, Rate) else figure.mean
    return Estimate(name, value, figure.low, figure.high)


def basis_arguments(basis: Basis) -> dict[str, Any]:
    """Rules, by name and with every setting, and the time that a decision may take."""
    return {
        "rules": {"name": basis.rules_name, **basis.rules.to_dict()},
        "decision_timeout": basis.decision_timeout,
    }


def context_arguments(setup: Setup) -> dict[str, Any]:
    """Which boards are played from the first on, and what every deal starts from."""
    context = setup.context
    return {
        "seed": setup.boards.seed,
        "first_board": setup.boards.first,
        "level": context.level_text(),
        "declarer": context.declarer_text(setup.rules.players),
        "given": given_texts(context.given),
        "where": None if context.where is None else context.where.text,
    }
