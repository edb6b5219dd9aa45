"""Traps of the project's own shape."""

import os
import re
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest
import yaml

import shipped_files
from compendium_cli import __version__, settings
from compendium_cli.commands import COMMANDS

ROOT = Path(__file__).parent.parent
WORKFLOWS = sorted((ROOT / ".github" / "workflows").glob("*.yml"))
#: Extras with locks of their own: the checks do without them, or where there is no build of them.
LOCKED_EXTRAS = ("readers", "fit", "fuzz", "audit")


def test_builds_never_go_into_our_sources():
    config = yaml.safe_load((ROOT / "mkdocs.yml").read_text(encoding="utf-8"))
    assert config["site_dir"] == "build/site"
    assert config["docs_dir"] == "site/pages"
    ignored = (ROOT / ".gitignore").read_text(encoding="utf-8").splitlines()
    assert not {"site", "/site", "site/", "/site/"} & set(ignored)


def test_site_url_is_read_from_mkdocs_yml():
    config = yaml.safe_load((ROOT / "mkdocs.yml").read_text(encoding="utf-8"))
    assert settings.base_url() == config["site_url"] == "https://compendium.example/"


def test_the_wheel_carries_glossary_and_address():
    hatch = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["hatch"]["build"]["targets"]
    included = hatch["wheel"]["force-include"]
    assert included == {
        "glossary": "compendium_cli/glossary",
        "mkdocs.yml": "compendium_cli/mkdocs.yml",
        # beside mkdocs.yml as in a checkout, so that its relative paths hold in both
        "site/assets": "compendium_cli/site/assets",
        "site/overrides": "compendium_cli/site/overrides",
        "site/pages": "compendium_cli/site/pages",
    }


def test_version_and_changelog_agree():
    headings = re.findall(r"^## (.+)$", (ROOT / "CHANGELOG.md").read_text(encoding="utf-8"), re.MULTILINE)
    released = [heading for heading in headings if heading != "Unreleased"]
    assert headings[0] in ("Unreleased", __version__)
    assert released[0] == __version__
    assert len(headings) == len(set(headings))
    assert released == sorted(released, key=lambda version: [int(part) for part in version.split(".")], reverse=True)


@pytest.mark.parametrize("name", shipped_files.files())
def test_man_page_and_completions_are_up_to_date(name):
    content = (shipped_files.SHARE / name).read_text(encoding="utf-8")
    assert content == shipped_files.files()[name], "run: python tests/shipped_files.py"


def test_nothing_else_is_shipped_beside_them():
    share = shipped_files.SHARE
    found = {path.relative_to(share).as_posix() for path in share.rglob("*") if path.is_file()}
    assert found == set(shipped_files.files())
    hatch = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["hatch"]["build"]["targets"]
    assert hatch["wheel"]["shared-data"] == {"share": "share"}


@pytest.mark.skipif(shutil.which("groff") is None, reason="needs groff")
def test_the_man_page_is_good_roff():
    page = shipped_files.SHARE / "man" / "man1" / "compendium.1"
    command = ["groff", "-man", "-Kutf8", "-Tutf8", "-ww", str(page)]
    done = subprocess.run(command, capture_output=True, check=True, env={**os.environ, "GROFF_NO_SGR": "1"})
    assert done.stderr == b""
    shown = re.sub(r".\x08", "", done.stdout.decode())
    for name in COMMANDS:
        assert f"compendium {name}" in shown


@pytest.mark.parametrize(("shell", "flag"), [("bash", "-n"), ("zsh", "-n"), ("fish", "--no-execute")])
def test_completions_are_good_scripts(shell, flag):
    if shutil.which(shell) is None:
        pytest.skip(f"needs {shell}")
    path = shipped_files.SHARE / shipped_files.COMPLETIONS[shell]
    assert subprocess.run([shell, flag, str(path)], capture_output=True, check=True).stderr == b""


def test_the_shipped_bash_completion_completes_commands_and_entries(tmp_path):
    if shutil.which("bash") is None:
        pytest.skip("needs bash")
    program = tmp_path / "compendium"
    program.write_text(f'#!/bin/sh\nexec "{sys.executable}" -m compendium_cli "$@"\n', encoding="utf-8")
    program.chmod(0o755)
    script = """
        . "$1"
        COMP_WORDS=(compendium {words}); COMP_CWORD={number}
        _compendium_completion compendium
        printf '%s\\n' "${{COMPREPLY[@]}}"
    """
    completed = {}
    for words in ("qu", "show overk"):
        done = subprocess.run(
            ["bash", "-c", script.format(words=words, number=len(words.split())), "-", str(_bash_completion())],
            capture_output=True,
            text=True,
            check=True,
            env={**os.environ, "PATH": f"{tmp_path}{os.pathsep}{os.environ['PATH']}", "PYTHONPATH": str(ROOT)},
        )
        completed[words] = done.stdout.split()
    assert completed == {"qu": ["quote"], "show overk": ["overkill"]}


