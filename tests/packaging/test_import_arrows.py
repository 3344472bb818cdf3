"""The data runs left to right once: nothing on the right is known to anything on its left."""

import ast
import re
import subprocess
import sys
from pathlib import Path

import pytest

PACKAGE = "tractor_fast"
SOURCE = Path(__file__).parents[2] / "src" / PACKAGE

# What each part of the package may import of the others, and of other packages.  A new module needs
# a line here: where in the stream does it stand?
CARDS = {"cards", "errors", "inputs", "interrupts"}
RULES = CARDS | {"rules", "settings", "toml"}
CORE = RULES | {"_core"}
HIDDEN = CORE | {"batch", "hidden"}
DEAL = HIDDEN | {"abi", "strategies", "opening", "deal", "record"}
SIM = DEAL | {"stats", "sim"}
EVALUATE = SIM | {"evaluate", "position"}
REPORT = EVALUATE | {"report"}
EVERYTHING = REPORT | {"runs", "cli", "ending", "reference", PACKAGE}

MAY_IMPORT = {
    "errors": set(),
    "inputs": {"errors"},
    "cards": CARDS,
    "settings": {"msgspec"},
    "toml": {"errors", "inputs"},
    "rules": RULES | {"msgspec"},
    "reference": RULES | {"reference"},
    "_core": CORE | {"numpy"},
    "abi": {"numpy"},
    "batch": CORE | {"numpy"},
    "position": CORE,
    "stats": {"stats", "numpy"},
    "hidden": HIDDEN | {"numpy"},
    "strategies": DEAL - {"opening", "deal", "record"} | {"numpy", "numba", "llvmlite"},
    "opening": DEAL - {"deal", "record"},
    "record": DEAL,
    "deal": DEAL | {"numpy"},
    "sim": SIM | {"numpy", "distributed", "mpi4py"},
    "evaluate": EVALUATE | {"numpy", "msgspec", "pyarrow", "reference", PACKAGE},  # the version
    "report": REPORT | {"rich", "matplotlib"},
    "cli": EVERYTHING | {"click", "rich"},
    "runs": REPORT,
    "__main__": {"cli", "ending"},
    "ending": set(),
    "interrupts": set(),
    PACKAGE: REPORT | {"runs"},
}

CYTHON_IMPORT = re.compile(
    r"^\s*(?:from\s+(?P<base>[\w.]+)\s+c?import\s+\(?(?P<names>[^#\n]*)|c?import\s+(?P<module>[\w.]+))",
    re.MULTILINE,
)


def imports_of(path):
    """Pairs (relative level or 0, dotted module, names) for all imports of a source file."""
    text = path.read_text(encoding="utf-8")
    if path.suffix in (".py", ".pyi"):
        for node in ast.walk(ast.parse(text)):
            if isinstance(node, ast.Import):
                yield from ((0, alias.name, []) for alias in node.names)
            elif isinstance(node, ast.ImportFrom):
                yield node.level, node.module or "", [alias.name for alias in node.names]
        return
    for match in CYTHON_IMPORT.finditer(text):
        base = match["base"]
        if base is None:
            yield 0, match["module"], []
            continue
        module = base.lstrip(".")
        names = [
            name.split()[0] for name in match["names"].strip("()\n ").split(",") if name.strip()
        ]
        yield len(base) - len(module), module, names


def parts_imported(path):
    """The parts of the package, and the other packages, that a source file imports."""
    package = [PACKAGE, *path.relative_to(SOURCE).parent.parts]
    for level, module, names in imports_of(path):
        base = package[: len(package) - level + 1] if level else []
        dotted = base + [name for name in module.split(".") if name]
        if dotted == [PACKAGE]:
            yield from (name if name in MAY_IMPORT else PACKAGE for name in names or [PACKAGE])
        else:
            yield dotted[1] if dotted[0] == PACKAGE else dotted[0]


def part_of(path):
    """The part of the package to which a source file belongs."""
    first = path.relative_to(SOURCE).parts[0]
    name = first.split(".")[0]
    return PACKAGE if name == "__init__" else name


def sources():
    return sorted(p for p in SOURCE.rglob("*") if p.suffix in (".py", ".pyi", ".pyx", ".pxd"))


@pytest.mark.parametrize("path", sources(), ids=lambda path: str(path.relative_to(SOURCE)))
def test_no_arrow_runs_the_wrong_way(path):
    part = part_of(path)
    assert part in MAY_IMPORT, f"say in this test what {part} may import"
    standard = set(sys.stdlib_module_names) | {"libc", "cython", "cpython", "__future__"}
    wrong = set(parts_imported(path)) - standard - MAY_IMPORT[part]
    assert not wrong


def test_the_reader_of_imports_sees_every_form(tmp_path, monkeypatch):
    monkeypatch.setattr(sys.modules[__name__], "SOURCE", tmp_path)
    (tmp_path / "_core").mkdir()
    python = tmp_path / "_core" / "a.py"
    python.write_text(
        "import numpy as np\nfrom ..sim.boards import x\nfrom .. import cli, __version__\n"
        "def f():\n    from tractor_fast.report import y\n    from . import b\n"
    )
    expected = {"numpy", "sim", "cli", PACKAGE, "report", "_core"}
    assert set(parts_imported(python)) == expected
    cython = tmp_path / "_core" / "b.pyx"
    cython.write_text(
        "from libc.stdint cimport (\n    uint64_t,\n)\nfrom ..sim cimport x\nfrom .c cimport y\n"
        "cimport cython\nfrom tractor_fast.report import z\nimport numpy\n"
    )
    assert set(parts_imported(cython)) == {"libc", "sim", "_core", "cython", "report", "numpy"}


def test_importing_the_package_loads_no_heavy_library():
    code = f"import sys, {PACKAGE}; print(*sorted({{n.split('.')[0] for n in sys.modules}}))"
    loaded = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True
    )
    heavy = {
        "numba",
        "scipy",
        "matplotlib",
        "dask",
        "distributed",
        "mpi4py",
        "pandas",
        "click",
        "rich",
    }
    assert not heavy & set(loaded.stdout.split())
