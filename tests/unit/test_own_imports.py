"""What a strategy imports of its author's own belongs to its hash, and nothing else does."""

import json
import os
import subprocess
import sys
import zipfile
from hashlib import sha256
from importlib import reload
from importlib.machinery import EXTENSION_SUFFIXES

import pytest
from tests.unit.strategy_files import HELPERS, MINE

from tractor_fast import simulate
from tractor_fast.errors import SpecError, WorkerError
from tractor_fast.evaluate.plan import plan_of, question_of
from tractor_fast.evaluate.question import read_question
from tractor_fast.strategies import parse_strategy
from tractor_fast.strategies.imports import imported_names
from tractor_fast.strategies.source import (
    hash_before_loading,
    source_hash,
    sources_before_loading,
)

BOMB = "raise SystemExit('it was run')\n"


@pytest.fixture
def here(tmp_path, monkeypatch):
    """An empty working directory."""
    monkeypatch.chdir(tmp_path)
    return tmp_path


def write(folder, files):
    for name, text in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(text if isinstance(text, bytes) else text.encode())


def hash_of(text):
    return sha256(text if isinstance(text, bytes) else text.encode()).hexdigest()


def hash_of_all(own, **imported):
    lines = [f"{hash_of(text)} {name}\n" for name, text in sorted(imported.items())]
    return hash_of(f"{hash_of(own)} \n" + "".join(lines))


def imported_by(text):
    """Names of the modules that are hashed with a strategy."""
    return {name for name, source in sources_before_loading(text).items() if name and source}


# ---- import statements --------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("import a", {"a"}),
        ("import a.b as c, d", {"a.b", "d"}),
        ("from a.b import c as x, d", {"a.b.c", "a.b.d"}),
        ("from a import *", {"a.*"}),
        ("from . import c", {"pack.sub.c"}),
        ("from .c import d", {"pack.sub.c.d"}),
        ("from .. import c", {"pack.c"}),
        ("from ..c import d", {"pack.c.d"}),
        ("from ... import c", set()),
        ("def f():\n  try:\n    import a\n  except ImportError:\n    import b", {"a", "b"}),
        ("for x in y:\n  pass\nelse:\n  import a\nf = lambda: 0 if x else 1", {"a"}),
        ("try:\n  pass\nfinally:\n  with x:\n    import a", {"a"}),
        ("match x:\n  case 1:\n    import a\n  case _:\n    import b", {"a", "b"}),
        ("if x:\n  import a\nelif y:\n  import b\nelse:\n  import c", {"a", "b", "c"}),
        ("class C:\n  async def f(self):\n    from a import b", {"a.b"}),
        ("# import a\n'import b'", set()),
        ("\ufeff# coding: utf-8\nimport ä", {"ä"}),
        (b"# coding: latin-1\nimport \xe4", {"ä"}),
        ("import a\ndef f(:", set()),
        (b"import a\0", set()),
        (b"import a\xff", set()),
        ("import a\nx = " + "(" * 1_000 + ")" * 1_000, set()),
        ("import a\nx = " + "-" * 100_000 + "1", set()),
        ("", set()),
    ],
)
def test_import_statements_are_read_wherever_they_stand(text, names):
    data = text if isinstance(text, bytes) else text.encode()
    assert set(imported_names(data, "pack.sub")) == names


def test_a_module_of_no_package_has_no_relative_imports():
    assert set(imported_names(b"from . import a\nfrom .b import c\nimport d", "")) == {"d"}


def test_reading_warns_of_nothing(recwarn):
    assert set(imported_names(b"import a\nx = '\\d'\ny = 1 is 1", "")) == {"a"}
    assert not recwarn.list


# ---- which modules ------------------------------------------------------------------------------


def test_the_hash_of_several_modules_is_that_of_a_list_of_theirs(here):
    write(here, {"mine.py": MINE, "my_helpers.py": HELPERS})
    expected = hash_of_all(MINE, my_helpers=HELPERS)
    for text in ("mine.py:Mine", "./mine.py:Mine", "mine:Mine"):
        assert hash_before_loading(text) == expected
        assert source_hash(parse_strategy(text)) == expected


