"""What is compiled from a glossary, kept in the user's cache folder under the glossary's fingerprint.

A compiled form is written to a folder of its own and moved into place in one step, under a lock that dies with its
process: a reader sees a whole one or none. Whoever may write into the folder could make us run code (the full-text
index holds pickles), so only a folder that belongs to the user alone is trusted, and only where nobody else could put
another one in its place.
"""

from __future__ import annotations

import contextlib
import json
import os
import sys
import zlib
from hashlib import blake2b
from pathlib import Path
from stat import S_ISVTX
from typing import TYPE_CHECKING

from compendium_cli import __version__
from compendium_cli.errors import DamagedCacheError
from compendium_cli.fitted import fitted
from compendium_cli.swapping import keep_on_disk

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

_MANIFEST = "manifest.json"
_LOCK_SECONDS = 120
_KEPT = 2
#: So much of a file is held in memory while it is sealed.
_PART = 1 << 20
_OTHERS_MAY_WRITE = 0o022
_ANYBODY_MAY_WRITE = 0o002
#: Whom the folders above ours may belong to: root, and nobody, as whom a container shows a root that is not its own.
_SYSTEM = (0, 65534)


def fingerprint_of(folder: Path, files: Iterable[object]) -> str:
    """Return what changes whenever the glossary, or the code that compiles it, changes."""
    digest = blake2b(digest_size=16)
    # Of the fitted numbers only those of the language models are compiled; the others are read with each question.
    digest.update(repr((__version__, sys.version_info[:2], str(folder.resolve()), fitted().smoothing)).encode())
    for file in files:
        digest.update(repr(file).encode("utf-8", "surrogateescape"))
    for source in _compiled_with():
        stat = source.stat()
        digest.update(repr((source.name, stat.st_size, stat.st_mtime_ns)).encode())
    return digest.hexdigest()


def _compiled_with() -> list[Path]:
    """Return the code, and the texts that are compiled with every glossary."""
    package = Path(__file__).parent
    return sorted([*package.rglob("*.py"), *(package / "languages").rglob("*.txt")])


class Cache:
    """The compiled form of one glossary folder. Its parts are made one by one, when they are asked for.

    The first part is the form's own folder; the others stand below it, and are gone with it.
    """

    def __init__(self, root: Path, folder: Path, fingerprint: str) -> None:
        key = blake2b(str(folder.resolve()).encode("utf-8", "surrogateescape"), digest_size=8).hexdigest()
        self.root = root = Path(os.path.realpath(root))  # a link could be led elsewhere after we had looked
        self.folder = root / key
        self.path = self.folder / fingerprint

    def is_ready(self, part: str = "") -> bool:
        """Tell whether a part is there, whole, and may be trusted."""
        return (self.path / part / _MANIFEST).is_file() and self.is_trusted()

    def is_trusted(self) -> bool:
        """Tell whether nobody but the user can write here."""
        return self._is_reliable() and _is_private(self.path)

    def _is_reliable(self) -> bool:
        """Tell whether nobody but the user can put anything here, nor move the folder away."""
        return all(map(_is_private, (self.root, self.folder))) and all(map(_is_steady, self.root.parents))

    def compile(self, build: Callable[[Path], None], part: str = "", *, again: bool = False) -> bool:
        """Have a part built unless another process has done so. False where the folder can't be used."""
        from filelock import FileLock, Timeout

        try:
            for folder in (*reversed(self.folder.parents), self.folder):  # the mode is only for the one that is made
                folder.mkdir(mode=0o700, exist_ok=True)
            if not self._is_reliable():
                return False
            with FileLock(self.folder / "lock", timeout=_LOCK_SECONDS):
                if not again and self.is_ready(part):
                    return True
                self._compile(build, self.path / part)
                self._forget_old()
        except (OSError, Timeout):
            return False
        return self.is_ready(part)

    def _compile(self, build: Callable[[Path], None], place: Path) -> None:
        import shutil
        import tempfile

        unfinished = Path(tempfile.mkdtemp(dir=self.folder, prefix="unfinished-"))
        try:
            build(unfinished)
            keep_on_disk(unfinished)
            sizes = {str(path.relative_to(unfinished)): _seal(path) for path in unfinished.rglob("*") if path.is_file()}
            (unfinished / _MANIFEST).write_text(json.dumps(sizes), encoding="utf-8")
            if place.exists():
                place.rename(Path(tempfile.mkdtemp(dir=self.folder, prefix="unfinished-")) / "old")
            place.parent.mkdir(mode=0o700, exist_ok=True)
            unfinished.rename(place)
        finally:
            shutil.rmtree(unfinished, ignore_errors=True)

    def _forget_old(self) -> None:
        """Remove what killed processes left and all but the newest compiled forms. Under the lock."""
        import shutil

        compiled = []
        for path in self.folder.iterdir():
            if path.name.startswith("unfinished-"):
                shutil.rmtree(path, ignore_errors=True)
            elif path.is_dir() and path != self.path:
                with contextlib.suppress(OSError):
                    compiled.append((path.stat().st_mtime, path))
        for _, path in sorted(compiled, reverse=True)[_KEPT - 1 :]:
            shutil.rmtree(path, ignore_errors=True)

    def verify(self, part: str) -> None:
        """Raise unless every file of a part is what was written."""
        place = self.path / part
        try:
            manifest: dict[str, list[int]] = json.loads((place / _MANIFEST).read_bytes())
            for name, seal in manifest.items():
                if _seal(place / name) != seal:
                    raise DamagedCacheError(f"{name} is damaged")
        except (OSError, ValueError, AttributeError) as error:
            raise DamagedCacheError(str(error)) from error

    def size(self) -> int:
        """Return how many bytes the compiled form takes."""
        return sum(path.stat().st_size for path in self.path.rglob("*") if path.is_file())


def _seal(path: Path) -> list[int]:
    size = seal = 0
    with path.open("rb") as file:
        while part := file.read(_PART):
            size += len(part)
            seal = zlib.crc32(part, seal)
    return [size, seal]


def _is_private(folder: Path) -> bool:
    try:
        stat = folder.stat()
    except OSError:
        return False
    if not hasattr(os, "getuid"):
        return True
    return stat.st_uid == os.getuid() and not stat.st_mode & _OTHERS_MAY_WRITE


def _is_steady(folder: Path) -> bool:
    """Tell whether what a folder holds stays there: only its owner, or the system's, may move it away."""
    try:
        stat = folder.stat()
    except OSError:
        return False
    if not hasattr(os, "getuid"):
        return True
    is_open = bool(stat.st_mode & _ANYBODY_MAY_WRITE) and not stat.st_mode & S_ISVTX
    return stat.st_uid in (os.getuid(), *_SYSTEM) and not is_open
