"""What is compiled from a glossary: the form that came with the package, and those in the user's cache folder.

A compiled form is written to a folder of its own and moved into place in one step, under a lock that dies with its
process: a reader sees a whole one or none. Whoever may write into the folder decides what we answer, so only a folder
that belongs to the user alone is trusted, and only where nobody else could put another one in its place. The form that
came with the package is trusted as the package is.
"""

from __future__ import annotations

import contextlib
import json
import os
import re
import sys
import zlib
from collections.abc import Callable, Mapping
from pathlib import Path
from stat import S_ISVTX
from typing import TYPE_CHECKING, Any, NamedTuple

from compendium_cli.errors import DamagedCacheError
from compendium_cli.writing.files import give_second_name
from compendium_cli.writing.folders import keep_on_disk
from compendium_cli.writing.locks import is_in_use, turn

#: Fills the folder of each part that is wanted.
Build = Callable[[Mapping[str, Path]], None]

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

#: What a glossary is compiled to. Raise it with every change that compiles the same glossary to something else:
#: ``tests/test_compiler.py`` tells when.
COMPILER = 6

#: The parts of a form that are no index of a language, and the files they are.
STORE, WORDS = "", "words"
STORE_FILE, WORDS_FILE = "corpus.sqlite", "words.sqlite"
#: Beside the store: the files of the glossary that it was compiled from, as they were.
LISTING = "files"

#: Libraries that have a say in what a glossary is compiled to, as their folders are named.
_COMPILED_BY = frozenset(
    ("markdown_it_py", "pymorphy3", "pymorphy3_dicts_uk", "pystemmer", "pyyaml", "whoosh3", "whoosh_reloaded")
)

_PACKAGE = Path(__file__).parent
_MANIFEST = "manifest.json"
_MADE_BY = "compiler.json"
_CONTENTS = "contents"
_LOCK_SECONDS = 120
_UNFINISHED = "unfinished-"
_LOCK = "lock"
#: In the folder of all forms of a glossary folder: where that is.
_SOURCE = "source"
#: The names of such a folder and of a form.
_KEY, _FINGERPRINT = re.compile("[0-9a-f]{16}"), re.compile("[0-9a-f]{32}")
_KEPT = 2
_LONGEST_PATH = 32_000
#: So much of a file is held in memory while it is sealed.
_PART = 1 << 20
_OTHERS_MAY_WRITE = 0o022
#: Whom the folders above ours may belong to: root, and nobody, as whom a container shows a root that is not its own.
_SYSTEM = (0, 65534)


def fingerprint_of(folder: Path, files: Iterable[object]) -> str:
    """Return what changes whenever the glossary, or what it is compiled to, changes."""
    from hashlib import blake2b  # OpenSSL, which it loads, takes longer than the shipped form takes to answer

    digest = blake2b(digest_size=16)
    digest.update(repr((_made_by(), str(folder.resolve()))).encode())
    for file in files:
        digest.update(repr(file).encode("utf-8", "surrogateescape"))
    return digest.hexdigest()


def contents_of(folder: Path, paths: Iterable[str]) -> str:
    """Return what is the same wherever a folder has the same files, and however old they are."""
    from hashlib import blake2b, file_digest

    digest = blake2b(digest_size=16)
    for path in paths:
        digest.update(path.encode("utf-8", "surrogateescape"))
        with contextlib.suppress(OSError):  # what can't be read is told where it is read
            if (folder / path).is_file():  # a pipe would have us wait for ever
                with (folder / path).open("rb") as file:
                    digest.update(file_digest(file, lambda: blake2b(digest_size=16)).digest())
    return digest.hexdigest()


def compiled_contents_of(contents: str) -> str:
    """Return what is the same wherever the same files are compiled to the same."""
    from hashlib import blake2b

    with_them = contents_of(_PACKAGE, (text.relative_to(_PACKAGE).as_posix() for text in _compiled_with()))
    return blake2b(repr((contents, _compiler(), with_them)).encode(), digest_size=16).hexdigest()


def _compiler() -> list[Any]:
    """Return what decides to what a glossary is compiled.

    Of the fitted numbers only those of the language models are compiled; the others are read with each question.
    """
    from compendium_cli.fitted import fitted

    return [COMPILER, *fitted().smoothing, *_libraries()]


