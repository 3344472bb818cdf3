"""Sizes and offsets of the structs of types.pxd, as the C compiler lays them out."""

from ..rules import Rules
from .spec cimport CompiledRules
from .types cimport (
    ABI_VERSION, Bid, BidOption, Call, Choice, Follow, Lead, Memo, Order, Rung, Seat, Shape, Slots, Spec,
    Table, TrumpTable, Unit,
)

VERSION = ABI_VERSION


cdef size_t _at(const void* whole, const void* field):
    return <const char*>field - <const char*>whole


def layouts():
    """By struct: (bytes, {field: offset})."""
    cdef CompiledRules compiled = CompiledRules(Rules())
    cdef Unit unit
    cdef Lead lead
    cdef Rung rung
    cdef Slots slots
    cdef Shape shape
    cdef Follow follow
    cdef Bid bid
    cdef Call call
    cdef BidOption option
    cdef Order order
    cdef TrumpTable map
    cdef Table table
    cdef Seat seat
    cdef Memo memo
    cdef Choice choice
    cdef Spec* spec = &compiled.spec
    return {
        "Unit": (sizeof(Unit), {
            "width": _at(&unit, &unit.width), "length": _at(&unit, &unit.length),
            "top": _at(&unit, &unit.top), "joint": _at(&unit, &unit.joint),
        }),
        "Lead": (sizeof(Lead), {
            "kind": _at(&lead, &lead.kind), "suit": _at(&lead, &lead.suit), "cards": _at(&lead, &lead.cards),
            "n_units": _at(&lead, &lead.n_units), "largest": _at(&lead, &lead.largest),
            "pairs": _at(&lead, &lead.pairs), "units": _at(&lead, &lead.units),
        }),
        "Rung": (sizeof(Rung), {
            "pairs": _at(&rung, &rung.pairs), "runs": _at(&rung, &rung.runs),
        }),
        "Slots": (sizeof(Slots), {
            "n_runs": _at(&slots, &slots.n_runs), "tuples": _at(&slots, &slots.tuples),
            "runs": _at(&slots, &slots.runs),
        }),
        "Shape": (sizeof(Shape), {
            "width": _at(&shape, &shape.width), "length": _at(&shape, &shape.length),
        }),
        "Follow": (sizeof(Follow), {
            "need": _at(&follow, &follow.need), "in_suit": _at(&follow, &follow.in_suit),
            "by_format": _at(&follow, &follow.by_format), "forced": _at(&follow, &follow.forced),
            "pool": _at(&follow, &follow.pool), "rung": _at(&follow, &follow.rung),
            "slots": _at(&follow, &follow.slots), "bombs": _at(&follow, &follow.bombs),
            "n_asked": _at(&follow, &follow.n_asked), "asked": _at(&follow, &follow.asked),
        }),
        "Bid": (sizeof(Bid), {
            "seat": _at(&bid, &bid.seat), "face": _at(&bid, &bid.face), "count": _at(&bid, &bid.count),
            "draw": _at(&bid, &bid.draw),
        }),
        "Call": (sizeof(Call), {
            "face": _at(&call, &call.face), "ordinal": _at(&call, &call.ordinal),
        }),
        "BidOption": (sizeof(BidOption), {
            "face": _at(&option, &option.face), "count": _at(&option, &option.count),
        }),
        "Order": (sizeof(Order), {
            "tiers": _at(&order, &order.tiers),
        }),
        "TrumpTable": (sizeof(TrumpTable), {
            "level": _at(&map, &map.level), "trump": _at(&map, &map.trump),
            "step_bit": _at(&map, &map.step_bit), "suits": _at(&map, &map.suits),
            "equal": _at(&map, &map.equal), "carry": _at(&map, &map.carry), "steps": _at(&map, &map.steps),
            "linked": _at(&map, &map.linked), "fives": _at(&map, &map.fives),
            "tens": _at(&map, &map.tens), "points": _at(&map, &map.points),
            "suit_at": _at(&map, &map.suit_at), "cheap": _at(&map, &map.cheap), "feed": _at(&map, &map.feed),
            "to_layout": _at(&map, &map.to_layout), "to_natural": _at(&map, &map.to_natural),
            "claims": _at(&map, &map.claims),
        }),
        "Spec": (sizeof(Spec), {
            "abi_version": _at(spec, &spec.abi_version), "size": _at(spec, &spec.size),
            "players": _at(spec, &spec.players), "decks": _at(spec, &spec.decks),
            "hand_size": _at(spec, &spec.hand_size), "kitty_size": _at(spec, &spec.kitty_size),
            "bids_decide_trump": _at(spec, &spec.bids_decide_trump), "level_cap": _at(spec, &spec.level_cap),
            "level_step": _at(spec, &spec.level_step), "general": _at(spec, &spec.general),
            "partners": _at(spec, &spec.partners), "n_friends": _at(spec, &spec.n_friends),
            "friend_cards": _at(spec, &spec.friend_cards), "double_join": _at(spec, &spec.double_join),
            "after_deal": _at(spec, &spec.after_deal), "bid_order": _at(spec, &spec.bid_order),
            "joker_bids": _at(spec, &spec.joker_bids), "reinforce": _at(spec, &spec.reinforce),
            "no_bid": _at(spec, &spec.no_bid), "first_bid_declares": _at(spec, &spec.first_bid_declares),
            "kitty_theft": _at(spec, &spec.kitty_theft), "throws": _at(spec, &spec.throws),
            "failed_throw": _at(spec, &spec.failed_throw), "tractor_width": _at(spec, &spec.tractor_width),
            "tractor_length": _at(spec, &spec.tractor_length),
            "partial_tractors": _at(spec, &spec.partial_tractors),
            "throw_tractors": _at(spec, &spec.throw_tractors),
            "competes_by_reading": _at(spec, &spec.competes_by_reading), "follow": _at(spec, &spec.follow),
            "protect_longer_tuples": _at(spec, &spec.protect_longer_tuples),
            "tractors_answer_only_tractors": _at(spec, &spec.tractors_answer_only_tractors),
            "each_unit": _at(spec, &spec.each_unit), "bulldozer_ladder": _at(spec, &spec.bulldozer_ladder),
            "throw_eval": _at(spec, &spec.throw_eval), "bombs": _at(spec, &spec.bombs),
            "rainbows": _at(spec, &spec.rainbows), "kitty_factor": _at(spec, &spec.kitty_factor),
            "small_team_bonus": _at(spec, &spec.small_team_bonus), "hook": _at(spec, &spec.hook),
            "pass_top": _at(spec, &spec.pass_top), "must_defend": _at(spec, &spec.must_defend),
            "throw_penalty": _at(spec, &spec.throw_penalty), "deck": _at(spec, &spec.deck),
        }),
        "Table": (sizeof(Table), {
            "abi_version": _at(&table, &table.abi_version), "size": _at(&table, &table.size),
            "spec": _at(&table, &table.spec), "map": _at(&table, &table.map),
            "board": _at(&table, &table.board), "players": _at(&table, &table.players),
            "decks": _at(&table, &table.decks), "hand_size": _at(&table, &table.hand_size),
            "kitty_size": _at(&table, &table.kitty_size), "level": _at(&table, &table.level),
            "declarer": _at(&table, &table.declarer), "first_drawer": _at(&table, &table.first_drawer),
            "trump": _at(&table, &table.trump), "drawn": _at(&table, &table.drawn),
            "n_bids": _at(&table, &table.n_bids), "bids": _at(&table, &table.bids),
            "trick": _at(&table, &table.trick), "leader": _at(&table, &table.leader),
            "turn": _at(&table, &table.turn), "n_plays": _at(&table, &table.n_plays),
            "winner": _at(&table, &table.winner), "trick_points": _at(&table, &table.trick_points),
            "beating": _at(&table, &table.beating), "lead": _at(&table, &table.lead),
            "plays": _at(&table, &table.plays), "played": _at(&table, &table.played),
            "unplayed": _at(&table, &table.unplayed), "shown": _at(&table, &table.shown),
            "void_in": _at(&table, &table.void_in), "points": _at(&table, &table.points),
            "failed_by": _at(&table, &table.failed_by), "team": _at(&table, &table.team),
            "n_calls": _at(&table, &table.n_calls), "answered": _at(&table, &table.answered),
            "calls": _at(&table, &table.calls), "named": _at(&table, &table.named),
            "exchanger": _at(&table, &table.exchanger), "throws": _at(&table, &table.throws),
            "failed": _at(&table, &table.failed),
        }),
        "Seat": (sizeof(Seat), {
            "seat": _at(&seat, &seat.seat), "declares": _at(&seat, &seat.declares),
            "sees_kitty": _at(&seat, &seat.sees_kitty), "hand": _at(&seat, &seat.hand),
            "kitty": _at(&seat, &seat.kitty), "parameters": _at(&seat, &seat.parameters),
            "context": _at(&seat, &seat.context),
        }),
        "Memo": (sizeof(Memo), {
            "rng": _at(&memo, &memo.rng), "slots": _at(&memo, &memo.slots),
        }),
        "Choice": (sizeof(Choice), {
            "decision": _at(&choice, &choice.decision), "n_bids": _at(&choice, &choice.n_bids),
            "must_bid": _at(&choice, &choice.must_bid), "bids": _at(&choice, &choice.bids),
            "name_kind": _at(&choice, &choice.name_kind),
            "n_units": _at(&choice, &choice.n_units), "units": _at(&choice, &choice.units),
            "follow": _at(&choice, &choice.follow), "named": _at(&choice, &choice.named),
            "calls": _at(&choice, &choice.calls), "bid": _at(&choice, &choice.bid),
            "cards": _at(&choice, &choice.cards),
        }),
    }
