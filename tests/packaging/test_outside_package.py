"""Somebody else's package, compiled against the .pxd files that are installed with this one."""

import os
import re
import subprocess
import sys
import sysconfig
from importlib import resources
from pathlib import Path

import pytest

import tractor_fast
from tractor_fast import abi
from tractor_fast.errors import SpecError
from tractor_fast.strategies import compiled

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "writing-strategies.md").read_text("utf-8")
ENVIRONMENT = os.environ | {"PYTHONPATH": str(Path(tractor_fast.__file__).resolve().parents[1])}
RUN = """
import tractor_fast, shy
for rules in ({}, {"players": 6, "decks": 3}):
    played = tractor_fast.simulate(seats="shy:shy", overrides=rules, deals=500, seed=3, jobs=2)
    print(played.deals, played.totals["nobody_bid"], played.totals["bids_sum"])
"""


@pytest.fixture(scope="module")
def package(tmp_path_factory):
    """The folder with the compiled module of docs/writing-strategies.md."""
    folder = tmp_path_factory.mktemp("shy")
    source = re.search(r"^```cython\n(.*?)^```", PAGE, re.M | re.S)[1]
    setup = re.search(r"^```python\n(from Cython.*?)^```", PAGE, re.M | re.S)[1]
    (folder / "shy.pyx").write_text(source)
    (folder / "setup.py").write_text(setup)
    build = [sys.executable, "setup.py", "-q", "build_ext", "--inplace"]
    built = subprocess.run(build, cwd=folder, env=ENVIRONMENT, capture_output=True, text=True)
    assert built.returncode == 0, built.stderr
    assert (folder / f"shy{sysconfig.get_config_var('EXT_SUFFIX')}").exists()
    return folder


def test_its_strategy_plays_by_name(package):
    played = subprocess.run(
        [sys.executable, "-c", RUN],
        cwd=package,
        env=ENVIRONMENT,
        capture_output=True,
        text=True,
    )
    assert played.stdout == "500 500 0\n500 500 0\n", played.stderr


def test_the_files_that_it_needs_are_installed():
    core = resources.files("tractor_fast") / "_core"
    for name in ("types.pxd", "__init__.pxd", "bots/__init__.pxd", "bots/greedy.pxd"):
        assert (core / name).is_file()
    text = (ROOT / "pyproject.toml").read_text("utf-8")
    assert '"*" = ["*.pxd", ' in text


def test_a_module_for_other_structs_is_refused():
    with pytest.raises(SpecError) as refused:
        compiled("old", 4096, version=abi.VERSION + 1)
    assert str(refused.value) == (
        "strategy old was compiled for version 2 of the structs that a strategy sees, this is"
        " version 1: compile it again"
    )
    assert compiled("new", 4096, version=abi.VERSION, summary="new").summary == "new"