def test_only_what_is_imported_counts(here):
    write(here, {"mine.py": MINE, "my_helpers.py": HELPERS, "other.py": "x = 1\n"})
    before = hash_before_loading("mine.py:Mine")
    write(here, {"other.py": "x = 2\n", "another.py": BOMB, "my_helpers.txt": "data"})
    assert hash_before_loading("mine.py:Mine") == before
    write(here, {"my_helpers.py": HELPERS + "# changed\n"})
    assert hash_before_loading("mine.py:Mine") == hash_of_all(
        MINE, my_helpers=HELPERS + "# changed\n"
    )


def test_neither_its_place_nor_the_working_directory_counts(here, monkeypatch):
    write(here / "a", {"mine.py": MINE, "my_helpers.py": HELPERS})
    before = hash_before_loading("a/mine.py:Mine")
    (here / "a").rename(here / "b")
    assert hash_before_loading("b/mine.py:Mine") == before == hash_of_all(MINE, my_helpers=HELPERS)
    monkeypatch.chdir(here / "b")
    assert hash_before_loading("mine.py:Mine") == hash_before_loading("mine:Mine") == before
    monkeypatch.chdir("/")
    assert hash_before_loading(f"{here}/b/mine.py:Mine") == before


def test_what_is_imported_by_what_is_imported_counts_and_cycles_end(here):
    write(
        here,
        {
            "mine.py": "import one\n",
            "one.py": "def f():\n    import two\n",
            "two.py": "import one, mine, two\nfrom three import x\n",
            "three.py": "x = 3\n",
        },
    )
    assert imported_by("mine.py:Mine") == {"one", "two", "three", "mine"}
    assert imported_by("mine:Mine") == {"one", "two", "three"}, "a module is itself, by its name"


def test_packages_are_the_modules_that_are_imported_of_them(here):
    write(
        here,
        {
            "mine.py": "from pack.sub import inner, number\n",
            "pack/__init__.py": "from . import first\n",
            "pack/first.py": "",
            "pack/second.py": "",
            "pack/sub/__init__.py": "number = 1\n",
            "pack/sub/inner.py": "from ..third import x\nfrom .... import beyond\n",
            "pack/third.py": "",
        },
    )
    expected = {"pack", "pack.first", "pack.sub", "pack.sub.inner", "pack.third"}
    assert imported_by("mine.py:Mine") == expected
    inner = {"pack", "pack.first", "pack.sub", "pack.third"}
    assert imported_by("pack.sub.inner:Mine") == inner


def test_namespace_packages_may_lie_in_several_places(here, monkeypatch):
    write(here, {"mine.py": "import space.deep.one, space.deep.two\n"})
    write(here / "a", {"space/deep/one.py": "from . import three\n"})
    write(here / "b", {"space/deep/two.py": "", "space/deep/three.py": ""})
    for place in ("a", "b"):
        monkeypatch.syspath_prepend(here / place)
    assert imported_by("mine.py:Mine") == {"space.deep.one", "space.deep.two", "space.deep.three"}


def test_all_of_a_package_may_be_asked_for(here):
    write(here, {"mine.py": "from pack import *\n", "pack/__init__.py": "__all__ = ['a']\n"})
    write(here, {"pack/a.py": "from one import *\n", "pack/b/__init__.py": "", "one.py": ""})
    assert imported_by("mine.py:Mine") == {"pack", "pack.a", "pack.b", "one"}


def test_what_is_installed_is_left_out(here, monkeypatch):
    write(
        here,
        {
            "mine.py": "import os, json.decoder, math, sys, numpy.linalg, click, my_helpers\n"
            "from tractor_fast.strategies import example, Parameter\nimport theirs.deep, pipped\n",
            "my_helpers.py": "import collections, _csv\n",
            "x/site-packages/theirs/__init__.py": BOMB,
            "x/site-packages/theirs/deep.py": BOMB,
            "y/pipped.py": BOMB,
            "y/other-1.0.dist-info/METADATA": "",
        },
    )
    monkeypatch.syspath_prepend(here / "x" / "site-packages")
    monkeypatch.syspath_prepend(here / "y")
    assert imported_by("mine.py:Mine") == {"my_helpers"}


