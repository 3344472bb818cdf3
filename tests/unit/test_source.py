"""Hashes of strategies, and the texts that find them again."""

import sys
from hashlib import sha256
from importlib import reload
from pathlib import Path

import pytest
from tests.unit.python_strategies import Small

import tractor_fast.strategies.example as example
from tractor_fast import _core
from tractor_fast.errors import SpecError
from tractor_fast.strategies import parse_strategy, strategies
from tractor_fast.strategies.source import core_hash, hash_before_loading, named, source_hash

MINE = """
class Mine:
    def follow(self, view):
        return view.legal.sample()
"""


@pytest.fixture
def here(tmp_path, monkeypatch):
    """An empty working directory."""
    monkeypatch.chdir(tmp_path)
    return tmp_path


def hash_of(text):
    return sha256(text.encode()).hexdigest()


def complaint(call, *arguments):
    with pytest.raises(SpecError) as caught:
        call(*arguments)
    assert "\n" not in str(caught.value)
    return str(caught.value)


def test_the_hash_of_the_core_is_that_of_all_its_sources_by_name():
    home = Path(_core.__file__).parent
    hashed = sha256()
    for path in sorted(home.rglob("*.pxd")):
        name = str(path.relative_to(home))
        hashed.update(f"{name} {path.stat().st_size}\n".encode() + path.read_bytes())
    assert core_hash() == hashed.hexdigest()
    assert (home / "bots" / "normal.pxd").exists(), "directories below are among them"


@pytest.mark.parametrize("text", ["random", " normal ", "random(lead.throws=0.25)", *strategies()])
def test_built_in_strategies_have_the_hash_of_the_core(text):
    assert hash_before_loading(text) == core_hash()
    seated = parse_strategy(text)
    assert source_hash(seated) == core_hash()
    assert named(seated) == str(seated)


@pytest.mark.parametrize("folder", [".", "some where/my=bots (old)"])
def test_a_file_has_the_hash_of_its_bytes(here, folder):
    path = here / folder / "mine.py"
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(MINE)
    text = f"{folder}/mine.py:Mine"
    assert hash_before_loading(text) == hash_of(MINE)
    seated = parse_strategy(text)
    assert (source_hash(seated), named(seated)) == (hash_of(MINE), text)
    path.write_text(MINE + "# changed\n")
    assert hash_before_loading(text) == hash_of(MINE + "# changed\n")


def test_a_module_has_the_hash_of_its_file():
    source = Path(example.__file__).read_text()
    text = "tractor_fast.strategies.example:Example"
    assert hash_before_loading(text) == hash_of(source)
    assert source_hash(parse_strategy(text)) == hash_of(source)


def test_nothing_is_run_or_imported_before_its_hash_is_known(here):
    bomb = "raise SystemExit('it was run')\n"
    (here / "bomb.py").write_text(bomb)
    package = here / "pack"
    package.mkdir()
    (package / "__init__.py").write_text(bomb)
    (package / "inner.py").write_text(bomb + bomb)
    assert hash_before_loading("bomb.py:Mine") == hash_of(bomb)
    assert hash_before_loading("bomb:Mine(x=1)") == hash_of(bomb)
    assert hash_before_loading("pack:Mine") == hash_of(bomb)
    both = f"{hash_of(bomb + bomb)} \n{hash_of(bomb)} pack\n"
    assert hash_before_loading("pack.inner:Mine") == hash_of(both)
    assert not {"bomb", "pack", "pack.inner"} & set(sys.modules)


def test_an_imported_module_keeps_the_hash_of_what_was_imported(here, monkeypatch):
    monkeypatch.syspath_prepend(here)
    path = here / "kept.py"
    path.write_text(MINE)
    assert hash_before_loading("kept:Mine") == hash_of(MINE)
    seated = parse_strategy("kept:Mine")
    path.write_text(MINE + "# changed, and not imported again\n")
    assert hash_before_loading("kept:Mine") == source_hash(seated) == hash_of(MINE)
    reload(sys.modules["kept"])
    assert source_hash(seated) == hash_of(path.read_text())


