"""Two files or folders swap places in one step, where the system can."""

from __future__ import annotations

import errno
import os
import sys
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pathlib import Path

#: What a system or a file system answers that cannot.
_CANNOT = (errno.ENOSYS, errno.EINVAL, errno.ENOTSUP, errno.EOPNOTSUPP)


def exchange(one: Path, other: Path) -> bool:
    """Let two files, or two folders, swap places in one step; tell whether the system can."""
    import ctypes

    first, second = os.fsencode(one), os.fsencode(other)
    try:
        library = ctypes.CDLL(None, use_errno=True)
        if sys.platform == "darwin":
            swap = 2  # RENAME_SWAP
            failed = library.renamex_np(first, second, swap)
        else:
            here, swap = -100, 2  # AT_FDCWD, RENAME_EXCHANGE
            failed = library.renameat2(here, first, here, second, swap)
    except (AttributeError, OSError, TypeError):  # no such function, or no such library
        return False
    if failed and (number := ctypes.get_errno()) not in _CANNOT:
        raise OSError(number, os.strerror(number), str(other))
    return not failed
