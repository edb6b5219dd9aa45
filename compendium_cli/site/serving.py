"""Serving the site to whoever edits it: at which address, to whom, and under the policy of the published pages."""

from __future__ import annotations

import ipaddress
import re
from typing import TYPE_CHECKING, Any

from compendium_cli.listening import HOST
from compendium_cli.site.publishing import CONTENT_SECURITY_POLICY

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from wsgiref.types import StartResponse, WSGIEnvironment

_THIS_MACHINE = frozenset({"localhost", "127.0.0.1", "::1"})
#: At these, all addresses of this machine are served.
_EVERYWHERE = (ipaddress.IPv4Address(0), ipaddress.IPv6Address(0))
#: Where a page finds the script that reloads it, with the version of the site that it shows.
_SCRIPT = re.compile(r"/livereload/(\d{1,20})\.js")


def addressed(url: str, host: str) -> str:
    """Return an address of MkDocs' making as browsers know it: it leaves out the brackets of an IPv6 host."""
    return url.replace(f"//{host}:", f"//[{host}]:", 1) if ":" in host else url


def protect(server: Any) -> None:
    """Let a server of MkDocs answer only those who mean it, with pages under the policy that they are published under.

    MkDocs writes the script that reloads a page into the page, where the policy forbids it. So it becomes a file.
    """
    written_in = server._inject_js_into_html  # noqa: SLF001 - there is no other way to the script

    def referred_to(content: bytes, epoch: int) -> bytes:
        at = content.rfind(b"</body>")
        at = len(content) if at < 0 else at
        return b'%b<script src="/livereload/%d.js"></script>%b' % (content[:at], epoch, content[at:])

    def script_of(epoch: int) -> bytes:
        return bytes(written_in(b"", epoch)).removeprefix(b"<script>").removesuffix(b"</script>")

    server.url = addressed(server.url, str(server.server_address[0]))
    server._inject_js_into_html = referred_to  # noqa: SLF001
    server.set_app(_guarded(server.get_app(), str(server.server_address[0]), script_of))


def is_answered(asked: str, served_at: str) -> bool:
    """Tell whether a request that names a host is meant for a server at an address.

    A page of somebody else's may let its own name lead to this machine and then read what it finds there: such a
    request names that page's host. It can't name an address, so where all addresses are served, all are answered.
    """
    known = re.fullmatch(HOST + r"(?::[0-9]{1,5})?", asked)
    if not known:
        return False
    host = known[1] or known[2].lower()
    if host in _THIS_MACHINE or host == served_at:
        return True
    try:
        address = ipaddress.ip_address(host)
        return ipaddress.ip_address(served_at) in (address, *_EVERYWHERE)
    except ValueError:
        return False


def _guarded(
    app: Callable[[WSGIEnvironment, StartResponse], Iterable[bytes]], served_at: str, script_of: Callable[[int], bytes]
) -> Callable[[WSGIEnvironment, StartResponse], Iterable[bytes]]:
    """Return an application that asks another one after it has looked at the request."""

    def answer(environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
        if not is_answered(environ.get("HTTP_HOST", ""), served_at):
            start_response("403 Forbidden", [("Content-Type", "text/plain; charset=utf-8")])
            return [b"compendium serve answers to localhost and to the address it is served at, to no other name\n"]
        if script := _SCRIPT.fullmatch(environ.get("PATH_INFO", "")):
            start_response("200 OK", [("Content-Type", "application/javascript"), ("Cache-Control", "no-store")])
            return [script_of(int(script[1]))]

        def started(status: str, headers: list[tuple[str, str]], *rest: object) -> object:
            kind = dict(headers).get("Content-Type", "")
            own = [("Content-Security-Policy", CONTENT_SECURITY_POLICY)] if kind.startswith("text/html") else []
            return start_response(status, headers + own, *rest)  # type: ignore[arg-type]

        return app(environ, started)  # type: ignore[arg-type]

    return answer
