"""What a strategy is made of, as a hash, and whether a text finds it again.

A run that is kept in a file or played by other processes names its strategies by texts, and says by
hashes what they were when it began.  Hashes are those of one file each, which is read and not run.
"""

import sys
from functools import cache
from hashlib import sha256
from importlib.machinery import ModuleSpec
from pathlib import Path

from ..errors import SpecError
from ..inputs import shown
from .built_in import split_spec, strategies
from .loading import (
    also_in,
    entry_point,
    find_file,
    load_object,
    split_entry_point,
    split_object,
)
from .registry import find_strategy
from .strategy import Seated, Strategy

_CORE = Path(__file__).parents[1] / "_core"

# Hashes of modules as they were imported: with the spec of the import, or None before it.
_hashes: dict[str, tuple[ModuleSpec | None, str]] = {}


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
    """SHA-256 of the file that a strategy is written in; a built-in one's is :func:`core_hash`.

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
    """SHA-256 of what a text names, which is neither imported nor run; see :func:`source_hash`.

    A module that has been imported has the hash that it had then, though its file be another now.

    Raises:
        SpecError: there is no such file, module or name.
    """
    name, _ = split_spec(text) or (text.strip(), "")
    if name in strategies():
        return core_hash()
    if ":" in name:
        home, _ = split_object(name)
        if isinstance(home, Path):
            return _file_hash(name, find_file(name, home))
        return _module_hash(name, home)
    offer = entry_point(name)
    if offer is None:
        find_strategy(name)  # says that there is none
        raise AssertionError(name)
    return _module_hash(name, split_entry_point(offer)[0])


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


def _module_hash(what: str, name: str) -> str:
    if name == "__main__":
        raise SpecError(f"{shown(what, str)}: another process has another __main__; name a module")
    module = sys.modules.get(name)
    spec = _find_module(name) if module is None else module.__spec__
    if spec is None:
        raise SpecError(f"{shown(what, str)}: there is no module {shown(name, str)} in a file")
    hashed, known = _hashes.get(name, (spec, None))
    # What was read just before the import, or since, is what was imported; a reload has a new spec.
    if module is None or known is None or not (hashed is None or hashed is spec):
        if not spec.has_location or spec.origin is None:
            raise SpecError(f"{shown(what, str)}: the module {shown(name, str)} is not in a file")
        known = _file_hash(what, Path(spec.origin))
    _hashes[name] = (None if module is None else spec), known
    return known


def _find_module(name: str) -> ModuleSpec | None:
    """Where a module would be imported from; unlike ``importlib.util``, imports no package."""
    spec, places, full = None, None, ""
    with also_in(Path.cwd()):
        for part in name.split("."):
            full = f"{full}.{part}" if full else part
            found = (f.find_spec(full, places) for f in sys.meta_path if hasattr(f, "find_spec"))
            spec = next((each for each in found if each is not None), None)
            if spec is None:
                return None
            places = spec.submodule_search_locations or []
    return spec


def _file_hash(what: str, path: Path) -> str:
    try:
        return sha256(path.read_bytes()).hexdigest()
    except OSError as error:
        reason = f"{shown(path, str, most=300)} cannot be read: {error.strerror}"
        raise SpecError(f"{shown(what, str)}: {reason}") from None
