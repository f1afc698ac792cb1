"""The application of the service: its routes, and what stands before them."""

from functools import partial

from fastapi import FastAPI

from inkwright import __version__
from inkwright.application import Inkwright
from inkwright.server.access import AccessGuard
from inkwright.server.limits import BodyLimit, RateLimiter
from inkwright.server.metrics import Metrics
from inkwright.server.options import ServerOptions
from inkwright.server.pictures import PagePictures
from inkwright.server.problems import add_handlers
from inkwright.server.routes import agent, artifacts, conversations, page_previews, studio, system
from inkwright.server.schema import describe


def create_app(inkwright: Inkwright, options: ServerOptions, metrics: Metrics | None = None) -> FastAPI:
    """Return the service for an open Inkwright. `metrics` are those that it reports its events to."""
    app = FastAPI(
        title="Inkwright",
        version=__version__,
        description="Talk with a language-model agent and get finished, checked work.",
        docs_url=None,
        redoc_url=None,
        openapi_url="/api/openapi.json",
    )
    app.state.inkwright = inkwright
    app.state.options = options
    app.state.limiter = RateLimiter(options.requests_per_minute)
    app.state.pictures = PagePictures()
    app.state.metrics = metrics or Metrics()
    add_handlers(app)
    for module in (agent, conversations, artifacts, page_previews, studio, system):
        app.include_router(module.router)
    app.include_router(system.api)
    app.openapi = partial(describe, app)  # type: ignore[method-assign]
    app.add_middleware(BodyLimit, options=options)
    app.add_middleware(AccessGuard, inkwright=inkwright, options=options)
    return app
