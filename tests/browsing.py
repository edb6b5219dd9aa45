"""A real browser for the tests of the site, and a server that serves a built one as a web host does."""

from __future__ import annotations

import os
import shutil
import threading
from contextlib import contextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest

NO_BROWSER = "NO BROWSER: the tests of the site in a browser did not run"
_NAMES = ("chromium", "chromium-browser", "google-chrome")


def chromium() -> str:
    """Return the browser's path. Without one the tests skip, and fail where everything must be checked."""
    found = os.environ.get("COMPENDIUM_CHROMIUM") or next(filter(None, map(shutil.which, _NAMES)), None)
    if found is None:
        reason = f"{NO_BROWSER} (apt-get install chromium, or set COMPENDIUM_CHROMIUM)"
        if os.environ.get("CI") == "true":
            pytest.fail(reason)
        pytest.skip(reason)
    return found


class _Host(SimpleHTTPRequestHandler):
    """A folder, with the site's own page where there is nothing."""

    def log_message(self, *_arguments):
        """Say nothing: the tests do."""

    def send_error(self, code, message=None, explain=None):
        page = Path(self.directory) / "404.html"
        if code != 404 or not page.is_file():
            super().send_error(code, message, explain)
            return
        body = page.read_bytes()
        self.send_response(404)
        self.send_header("Content-Type", "text/html; charset=utf-8")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)


@contextmanager
def served(folder: Path):
    """Serve a folder; gives its address."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(_Host, directory=str(folder)))
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_port}/"
    finally:
        server.shutdown()
        server.server_close()
        thread.join()
