"""The compiled core as an engine for recorded cases and perft."""

from collections.abc import Collection, Iterable, Sequence
from functools import lru_cache

from .._core import moves, referee
from .._core.spec import CompiledRules
from ..cards import Trump
from ..errors import UnsupportedRulesError
from ..reference.friends import first_team
from ..reference.score import Outcome
from ..reference.units import Unit
from ..rules import Rules
from .engines import Lead, Led, Play, Taken

CoreUnit = tuple[str, int, tuple[int, ...]]


@lru_cache(maxsize=1024)
def _compiled(rules: Rules) -> CompiledRules:
    return CompiledRules(rules)


def _units(lead: Lead) -> list[CoreUnit]:
    return [(unit.kind, unit.width, unit.faces) for unit in lead]


def _cards(lead: Lead) -> list[int]:
    return [face for unit in lead for face in unit.cards]


def _follows(rules: Rules, trump: Trump, lead: Lead, hand: Iterable[int]) -> moves.Follows:
    return moves.Follows(_compiled(rules), trump, _cards(lead), hand, _units(lead))


def _listed(plays: moves.Plays) -> list[Play]:
    return [tuple(play) for play in plays.enumerate()]


class CoreEngine:
    """Answers every question of :class:`~.engines.Engine` with the core's functions."""

    def reading(self, rules: Rules, trump: Trump, cards: Iterable[int]) -> Lead:
        read = moves.reading(_compiled(rules), trump, cards)
        return [Unit(width, faces) for _, width, faces in read]

    def unit_leads(self, rules: Rules, trump: Trump, hand: Iterable[int]) -> list[Play]:
        return _listed(moves.UnitLeads(_compiled(rules), trump, hand))

    def leads(self, rules: Rules, trump: Trump, hand: Iterable[int]) -> list[Play]:
        return _listed(moves.Leads(_compiled(rules), trump, hand))

    def follows(self, rules: Rules, trump: Trump, lead: Lead, hand: Iterable[int]) -> list[Play]:
        return _listed(_follows(rules, trump, lead, hand))

    def is_legal_follow(
        self, rules: Rules, trump: Trump, lead: Lead, hand: Iterable[int], play: Iterable[int]
    ) -> bool:
        return _follows(rules, trump, lead, hand).is_legal(play)

    def led(
        self, rules: Rules, trump: Trump, leader: int, lead: Lead, hands: Sequence[Sequence[int]]
    ) -> Led:
        judged = referee.throw(_compiled(rules), trump, leader, hands, _cards(lead), _units(lead))
        if judged.led is None:
            raise UnsupportedRulesError(
                "what is led hangs on the next player's choice", ["failed_throw"]
            )
        return Led(tuple(judged.led), judged.stopped_by)

    def trick(
        self, rules: Rules, trump: Trump, leader: int, lead: Lead, plays: Sequence[Sequence[int]]
    ) -> Taken:
        return Taken(*referee.winner(_compiled(rules), trump, leader, plays, _units(lead)))

    def bids(
        self,
        rules: Rules,
        levels: Sequence[int],
        declarer: int | None,
        bidder: int,
        made: Sequence[tuple[int, int, int]],
        hand: Iterable[int],
    ) -> list[tuple[int, int]]:
        level = levels[bidder if declarer is None else declarer]
        return referee.bids(_compiled(rules), level, bidder, hand, made)

    def kitty(self, rules: Rules, level: int) -> tuple[int, int, list[int]]:
        return rules.kitty_size, rules.hand_size, rules.removed(level)

    def kitty_factor(
        self, rules: Rules, trump: Trump, lead: Lead, winning_play: Sequence[int]
    ) -> int:
        return referee.kitty_factor(
            _compiled(rules), trump, _cards(lead), _units(lead), winning_play
        )

    def score(self, rules: Rules, points: int, team_short: bool) -> Outcome:
        return Outcome(*referee.score(_compiled(rules), points, team_short))

    def advance(
        self,
        rules: Rules,
        levels: Sequence[int],
        declarer: int,
        team: Collection[int],
        outcome: Outcome,
        hook_hit: bool,
    ) -> list[int]:
        after = referee.advance(_compiled(rules), levels, declarer, outcome, team, hook_hit)
        return after.levels

    def joined(
        self,
        rules: Rules,
        declarer: int,
        friends: Sequence[tuple[int, int]],
        plays: Sequence[tuple[int, Sequence[int]]],
    ) -> list[int]:
        if rules.partners == "fixed":
            return first_team(declarer, None, rules)
        return referee.joined(_compiled(rules), declarer, friends, plays)

    def next_declarer(
        self, rules: Rules, declarer: int, team: Collection[int], defenders_win: bool
    ) -> int:
        return referee.next_declarer(_compiled(rules), declarer, defenders_win, team)
