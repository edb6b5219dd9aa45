"""What many ask for, for long: answers stay the same, memory stays flat, and the site gives its files.

``benchmarks/load.py`` does the same a hundred thousand times over.
"""

import subprocess
import sys

import pytest

from conftest import HARBOUR, TESTS

pytestmark = pytest.mark.slow

LOAD = TESTS.parent / "benchmarks" / "load.py"


def under_load(*options):
    done = subprocess.run(
        [sys.executable, str(LOAD), *map(str, options)], capture_output=True, text=True, check=False, timeout=600
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@pytest.mark.usefixtures("shipped")
def test_a_stream_of_questions_is_answered_like_single_ones_in_constant_memory():
    told = under_load("questions", "--number", 100, "--different", 10)
    assert "90 questions, 10 different ones: 0 repetitions got another answer" in told
    assert "10 hostile lines among them: 0 got no object" in told
    assert "10 asked one by one: 0 got another answer" in told


def test_the_site_behind_a_plain_server_gives_its_files():
    told = under_load("site", "--seconds", 1, "--connections", 4, "--glossary", HARBOUR)
    assert [line.partition(":")[0] for line in told.splitlines()] == ["/api/", "the whole site"]
    assert told.count(" 0 wrong bodies") == 2
