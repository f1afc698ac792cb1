"""`inkwright make slides|doc|pdf|quiz|page`: make a checked file from a request, a file or both."""

import asyncio
import errno
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Final, get_args

from inkwright.agent.deliverables import DELIVERABLES
from inkwright.agent.rule_planner import RULE_MODEL_NAME, NoModel
from inkwright.artifacts.quizzes.formats.registry import writable_formats
from inkwright.artifacts.slides.fields import ThemeName
from inkwright.artifacts.source_formats.catalogue import READABLE_SUFFIXES
from inkwright.artifacts.verification import prepare_check
from inkwright.cli.arguments import CommandParser
from inkwright.cli.exit_codes import CLARIFY, PERMISSION
from inkwright.cli.options import TurnOptions, add_project_flag, add_source_flag, add_turn_flags
from inkwright.cli.remote_turns import open_remote, refuse_local_options, run_remote_turn, upload_sources
from inkwright.cli.shell import Shell
from inkwright.cli.turns import (
    AnswerSource,
    attach_sources,
    clear_message,
    ensure_project,
    has_permission,
    join_project,
    open_logged_tiers,
    open_services,
    report_undelivered,
    run_turn,
)
from inkwright.cli.typed_files import source_path
from inkwright.errors import InvalidOption, SourcesLacking, UnreadableFile
from inkwright.extensions import load_extensions
from inkwright.i18n import Reason, system_reason
from inkwright.remote import RemoteTurn
from inkwright.settings import AGENT_UNIFIED_ENABLED, TOOLS_OFF
from inkwright.tools.registry import all_tools
from inkwright.usecases.brands import read_brand
from inkwright.usecases.folder_pictures import first_names, pictures_in
from inkwright.usecases.make import DeliverableRequest, make_deliverable
from inkwright.usecases.models import TierModels
from inkwright.usecases.output_files import ensure_folder
from inkwright.usecases.preferences import enabled_tools
from inkwright.usecases.quiz_files import QUIZ_FORMATS
from inkwright.usecases.store import Store, open_store

_FILE_SUFFIXES: Final = frozenset(READABLE_SUFFIXES)


@dataclass(frozen=True, slots=True)
class MakeOptions:
    """Options of `inkwright make`."""

    deliverable: str
    request: str = ""
    sources: tuple[str, ...] = ()
    project: str | None = None
    theme: str | None = None
    brand: Path | None = None
    pictures: Path | None = None
    turn: TurnOptions = field(default_factory=TurnOptions)


def add_arguments(parser: CommandParser) -> None:
    all_tools()  # A tool may bring its own deliverable.
    load_extensions("inkwright.tools", "inkwright.deliverables")
    actions = parser.add_actions("make", dest="deliverable", is_required=True)
    for name, deliverable in DELIVERABLES.items():
        action = actions.add(name, MakeOptions, about=deliverable.text(parser.language, "help"))
        action.add_argument("request", metavar="REQUEST", nargs="?", default="", help=parser.text("make.request"))
        add_source_flag(action)
        add_project_flag(action)
        add_turn_flags(action)
        if name == "quiz":
            formats = [each.name for each in writable_formats()]
            about = parser.text("make.format", default=", ".join(QUIZ_FORMATS))
            action.add_argument(
                "--format", dest="formats", metavar="NAME", action="append", default=[], choices=formats, help=about
            )
        if name == "slides":
            action.add_argument("--theme", metavar="NAME", choices=get_args(ThemeName), help=parser.text("make.theme"))
            action.add_argument("--brand", metavar="FILE", type=Path, help=parser.text("render.brand"))
            action.add_argument("--pictures", metavar="FOLDER", type=Path, help=parser.text("make.pictures"))


def run(options: MakeOptions, shell: Shell) -> int:
    options = _with_request_as_source(options)
    shell = shell.speaking_to(options.request)
    if not options.request.strip() and not options.sources:
        raise SourcesLacking(option="REQUEST", value="", allowed=Reason("make.say_what"))
    if not shell.settings.get(AGENT_UNIFIED_ENABLED):
        raise InvalidOption(option=AGENT_UNIFIED_ENABLED.name, value="off", allowed=Reason("make.switched_off"))
    if shell.settings.get(TOOLS_OFF) and not _has_tools(options.deliverable, shell):
        raise InvalidOption(option=TOOLS_OFF.name, value=options.deliverable, allowed=Reason("make.tools_off"))
    if not has_permission(options.turn, shell):
        return PERMISSION
    if options.turn.remote.server:
        return asyncio.run(_make_on_service(options, shell))
    if not ensure_project(options.project, options.turn.consent, shell):
        return CLARIFY
    ensure_folder(options.turn.output)
    prepare_check(next(iter(DELIVERABLES[options.deliverable].kinds), ""))
    tiers = None if options.turn.model == RULE_MODEL_NAME else open_logged_tiers(options.turn, shell)
    return asyncio.run(_open_and_make(options, shell, tiers))


