"""Two runs that write to one file."""

from . import stored
from .checks import check_same, check_whole, digest
from .field import Field
from .program import Broken


def one_after_the_other(field: Field) -> str:
    """A second run in the middle of the first is refused, and readers are not."""
    path = field.place / "run.db"
    arguments = field.slow(20_000)
    undisturbed = field.start(*arguments)
    running = field.begun(path, *arguments)
    second = "being written by another process", f"pid {running.pid}"
    said = field.program.run(*arguments, "--out", path).told(2, *second)
    field.program.run("runs", "resume", path).told(2, *second)
    shown = field.result("runs", "show", path)
    if shown["state"] != "running":
        raise Broken(f"a run that is being played is said to be {shown['state']}")
    field.program.run("runs", "verify", path).fine()
    if running.ends_within(0):
        raise Broken("the first run ended before it could be disturbed")
    expected = undisturbed.wait().fine().result
    check_same(running.wait(), expected)
    check_whole(path, expected)
    return f"exit code 2, {said!r}; the first ends with {digest(expected)}"


def at_once(field: Field) -> str:
    """Several runs begin at the same moment."""
    arguments = "simulate", "--seats", "random", "--deals", "100000", "--seed", "5", "--jobs", "1"
    expected = field.result(*arguments)
    refused = 0
    for number in range(2 if field.short else 10):
        path = field.place / f"{number}.db"
        all_of_them = [field.start(*arguments, "--out", path) for _ in range(3)]
        ended = [running.wait() for running in all_of_them]
        for each in ended:
            if each.code:
                each.told(2, path.name)
                refused += 1
            else:
                check_same(each, expected)
        if all(each.code for each in ended):
            raise Broken("none of several runs that begin at once is played")
        stored.check_nothing_lost(set(), path)
        check_whole(path, expected)
    return f"of three in each case, {refused} in all refused with exit code 2; {digest(expected)}"
