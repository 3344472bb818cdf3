"""Puts a recorded case to an engine and compares: one function a kind."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from typing import Any, NamedTuple

import msgspec

from ..cards import POINTS, RANKS, Trump, format_faces
from ..errors import UnsupportedRulesError
from ..reference.score import Outcome
from ..reference.units import Unit
from ..rules import Rules, load_rules
from . import cases
from .engines import Engine, Play


class Check(NamedTuple):
    """One question of a case: what the case says and what the engine answers, to be shown."""

    question: str
    expected: Any
    answered: Any


def checks(case: cases.AnyCase, engine: Engine) -> Iterator[Check]:
    """All checks of a case, one after the other as the engine answers."""
    yield from _CHECKS[type(case)](case, engine)


def _play(faces: Iterable[int]) -> Play:
    return tuple(sorted(faces))


def _follow(case: cases.FollowCase, engine: Engine) -> Iterator[Check]:
    legal = engine.is_legal_follow(
        case.rules, case.trump.trump, cases.units_of(case.lead_units), case.hand, case.play
    )
    yield Check("legal", case.legal, legal)


def _moves(case: cases.MovesCase, engine: Engine) -> Iterator[Check]:
    if case.lead is None:
        found = engine.unit_leads(case.rules, case.trump.trump, case.hand)
    else:
        lead = cases.units_of(case.lead_units)
        found = engine.follows(case.rules, case.trump.trump, lead, case.hand)
    yield Check("count", case.count, len(found))
    yield Check("moves", _plays_text(case.moves), _plays_text(found))


def _plays_text(plays: Iterable[Iterable[int]]) -> list[str]:
    return sorted(format_faces(_play(play)) for play in plays)


def _winner(case: cases.WinnerCase, engine: Engine) -> Iterator[Check]:
    lead = cases.units_of(case.lead_units)
    taken = engine.trick(case.rules, case.trump.trump, case.leader, lead, case.plays)
    yield Check(
        "winner, points, largest_unit", (case.winner, case.points, case.largest_unit), taken
    )


def _reading(case: cases.ReadingCase, engine: Engine) -> Iterator[Check]:
    trump = case.trump.trump
    units = list(engine.reading(case.rules, trump, case.cards))
    longest = max(units, key=lambda unit: (unit.size, unit.length))
    expected = (case.longest.cards, case.longest.type)
    yield Check("longest", expected, (longest.size, longest.kind))
    if case.reading is not None:
        alike = trump if case.equal_cards else None
        yield Check(
            "reading", _units_text(cases.units_of(case.reading), alike), _units_text(units, alike)
        )


def _units_text(units: Iterable[Unit], alike: Trump | None) -> list[str]:
    """Units as sorted text; under a trump ``alike`` equal off-suit level cards look the same."""

    def name(face: int) -> str:
        off_suit = alike and face // 4 == alike.rank and face % 4 != alike.suit
        return RANKS[face // 4] + "?" if off_suit else format_faces([face])

    return sorted(
        f"{unit.kind} {unit.width} x {'-'.join(name(face) for face in unit.faces)}"
        for unit in units
    )


def _throw(case: cases.ThrowCase, engine: Engine) -> Iterator[Check]:
    lead = cases.units_of(case.throw_units)
    led = engine.led(case.rules, case.trump.trump, case.leader, lead, case.hands)
    held_back = Counter[int](case.throw) - Counter(led.cards)
    yield Check("stands", case.stands, led.beaten_by is None)
    yield Check("led", format_faces(_play(case.led)), format_faces(led.cards))
    yield Check(
        "held_back",
        format_faces(_play(case.held_back)),
        format_faces(_play(held_back.elements())),
    )
    if case.beaten_by is not msgspec.UNSET:
        yield Check("beaten_by", case.beaten_by, led.beaten_by)


def _bids(case: cases.BidsCase, engine: Engine) -> Iterator[Check]:
    made = [(bid.seat, bid.card, bid.count) for bid in case.bids]
    found = engine.bids(case.rules, case.levels, case.declarer, case.bidder, made, case.hand)
    yield Check("valid", _bids_text(case.valid), _bids_text(found))


def _bids_text(bids: Iterable[tuple[int, int]]) -> list[str]:
    return [format_faces([face] * count) for face, count in sorted(bids)]


def _score(case: cases.ScoreCase, engine: Engine) -> Iterator[Check]:
    yield Check("outcome", _outcome(case), engine.score(case.rules, case.points, case.team_short))


def _outcome(case: cases.ScoreCase | cases.AdvanceCase | cases.RoundCase) -> Outcome:
    return Outcome(case.defenders_win, case.defender_levels, case.attacker_levels)


def _advance(case: cases.AdvanceCase, engine: Engine) -> Iterator[Check]:
    after = engine.advance(
        case.rules, case.levels, case.declarer, case.team, _outcome(case), case.hook_hit
    )
    yield Check("levels_after", _levels_text(case.levels_after), _levels_text(after))


def _levels_text(levels: Iterable[int]) -> str:
    return " ".join(RANKS[level] for level in levels)


def _kitty(case: cases.KittyCase, engine: Engine) -> Iterator[Check]:
    size, hand, removed = engine.kitty(case.rules, case.level or 0)
    yield Check("kitty_size", case.kitty_size, size)
    yield Check("hand_size", case.hand_size, hand)
    yield Check("removed", format_faces(_play(case.removed)), format_faces(_play(removed)))


class _Replay:
    """Plays recorded tricks one after the other and checks each step."""

    def __init__(self, case: cases.DealCase | cases.RoundCase, leader: int, engine: Engine) -> None:
        self.engine = engine
        self.rules: Rules = case.rules
        self.trump = case.trump.trump
        self.hands = [Counter(hand) for hand in case.hands]
        self.tricks = case.tricks
        self.leader = leader
        self.lead: Sequence[Unit] = ()
        self.winning_play: Sequence[int] = ()
        self.points = [0] * self.rules.players
        self.failed: list[int] = []
        self.plays: list[tuple[int, Sequence[int]]] = []

    def hand(self, seat: int) -> list[int]:
        return sorted(self.hands[seat].elements())

    def trick(self, number: int) -> Iterator[Check]:
        """The checks of one trick (R9 to R18)."""
        trick, players = self.tricks[number], self.rules.players
        yield Check(f"trick {number}: leader", trick.leader, self.leader)
        seats = [(self.leader + place) % players for place in range(players)]
        for seat, play in zip(seats, trick.plays, strict=True):
            missing = Counter(play) - self.hands[seat]
            yield Check(f"trick {number}: seat {seat} plays what it does not hold", {}, missing)
        tried = trick.failed_throw or trick.plays[0]
        led = self.engine.led(
            self.rules,
            self.trump,
            self.leader,
            self.engine.reading(self.rules, self.trump, tried),
            [self.hand(seat) for seat in range(players)],
        )
        yield Check(f"trick {number}: led", _play(trick.plays[0]), led.cards)
        fails = led.beaten_by is not None
        yield Check(f"trick {number}: the throw fails", trick.failed_throw is not None, fails)
        if fails:
            self.failed.append(self.leader)
        self.lead = self.engine.reading(self.rules, self.trump, led.cards)
        for seat, play in zip(seats[1:], trick.plays[1:], strict=True):
            legal = self.engine.is_legal_follow(
                self.rules, self.trump, self.lead, self.hand(seat), play
            )
            yield Check(f"trick {number}: seat {seat} may play", True, legal)
        taken = self.engine.trick(self.rules, self.trump, self.leader, self.lead, trick.plays)
        yield Check(f"trick {number}: winner", trick.winner, taken.winner)
        yield Check(f"trick {number}: points", trick.points, taken.points)
        if trick.largest_unit is not None:
            yield Check(f"trick {number}: largest_unit", trick.largest_unit, taken.largest_unit)
        self.winning_play = trick.plays[seats.index(taken.winner)]
        self.points[taken.winner] += taken.points
        self.leader = taken.winner
        for seat, play in zip(seats, trick.plays, strict=True):
            self.hands[seat] -= Counter(play)
            self.plays.append((seat, play))

    def end(self, case: cases.DealCase | cases.RoundCase) -> Iterator[Check]:
        """All cards are played, and who won the last trick."""
        yield Check("cards left", 0, sum(hand.total() for hand in self.hands))
        yield Check("last_winner", case.last_winner, self.leader)
        yield Check("kitty_points", case.kitty_points, sum(POINTS[face] for face in case.kitty))


def _deal(case: cases.DealCase, engine: Engine) -> Iterator[Check]:
    replay = _Replay(case, case.leader, engine)
    for number in range(len(case.tricks)):
        yield from replay.trick(number)
    yield from replay.end(case)
    yield Check("points", case.points, replay.points)
    for setting, factor in case.kitty_factors.items():
        rules = load_rules(case.rules, {"kitty_factor": setting})
        answered = engine.kitty_factor(rules, replay.trump, replay.lead, replay.winning_play)
        yield Check(f"kitty_factors: {setting}", factor, answered)


def _round(case: cases.RoundCase, engine: Engine) -> Iterator[Check]:
    rules, players = case.rules, case.rules.players
    if rules.partners == "named":
        raise UnsupportedRulesError("cases do not say whom a named card made the partner")
    called = [(friend.card, friend.ordinal) for friend in case.friends]
    replay = _Replay(case, case.declarer, engine)
    team = engine.joined(rules, case.declarer, called, ())
    for number, trick in enumerate(case.tricks):
        yield from replay.trick(number)
        team = engine.joined(rules, case.declarer, called, replay.plays)
        if trick.team_after is not None:
            yield Check(f"trick {number}: team_after", trick.team_after, list(team))
    yield from replay.end(case)
    yield Check("team", sorted(case.team), sorted(team))
    attackers = [seat for seat in range(players) if seat not in team]
    factor = engine.kitty_factor(rules, replay.trump, replay.lead, replay.winning_play)
    yield Check("kitty_factor", case.kitty_factor, factor)
    points = sum(replay.points[seat] for seat in attackers)
    if replay.leader in attackers:
        points += factor * case.kitty_points
    for seat in replay.failed:
        points += rules.throw_penalty * (-1 if seat in attackers else 1)
    yield Check("attackers_points", case.attackers_points, points)
    short = rules.partners == "friends" and len(team) < rules.n_friends + 1
    yield Check("team_short", case.team_short, short)
    outcome = engine.score(rules, points, short)
    yield Check("outcome", _outcome(case), outcome)
    if case.next_declarer is not None:
        following = engine.next_declarer(rules, case.declarer, team, outcome.defenders_win)
        yield Check("next_declarer", case.next_declarer, following)
    if case.levels is not None and case.levels_after is not None:
        after = engine.advance(rules, case.levels, case.declarer, team, outcome, False)
        yield Check("levels_after", _levels_text(case.levels_after), _levels_text(after))


_CHECKS: dict[type, Any] = {
    cases.FollowCase: _follow,
    cases.MovesCase: _moves,
    cases.WinnerCase: _winner,
    cases.ReadingCase: _reading,
    cases.ThrowCase: _throw,
    cases.BidsCase: _bids,
    cases.ScoreCase: _score,
    cases.AdvanceCase: _advance,
    cases.KittyCase: _kitty,
    cases.DealCase: _deal,
    cases.RoundCase: _round,
}
