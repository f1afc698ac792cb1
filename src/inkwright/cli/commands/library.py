"""`inkwright library`: add, list, search, show and remove your own documents."""

import asyncio
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, Final

from inkwright.cli.arguments import CommandParser, whole_number
from inkwright.cli.exit_codes import FAILED, OK
from inkwright.cli.json_output import print_json
from inkwright.cli.options import add_json_flag
from inkwright.cli.shell import Shell, printable
from inkwright.cli.terminal.columns import align_columns, truncate
from inkwright.errors import InvalidOption, NotFound, ServiceFailed, UnreadableFile
from inkwright.i18n import Reason, error_text
from inkwright.library.records import GENERAL_SHELF, LibraryDocument, Passage
from inkwright.settings import EMBEDDINGS
from inkwright.usecases.library import LibraryImport, files_in, find_document, open_vision
from inkwright.usecases.projects import require_project
from inkwright.usecases.store import LOCAL_OWNER, Store, open_store

_MAX_NAME_WIDTH: Final = 48
_LIMIT: Final = 5
_EXCERPT: Final = 4_000


@dataclass(frozen=True, slots=True)
class LibraryListOptions:
    """Options of `inkwright library list`."""

    project: str | None = None
    json: bool = False


@dataclass(frozen=True, slots=True)
class LibraryAddOptions:
    """Options of `inkwright library add`."""

    files: Sequence[Path]
    project: str | None = None
    json: bool = False


@dataclass(frozen=True, slots=True)
class LibrarySearchOptions:
    """Options of `inkwright library search`."""

    query: str
    project: str | None = None
    limit: int = _LIMIT
    json: bool = False


@dataclass(frozen=True, slots=True)
class LibraryShowOptions:
    """Options of `inkwright library show`."""

    document: str
    page: int = 1
    start: int = 1
    json: bool = False


@dataclass(frozen=True, slots=True)
class LibraryRemoveOptions:
    """Options of `inkwright library remove`."""

    document: str
    json: bool = False


@dataclass(frozen=True, slots=True)
class LibraryEmbedOptions:
    """Options of `inkwright library embed`."""

    json: bool = False


LibraryOptions = (
    LibraryListOptions
    | LibraryAddOptions
    | LibrarySearchOptions
    | LibraryShowOptions
    | LibraryRemoveOptions
    | LibraryEmbedOptions
)


def add_arguments(parser: CommandParser) -> None:
    parser.parse_into(LibraryListOptions)
    add_json_flag(parser)
    actions = parser.add_actions("library")
    add = actions.add("add", LibraryAddOptions, has_json=True)
    add.add_argument("files", metavar="FILE", nargs="+", type=Path, help=parser.text("library.files"))
    listing = actions.add("list", LibraryListOptions, has_json=True)
    search = actions.add("search", LibrarySearchOptions, has_json=True)
    search.add_argument("query", metavar="WORDS", help=parser.text("library.query"))
    number = whole_number(parser.language, minimum=1)
    search.add_argument("--limit", metavar="N", type=number, default=_LIMIT, help=parser.text("library.limit"))
    for action in (add, listing, search):
        action.add_argument("--project", metavar="NAME", help=parser.text("library.project"))
    show = actions.add("show", LibraryShowOptions, has_json=True)
    show.add_argument("--page", metavar="N", type=number, default=1, help=parser.text("library.page"))
    show.add_argument("--start", metavar="N", type=number, default=1, help=parser.text("library.start"))
    actions.add("embed", LibraryEmbedOptions, has_json=True)
    for action in (show, actions.add("remove", LibraryRemoveOptions, has_json=True)):
        action.add_argument("document", metavar="DOCUMENT", help=parser.text("library.document"))


def run(options: LibraryOptions, shell: Shell) -> int:
    return asyncio.run(_run(options, shell))


async def _run(options: LibraryOptions, shell: Shell) -> int:
    async with open_store(shell.settings) as store:
        match options:
            case LibraryAddOptions():
                return await _add(options, shell, store)
            case LibrarySearchOptions():
                return await _search(options, shell, store)
            case LibraryShowOptions():
                return await _show(options, shell, store)
            case LibraryRemoveOptions():
                return await _remove(options, shell, store)
            case LibraryEmbedOptions():
                return await _embed(options, shell, store)
            case LibraryListOptions():
                return await _list(options, shell, store)


async def _shelf(project: str | None, shell: Shell, store: Store) -> str:
    if project is None:
        return GENERAL_SHELF
    return (await require_project(store.projects, project, owner=LOCAL_OWNER, language=shell.language)).id


async def _add(options: LibraryAddOptions, shell: Shell, store: Store) -> int:
    """Add each file, and say of each whether it can be read; one that cannot does not stop the others."""
    shelf = await _shelf(options.project, shell, store)
    vision = await asyncio.to_thread(open_vision, shell.settings)
    adding = LibraryImport(
        library=store.library, owner=LOCAL_OWNER, shelf=shelf, language=shell.language, vision=vision
    )
    files = await asyncio.to_thread(files_in, options.files)
    results = []
    for number, path in enumerate(files, 1):
        result = await _added(adding, path, shell)
        results.append(result)
        if not options.json:
            shell.say(f"{number}/{len(files)}  {result['line']}")
    if options.json:
        print_json(shell, [{key: value for key, value in each.items() if key != "line"} for each in results])
    elif not files:
        shell.say(shell.text("library.no_files"))
    if missing := await store.library.unembedded(owner=LOCAL_OWNER):
        shell.note(shell.text("library.unembedded", count=missing))
    return OK if files and all(each["status"] == "ready" for each in results) else FAILED


