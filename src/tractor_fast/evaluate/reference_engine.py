"""The plain-Python reference as an engine for recorded cases and perft."""

from collections.abc import Collection, Iterable, Sequence

from ..cards import Trump
from ..errors import UnsupportedRulesError
from ..reference import advance, bids, follow, formats, lead, score, throws, trick
from ..reference.friends import Call, Team, first_team
from ..reference.score import Outcome
from ..rules import Rules
from .engines import Lead, Led, Play, Taken


class ReferenceEngine:
    """Answers every question of :class:`~.engines.Engine` with the reference's functions."""

    def reading(self, rules: Rules, trump: Trump, cards: Iterable[int]) -> Lead:
        return formats.reading(cards, trump, rules)

    def unit_leads(self, rules: Rules, trump: Trump, hand: Iterable[int]) -> list[Play]:
        return lead.unit_leads(hand, trump, rules)

    def leads(self, rules: Rules, trump: Trump, hand: Iterable[int]) -> list[Play]:
        return list(lead.leads(hand, trump, rules))

    def follows(self, rules: Rules, trump: Trump, lead: Lead, hand: Iterable[int]) -> list[Play]:
        return follow.follows(hand, lead, trump, rules)

    def is_legal_follow(
        self, rules: Rules, trump: Trump, lead: Lead, hand: Iterable[int], play: Iterable[int]
    ) -> bool:
        return follow.is_legal(hand, lead, play, trump, rules)

    def led(
        self, rules: Rules, trump: Trump, leader: int, lead: Lead, hands: Sequence[Sequence[int]]
    ) -> Led:
        judged = throws.judge(leader, lead, hands, trump, rules)
        if not judged.stands and len(judged.choices) > 1:
            raise UnsupportedRulesError(
                "what is led hangs on the next player's choice", ["failed_throw"]
            )
        cards = (face for unit in judged.choices for face in unit.cards)
        return Led(tuple(sorted(cards)), judged.beaten_by)

    def trick(
        self, rules: Rules, trump: Trump, leader: int, lead: Lead, plays: Sequence[Sequence[int]]
    ) -> Taken:
        return Taken(
            trick.winner(leader, lead, plays, trump, rules),
            trick.trick_points(plays),
            trick.largest_unit(lead),
        )

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
        before = [bids.Bid(*bid) for bid in made]
        found = bids.valid_bids(hand, bidder, before, level, rules)
        return [(bid.face, bid.count) for bid in found]

    def kitty(self, rules: Rules, level: int) -> tuple[int, int, list[int]]:
        return rules.kitty_size, rules.hand_size, rules.removed(level)

    def kitty_factor(
        self, rules: Rules, trump: Trump, lead: Lead, winning_play: Sequence[int]
    ) -> int:
        return score.kitty_factor(lead, winning_play, trump, rules)

    def score(self, rules: Rules, points: int, team_short: bool) -> Outcome:
        return score.outcome(points, rules, team_short)

    def advance(
        self,
        rules: Rules,
        levels: Sequence[int],
        declarer: int,
        team: Collection[int],
        outcome: Outcome,
        hook_hit: bool,
    ) -> list[int]:
        after = advance.advance(levels, declarer, team, outcome, rules, hook_hit)
        return list(after.levels)

    def next_declarer(
        self, rules: Rules, declarer: int, team: Collection[int], defenders_win: bool
    ) -> int:
        return advance.next_declarer(declarer, team, defenders_win, rules)

    def joined(
        self,
        rules: Rules,
        declarer: int,
        friends: Sequence[tuple[int, int]],
        plays: Sequence[tuple[int, Sequence[int]]],
    ) -> list[int]:
        calls = [Call(*friend) for friend in friends]
        team = Team(first_team(declarer, None, rules), calls, rules)
        team.trick_done(plays)
        return team.seats
