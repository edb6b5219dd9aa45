"""The compendium over HTTP: an ASGI application. The only door to its framework.

It holds nothing of those who ask: any number of copies may stand behind a load balancer. In each, one thread of its own
asks the compendium, one request after the other, since answering is a processor's work; the event loop stays free to
greet, to refuse, and to tell whoever has the answer already that it is still the same.
"""

from __future__ import annotations

import asyncio
import contextlib
import hashlib
import os
from concurrent.futures import ThreadPoolExecutor
from http import HTTPStatus
from typing import TYPE_CHECKING, Any

import uvicorn
from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.middleware.cors import CORSMiddleware
from starlette.responses import Response
from starlette.routing import Route

from compendium_cli import __version__, settings
from compendium_cli.compendium import open_compendium
from compendium_cli.endpoints import HEALTH, endpoints, openapi
from compendium_cli.errors import CompendiumError, GlossaryError, NotFoundError, UsageError
from compendium_cli.exports.as_json import dumps, error_json, versioned

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Callable, Mapping

    from starlette.requests import Request

    from compendium_cli.compendium import Compendium
    from compendium_cli.endpoints import Endpoint
    from compendium_cli.listening import Address

#: So many requests may wait for the one thread. Who comes then is sent away at once: to another copy, if there is one.
_MOST_WAITING = 100
#: Seconds for which an answer may be given again without asking whether it is still the same.
_FRESH = 300
_STATUS = {
    NotFoundError: HTTPStatus.NOT_FOUND,
    UsageError: HTTPStatus.BAD_REQUEST,
    GlossaryError: HTTPStatus.SERVICE_UNAVAILABLE,
}


def serve(compendium: Compendium, address: Address) -> None:
    """Serve at an address until somebody ends it."""
    uvicorn.run(
        Service(compendium).application(),
        host=address.host,
        port=address.port,
        log_level="warning",
        server_header=False,
        # The longest question that we take, in its longest form.
        h11_max_incomplete_event_size=64 * 1024,
    )


def app(glossary: str | None = None, base_url: str | None = None) -> Starlette:
    """Return the application; the glossary is compiled, where it is not yet, before it begins to answer."""
    return Service(open_compendium(glossary, base_url=base_url)).application()


class BusyError(CompendiumError):
    """Too many are asking."""

    code = "busy"


class Service:
    """A compendium that answers requests."""

    def __init__(self, compendium: Compendium) -> None:
        self._compendium = compendium
        self._thread: ThreadPoolExecutor | None = None
        self._waiting = 0
        self._endpoints = endpoints(list(compendium.outline().games))
        self._health: dict[str, Any] = {}
        self._tag = ""

    def application(self) -> Starlette:
        """Return the application."""
        document = openapi(self._endpoints, self._compendium.base_url)

        async def tell(_: Request) -> Response:
            return _json(document)

        application = Starlette(
            routes=[
                *(Route(endpoint.path, self._answering(endpoint)) for endpoint in self._endpoints),
                Route(HEALTH.path, self._tell_health),
                Route("/openapi.json", tell),
            ],
            middleware=[Middleware(CORSMiddleware, allow_origins=["*"], allow_methods=["GET"], max_age=86400)],
            exception_handlers={HTTPException: _refused, CompendiumError: _failed, Exception: _failed},
            lifespan=self._lifespan,
        )
        application.router.redirect_slashes = False
        return application

    @contextlib.asynccontextmanager
    async def _lifespan(self, _: Starlette) -> AsyncIterator[None]:
        with ThreadPoolExecutor(max_workers=1, thread_name_prefix="compendium") as self._thread:
            await self._do(self._prepare)
            try:
                yield
            finally:
                await self._do(self._compendium.close)

    def _prepare(self) -> None:
        self._compendium.complete()
        known = self._compendium.version()
        told = {"status": "ok", "compendium": __version__, "fingerprint": known.fingerprint, "entries": known.entries}
        self._health = versioned(told)
        # What an answer depends on, besides the request itself.
        state = [__version__, known.fingerprint, self._compendium.base_url, os.environ.get(settings.LANG_VARIABLE, "")]
        self._tag = f'"{hashlib.blake2b(chr(0).join(state).encode(), digest_size=12).hexdigest()}"'

    async def _do(self, work: Callable[[], Any]) -> Any:
        if self._waiting >= _MOST_WAITING:
            raise BusyError("too many requests wait already: ask again in a moment")
        self._waiting += 1
        try:
            return await asyncio.get_running_loop().run_in_executor(self._thread, work)
        finally:
            self._waiting -= 1

    def _answering(self, endpoint: Endpoint) -> Callable[[Request], Any]:
        async def answer(request: Request) -> Response:
            given = endpoint.read(request.query_params.multi_items())
            headers = {"ETag": self._tag, "Cache-Control": f"public, max-age={_FRESH}"}
            known = {tag.strip().removeprefix("W/") for tag in request.headers.get("If-None-Match", "").split(",")}
            if known & {self._tag, "*"}:
                return Response(status_code=HTTPStatus.NOT_MODIFIED, headers=headers)
            return _json(await self._do(lambda: endpoint.call(self._compendium, given)), headers=headers)

        return answer

    async def _tell_health(self, request: Request) -> Response:
        HEALTH.read(request.query_params.multi_items())
        return _json(self._health, headers={"Cache-Control": "no-store"})


def _json(value: Any, status: int = HTTPStatus.OK, headers: Mapping[str, str] | None = None) -> Response:
    safe = {"X-Content-Type-Options": "nosniff", **(headers or {})}
    return Response(dumps(value, indent=None), status, safe, media_type="application/json")


def _failed(request: Request, error: Exception) -> Response:
    """Tell what somebody can mend; of anything else only that it is our fault: the server logs what."""
    del request
    if not isinstance(error, CompendiumError):
        return _error(HTTPStatus.INTERNAL_SERVER_ERROR, "error", "something is wrong with the service, not the request")
    status = next((code for kind, code in _STATUS.items() if isinstance(error, kind)), HTTPStatus.SERVICE_UNAVAILABLE)
    return _error(status, error.code, error.message, error.suggestions)


def _refused(request: Request, error: Exception) -> Response:
    """Tell in our own form what the framework refuses: another path or method."""
    assert isinstance(error, HTTPException)  # noqa: S101
    if error.status_code == HTTPStatus.NOT_FOUND:
        message = f"there is nothing at {request.url.path[:80]!r}: /openapi.json lists what there is"
        return _error(HTTPStatus.NOT_FOUND, NotFoundError.code, message)
    return _error(error.status_code, UsageError.code, "only GET and HEAD are answered", headers=error.headers)


def _error(
    status: int, code: str, message: str, suggestions: tuple[str, ...] = (), headers: Mapping[str, str] | None = None
) -> Response:
    later = {"Retry-After": "1"} if status == HTTPStatus.SERVICE_UNAVAILABLE else {}
    return _json(
        error_json(code, message, suggestions), status, {"Cache-Control": "no-store", **later, **(headers or {})}
    )
