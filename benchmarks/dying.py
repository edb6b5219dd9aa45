"""Runs a command of ours and dies, as by ``kill -9``, just before its n-th step that changes the disk.

usage: python benchmarks/dying.py N COMMAND…     without a death: N is 0, and the number of steps is told at the end

A step is what Python tells its auditors: a file opened for writing, made, moved, removed, a folder likewise, a function
of the C library looked up (by which folders are exchanged). ``faults.py`` tries them one after the other.
"""

from __future__ import annotations

import os
import signal
import sys

STEPS = frozenset(
    """os.chmod os.link os.mkdir os.remove os.rename os.rmdir os.symlink os.truncate os.utime shutil.copyfile
    shutil.copytree shutil.rmtree sqlite3.connect tempfile.mkdtemp tempfile.mkstemp ctypes.dlsym""".split()
)
_WRITES = os.O_WRONLY | os.O_RDWR | os.O_CREAT | os.O_TRUNC


class Death:
    """Comes at the n-th step."""

    def __init__(self, when: int) -> None:
        self.when = when
        self.steps = 0

    def __call__(self, event: str, arguments: tuple[object, ...]) -> None:
        """Count a step; die where it is the last."""
        if event in STEPS or (event == "open" and isinstance(arguments[2], int) and arguments[2] & _WRITES):
            self.steps += 1
            if self.steps == self.when:
                os.kill(os.getpid(), signal.SIGKILL)


def main() -> None:
    death = Death(int(sys.argv[1]))
    from compendium_cli.__main__ import main as command

    sys.dont_write_bytecode = True
    sys.addaudithook(death)
    try:
        command(sys.argv[2:])
    finally:
        if not death.when:
            print(death.steps, file=sys.stderr)


if __name__ == "__main__":
    main()
