"""Work in other processes: all of it is done, failures are told, and whoever is killed leaves nobody waiting."""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from compendium_cli.errors import DamagedCacheError
from compendium_cli.processes import SharedCount, Workers


def write(path, text):
    path.write_text(text, encoding="utf-8")


def fail_as_on_a_full_disk(_):
    raise OSError(28, "No space left on device")


def test_all_work_is_done_before_one_goes_on(tmp_path):
    with Workers(2) as workers:
        for number in range(4):
            workers.start(write, tmp_path / str(number), f"{number}")
    assert [(tmp_path / str(number)).read_text() for number in range(4)] == ["0", "1", "2", "3"]


def add_to(count, more):
    for _ in range(100):
        count.add(more)


def test_several_processes_add_to_one_number_and_whoever_waits_hears_of_it():
    count, heard = SharedCount(), []
    with Workers(2, lambda: heard.append(count.value)) as workers:
        for more in (1, 2, 3):
            workers.start(add_to, count, more)
    assert count.value == 600
    assert heard == sorted(heard)


def test_one_of_them_can_be_waited_for(tmp_path):
    with Workers(2) as workers:
        first = workers.start(write, tmp_path / "first", "1")
        workers.start(time.sleep, 0.5)
        workers.finish(first)
        assert (tmp_path / "first").read_text() == "1"
        workers.finish(first)  # once more is as well


def fail_as_by_damage(folder):
    raise DamagedCacheError(str(folder))


@pytest.mark.parametrize("fail", [fail_as_on_a_full_disk, fail_as_by_damage])
def test_a_failure_is_told_and_nothing_is_printed(tmp_path, capfd, fail):
    with pytest.raises(OSError, match="has failed"), Workers(2) as workers:
        workers.start(fail, tmp_path)
    assert capfd.readouterr() == ("", "")


def start_and_fail():
    with Workers(2) as workers:
        workers.start(time.sleep, 60)
        raise ZeroDivisionError


def test_an_error_ends_those_that_work():
    begun = time.monotonic()
    with pytest.raises(ZeroDivisionError):
        start_and_fail()
    assert time.monotonic() - begun < 30


PARENT = """\
import sys, time
from pathlib import Path
from compendium_cli.errors import DamagedCacheError
from compendium_cli.processes import SharedCount, Workers
if __name__ == "__main__":
    with Workers(2) as workers:
        workers.start(time.sleep, 1)
        workers.start(time.sleep, 1)
        Path(sys.argv[1]).touch()
        time.sleep(60)
"""


@pytest.mark.slow
@pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="kills of POSIX")
def test_whoever_is_killed_leaves_nobody_waiting(tmp_path):
    script, begun = tmp_path / "parent.py", tmp_path / "begun"
    script.write_text(PARENT, encoding="utf-8")
    env = {**os.environ, "PYTHONPATH": str(Path(__file__).parents[1])}
    parent = subprocess.Popen([sys.executable, str(script), str(begun)], stdout=subprocess.PIPE, env=env)
    while not begun.exists():
        assert parent.poll() is None
        time.sleep(0.05)
    parent.kill()
    # The end of the output is read only when nobody is left who could write to it.
    assert parent.communicate(timeout=30) == (b"", None)