async def _embed(options: LibraryEmbedOptions, shell: Shell, store: Store) -> int:
    """Make the vectors that are missing: of documents that were added before, or after another model was set."""

    def progress(done: int, total: int) -> None:
        shell.note(shell.text("library.embed_progress", done=done, total=total))

    count = await store.library.embed(owner=LOCAL_OWNER, progress=progress)
    if options.json:
        print_json(shell, {"embedded": count})
    elif shell.settings.get(EMBEDDINGS) == "none":
        shell.say(shell.text("library.embed_off"))
    else:
        shell.say(shell.text("library.embedded", count=count))
    return OK


async def _added(adding: LibraryImport, path: Path, shell: Shell) -> dict[str, Any]:
    try:
        document = await adding.add(path)
    except UnreadableFile as problem:
        what = " ".join(filter(None, error_text(shell.language, problem)))
        return {"name": path.name, "status": "failed", "problem": what, "line": what}
    return {**_as_json(document, shell), "line": _line(document, shell)}


async def _list(options: LibraryListOptions, shell: Shell, store: Store) -> int:
    shelves = None if options.project is None else [await _shelf(options.project, shell, store)]
    documents = await store.library.all(owner=LOCAL_OWNER, shelves=shelves)
    if options.json:
        print_json(shell, [_as_json(each, shell) for each in documents])
        return OK
    rows = [(truncate(printable(each.name), _MAX_NAME_WIDTH), _state(each, shell)) for each in documents]
    for line in align_columns(rows):
        shell.say(line)
    if not documents:
        shell.say(shell.text("library.empty"))
    return OK


async def _search(options: LibrarySearchOptions, shell: Shell, store: Store) -> int:
    if not options.query.strip():
        raise InvalidOption(option="WORDS", value=options.query, allowed=Reason("library.no_words"))
    shelf = await _shelf(options.project, shell, store)
    shelves = tuple(dict.fromkeys((shelf, GENERAL_SHELF)))

    def note(problem: ServiceFailed) -> None:
        shell.note(shell.text("library.by_words", problem=printable(error_text(shell.language, problem)[0])))

    store.library.on_problem = note
    found = await store.library.search(options.query, owner=LOCAL_OWNER, shelves=shelves, limit=options.limit)
    if options.json:
        print_json(shell, [asdict(each) for each in found])
        return OK
    for each in found:
        shell.say(_place(each, shell))
        shell.say(f"    {_marked(each, shell)}")
    if not found:
        shell.say(shell.text("library.nothing_found", query=printable(options.query)))
    return OK


async def _show(options: LibraryShowOptions, shell: Shell, store: Store) -> int:
    document = await find_document(store.library, options.document, owner=LOCAL_OWNER)
    part = await store.library.read(
        document.id, owner=LOCAL_OWNER, page=options.page, start=options.start - 1, length=_EXCERPT
    )
    if options.json:
        print_json(shell, {**_as_json(document, shell), "part": None if part is None else asdict(part)})
        return OK
    shell.say(_line(document, shell))
    for each in document.page_problems:
        problem = each.problem.text(shell.language)
        shell.say(shell.text("library.page_problem", page=each.page, problem=problem))
    if part is None and document.status == "ready":
        raise NotFound(what_kind=Reason("library.word.page"), id=str(options.page))
    if part is not None:
        shell.say(f"\n{part.text}")
        if part.end < part.characters:
            shell.say(shell.text("library.more", page=part.page, start=part.end + 1))
    return OK


async def _remove(options: LibraryRemoveOptions, shell: Shell, store: Store) -> int:
    document = await find_document(store.library, options.document, owner=LOCAL_OWNER)
    await store.library.remove(document.id, owner=LOCAL_OWNER)
    if options.json:
        print_json(shell, {"removed": document.id})
    else:
        shell.say(shell.text("library.removed", name=printable(document.name)))
    return OK


def _as_json(document: LibraryDocument, shell: Shell) -> dict[str, Any]:
    return {
        "id": document.id,
        "name": document.name,
        "shelf": document.shelf,
        "status": document.status,
        "added": document.added.isoformat(),
        "size": document.size,
        "pages": document.pages,
        "characters": document.characters,
        "problem": document.problem.text(shell.language) if document.problem else None,
        "page_problems": [
            {"page": each.page, "problem": each.problem.text(shell.language)} for each in document.page_problems
        ],
    }


def _line(document: LibraryDocument, shell: Shell) -> str:
    return f"{printable(document.name)}: {_state(document, shell)}"


def _state(document: LibraryDocument, shell: Shell) -> str:
    """Return the status in words, with the problem if there is one."""
    if document.problem is not None:
        return shell.text("library.failed", problem=printable(document.problem.text(shell.language)))
    state = shell.text(f"library.{document.status}", pages=document.pages)
    if document.page_problems:
        state += shell.text("library.unread", count=len(document.page_problems))
    return state


def _place(passage: Passage, shell: Shell) -> str:
    return shell.text("library.place", name=printable(passage.name), page=passage.page, start=passage.start + 1)


def _marked(passage: Passage, shell: Shell) -> str:
    """Return the snippet with the found words in brackets."""
    parts, position = [], 0
    for start, end in passage.highlights:
        parts += [passage.snippet[position:start], "[", passage.snippet[start:end], "]"]
        position = end
    return printable("".join([*parts, passage.snippet[position:]]))
