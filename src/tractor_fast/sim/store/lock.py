"""One writer at a time: a lock on a file beside the store, which ends with its process."""

import errno
import fcntl
import os
import time
from contextlib import suppress
from pathlib import Path

from ...errors import DataError, StoreError, TractorFastError
from .telling import name_of

_PATIENCE = 0.2  # seconds: who looks whether a store is written has its lock for a moment


class WriterLock:
    """The right to write to a store, until it is released or the process ends.

    The lock is not on the store itself: closing any descriptor of that would take away the locks
    that SQLite has on it.
    """

    def __init__(self, store: Path) -> None:
        """Take it; DataError if another process, or another part of this one, has it."""
        self._path = Path(f"{store}.lock")
        try:
            self._file = self._taken(store)
        except OSError as error:
            raise self._refusal(store, error) from None
        with suppress(OSError):  # who holds it is for people to know; a full disk may not have room
            os.ftruncate(self._file, 0)
            os.write(self._file, b"%d\n" % os.getpid())

    def release(self) -> None:
        """Give it up and remove its file."""
        if self._is_in_place(self._file):
            self._path.unlink(missing_ok=True)  # before anyone can take it
        os.close(self._file)

    def _taken(self, store: Path) -> int:
        while True:
            flags = os.O_RDWR | os.O_CREAT | os.O_CLOEXEC | os.O_NOFOLLOW | os.O_NONBLOCK
            file = os.open(self._path, flags, 0o666)
            try:
                if not _locked(file):
                    raise DataError(
                        f"{name_of(store)} is being written by another process ({_pid(file)});"
                        f" wait for it, or name another file"
                    )
                if self._is_in_place(file):
                    return file
            except BaseException:
                os.close(file)
                raise
            os.close(file)  # its last owner has removed it in the meantime

    def _is_in_place(self, file: int) -> bool:
        try:
            return os.path.samestat(os.fstat(file), os.stat(self._path, follow_symlinks=False))
        except FileNotFoundError:
            return False

    def _refusal(self, store: Path, error: OSError) -> TractorFastError:
        if error.errno in (errno.ENOSPC, errno.EDQUOT):
            return StoreError(f"{name_of(store)} cannot be written: the disk is full; make room")
        return DataError(
            f"{name_of(store)} cannot be written: its lock {name_of(self._path)} cannot be taken:"
            f" {error.strerror}"
        )


def is_written(store: Path) -> bool:
    """Whether a process has the right to write to a store now."""
    try:
        file = os.open(f"{store}.lock", os.O_RDONLY | os.O_CLOEXEC | os.O_NOFOLLOW | os.O_NONBLOCK)
    except OSError:
        return False
    try:
        fcntl.flock(file, fcntl.LOCK_SH | fcntl.LOCK_NB)
    except BlockingIOError:
        return True
    except OSError:
        return False
    finally:
        os.close(file)
    return False


def _locked(file: int) -> bool:
    """Lock it, if no other process has it for longer than a look takes."""
    until = time.monotonic() + _PATIENCE
    while True:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            if time.monotonic() > until:
                return False
            time.sleep(_PATIENCE / 10)
        else:
            return True


def _pid(file: int) -> str:
    text = os.pread(file, 20, 0).strip()
    return f"pid {int(text)}" if text.isdigit() else "which has just begun"