def _libraries() -> list[str]:
    """Return what parses texts and reduces words, each with its version, as the folder that Python keeps about it says.

    To ask Python itself would take half as long as a whole command.
    """
    found: set[str] = set()
    for folder in sys.path:
        if folder.endswith(("site-packages", "dist-packages")):
            with contextlib.suppress(OSError):
                names = os.listdir(folder)  # noqa: PTH208 - hundreds of names, at every start
                found.update(name.lower() for name in names if name.endswith("-info"))
    return sorted(name for name in found if name.partition("-")[0] in _COMPILED_BY)


def _made_by() -> list[Any]:
    """Return what decides to what any glossary is compiled on this machine."""
    return [_compiler(), [[text.name, text.stat().st_size, text.stat().st_mtime_ns] for text in _compiled_with()]]


def _compiled_with() -> list[Path]:
    """Return the texts that are compiled with every glossary."""
    return sorted((_PACKAGE / "languages" / "out_of_domain").glob("*.txt"))


class ShippedForm:
    """The compiled form of the shipped glossary, made when the package was built. It is only read."""

    def __init__(self, path: Path) -> None:
        self.path = path

    def is_ready(self, part: str = STORE) -> bool:
        """Tell whether a part is there, and what this code compiles a glossary to."""
        try:
            made_by = json.loads((self.path / _MADE_BY).read_bytes())
        except (OSError, ValueError):
            return False
        return bool(made_by == COMPILER) and (self.path / part / _MANIFEST).is_file()

    def compile(self, build: Build, parts: Sequence[str] = (STORE,)) -> bool:
        """Do nothing: what is missing here is made elsewhere."""
        del build
        return all(map(self.is_ready, parts))

    def contents(self) -> str:
        """Return what tells the files that it was compiled from; nothing where it does not say."""
        try:
            return (self.path / _CONTENTS).read_text(encoding="utf-8")
        except (OSError, UnicodeDecodeError):
            return ""

    def parts(self) -> list[str]:
        """Return the parts that are there."""
        return _parts(self.path)

    def size(self) -> int:
        """Return how many bytes the compiled form takes."""
        return _size(self.path)


def verify(place: Path) -> None:
    """Raise unless every file of a part is what was written."""
    check = verifier_of(place)
    for name in _manifest_of(place):
        check(name)


def verifier_of(place: Path) -> Callable[[str], None]:
    """Return what raises unless a file of a part is what was written."""
    manifest = _manifest_of(place)

    def verify(name: str) -> None:
        try:
            if _seal(place / name) != manifest[name]:
                raise DamagedCacheError(f"{name} is damaged")
        except (OSError, KeyError, TypeError) as error:
            raise DamagedCacheError(str(error)) from error

    return verify


def _manifest_of(place: Path) -> dict[str, list[int]]:
    try:
        manifest: dict[str, list[int]] = json.loads((place / _MANIFEST).read_bytes())
    except (OSError, ValueError) as error:
        raise DamagedCacheError(str(error)) from error
    return manifest


def ship(path: Path, parts: Sequence[str], build: Build, contents: str) -> None:
    """Write a compiled form with all its parts to be shipped; twice written, it has the same bytes."""
    places = {part: path / part for part in parts}
    for place in places.values():
        place.mkdir(parents=True)
    build(places)
    for place in places.values():
        _write_manifest(place)
    (path / _CONTENTS).write_text(contents, encoding="utf-8")
    # The numbers that are compiled and the texts that are compiled with it came with the same package.
    (path / _MADE_BY).write_text(json.dumps(COMPILER), encoding="utf-8")


