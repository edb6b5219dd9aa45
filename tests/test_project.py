"""Traps of the project's own shape."""

import tomllib
from pathlib import Path

import yaml

from compendium_cli import __version__, settings

ROOT = Path(__file__).parent.parent


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


def test_the_changelog_knows_this_version():
    assert f"## {__version__}" in (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")


def test_ci_runs_the_test_line_of_the_readme():
    readme = (ROOT / "README.md").read_text(encoding="utf-8").splitlines()
    assert len([line for line in readme if line.endswith("-m pytest")]) == 1
    assert "-m pytest$" in (ROOT / ".ci" / "run").read_text(encoding="utf-8")
