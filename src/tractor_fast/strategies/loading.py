"""Find somebody else's strategy: ``module:object``, ``path/to/file.py:object``, or an entry point.

Nothing here knows what makes an object a strategy; see ``strategies.python``.
"""

import os
import re
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from importlib import import_module, metadata, util
from pathlib import Path
from types import ModuleType
from typing import Any

from ..errors import SpecError, did_you_mean
from ..inputs import exception_text, shown

ENTRY_POINTS = "tractor_fast.strategies"
"""The group in which an installed package names its strategies."""

_files: dict[tuple[Path, int, int], ModuleType] = {}  # by path, time and size

_MODULE = re.compile(r"[^\W\d]\w*(\.[^\W\d]\w*)*")


def load_object(text: str) -> Any:
    """The object that ``module:object`` or ``path/to/file.py:object`` stands for.

    A relative path starts at the working directory, where modules are found too.  A file is read
    again when it has changed.

    Raises:
        SpecError: no such file, module or object, or its import fails.
    """
    home, name = split_object(text)
    if isinstance(home, Path):
        module = _load_file(text, home)
    else:
        module = _load_module(text, home)
    return _attribute(text, str(home), module, name)


def split_object(text: str) -> tuple[Path | str, str]:
    """The file, or the module, and the name in it; SpecError if the text is neither."""
    home, _, name = text.rpartition(":")
    if home.endswith(".py") or "/" in home or os.sep in home:
        return Path(home), name
    if _MODULE.fullmatch(home):
        return home, name
    raise SpecError(f"{shown(text)} is neither module:object nor path/to/file.py:object")


def entry_points() -> list[metadata.EntryPoint]:
    """What installed packages offer as strategies, by name."""
    offers = {
        (p.name, p.value, package_of(p)): p for p in metadata.entry_points(group=ENTRY_POINTS)
    }
    return [offers[key] for key in sorted(offers)]


def entry_point(name: str) -> metadata.EntryPoint | None:
    """The offer of this name, if there is one; SpecError for two of them."""
    offers = [point for point in entry_points() if point.name == name]
    if len(offers) > 1:
        listed = ", ".join(f"{point.value} of {package_of(point)}" for point in offers)
        raise SpecError(f"{name} may be any of {listed}; write module:object")
    return offers[0] if offers else None


def package_of(point: metadata.EntryPoint) -> str:
    """Name of the package that offers it."""
    return point.dist.name if point.dist is not None else "an unknown package"


def load_entry_point(point: metadata.EntryPoint) -> Any:
    """The object that an installed package offers; SpecError if it cannot be imported."""
    what = f"{point.name} ({point.value} of {package_of(point)})"
    home, name = split_entry_point(point)
    return _attribute(what, home, _load_module(what, home), name)


def split_entry_point(point: metadata.EntryPoint) -> tuple[str, str]:
    """The module of what an installed package offers, and the name in it."""
    home, _, name = point.value.partition("[")[0].strip().partition(":")
    return home.strip(), name.strip()


def _load_module(what: str, name: str) -> ModuleType:
    here = working_directory()
    with _importing(what, name), also_in(here):
        return import_module(name)


def _load_file(what: str, path: Path) -> ModuleType:
    found = find_file(what, path)
    state = found.stat()
    key = (found, state.st_mtime_ns, state.st_size)
    if key not in _files:  # seats that name one file share its module
        _files[key] = _run_file(what, found)
    return _files[key]


def find_file(what: str, path: Path) -> Path:
    """The .py file at a path that ``what`` names; SpecError if there is none."""
    try:
        found = path.resolve(strict=True)
    except (OSError, RuntimeError, ValueError):
        raise SpecError(
            f"{_line(what)}: there is no file {_line(path)}; relative paths start at"
            f" {_line(working_directory())}"
        ) from None
    if not found.is_file() or found.suffix != ".py":
        raise SpecError(f"{_line(what)}: {_line(path)} is no .py file")
    return found


def _run_file(what: str, path: Path) -> ModuleType:
    # Under a name of its own, so that it hides no other module.
    spec = util.spec_from_file_location(f"tractor_fast_file_{len(_files)}_{path.stem}", path)
    assert spec is not None  # .py files have a loader
    assert spec.loader is not None
    module = util.module_from_spec(spec)
    sys.modules[spec.name] = module  # where dataclasses look it up
    with _importing(what, spec.name), also_in(path.parent):
        spec.loader.exec_module(module)
    return module


def working_directory() -> Path:
    """Where relative paths start; SpecError if it has been removed."""
    try:
        return Path.cwd()
    except OSError as error:
        raise SpecError(f"the working directory cannot be found: {error.strerror}") from None


@contextmanager
def also_in(directory: Path) -> Iterator[None]:
    """Modules are also found in a directory, after all other places."""
    place = str(directory)
    sys.path.append(place)
    try:
        yield
    finally:
        if place in sys.path:
            del sys.path[len(sys.path) - 1 - sys.path[::-1].index(place)]


@contextmanager
def _importing(what: str, module: str) -> Iterator[None]:
    """What an import raises is one line that names file and line; Ctrl-C stays what it is."""
    try:
        yield
    except (Exception, SystemExit) as error:
        missing = getattr(error, "name", None)
        if isinstance(error, ModuleNotFoundError) and missing and f"{module}.".startswith(missing):
            raise SpecError(
                f"{_line(what)}: there is no module {_line(missing)};"
                f" a file is written path/to/file.py:object"
            ) from error
        raise SpecError(f"{_line(what)}: importing it raised {exception_text(error)}") from error


def _attribute(what: str, home: str, module: ModuleType, name: str) -> Any:
    found: Any = module
    for part in name.split("."):
        try:
            found = getattr(found, part)
        except AttributeError:
            public = [known for known in dir(found) if not known.startswith("_")]
            raise SpecError(
                f"{_line(what)}: there is no {_line(name)} in {_line(home)}"
                f"{did_you_mean(part, public)}"
            ) from None
    return found


def _line(value: object) -> str:
    """On one line; paths may be long."""
    return shown(value, str, most=300)
