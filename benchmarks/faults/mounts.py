"""Small disks in memory, where the system lets us mount any."""

import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path


@contextmanager
def small_disk(place: Path, size: str) -> Iterator[bool]:
    """A file system of this size in a directory; yields whether one may be mounted."""
    place.mkdir()
    mounted = _mount("-t", "tmpfs", "-o", f"size={size}", "tmpfs", place)
    try:
        yield mounted
    finally:
        if mounted:
            subprocess.run(["umount", "--lazy", place], check=True)


def remount(place: Path, options: str) -> None:
    """Change a file system: ``ro``, or another ``size=``."""
    if not _mount("-o", f"remount,{options}", place):
        raise OSError(f"{place} cannot be remounted with {options}")


def _mount(*words: str | Path) -> bool:
    try:
        return subprocess.run(["mount", *words], capture_output=True).returncode == 0
    except FileNotFoundError:
        return False
