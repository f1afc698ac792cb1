"""Who may do what: the Host and Origin of every request, and the owner that its token or session stands for."""

from typing import Final
from urllib.parse import urlsplit

from starlette.datastructures import MutableHeaders
from starlette.requests import Request
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from inkwright.application import Inkwright
from inkwright.i18n import DOOR_HEADER, enter_by
from inkwright.server.options import ServerOptions
from inkwright.server.problems import ApiProblem, language_of_request, write_script_of
from inkwright.usecases.sharing import SHARED_FOLDER
from inkwright.usecases.store import LOCAL_OWNER

SESSION_COOKIE: Final = "inkwright_session"
PUBLIC_PATHS: Final = frozenset({"/", "/healthz", "/readyz", "/login", "/logout"})
"""What needs no login. The page itself holds no data: without a session it leads to the login."""
_PUBLIC_FOLDERS: Final = ("/assets/", SHARED_FOLDER)
_SAFE_METHODS: Final = frozenset({"GET", "HEAD", "OPTIONS"})
SECURITY_HEADERS: Final = {
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
    "referrer-policy": "no-referrer",
    "cross-origin-resource-policy": "same-origin",
    "cross-origin-opener-policy": "same-origin",
    "content-security-policy": "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'self'",
}


class AccessGuard:
    """ASGI middleware: refuses requests that may come from elsewhere, and finds the owner of the others."""

    def __init__(self, app: ASGIApp, inkwright: Inkwright, options: ServerOptions) -> None:
        self._app = app
        self._inkwright = inkwright
        self._options = options

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        request = Request(scope)
        enter_by("terminal" if request.headers.get(DOOR_HEADER) == "terminal" else "page")
        write_script_of(request.headers.get("accept-language", ""))
        safely = _with_headers(send)
        try:
            self._check_host(request)
            self._check_origin(request)
            request.state.owner = await self._owner(request)
        except ApiProblem as problem:
            await problem.response(language_of_request(request))(scope, receive, safely)
            return
        await self._app(scope, receive, safely)

    def _check_host(self, request: Request) -> None:
        """Refuse names that are not ours: a page elsewhere may have a name that leads to this machine."""
        if len(request.headers.getlist("host")) != 1:
            raise ApiProblem(400, "bad_host", host="")
        host = request.headers["host"]
        try:
            name = host_name(host)
        except ValueError as problem:
            raise ApiProblem(400, "bad_host", host=host[:100]) from problem
        if name not in self._options.hosts:
            raise ApiProblem(421, "bad_host", host=host[:100])

    def _check_origin(self, request: Request) -> None:
        """Refuse requests of other pages in the same browser."""
        origin = request.headers.get("origin")
        if origin is not None and not self._is_own_origin(request, origin):
            raise ApiProblem(403, "foreign_origin", origin=origin[:100])
        site = request.headers.get("sec-fetch-site", "none")
        is_navigation = request.method in _SAFE_METHODS and request.headers.get("sec-fetch-mode") == "navigate"
        if site not in ("none", "same-origin") and not is_navigation:
            raise ApiProblem(403, "foreign_origin", origin=site[:20])

    def _is_own_origin(self, request: Request, origin: str) -> bool:
        try:
            parts = urlsplit(origin)
        except ValueError:
            return False
        return parts.scheme in ("http", "https") and parts.netloc == request.headers["host"]

    async def _owner(self, request: Request) -> str:
        """Return whose request it is. A public path has no owner."""
        scheme, _, written = request.headers.get("authorization", "").partition(" ")
        if scheme.lower() == "bearer" and written:
            token = await self._inkwright.store.tokens.verify(written.strip())
            if token is None or token.is_session:
                raise ApiProblem(401, "bad_token", headers={"www-authenticate": "Bearer"})
            return token.owner
        if cookie := request.cookies.get(SESSION_COOKIE):
            session = await self._inkwright.store.tokens.verify(cookie)
            if session is not None and session.is_session:
                return session.owner
        if not self._options.needs_login:
            return LOCAL_OWNER
        if request.url.path in PUBLIC_PATHS or request.url.path.startswith(_PUBLIC_FOLDERS):
            return ""
        raise ApiProblem(401, "needs_login", headers={"www-authenticate": "Bearer"})


def _with_headers(send: Send) -> Send:
    """Return `send` that adds the security headers which a response does not set itself."""

    async def send_safely(message: Message) -> None:
        if message["type"] == "http.response.start":
            headers = MutableHeaders(scope=message)
            for name, value in SECURITY_HEADERS.items():
                headers.setdefault(name, value)
        await send(message)

    return send_safely


def host_name(host: str) -> str:
    """Return the name in a Host header without its port. ValueError if it is not one."""
    parts = urlsplit(f"//{host}")
    if parts.username is not None or parts.path or parts.query or parts.fragment or not parts.hostname:
        raise ValueError(host)
    _ = parts.port
    name = f"[{parts.hostname}]" if ":" in parts.hostname else parts.hostname
    if not f"{host.lower()}:".startswith(f"{name}:"):
        raise ValueError(host)
    return name
