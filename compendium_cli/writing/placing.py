"""A finished site -> its folder: the old site stays until the new one is whole."""

from __future__ import annotations

import os
import shutil
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from compendium_cli.writing.folders import hidden_folder, replaced_folder

if TYPE_CHECKING:
    from collections.abc import Iterator

_INSIDE = "site"
#: Comes first: a folder that has it is known to be a site, and may be built anew should we die.
_MARK = Path("sitemap.xml")


@contextmanager
def placed_site(target: Path) -> Iterator[Path]:
    """Give a path to build into; what is there when the block ends well becomes the site, with the old hidden files.

    A folder that cannot be exchanged gets its files one by one, each of them whole.
    """
    if _is_fixed(target):
        with hidden_folder(target, _INSIDE) as hidden:
            yield hidden / "new"
            _move_in(hidden / "new", target)
        return
    with replaced_folder(target) as fresh:
        yield fresh
        for path in _hidden_in(target):
            if path.is_dir() and not path.is_symlink():
                shutil.copytree(path, fresh / path.name, symlinks=True)
            else:
                shutil.copy2(path, fresh / path.name, follow_symlinks=False)


def _is_fixed(target: Path) -> bool:
    """Tell whether a folder has to stay what it is: a mount, somebody's place, or in a folder we may not change."""
    if not target.is_dir():
        return False
    is_lived_in = target in (Path.cwd(), *Path.cwd().parents)
    return is_lived_in or os.path.ismount(target) or not os.access(target.parent, os.W_OK)


def _move_in(fresh: Path, target: Path) -> None:
    made = {path.relative_to(fresh) for path in fresh.rglob("*")}
    for name in sorted(made, key=lambda path: (path != _MARK, path.parts)):
        if (fresh / name).is_dir():
            if (target / name).is_file():
                (target / name).unlink()
            (target / name).mkdir(exist_ok=True)
        else:
            if (target / name).is_dir():
                shutil.rmtree(target / name)
            (fresh / name).replace(target / name)
    kept = _hidden_in(target)
    for path in sorted(target.rglob("*"), reverse=True):
        name = path.relative_to(target)
        if name not in made and target / name.parts[0] not in kept:
            path.rmdir() if path.is_dir() and not path.is_symlink() else path.unlink()


def _hidden_in(target: Path) -> set[Path]:
    return {path for path in target.iterdir() if path.name.startswith(".")} if target.is_dir() else set()