def test_an_installed_strategy_has_its_own_package(here, monkeypatch):
    site = here / "lib" / "site-packages"
    write(
        site,
        {
            "bots/__init__.py": "",
            "bots/careful.py": "from . import tables\nimport theirs, my_helpers\n",
            "bots/tables.py": "",
            "bots/unused.py": "",
            "theirs.py": "",
            "bots-1.0.dist-info/METADATA": "Metadata-Version: 2.1\nName: bots\nVersion: 1.0\n",
            "bots-1.0.dist-info/entry_points.txt": (
                "[tractor_fast.strategies]\ncareful = bots.careful:Careful\n"
            ),
        },
    )
    write(here, {"my_helpers.py": HELPERS})
    monkeypatch.syspath_prepend(site)
    for text in ("careful", "bots.careful:Careful"):
        assert imported_by(text) == {"bots", "bots.tables", "my_helpers"}


def test_what_is_missing_or_broken_is_no_hindrance(here):
    write(
        here,
        {
            "mine.py": "import gone, wrong\nfrom sub.gone import x\nfrom nul import y\n",
            "wrong.py": "import my_helpers\ndef f(:\n",
            "nul.py": b"import my_helpers\0",
            "sub/__init__.py": "",
            "my_helpers.py": HELPERS,
        },
    )
    assert imported_by("mine.py:Mine") == {"wrong", "sub", "nul"}
    assert sources_before_loading("mine.py:Mine")["gone"] is None
    broken = hash_before_loading("wrong.py:Mine")
    assert broken == hash_of("import my_helpers\ndef f(:\n")


def test_compiled_modules_have_the_hash_of_their_bytes(here):
    write(here, {"mine.py": "import fast\n", f"fast{EXTENSION_SUFFIXES[0]}": b"\x7fELF 1"})
    assert hash_before_loading("mine.py:Mine") == hash_of_all("import fast\n", fast=b"\x7fELF 1")


def test_modules_in_a_zip_have_the_hash_of_their_sources(here, monkeypatch):
    write(here, {"mine.py": MINE})
    with zipfile.ZipFile(here / "lib.zip", "w") as packed:
        packed.writestr("my_helpers.py", HELPERS)
    monkeypatch.syspath_prepend(here / "lib.zip")
    assert hash_before_loading("mine.py:Mine") == hash_of_all(MINE, my_helpers=HELPERS)


def test_an_archive_that_breaks_after_it_was_opened_is_one_line(here, monkeypatch):
    write(here, {"mine.py": MINE})
    with zipfile.ZipFile(here / "lib.zip", "w") as packed:
        packed.writestr("my_helpers.py", HELPERS)
    monkeypatch.syspath_prepend(here / "lib.zip")
    hash_before_loading("mine.py:Mine")
    (here / "lib.zip").unlink()
    with pytest.raises(SpecError, match="looking for module my_helpers raised FileNotFoundError"):
        hash_before_loading("mine.py:Mine")


@pytest.mark.parametrize("error", [ValueError, ImportError, OSError])
def test_a_finder_that_raises_is_one_line(here, monkeypatch, error):
    class Finder:
        def find_spec(self, name, path=None, target=None):
            if name == "my_helpers":
                raise error("lost")

    write(here, {"mine.py": MINE, "my_helpers.py": HELPERS})
    monkeypatch.setattr(sys, "meta_path", [Finder(), *sys.meta_path])
    with pytest.raises(SpecError, match=f"for module my_helpers raised {error.__name__}: lost"):
        hash_before_loading("mine.py:Mine")


@pytest.mark.parametrize("text", ["mine.py:Mine", "tractor_fast.strategies.example:Example"])
def test_a_working_directory_that_was_removed_is_one_line(here, monkeypatch, text):
    (here / "gone").mkdir()
    monkeypatch.chdir(here / "gone")
    (here / "gone").rmdir()
    for call in (parse_strategy, hash_before_loading):
        with pytest.raises(SpecError, match=r"^the working directory cannot be found: No "):
            call(text)
    monkeypatch.chdir(here)


def test_nothing_is_run(here):
    write(here, {"mine.py": BOMB + MINE, "my_helpers.py": BOMB + "import pack.inner\n"})
    write(here, {"pack/__init__.py": BOMB, "pack/inner.py": BOMB})
    assert imported_by("mine.py:Mine") == {"my_helpers", "pack", "pack.inner"}
    assert not {"my_helpers", "pack", "pack.inner"} & set(sys.modules)


