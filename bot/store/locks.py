"""Who may have the database file: the locks beside it, which the system drops when a process ends, however it ends.

A bot of one process holds `<file>.lock` for itself. Several processes of one bot hold it together and each its own
`<file>.lock.<number>` for itself; what they have to agree on stands in the first, written by whoever came first. Locks
are advisory, and where there is no `flock` (Windows) nothing is locked. Lock files stay: removing one would race with
the next process. Nothing here may open the database.
"""

from __future__ import annotations

import os
import sys
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from bot.store.errors import StoreError, name_of_file
from bot.tables.share import Share

if sys.platform != "win32":
    import fcntl

_SQLITE: Final = b"SQLite format 3\0"  # every database file begins so


#: What is said of a database that has become an empty file, after its name.
EMPTIED: Final = (
    "holds nothing, though it is not new: it is begun anew. If games were in it, stop the bot and restore a backup."
)


@dataclass(slots=True)
class Claim:
    """The right to use a database file: its one true path, so that two names of it find one lock, and the open locks.

    `opened_first` says that nobody else had the file when it was claimed, so that its schema may be changed; `emptied`
    that there was no file, or one with nothing in it, though there had been one.
    """

    path: Path
    opened_first: bool = True
    emptied: bool = False
    _held: list[int] = field(default_factory=list)
    _starting: int | None = None

    def started(self) -> None:
        """The schema is as it should be: the other processes of this bot may come in."""
        if self._starting is not None:
            os.close(self._starting)
            self._starting = None

    def release(self) -> None:
        """Let go of the file. Doing so twice is fine."""
        self.started()
        while self._held:
            os.close(self._held.pop())

    def _lock(self, name: str, how: int) -> int | None:
        """An open lock file, locked; none if others hold it in a way that keeps us out."""
        fd = os.open(name, os.O_RDWR | os.O_CREAT, 0o600)
        try:
            fcntl.flock(fd, how)
        except BlockingIOError:
            os.close(fd)
            return None
        except BaseException:
            os.close(fd)
            raise
        return fd

    def runs(self, number: int) -> bool | None:
        """Whether the process of this number has the file; none where that can't be told, since one starts."""
        if sys.platform == "win32":
            return True
        # Whoever starts asks for this one first, so nobody is kept out by our looking.
        if (starting := self._lock(f"{self.path}.lock.start", fcntl.LOCK_EX | fcntl.LOCK_NB)) is None:
            return None
        try:
            if (free := self._lock(f"{self.path}.lock.{number}", fcntl.LOCK_EX | fcntl.LOCK_NB)) is not None:
                os.close(free)
            return free is None
        finally:
            os.close(starting)

    def alone(self) -> None:
        """Have the file for this process. Raises `StoreError` when another has it."""
        if (whole := self._lock(f"{self.path}.lock", fcntl.LOCK_EX | fcntl.LOCK_NB)) is None:
            raise StoreError(f"{name_of_file(self.path)} is in use by another process. Is the bot already running?")
        self._held.append(whole)

    def among(self, share: Share) -> bool:
        """Have the file together with the other processes of this bot; false while one of them starts.

        Raises `StoreError` when another bot has it, the process of this number runs, or the others were told otherwise.
        """
        where, agreed = name_of_file(self.path), f"{share.count} processes, {share.shards} shards"
        self._starting = self._lock(f"{self.path}.lock.start", fcntl.LOCK_EX | fcntl.LOCK_NB)
        if self._starting is None:
            return False
        whole = self._lock(f"{self.path}.lock", fcntl.LOCK_EX | fcntl.LOCK_NB)
        self.opened_first = whole is not None
        if whole is not None:
            os.ftruncate(whole, 0)
            os.write(whole, agreed.encode())
            os.close(whole)
        if (whole := self._lock(f"{self.path}.lock", fcntl.LOCK_SH | fcntl.LOCK_NB)) is None:
            raise StoreError(
                f"{where} is in use by a bot of one process. Stop it, or start this one with processes.count = 1 and a "
                "database of its own."
            )
        self._held.append(whole)
        if (theirs := os.pread(whole, 100, 0).decode(errors="replace")) != agreed:
            raise StoreError(
                f"{where} is in use by a bot of {theirs}; this process was told {agreed}. All of them need the same "
                "processes.count and discord.shard_count."
            )
        own = self._lock(f"{self.path}.lock.{share.number}", fcntl.LOCK_EX | fcntl.LOCK_NB)
        if own is None:
            raise StoreError(
                f"{where} is in use by another process with processes.number = {share.number}. Is it already running?"
            )
        self._held.append(own)
        return True


def claim_file(path: Path, share: Share) -> Claim | None:
    """Make the directory and the file, readable by its owner alone, and lock it for this process, as `share` says.

    Never waits: none while another process of the same bot starts. Raises `StoreError` when the file is not to be had.
    """
    path = path.resolve()
    path.parent.mkdir(parents=True, exist_ok=True)
    if path.is_dir():
        raise StoreError(f"{name_of_file(path)} is a directory; a file is needed.")
    used_before = is_known(path)
    if not used_before and _is_foreign(path):
        # Nothing is left beside a file that was named by mistake. A database in use has its lock file already.
        raise StoreError(f"{name_of_file(path)} is not an SQLite database. Check the path, or restore a backup.")
    claim = Claim(path)
    try:
        if sys.platform != "win32":
            if share.alone:
                claim.alone()
            elif not claim.among(share):
                return None
        claim.emptied = used_before and claim.opened_first and not (path.exists() and path.stat().st_size)
        if not path.exists():
            os.close(os.open(path, os.O_RDWR | os.O_CREAT, 0o600))
    except BaseException:
        claim.release()
        raise
    return claim


def is_known(path: Path) -> bool:
    """Whether the file of this true path was in use before: it has a lock file beside it then."""
    return path.with_name(f"{path.name}.lock").exists()


def _is_foreign(path: Path) -> bool:
    """Whether there is a file that holds something else than a database; an empty one may become one."""
    if not path.is_file():
        return False
    with path.open("rb") as file:
        return file.read(len(_SQLITE)) not in {b"", _SQLITE}
