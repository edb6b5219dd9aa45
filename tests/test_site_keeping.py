"""The site as an app: its manifest, and the lists of what a device keeps of it."""

import hashlib
import json
import re

import pytest

from compendium_cli.languages import LANGUAGES
from compendium_cli.site.installing import ICONS, MANIFEST, MASKABLE, manifest
from compendium_cli.site.keeping import KEPT, WORKER, kept_lists
from compendium_cli.site.publishing import CONTENT_SECURITY_POLICY
from conftest import HARBOUR

ASSETS = HARBOUR.parents[2] / "site" / "assets"


@pytest.fixture(scope="module")
def built(build_site):
    return build_site("--strict", "--glossary", HARBOUR)


@pytest.fixture(scope="module")
def build(built):
    return json.loads((built / KEPT / "build.json").read_text(encoding="utf-8"))


def files_of(built, build, name):
    content = (built / KEPT / f"{name}-{build['lists'][name]}.json").read_bytes()
    assert hashlib.sha256(content).hexdigest().startswith(build["lists"][name])
    return json.loads(content)["files"]


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_manifest_has_what_browsers_ask_of_an_app(lang):
    told = manifest(lang)
    assert told["lang"] == lang
    assert told["name"]
    assert len(told["short_name"]) <= 12
    assert (told["start_url"], told["scope"], told["display"]) == ("./", "../", "standalone")
    sides = {icon["sizes"] for icon in told["icons"] if icon["purpose"] == "any"}
    assert {"192x192", "512x512"} <= sides
    assert [icon["src"] for icon in told["icons"] if icon["purpose"] == "maskable"] == [f"../assets/{MASKABLE}"]


def test_its_icons_and_addresses_are_there(built):
    for lang in ("it", "es", "uk"):
        told = json.loads((built / lang / MANIFEST).read_text(encoding="utf-8"))
        for icon in told["icons"]:
            assert (built / lang / icon["src"]).is_file()
        for place in (told["start_url"], *(shortcut["url"] for shortcut in told["shortcuts"])):
            assert (built / lang / place / "index.html").is_file()
        text = (built / lang / "harbour/storm/index.html").read_text(encoding="utf-8")
        assert f'<link rel="manifest" href="../../../{lang}/{MANIFEST}">' in text


def test_icons_are_as_large_as_they_say():
    for name, side in ICONS.items():
        head = (ASSETS / name).read_bytes()[:24]
        assert (int.from_bytes(head[16:20], "big"), int.from_bytes(head[20:24], "big")) == (side, side)


def test_the_policy_lets_an_app_be():
    for part in ("default-src 'none'", "manifest-src 'self'", "worker-src 'self'"):
        assert part in CONTENT_SECURITY_POLICY


def test_lists_have_the_hash_of_every_file(built, build):
    for name in build["lists"]:
        for path, listed in files_of(built, build, name).items():
            file = built / (f"{path}index.html" if path.endswith("/") or not path else path)
            assert hashlib.sha256(file.read_bytes()).hexdigest()[:16] == listed


def test_a_language_has_its_pages_and_data_and_no_others(built, build):
    italian = files_of(built, build, "it")
    assert {
        "it/",
        "it/harbour/storm/",
        "it/search/",
        "it/offline/",
        "assets/answers/it/shelf.js",
        "assets/data/it-labels.js",
    } <= (italian.keys())
    assert not [path for path in italian if path.startswith(("es/", "uk/", "api/", "assets/answers/es/"))]
    pages = {path for path in (built / "it").rglob("index.html") if not path.parent.name.isdecimal()}
    assert len([path for path in italian if path.endswith("/")]) == len(pages)


def test_all_share_styles_and_scripts(built, build):
    shared = files_of(built, build, "site")
    assert {
        "",
        "assets/compendium.css",
        "assets/app.js",
        "assets/engine.js",
        "assets/answers/shared.js",
        "manual/",
        "404.html",
    } <= shared.keys()
    assert any(re.fullmatch(r"assets/stylesheets/main\..*\.css", path) for path in shared)
    loaded = set()
    for page in built.rglob("index.html"):
        for address in re.findall(r'(?:src|href)="(?:\.\./)*(assets/[^"]+\.(?:js|css))"', page.read_text("utf-8")):
            loaded.add(address)
    listed = {path for name in build["lists"] for path in files_of(built, build, name)}
    assert loaded <= listed


def test_nothing_is_kept_that_readers_do_not_open(built, build):
    listed = {path for name in build["lists"] for path in files_of(built, build, name)}
    assert WORKER not in listed
    assert not [path for path in listed if re.search(r"\.(?:xml|txt|gz)$|^api/|/\d+/$|^harbour/", path)]


def test_only_what_changed_has_another_hash(built, build, harbour):
    from compendium_cli.site.gathering import gather

    page = built / "es/harbour/storm/index.html"
    before = page.read_bytes()
    try:
        page.write_bytes(before + b"<!-- other -->")
        previews = {
            str(path.relative_to(built)) for path in built.rglob("index.html") if re.search(r"/\d+/", str(path))
        }
        previews |= {str(path.relative_to(built)) for path in (built / "harbour").rglob("index.html")}
        lists = json.loads(dict(kept_lists(built, gather(harbour), previews))[f"{KEPT}build.json"])
    finally:
        page.write_bytes(before)
    changed = {name for name in build["lists"] if lists["lists"][name] != build["lists"][name]}
    assert changed == {"es"}
    assert lists["build"] != build["build"]


def test_a_build_says_which_editions_it_holds(build):
    assert build["editions"] == {"it": ["it-2"], "es": ["es-1"], "uk": ["uk-1"]}
    assert re.fullmatch(r"[0-9a-f]{8}", build["build"])
