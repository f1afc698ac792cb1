"""The application of the service: its routes, and what is checked before them."""

import asyncio
from functools import partial
from typing import Final

from fastapi import FastAPI

from inkwright import __version__
from inkwright.application import Inkwright
from inkwright.server.access import AccessGuard
from inkwright.server.limits import BodyLimit, RateLimiter
from inkwright.server.metrics import Metrics
from inkwright.server.options import ServerOptions
from inkwright.server.page_origin import PageOrigin
from inkwright.server.pictures import PagePictures
from inkwright.server.problems import add_handlers
from inkwright.server.routes import (
    agent,
    app_pages,
    apps,
    artifacts,
    conversations,
    decks,
    evaluations,
    events,
    examples,
    exports,
    jobs,
    library,
    memory,
    models,
    page_previews,
    papers,
    permissions,
    personas,
    presets,
    project_blocks,
    project_content,
    project_runs,
    project_tree,
    projects,
    quiz_questions,
    school,
    share_results,
    shared,
    shared_quizzes,
    shares,
    skills,
    studio,
    system,
    usage,
)
from inkwright.server.schema import TAGS, describe, operation_id
from inkwright.server.visitors import SUBMISSIONS_PER_MINUTE

_MAX_EXPORTS: Final = 2
_ROUTERS: Final = (
    agent.router,
    events.router,
    examples.router,
    conversations.router,
    artifacts.router,
    page_previews.router,
    decks.router,
    quiz_questions.router,
    exports.router,
    projects.router,
    project_blocks.router,
    project_content.router,
    project_runs.router,
    project_tree.router,
    presets.router,
    personas.router,
    memory.router,
    evaluations.router,
    skills.router,
    school.router,
    shares.router,
    share_results.router,
    shared.router,
    shared_quizzes.router,
    library.router,
    papers.router,
    jobs.router,
    app_pages.router,
    apps.router,
    models.router,
    permissions.router,
    usage.router,
    system.api,
    system.router,
    studio.router,
)


def create_app(inkwright: Inkwright, options: ServerOptions, metrics: Metrics | None = None) -> FastAPI:
    """Return the service for an open Inkwright. It reports its events to `metrics`."""
    app = FastAPI(
        title="Inkwright",
        version=__version__,
        description="Talk with a language-model agent and get finished, checked work.",
        docs_url=None,
        redirect_slashes=False,
        redoc_url=None,
        openapi_url="/api/openapi.json",
        openapi_tags=TAGS,
        generate_unique_id_function=operation_id,
    )
    app.state.inkwright = inkwright
    app.state.options = options
    app.state.limiter = RateLimiter(options.requests_per_minute)
    app.state.submissions = RateLimiter(SUBMISSIONS_PER_MINUTE)
    app.state.visitors = RateLimiter(options.visits_per_minute)
    app.state.pictures = PagePictures()
    app.state.exports = asyncio.Semaphore(_MAX_EXPORTS)
    app.state.pages = PageOrigin(inkwright, options)
    app.state.metrics = metrics or Metrics()
    app.state.is_stopping = bool
    add_handlers(app)
    for router in _ROUTERS:
        app.include_router(router)
    app.openapi = partial(describe, app)  # type: ignore[method-assign]
    app.add_middleware(BodyLimit, options=options)
    app.add_middleware(AccessGuard, inkwright=inkwright, options=options)
    return app
