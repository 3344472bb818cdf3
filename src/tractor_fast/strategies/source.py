"""What a strategy is made of, as a hash, and whether a text finds it again.

A run that is kept in a file or played by other processes names its strategies by texts, and says by
hashes what they were when it began: of their files, and of those of their author's own that they
import.  All of them are read and not run.
"""

import sys
from contextlib import ExitStack
from functools import cache
from hashlib import sha256
from importlib.machinery import SOURCE_SUFFIXES, ModuleSpec
from importlib.util import spec_from_file_location
from pathlib import Path
from typing import NamedTuple

from ..errors import SpecError
from ..inputs import exception_text, shown
from .built_in import split_spec, strategies
from .imports import imported_names, is_own, place_of, submodules, way_to
from .loading import (
    also_in,
    entry_point,
    find_file,
    load_object,
    split_entry_point,
    split_object,
    working_directory,
)
from .registry import find_strategy
from .strategy import Seated, Strategy

_CORE = Path(__file__).parents[1] / "_core"

_FILE = "<file>"  # the name of a module that is a file given by its path: no import finds it

Sources = dict[str, str | None]
"""SHA-256 of the file of a strategy, under the empty name, and by name those of its author's own
modules that it imports; None for what is not found."""


class _Text(NamedTuple):
    """What is known of a file: its SHA-256, and all that it imports."""

    sha256: str
    imports: tuple[str, ...]


# Modules by name and file, as they were imported: with the spec of the import, None before it.
_texts: dict[tuple[str, str | None], tuple[ModuleSpec | None, _Text]] = {}


@cache
def core_hash() -> str:
    """SHA-256 of the sources of the compiled loop and strategies, of which wheels have the .pxd."""
    hashed = sha256()
    for path in sorted(_CORE.rglob("*.pxd")):
        data = path.read_bytes()
        hashed.update(f"{path.relative_to(_CORE).as_posix()} {len(data)}\n".encode())
        hashed.update(data)
    return hashed.hexdigest()


def source_hash(seated: Seated) -> str:
    """SHA-256 of the sources of a strategy; a built-in one's is :func:`core_hash`.

    Raises:
        SpecError: an object that no text finds again, or one whose module is no file.
    """
    return hash_before_loading(named(seated))


def named(seated: Seated) -> str:
    """The text that finds a strategy again, in this process or in another.

    Raises:
        SpecError: an object that none finds: an instance, or a class that is not in its module.
    """
    if not _is_found_again(seated.strategy):
        raise SpecError(
            f"{shown(seated, str)} is an object; runs that are kept or shared need a name,"
            f" MODULE:OBJECT or path/to/FILE.py:OBJECT"
        )
    return str(seated)


def hash_before_loading(text: str) -> str:
    """SHA-256 of the sources of what a text names; see :func:`sources_before_loading`."""
    return hash_of(sources_before_loading(text))


def hash_of(sources: Sources) -> str:
    """One SHA-256 for all: that of the only file, or of a line ``SHA-256 name`` for each."""
    found = {name: source for name, source in sources.items() if source is not None}
    if set(found) == {""}:
        return found[""]
    lines = (f"{source} {name}\n" for name, source in sorted(found.items()))
    return sha256("".join(lines).encode()).hexdigest()


def sources_before_loading(text: str) -> Sources:
    """The sources of what a text names, which is neither imported nor run.

    A module that has been imported is what it was then, though its file be another now.

    Raises:
        SpecError: there is no such file, module or name, a file cannot be read, or a module that is
            imported is not the one that would be.
    """
    name, _ = split_spec(text) or (text.strip(), "")
    if name in strategies():
        return {"": core_hash()}
    if ":" in name:
        home, _ = split_object(name)
        if isinstance(home, Path):
            return _sources_of_file(name, find_file(name, home))
        return _sources_of_module(name, home)
    offer = entry_point(name)
    if offer is None:
        find_strategy(name)  # says that there is none
        raise AssertionError(name)
    return _sources_of_module(name, split_entry_point(offer)[0])


