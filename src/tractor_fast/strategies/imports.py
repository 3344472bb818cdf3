"""Which modules a strategy imports, and which of them are its author's own; nothing is run.

Own is what lies where nobody installs: not in Python's own library, not in ``site-packages``.
"""

import ast
import os
import sys
import warnings
from collections.abc import Iterator
from functools import cache
from importlib.machinery import ModuleSpec, PathFinder
from pathlib import Path
from pkgutil import iter_modules

from ..errors import SpecError
from ..inputs import exception_text

_PACKAGE = __name__.partition(".")[0]

_BLOCKS = ("body", "orelse", "finalbody", "handlers", "cases")
"""Where statements have others inside; what is imported stands in no expression."""

_LIBRARY = Path(os.__file__).parent


def imported_names(text: bytes, package: str) -> Iterator[str]:
    """Full names of all that a source text of a package imports, in functions too.

    ``from a import b`` imports ``a.b``, which may be a module or not, and ``from a import *``
    ``a.*``.  A text that is no Python imports nothing.
    """
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # whoever imports it is warned
            tree = ast.parse(text)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return
    todo: list[ast.AST] = [tree]
    while todo:
        node = todo.pop()
        if isinstance(node, ast.Import):
            yield from (each.name for each in node.names)
        elif isinstance(node, ast.ImportFrom):
            home = _home(node, package)
            if home:
                yield from (f"{home}.{each.name}" for each in node.names)
        for block in _BLOCKS:
            todo += getattr(node, block, ())


def way_to(name: str) -> Iterator[tuple[str, ModuleSpec]]:
    """The packages on the way to a module, and the module, by name, as far as they are found.

    They are found where an import would find them; unlike ``importlib.util``, this imports none.
    """
    places: list[str] | None = None
    full = ""
    for part in name.split("."):
        full = f"{full}.{part}" if full else part
        spec = _find(full, places)
        if spec is None:
            return
        yield full, spec
        places = _inside(spec)


def submodules(name: str, spec: ModuleSpec) -> Iterator[str]:
    """Names of the modules that lie in a package; a module has none."""
    return (f"{name}.{each.name}" for each in iter_modules(_inside(spec)))


def is_own(name: str, spec: ModuleSpec, home: str) -> bool:
    """Whether a module is of whoever wrote a strategy in the top-level package ``home``.

    Of a namespace package its modules are asked.
    """
    top = name.partition(".")[0]
    if top == _PACKAGE:
        return False
    if not spec.has_location:
        return spec.submodule_search_locations is not None
    return top == home or not _is_installed(place_of(name, spec))


def place_of(name: str, spec: ModuleSpec) -> Path:
    """The directory in which the top-level package of a module in a file lies."""
    assert spec.origin is not None
    depth = name.count(".") + (spec.submodule_search_locations is not None)
    above = Path(spec.origin).absolute().parents
    return above[min(depth, len(above) - 1)]


@cache
def _is_installed(place: Path) -> bool:
    """Whether a directory is of Python's own library, or one into which packages are installed."""
    if place in (_LIBRARY, _LIBRARY / "lib-dynload"):
        return True
    return place.name in ("site-packages", "dist-packages") or any(place.glob("*.dist-info"))


def _home(node: ast.ImportFrom, package: str) -> str:
    """Full name of what ``from`` names; nothing if it lies above the top-level package."""
    if not node.level:
        return node.module or ""
    parts = package.split(".") if package else []
    if node.level > len(parts):
        return ""
    return ".".join([*parts[: len(parts) + 1 - node.level], *filter(None, [node.module])])


def _find(name: str, places: list[str] | None) -> ModuleSpec | None:
    for finder in sys.meta_path:
        if not hasattr(finder, "find_spec"):
            continue
        try:
            spec = finder.find_spec(name, places)
        except KeyError:  # a namespace package asks for its parent, which has not been imported
            spec = PathFinder.find_spec(name.rpartition(".")[2], places)
        except Exception as error:  # of an archive that has changed, or a finder of somebody else's
            raise SpecError(f"looking for module {name} raised {exception_text(error)}") from error
        if spec is not None:
            return spec
    return None


def _inside(spec: ModuleSpec) -> list[str]:
    """Where the modules of a package lie."""
    places = spec.submodule_search_locations
    # Those of a namespace package, asked in public, ask for its parent again.
    return list(getattr(places, "_path", places) or [])