def test_another_process_finds_the_same_from_another_place(here):
    write(here, {"mine.py": "import numpy\n" + MINE, "my_helpers.py": "import json, pack\n"})
    write(here, {"pack/__init__.py": "x = 1\n"})
    write(here / "moved" / "far", {"empty.txt": ""})
    script = (
        "import sys, json\n"
        "from tractor_fast.strategies.source import hash_before_loading\n"
        "print(json.dumps([hash_before_loading(text) for text in sys.argv[1:]]))\n"
    )
    texts = [f"{here}/mine.py:Mine", "../../mine.py:Mine"]
    path = os.pathsep.join(os.path.abspath(place) for place in sys.path if place)
    answer = subprocess.run(
        [sys.executable, "-c", script, *texts],
        cwd=here / "moved" / "far",
        env=os.environ | {"PYTHONPATH": path},
        capture_output=True,
        check=True,
    )
    assert json.loads(answer.stdout) == [hash_before_loading("mine.py:Mine")] * 2


# ---- what has been imported ---------------------------------------------------------------------


def test_an_imported_module_keeps_the_hash_of_what_was_imported(here, monkeypatch):
    write(here, {"mine.py": MINE, "my_helpers.py": HELPERS})
    before = hash_before_loading("mine.py:Mine")
    parse_strategy("mine.py:Mine")
    changed = HELPERS + "# changed, and not imported again\n"
    write(here, {"my_helpers.py": changed})
    assert hash_before_loading("mine.py:Mine") == before
    monkeypatch.syspath_prepend(here)
    reload(sys.modules["my_helpers"])
    assert hash_before_loading("mine.py:Mine") == hash_of_all(MINE, my_helpers=changed)


def test_two_modules_of_one_name_are_refused_if_they_differ(here):
    for folder, text in {"old": HELPERS, "copy": HELPERS, "new": HELPERS + "# new\n"}.items():
        write(here / folder, {"mine.py": MINE, "my_helpers.py": text})
    old = source_hash(parse_strategy("old/mine.py:Mine"))
    assert source_hash(parse_strategy("copy/mine.py:Mine")) == old
    with pytest.raises(SpecError) as caught:
        source_hash(parse_strategy("new/mine.py:Mine"))
    assert str(caught.value) == (
        f"new/mine.py:Mine: it imports my_helpers, {here}/new/my_helpers.py, but another of that"
        f" name has been imported, {here}/old/my_helpers.py; give one of them another name"
    )


# ---- runs ---------------------------------------------------------------------------------------


def test_a_plan_is_refused_when_an_imported_module_has_changed(here):
    write(here, {"mine.py": MINE, "my_helpers.py": HELPERS, "other.py": ""})
    question = read_question("simulate", {"seats": "./mine.py:Mine", "deals": 5})
    plan = plan_of(question, question.parts)
    there = hash_of_all(MINE, my_helpers=HELPERS)
    assert plan["strategies"] == {"./mine.py:Mine": there}
    write(here, {"other.py": "x = 1\n"})
    question_of(plan)
    del sys.modules["my_helpers"]
    write(here, {"my_helpers.py": BOMB})
    with pytest.raises(SpecError) as caught:
        question_of(plan)
    assert str(caught.value) == (
        "strategy ./mine.py:Mine is not what it was: the SHA-256 of its source and of what it"
        f" imports (my_helpers) is {there} there, {hash_of_all(MINE, my_helpers=BOMB)} here"
    )
    (here / "my_helpers.py").unlink()
    with pytest.raises(SpecError) as caught:
        question_of(plan)
    assert str(caught.value) == (
        "strategy ./mine.py:Mine is not what it was: the SHA-256 of its source is"
        f" {there} there, {hash_of(MINE)} here, where my_helpers is not found"
    )


def test_a_worker_that_would_import_another_module_refuses_the_run(here):
    write(here, {"mine.py": MINE, "my_helpers.py": HELPERS})
    asked = {"seats": "NS=./mine.py:Mine,EW=easy", "deals": 100, "jobs": 2}
    assert simulate(**asked, executor="processes").digest == simulate(**asked).digest
    write(here, {"my_helpers.py": HELPERS + "# changed\n"})
    with pytest.raises(WorkerError) as caught:
        simulate(**asked, executor="processes")
    said = str(caught.value)
    assert "a worker cannot play this run: strategy ./mine.py:Mine is not what it was" in said
    assert "and of what it imports (my_helpers) is" in said