def _bash_completion():
    return shipped_files.SHARE / shipped_files.COMPLETIONS["bash"]


def _requirements():
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    return [*project["dependencies"], *(r for extra in project["optional-dependencies"].values() for r in extra)]


def _pinned(name):
    text = (ROOT / "requirements" / name).read_text(encoding="utf-8")
    return {library.lower(): version for library, version in re.findall(r"(?m)^([\w.-]+)==([^\s;]+)", text)}


def test_the_oldest_libraries_are_the_lower_bounds():
    oldest = _pinned("oldest.txt")
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    bounds = {}
    for requirement in _requirements():
        name, bound = re.fullmatch(r"([\w-]+)>=([\d.]+)(?:,<\d+)?", requirement).groups()
        bounds[name.lower()] = bound
    for library, version in oldest.items():
        assert (version + ".0.0").startswith(bounds[library] + "."), library
    extras = project["optional-dependencies"]
    wanted = [*project["dependencies"], *extras["mcp"], *extras["pdf"], *extras["http"]]
    assert {re.match(r"[\w-]+", requirement).group().lower() for requirement in wanted} <= set(oldest)


def test_the_locks_have_every_library():
    extras = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["optional-dependencies"]
    for requirement in _requirements():
        name, bound = re.match(r"([\w-]+)>=([\d.]+)", requirement).groups()
        own = [extra for extra, wanted in extras.items() if requirement in wanted and extra in LOCKED_EXTRAS]
        locked = _pinned(f"{own[0]}.txt" if own else "ci.txt")
        numbers = [[int(part) for part in version.split(".")] for version in (locked[name.lower()], bound)]
        assert numbers[0] >= numbers[1], name


@pytest.mark.parametrize("name", ["ci", *LOCKED_EXTRAS])
def test_a_lock_holds_versions_and_hashes_and_nothing_else(name):
    text = (ROOT / "requirements" / f"{name}.txt").read_text(encoding="utf-8")
    pin = r"[a-z0-9.-]+==[\w.!+-]+(?: ; [\w.'=!<> ]+)?(?: \\\n    --hash=sha256:[0-9a-f]{64})+\n"
    assert re.fullmatch(f"(?:{pin})+", text)


def test_one_library_has_one_version_in_all_locks():
    first = _pinned("ci.txt")
    for name in LOCKED_EXTRAS:
        for library, version in _pinned(f"{name}.txt").items():
            assert first.setdefault(library, version) == version, library


def test_the_build_backend_is_locked():
    system = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["build-system"]
    others = (ROOT / "requirements" / "others.in").read_text(encoding="utf-8").splitlines()
    assert set(system["requires"]) < set(others)
    assert {"hatchling", "editables", "pathspec", "pluggy", "trove-classifiers", "packaging"} <= set(_pinned("ci.txt"))


@pytest.mark.parametrize("path", WORKFLOWS, ids=lambda path: path.name)
def test_workflows_use_actions_by_their_commit_and_libraries_by_their_hash(path):
    text = path.read_text(encoding="utf-8")
    for line in re.findall(r"\buses:.*", text):
        assert re.fullmatch(r"uses: [\w-]+/[\w-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+", line), line
    for line in re.findall(r"\bpip install.*", text):
        assert '--no-index --find-links "$RUNNER_TEMP/wheels"' in line
    one = dict(re.findall(r"([\w-]+/[\w-]+)@(\w+)", text))
    assert set(re.findall(r"([\w-]+/[\w-]+)@(\w+)", text)) == set(one.items()), "one commit of each"


@pytest.mark.parametrize("path", sorted((ROOT / ".github").rglob("*.yml")), ids=lambda path: path.name)
def test_workflows_and_forms_are_yaml_with_least_rights(path):
    content = yaml.safe_load(path.read_text(encoding="utf-8"))
    if path.parent.name != "workflows":
        return
    assert content["permissions"] == {"contents": "read"}
    for job in content["jobs"].values():
        assert job["timeout-minutes"] <= 30
        for step in job["steps"]:
            assert "secrets." not in str(step), "publishing needs no stored secret"
            if step.get("uses", "").startswith("actions/checkout"):
                assert step["with"]["persist-credentials"] is False


def test_ci_runs_the_test_line_of_the_readme():
    readme = (ROOT / "README.md").read_text(encoding="utf-8").splitlines()
    assert len([line for line in readme if line.endswith("-m pytest")]) == 1
    assert "-m pytest$" in (ROOT / ".ci" / "run").read_text(encoding="utf-8")
