"""Strategies in files that fail far in, or that are not what they were."""

from hashlib import sha256

from . import stored
from .checks import check_same, check_whole, digest
from .field import SLOW, Field
from .program import Broken

_FAILS = '''"""A strategy that cannot play one board."""


class Failing:
    """Plays as its base, but for one board."""

    base = "random"

    def lead(self, view):
        if view.board == {board}:
            raise ValueError("no idea")
        return view.base()
'''


def fails(field: Field) -> str:
    """A strategy raises in the 37th chunk or so: what was before is printed and kept."""
    board = 11_111
    path, file = field.place / "run.db", field.place / "failing.py"
    file.write_text(_FAILS.format(board=-1))
    seats = "--seats", "S=failing.py:Failing,E=random,N=random,W=random", "--seed", "5"
    arguments = "simulate", *seats, "--jobs", "2"
    before = field.result("simulate", *seats, "--deals", board)
    file.write_text(_FAILS.format(board=board))
    said = ""
    for executor in ("threads", "processes"):
        path = field.place / f"{executor}.db"
        command = *arguments, "--deals", "20000", "--executor", executor, "--out", path
        for _ in range(2):  # at first, and when it is played again
            ended = field.run(*command)
            said = ended.told(1, f"board {board}", "no idea")
            found = ended.result
            found |= {"stopped_by": before["stopped_by"], "failure": before["failure"]}
            if found != before:
                raise Broken("the result is not that of the boards before")
            kept = stored.rows(path)
            firsts = {row for row in kept if row.start < board}
            if (stored.boards(firsts), stored.digest(firsts)) != (board, before["digest"]):
                raise Broken(f"{stored.boards(firsts)} deals before board {board} are kept")
        if "failed" not in field.program.run("runs", "list", path).fine().out:
            raise Broken("the list does not say that the run failed")
        hashes = [sha256(file.read_bytes()).hexdigest()[:50]]
        file.write_text(_FAILS.format(board=-1))  # it is mended
        hashes.append(sha256(file.read_bytes()).hexdigest()[:50])
        for words in (("runs", "resume", path), command):
            field.program.run(*words).told(2, "failing.py:Failing", *hashes)
        stored.check_nothing_lost(kept, path)
        file.write_text(_FAILS.format(board=board))
    return f"exit code 1, {said!r}; {board:,} deals kept; mended it is another strategy: code 2"


_TRAP = '''"""A strategy that should not be imported any more."""

from hashlib import sha256
from pathlib import Path

Path({marker!r}).touch()
'''


def are_not_run(field: Field) -> str:
    """A store from elsewhere names a strategy: nothing that looks at it imports it."""
    arguments = field.slow(5000)
    undisturbed = field.start(*arguments)
    path, marker, file = (field.place / name for name in ("run.db", "marker", "slow.py"))
    field.killed(path, *arguments)
    expected = undisturbed.wait().fine().result
    source = file.read_text()
    file.write_text(_TRAP.format(marker=str(marker)))
    looks = (
        ("list", path),
        ("list", field.place),
        ("show", path),
        ("merge", field.place / "merged.db", path),
        ("export", path, field.place / "chunks.csv"),
    )
    for words in looks:
        field.program.run("runs", *words).fine()
    said = ""
    for words in (("verify", path), ("resume", path)):
        said = field.program.run("runs", *words).told(2, "slow.py:Slow", "SHA-256")
    whole = path.read_bytes()
    path.write_bytes(whole[: len(whole) // 2])
    for words in (("verify", path), ("resume", path), ("show", path)):
        field.program.run("runs", *words).told(2, "run.db")
    path.write_bytes(whole)
    if marker.exists():
        raise Broken("the strategy that a store names was imported")
    file.write_text(source)
    check_same(field.run("runs", "resume", path), expected)
    check_whole(path, expected)
    return f"{len(looks)} ways to look at it run nothing; verify and resume: {said!r}"


def have_strange_names(field: Field) -> str:
    """Names that a shell, SQL, or a terminal would take for something else."""
    marker = field.place / "marker"
    name = "a'b;\"$(touch marker)`touch marker`&|%s?mode=memory#x\x1b[2J\x1b]0;x\x07\u202e'--"
    place = field.place / f"{name} directory"
    place.mkdir()
    (place / "slow.py").write_text(SLOW)
    path = place / f"{name}'); DROP TABLE run; --.db"
    seats = f"S={place.relative_to(field.place) / 'slow.py'}:Slow,E=random,N=random,W=random"
    arguments = "simulate", "--seats", seats, "--deals", "5000", "--seed", "5", "--jobs", "2"
    undisturbed = field.start(*arguments)
    field.killed(path, *arguments)
    expected = undisturbed.wait().fine().result
    check_same(field.run("runs", "resume", path), expected)
    check_whole(path, expected)
    for words in (
        ("list", place),
        ("show", path),
        ("show", path, "--format", "json"),
        ("verify", path),
        ("merge", place / "merged\n.db", path),
        ("export", path, place / f"{name}.csv"),
        ("export", path, place / f"{name}.json", "--what", "figures"),
    ):
        field.program.run("runs", *words).fine()
    said = field.program.run("runs", "show", place / f"{name}\n.db").told(2, "there is no file")
    if marker.exists() or any(field.place.rglob("marker")):
        raise Broken("a part of a name was run")
    return f"nothing is run, nothing reaches the terminal: {said!r}, {digest(expected)}"