def test_a_module_that_changes_before_it_is_imported_has_its_last_hash(here):
    path = here / "late.py"
    for text in (MINE, MINE + "# changed\n"):
        path.write_text(text)
        assert hash_before_loading("late:Mine") == hash_of(text)
    assert source_hash(parse_strategy("late:Mine")) == hash_of(MINE + "# changed\n")


def test_an_entry_point_has_the_hash_of_its_module(here, monkeypatch):
    (here / "offered.py").write_text(MINE)
    packed = here / "offering-1.0.dist-info"
    packed.mkdir()
    (packed / "METADATA").write_text("Metadata-Version: 2.1\nName: offering\nVersion: 1.0\n")
    (packed / "entry_points.txt").write_text("[tractor_fast.strategies]\nmine = offered : Mine\n")
    monkeypatch.syspath_prepend(here)
    assert hash_before_loading("mine") == hash_of(MINE)
    assert "offered" not in sys.modules
    seated = parse_strategy("mine")
    assert (source_hash(seated), named(seated)) == (hash_of(MINE), "mine")


def test_a_class_that_can_be_imported_is_named_by_its_module():
    seated = parse_strategy(Small)
    assert named(seated) == "tests.unit.python_strategies:Small"
    assert (
        source_hash(seated)
        == sha256(Path(sys.modules[Small.__module__].__file__).read_bytes()).hexdigest()
    )


class Hidden(Small):
    """A class whose name finds another."""


Found, Hidden = Hidden, Small


def local_class():
    class Local(Small):
        pass

    return Local


def class_of_main():
    return type("Small", (Small,), {"__module__": "__main__"})


def numba_like():
    return parse_strategy("random").strategy.__class__("random", (), object())


@pytest.mark.parametrize(
    "thing",
    [Small(), local_class(), class_of_main(), Found, numba_like()],
    ids=["instance", "local", "main", "hidden", "compiled"],
)
def test_what_no_text_finds_again_is_refused(thing):
    seated = parse_strategy(thing)
    for refused in (named, source_hash):
        assert complaint(refused, seated) == (
            f"{seated} is an object; runs that are kept or shared need a name, MODULE:OBJECT or"
            f" path/to/FILE.py:OBJECT"
        )


def test_a_compiled_strategy_of_a_module_is_found_by_its_name():
    assert named(parse_strategy(strategies()["normal"])) == "normal"


def test_a_class_of_a_file_that_was_loaded_by_its_path_has_no_name(here):
    (here / "mine.py").write_text(MINE)
    parse_strategy("mine.py:Mine")
    (*_, loaded) = (module for name, module in sys.modules.items() if name.endswith("_mine"))
    assert "is an object" in complaint(named, parse_strategy(loaded.Mine))


def test_what_is_not_there_is_named(here):
    (here / "folder.py").mkdir()
    (here / "text.txt").write_text(MINE)
    (here / "space").mkdir()
    for text, said in {
        "nothing.py:Mine": "there is no file nothing.py",
        "folder.py:Mine": "is no .py file",
        "./text.txt:Mine": "is no .py file",
        "nothing:Mine": "there is no module nothing in a file",
        "no.thing.at.all:Mine": "there is no module no.thing.at.all in a file",
        "json.nothing:Mine": "there is no module json.nothing in a file",
        "sys:Mine": "the module sys is not in a file",
        "space:Mine": "the module space is not in a file",
        "__main__:Mine": "another process has another __main__",
        "normall": "did you mean normal?",
        "a; drop table": "there is no strategy 'a; drop table'",
        "../x:y": "there is no file ../x",
        "": "there is no strategy",
    }.items():
        assert said in complaint(hash_before_loading, text)
