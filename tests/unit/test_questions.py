"""A question's arguments are plain JSON that asks the same question again, in any process."""

import json

import pytest

from tractor_fast.errors import CardError, RulesError, SpecError
from tractor_fast.evaluate.ask import Running, ask
from tractor_fast.evaluate.plan import plan_of, question_of
from tractor_fast.evaluate.question import QUESTIONS, read_question
from tractor_fast.rules import Rules

HAND = "2h2hAsKsKsQsBJ"
HAND_AND_KITTY = "2h2h AsAsKsKs QsJs 3c4c5c5c6c7c8c8c 9dTdJdQdKdAd 3h4h5h6h7h8h9hTh BJ KcKc"

ASKED = {
    "simulate": [
        {"deals": 60, "seats": "NS=normal(bid.trumps=6),EW=random(lead.throws=0.25)", "seed": 3},
        {"deals": 40, "rules": "finding-friends", "level": "A", "first_board": 2**64 - 40},
        {"deals": 30, "first_deal": True, "overrides": {"kitty_factor": "double"}, "seats": "easy"},
        {"deals": 20, "given": ["S=AsAsBJ", "kitty=5h"], "where": "trumps(S) >= 8"},
    ],
    "compare": [
        {"a": "normal", "b": "random", "boards": 50, "level": "5", "declarer": "E"},
        {"a": "normal", "b": "easy", "ci": 0.2, "rules": "classic-3"},
        {"a": "easy", "b": "normal", "sprt": "-2,-0.1", "alpha": 0.01, "seed": 9},
        {"a": "easy", "b": "easy", "boards": 300, "stratify": True, "control_variates": True},
    ],
    "sweep": [
        {"strategy": "normal", "params": "bid.trumps=5:7", "boards": 40, "by": "role,level"},
        {"strategy": "normal", "params": {"bid.trumps": [6.0]}, "against": "easy", "boards": 30,
         "measure": "points"},
    ],
    "tournament": [{"strategies": ["easy", "normal", "random"], "boards": 30}],
    "rules-diff": [
        {"a": "tractor", "b": "competition", "boards": 30, "matches": 2, "seats": "easy"},
        {"a": {"decks": 2}, "b": Rules(kitty_factor="power"), "boards": 20, "matches": 0,
         "overrides": ["throws=false"], "overrides_b": {"throws": True}, "seats": "easy"},
    ],
    "hand": [
        {"cards": HAND, "boards": 200, "strategy": "easy", "drawn": 9, "seat": "E", "seen": "S:2c"},
        {"cards": HAND, "ci": 0, "boards": 50, "strategy": "easy", "passing": "now", "level": 7},
    ],
    "bury": [
        {"cards": HAND_AND_KITTY, "trump": "s", "boards": 60, "strategy": "easy", "level": "3"},
    ],
    "match": [
        {"a": "easy", "b": "random", "matches": 4, "first_match": 6, "most_deals": 30},
        {"a": "easy", "b": "easy", "matches": 2, "rules": "finding-friends"},
    ],
    "bid-value": [
        {"strategy": "easy", "boards": 60, "by": ["trumps", "draw"], "passing": "now"},
    ],
}  # fmt: skip


def test_every_question_is_asked_here():
    assert set(ASKED) == set(QUESTIONS)


@pytest.mark.parametrize(
    ("name", "asked"), [(name, asked) for name, each in ASKED.items() for asked in each]
)
def test_plain_arguments_ask_the_same_again(name, asked):
    question = read_question(name, asked, jobs=2)
    text = json.dumps(question.arguments, allow_nan=False)
    again = read_question(name, json.loads(text), jobs=1)
    assert json.loads(json.dumps(again.arguments)) == json.loads(text)
    one, other = ask(question, Running()), ask(again, Running())
    assert one.digest == other.digest
    assert one.command == other.command
    mine, its = one.to_dict(), other.to_dict()
    for each in (mine, its):
        for name in ("jobs", "seconds", "deals_per_second"):
            del each[name]
    assert mine == its


def test_the_plan_of_a_result_asks_for_it():
    question = read_question("compare", {"a": "easy", "b": "random", "boards": 20})
    result = ask(question, Running())
    plan = json.loads(json.dumps(result.to_dict()["plan"]))
    assert plan == plan_of(question, question.parts)
    assert plan["parts"] == [{"unit": "boards", "first": 0, "count": 20, "judged": False}]
    assert ask(question_of(plan), Running()).digest == result.digest


def test_rules_of_a_result_are_rules():
    given = {"name": "house.toml", **Rules(throws=False).to_dict()}
    question = read_question("simulate", {"rules": given, "deals": 1, "seats": "random"})
    assert question.setup.rules_name == "house.toml"
    assert question.setup.rules == Rules(throws=False)
    with pytest.raises(SpecError, match="rules: name = 5"):
        read_question("simulate", {"rules": {"name": 5}})


@pytest.mark.parametrize(
    ("name", "arguments", "error", "words"),
    [
        ("simulat", {}, SpecError, ["simulat", "simulate"]),
        ("simulate", {"boards": 5}, SpecError, ["simulate has no argument 'boards'"]),
        ("compare", {"a": "easy"}, SpecError, ["compare lacks its argument b"]),
        ("simulate", {"rules": "nothing"}, RulesError, ["nothing"]),
        ("hand", {"cards": "XX"}, CardError, ["XX"]),
    ],
)
def test_what_asks_nothing_is_told(name, arguments, error, words):
    with pytest.raises(error) as caught:
        read_question(name, arguments)
    assert all(word in str(caught.value) for word in words)


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"version": "9.9"}, ["another version", "9.9 there"]),
        ({"stream_version": 2}, ["another stream_version", "2 there"]),
        ({"core": "ab"}, ["another build of the core", "ab there"]),
        ({"strategies": {"easy": "ab"}}, ["strategy easy is not what it was", "ab there"]),
        ({"strategies": {}}, ["no source of easy"]),
    ],
)
def test_a_plan_of_other_versions_or_sources_is_refused(change, words):
    question = read_question("simulate", {"seats": "easy", "deals": 5})
    plan = plan_of(question, question.parts) | change
    with pytest.raises(SpecError) as caught:
        question_of(plan)
    assert all(word in str(caught.value) for word in words)


def test_a_strategy_that_has_changed_is_refused_before_it_is_run(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    file = tmp_path / "mine.py"
    file.write_text(
        "class Mine:\n    base = 'easy'\n    def lead(self, view): return view.base()\n"
    )
    question = read_question("simulate", {"seats": "./mine.py:Mine", "deals": 5})
    plan = plan_of(question, question.parts)
    question_of(plan)
    file.write_text("open('was_run', 'w')\n" + file.read_text())
    with pytest.raises(SpecError, match=r"strategy \./mine\.py:Mine is not what it was"):
        question_of(plan)
    assert not (tmp_path / "was_run").exists()