class Cache:
    """The compiled form of one glossary folder. Its parts are made one by one, when they are asked for.

    The first part is the form's own folder; the others stand below it, and are gone with it.
    """

    def __init__(self, path: Path, source: Path | None = None) -> None:
        self.path = path
        self.folder = path.parent
        """Holds all forms of the same glossary folder."""
        self.root = path.parent.parent
        self.source = source
        """That glossary folder, where it is known."""

    @classmethod
    def of(cls, root: Path, folder: Path, fingerprint: str) -> Cache:
        """Return where the compiled form of a glossary folder is kept."""
        from hashlib import blake2b

        source = folder.resolve()
        key = blake2b(str(source).encode("utf-8", "surrogateescape"), digest_size=8).hexdigest()
        # A link could be led elsewhere after we had looked.
        return cls(Path(os.path.realpath(root)) / key / fingerprint, source)

    def is_ready(self, part: str = STORE) -> bool:
        """Tell whether a part is there, whole, and may be trusted."""
        return (self.path / part / _MANIFEST).is_file() and self.is_trusted()

    def is_trusted(self) -> bool:
        """Tell whether nobody but the user can write here."""
        return self._is_reliable() and _is_private(self.path)

    def _is_reliable(self) -> bool:
        """Tell whether nobody but the user can put anything here, nor move the folder away."""
        return all(map(_is_private, (self.root, self.folder))) and all(map(_is_steady, self.root.parents))

    def compile(
        self, build: Build, parts: Sequence[str] = (STORE,), *, again: bool = False, contents: str | None = None
    ) -> bool:
        """Have parts built unless another process has done so. False where the folder can't be used."""
        try:
            for folder in (*reversed(self.folder.parents), self.folder):  # the mode is only for the one that is made
                folder.mkdir(mode=0o700, exist_ok=True)
            if not self._is_reliable():
                return False
            self._note_source()
            lock = self.folder / _LOCK
            lock.touch(mode=0o600)
            with turn(lock, _LOCK_SECONDS) as is_alone:
                missing = [part for part in parts if again or not self.is_ready(part)]
                if missing:
                    self._compile(build, missing, contents)
                    self._forget_old(is_alone=is_alone)
        except OSError:
            pass  # somebody else may have made it meanwhile
        return all(map(self.is_ready, parts))

    def can_be_made(self) -> bool:
        """Tell whether a form could be kept here, without making anything."""
        places = [self.folder, *self.folder.parents]
        there = next((place for place in places if place.exists()), self.root)
        ours = [place for place in (self.root, self.folder) if place.exists()]
        above = [place for place in self.root.parents if place.exists()]
        return os.access(there, os.W_OK | os.X_OK) and all(map(_is_private, ours)) and all(map(_is_steady, above))

    def _note_source(self) -> None:
        """Write down which folder this was compiled from, for whoever wonders what takes the room."""
        note = self.folder / _SOURCE
        if self.source is not None and not note.exists():
            note.write_bytes(os.fsencode(self.source))

    def _compile(self, build: Build, parts: Sequence[str], contents: str | None) -> None:
        import shutil
        import tempfile

        unfinished = {part: Path(tempfile.mkdtemp(dir=self.folder, prefix=_UNFINISHED)) for part in parts}
        try:
            build(unfinished)
            for part, folder in unfinished.items():
                if not part:
                    (folder / _MADE_BY).write_text(json.dumps(_made_by()), encoding="utf-8")
                    (folder / _CONTENTS).write_text(contents or "", encoding="utf-8")
                _write_manifest(folder)
                keep_on_disk(folder)
                place = self.path / part
                if place.exists():
                    place.rename(Path(tempfile.mkdtemp(dir=self.folder, prefix=_UNFINISHED)) / "old")
                place.parent.mkdir(mode=0o700, exist_ok=True)
                folder.rename(place)
        finally:
            for folder in unfinished.values():
                shutil.rmtree(folder, ignore_errors=True)

    def adopt(self, contents: str, complete: Build, shipped: ShippedForm | None = None) -> bool:
        """Take over what was compiled of another folder with the same contents, if there is such a form.

        ``complete`` writes what is another folder's own; ``shipped`` is a form of the same contents, if there is one.
        """

        def build(places: Mapping[str, Path]) -> None:
            link_into(same.path, places)
            complete(places)

        same: Cache | ShippedForm
        for file in self.root.glob(f"*/*/{_CONTENTS}"):
            same = Cache(file.parent)
            with contextlib.suppress(OSError):
                if same.is_ready() and file.read_text(encoding="utf-8") == contents:
                    return self.compile(build, same.parts(), contents=contents)
        if shipped is None:
            return False
        same = shipped
        return self.compile(build, same.parts(), contents=contents)

    def parts(self) -> list[str]:
        """Return the parts that are there."""
        return _parts(self.path)

    def predecessor(self) -> Cache | None:
        """Return the newest form of the same folder as it was before, made as this one would be."""
        found = []
        for path in self.folder.glob(f"*/{_MADE_BY}"):
            with contextlib.suppress(OSError, ValueError):
                if path.parent != self.path and json.loads(path.read_bytes()) == _made_by():
                    found.append((path.stat().st_mtime, path.parent))
        forms = (Cache(path) for _, path in sorted(found, reverse=True))
        return next((form for form in forms if form.is_ready()), None)

    def _forget_old(self, *, is_alone: bool) -> None:
        """Remove all but the newest compiled forms and, where nobody else is at work, what killed processes left."""
        import shutil

        compiled = []
        for path in self.folder.iterdir():
            if path.name.startswith(_UNFINISHED):
                if is_alone:
                    shutil.rmtree(path, ignore_errors=True)
            elif path.is_dir() and path != self.path:
                with contextlib.suppress(OSError):
                    compiled.append((path.stat().st_mtime, path))
        for _, path in sorted(compiled, reverse=True)[_KEPT - 1 :]:
            shutil.rmtree(path, ignore_errors=True)

    def size(self) -> int:
        """Return how many bytes the compiled form takes."""
        return _size(self.path)