async def _make_on_service(options: MakeOptions, shell: Shell) -> int:
    refuse_local_options(
        project=options.project,
        model=options.turn.model,
        brand=str(options.brand) if options.brand else None,
        pictures=str(options.pictures) if options.pictures else None,
    )
    ensure_folder(options.turn.output)
    at_once = options.turn.consent.yes
    async with open_remote(options.turn.remote, shell) as remote:

        async def send() -> RemoteTurn:
            conversation_id, names = await upload_sources(remote, options.sources, options.request, shell)
            request = DeliverableRequest(
                options.deliverable, options.request, conversation_id or "", at_once=at_once, theme=options.theme
            )
            return await remote.send(
                request.message(names, shell.language),
                conversation_id=conversation_id,
                deliverables=[options.deliverable],
                at_once=at_once,
            )

        return await run_remote_turn(options.turn, shell, remote, send)


def _has_tools(deliverable: str, shell: Shell) -> bool:
    """Whether a tool that makes the deliverable is on."""
    makers = set(DELIVERABLES[deliverable].tools) - {DELIVERABLES[deliverable].outline_tool}
    return bool(makers.intersection(tool.name for tool in enabled_tools(shell.settings)))


async def _open_and_make(options: MakeOptions, shell: Shell, tiers: TierModels | None) -> int:
    async with open_store(shell.settings) as store:
        await report_undelivered(shell, store)
        return await make_with_store(options, shell, store, tiers)


async def make_with_store(options: MakeOptions, shell: Shell, store: Store, tiers: TierModels | None) -> int:
    """Attach the files and run a turn for the request in a new conversation."""
    brand = read_brand(options.brand) if options.brand else None
    pictures = pictures_in(options.pictures) if options.pictures else None
    conversation_id = store.ids.new("conv")
    source = AnswerSource.of(options.turn, shell)
    message = await clear_message(options.project, shell, store, options.request, source)
    if message is None:
        return CLARIFY
    options = replace(options, request=message)
    blocks = await join_project(options.project, shell, store, conversation_id, options.request)
    files = await attach_sources(store, conversation_id, options.sources, options.request, shell)
    model = NoModel() if tiers is None else tiers("standard")
    request = DeliverableRequest(
        options.deliverable,
        options.request,
        conversation_id,
        at_once=options.turn.consent.yes,
        attached=(*blocks, *files),
        theme=options.theme,
        # By rule, the files name the pictures.
        pictures=first_names(pictures) if pictures is not None and not model.abilities.is_weak else (),
    )
    async with open_services(store, shell, model, tiers, options.turn) as services:
        if brand:
            services = replace(services, brand=brand)
        if pictures is not None:
            services = replace(services, pictures=pictures)
        return await run_turn(
            options.turn, shell, services, lambda: make_deliverable(services, request, language=shell.language), source
        )


def _with_request_as_source(options: MakeOptions) -> MakeOptions:
    """Treat a request that names a file as a source."""
    if not _names_file(options.request):
        return options
    return replace(options, request="", sources=(*options.sources, options.request))


def _names_file(request: str) -> bool:
    if request == "-":
        return True
    path = Path(request) if any(map(str.isspace, request)) else source_path(request)
    try:
        is_file, is_folder = bool(request) and (path.is_file() or path.is_fifo()), _is_path(request) and path.is_dir()
    except (OSError, ValueError):
        is_file = is_folder = False
    if is_folder:
        raise UnreadableFile(name=request, problem=Reason("reading.folder"))
    if not is_file and path.suffix.lower() in _FILE_SUFFIXES and not any(map(str.isspace, request)):
        raise UnreadableFile(name=request, problem=system_reason(OSError(errno.ENOENT, "")))
    return is_file


def _is_path(request: str) -> bool:
    """Whether the request can only be a path: `./rivers` is one, `rivers` is not, even if that folder exists."""
    return "/" in request or request in {".", ".."}