def _is_found_again(strategy: Strategy) -> bool:
    given = strategy.given
    try:
        if isinstance(strategy.policy, str):
            return find_strategy(strategy.name).policy == strategy.policy
        if strategy.name.startswith("__main__:"):  # is another module in another process
            return False
        if given is None:
            return True
        if isinstance(given, Strategy):
            return find_strategy(strategy.name).policy is given.policy
        module, _ = split_object(strategy.name)
        in_its_module = isinstance(given, type) and load_object(strategy.name) is given
        return in_its_module and _find_module(str(module)) is not None
    except SpecError:
        return False


def _sources_of_file(what: str, path: Path) -> Sources:
    spec = spec_from_file_location(_FILE, path)
    assert spec is not None  # .py files have a loader
    return _sources(what, _FILE, _read(what, spec), [path.parent])


def _sources_of_module(what: str, name: str) -> Sources:
    if name == "__main__":
        raise SpecError(f"{shown(what, str)}: another process has another __main__; name a module")
    module = sys.modules.get(name)
    spec = _find_module(name) if module is None else module.__spec__
    if spec is None:
        raise SpecError(f"{shown(what, str)}: there is no module {shown(name, str)} in a file")
    if not spec.has_location or spec.origin is None:
        raise SpecError(f"{shown(what, str)}: the module {shown(name, str)} is not in a file")
    return _sources(
        what, name, _text(what, name, spec), [place_of(name, spec), working_directory()]
    )


def _sources(what: str, home: str, own: _Text, places: list[Path]) -> Sources:
    """The sources of the module ``home``, whose imports are found in ``places`` as well."""
    found: Sources = {"": own.sha256}
    todo = [home, *own.imports]  # its packages are imported with it
    with ExitStack() as stack:
        for place in places:
            stack.enter_context(also_in(place))
        while todo:
            name = todo.pop()
            full = ""
            for full, spec in way_to(name):
                if not is_own(full, spec, home.partition(".")[0]):
                    break
                if f"{full}.*" == name:
                    todo += submodules(full, spec)
                if full not in found and full != home and spec.has_location:
                    text = _imported(what, full, spec)
                    found[full] = text.sha256
                    todo += text.imports
            if not full and name != home:
                found[name.partition(".")[0]] = None
    return found


def _imported(what: str, name: str, spec: ModuleSpec) -> _Text:
    """A module that a strategy imports; SpecError if it gets another one of that name."""
    text = _text(what, name, spec)
    other = getattr(sys.modules.get(name), "__spec__", None)
    if other is not None and other.has_location and _text(what, name, other) != text:
        raise SpecError(
            f"{_path(what)}: it imports {name}, {_path(spec.origin)}, but another of that name has"
            f" been imported, {_path(other.origin)}; give one of them another name"
        )
    return text


def _text(what: str, name: str, spec: ModuleSpec) -> _Text:
    module = sys.modules.get(name)
    imported = getattr(module, "__spec__", None)
    if imported is not None and imported.origin != spec.origin:
        imported = None
    before, known = _texts.get((name, spec.origin), (None, None))
    # What was read just before the import, or since, is what was imported; a reload has a new spec.
    if imported is None or known is None or not (before is None or before is imported):
        known = _read(what, spec)
    _texts[name, spec.origin] = imported, known
    return known


def _find_module(name: str) -> ModuleSpec | None:
    """Where a module would be imported from."""
    with also_in(working_directory()):
        return dict(way_to(name)).get(name)


def _read(what: str, spec: ModuleSpec) -> _Text:
    origin = spec.origin or ""
    read = getattr(spec.loader, "get_data", None)  # which can read what is in a zip, too
    if read is None:
        raise SpecError(f"{shown(what, str)}: {_path(origin)} is not read as files are")
    try:
        data = read(origin)
    except Exception as error:  # archives and loaders of somebody else's raise what they like
        said = getattr(error, "strerror", None) or exception_text(error)
        raise SpecError(f"{shown(what, str)}: {_path(origin)} cannot be read: {said}") from None
    is_text = origin.endswith(tuple(SOURCE_SUFFIXES))
    names = imported_names(data, spec.parent or "") if is_text else ()
    return _Text(sha256(data).hexdigest(), tuple(dict.fromkeys(names)))


def _path(path: object) -> str:
    return shown(path, str, most=300)