class Kept(NamedTuple):
    """Something in a cache folder that a glossary in use does not need."""

    path: Path
    source: Path | None
    """The folder that it was compiled from, where that is known."""
    size: int
    """Bytes that would be free without it."""


def others_in(root: Path, used: Path | None) -> list[Kept]:
    """Return what a cache folder holds beside a form: of other glossary folders, and older ones of the same."""
    found: list[Kept] = []
    for folder in _folders_in(root, _KEY):
        source = None
        with contextlib.suppress(OSError):
            source = Path(os.fsdecode((folder / _SOURCE).read_bytes()[:_LONGEST_PATH]))
        if used is None or folder != used.parent:
            found.append(Kept(folder, source, _own_size(folder)))
        else:
            forms = (form for form in _folders_in(folder, _FINGERPRINT) if form != used)
            found += (Kept(form, source, _own_size(form)) for form in forms)
    return found


def prune(root: Path, used: Path | None) -> list[Kept]:
    """Remove what a cache folder holds beside a form, but for what somebody is compiling; return what is gone."""
    import shutil

    gone = []
    for kept in others_in(root, used):
        lock = (kept.path if _KEY.fullmatch(kept.path.name) else kept.path.parent) / _LOCK
        if not is_in_use(lock):
            shutil.rmtree(kept.path, ignore_errors=True)
            gone.append(kept)
    return gone


def _folders_in(folder: Path, name: re.Pattern[str]) -> list[Path]:
    try:
        return sorted(path for path in folder.iterdir() if name.fullmatch(path.name) and path.is_dir())
    except OSError:
        return []


def _own_size(folder: Path) -> int:
    """Return how many bytes go with a folder: a file that has another name elsewhere stays there."""
    stats = (path.stat() for path in folder.rglob("*") if path.is_file())
    return sum(stat.st_size for stat in stats if stat.st_nlink <= 1)


def link_into(form: Path, places: Mapping[str, Path]) -> None:
    """Give the files of some parts of a form a second name elsewhere."""
    for part, place in places.items():
        for file in (form / part).iterdir():
            if file.is_file() and file.name not in (_MANIFEST, _CONTENTS, _MADE_BY, LISTING):
                give_second_name(file, place / file.name)


def _parts(form: Path) -> list[str]:
    return ["", *sorted(part.parent.name for part in form.glob(f"*/{_MANIFEST}"))]


def _size(folder: Path) -> int:
    return sum(path.stat().st_size for path in folder.rglob("*") if path.is_file())


def _write_manifest(folder: Path) -> None:
    """Seal the files of a part."""
    seals = {path.name: _seal(path) for path in sorted(folder.iterdir()) if path.is_file()}
    (folder / _MANIFEST).write_text(json.dumps(seals), encoding="utf-8")


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
    is_open = bool(stat.st_mode & _OTHERS_MAY_WRITE) and not stat.st_mode & S_ISVTX
    return stat.st_uid in (os.getuid(), *_SYSTEM) and not is_open
