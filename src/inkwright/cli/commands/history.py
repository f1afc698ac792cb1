"""`inkwright history`: list, search, show, export and delete conversations."""

import argparse
import asyncio
import json
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Any, Final

from inkwright.cli.arguments import CommandParser, whole_number
from inkwright.cli.call_texts import call_text
from inkwright.cli.consent import ask_yes_or_no, can_ask
from inkwright.cli.exit_codes import CLARIFY, OK, USAGE
from inkwright.cli.json_output import print_json
from inkwright.cli.options import add_json_flag
from inkwright.cli.output import local_time, shell_word, written_message
from inkwright.cli.shell import Shell
from inkwright.cli.terminal.columns import align_columns, single_line, truncate
from inkwright.conversation.events import EVENTS
from inkwright.conversation.turns import Answered, Asked, Delivered
from inkwright.errors import InvalidOption, NotFound
from inkwright.i18n import Reason
from inkwright.projects.records import Project
from inkwright.store.conversations import ConversationRow
from inkwright.usecases.conversations import (
    ConversationHit,
    Exchange,
    artifacts_in,
    check_export_format,
    conversation_json,
    conversation_markdown,
    delete_conversation,
    export_conversation,
    list_conversations,
    match_conversations,
    outcome_text,
    read_conversation,
    search_conversations,
    speaker_label,
    used_sources,
    with_calls,
)
from inkwright.usecases.projects import require_project
from inkwright.usecases.store import LOCAL_OWNER, Store, open_store

_LIMIT: Final = 20
_MAX_MATCHES: Final = 5
_MAX_TITLE_WIDTH: Final = 60
_CONTROL_CHARACTERS: Final = ("Cc", "Cf", "Cs")


@dataclass(frozen=True, slots=True)
class HistoryListOptions:
    """Options of `inkwright history list`."""

    limit: int = _LIMIT
    offset: int = 0
    project: str | None = None
    json: bool = False


@dataclass(frozen=True, slots=True)
class HistorySearchOptions:
    """Options of `inkwright history search`."""

    words: tuple[str, ...]
    limit: int = _LIMIT
    json: bool = False


@dataclass(frozen=True, slots=True)
class HistoryShowOptions:
    """Options of `inkwright history show`."""

    conversation: str
    all: bool = False
    events: bool = False
    calls: bool = False
    json: bool = False


@dataclass(frozen=True, slots=True)
class HistoryDeleteOptions:
    """Options of `inkwright history delete`."""

    conversation: str
    yes: bool = False
    json: bool = False


@dataclass(frozen=True, slots=True)
class HistoryExportOptions:
    """Options of `inkwright history export`."""

    conversation: str
    all: bool = False
    output: str | None = None
    overwrite: bool = False
    json: bool = False


OneConversationOptions = HistoryShowOptions | HistoryDeleteOptions | HistoryExportOptions
HistoryOptions = HistoryListOptions | HistorySearchOptions | OneConversationOptions


def add_arguments(parser: CommandParser) -> None:
    parser.parse_into(HistoryListOptions)
    add_json_flag(parser)
    _add_limit(parser, default=_LIMIT)
    _add_offset_and_project(parser, offset=0, project=None)
    actions = parser.add_actions("history")
    listing = actions.add("list", HistoryListOptions, has_json=True)
    _add_limit(listing)
    _add_offset_and_project(listing)
    show = actions.add("show", HistoryShowOptions, has_json=True)
    show.add_switch("--all", "history.all")
    show.add_switch("--events", "history.events")
    show.add_switch("--calls", "history.calls")
    search = actions.add("search", HistorySearchOptions, has_json=True)
    _add_limit(search)
    search.add_argument("words", nargs="+", metavar="WORDS", help=parser.text("history.words"))
    delete = actions.add("delete", HistoryDeleteOptions, has_json=True)
    delete.add_switch("--yes", "history.yes")
    export = actions.add("export", HistoryExportOptions, has_json=True)
    export.add_switch("--all", "history.all")
    export.add_argument("-o", "--output", metavar="FILE", help=parser.text("history.output"))
    export.add_switch("--overwrite", "write.overwrite")
    for action in (show, delete, export):
        action.add_argument("conversation", metavar="ID", help=parser.text("history.id"))


def _add_limit(parser: CommandParser, default: Any = argparse.SUPPRESS) -> None:
    positive = whole_number(parser.language, minimum=1)
    parser.add_argument("--limit", metavar="N", type=positive, default=default, help=parser.text("history.limit"))


def _add_offset_and_project(
    parser: CommandParser, offset: Any = argparse.SUPPRESS, project: Any = argparse.SUPPRESS
) -> None:
    number = whole_number(parser.language)
    parser.add_argument("--offset", metavar="N", type=number, default=offset, help=parser.text("history.offset"))
    parser.add_argument("--project", metavar="NAME", default=project, help=parser.text("history.project"))


def run(options: HistoryOptions, shell: Shell) -> int:
    if isinstance(options, HistoryExportOptions) and options.output:
        check_export_format(Path(options.output))
    if isinstance(options, HistorySearchOptions) and not " ".join(options.words).strip():
        raise InvalidOption(option="WORDS", value="", allowed=Reason("reason.cli.no_words"))
    return asyncio.run(_run(options, shell))


async def _run(options: HistoryOptions, shell: Shell) -> int:
    async with open_store(shell.settings) as store:
        match options:
            case HistoryListOptions():
                return await _list(options, shell, store)
            case HistorySearchOptions():
                return await _search(options, shell, store)
            case _:
                return await _run_for_one(options, shell, store)


async def _run_for_one(options: OneConversationOptions, shell: Shell, store: Store) -> int:
    matches = await match_conversations(store, options.conversation, owner=LOCAL_OWNER)
    if not matches:
        raise NotFound(what_kind=shell.text("history.word"), id=options.conversation)
    if len(matches) > 1:
        return _report_ambiguous(options.conversation, matches, shell)
    match options:
        case HistoryShowOptions():
            return await _show(options, shell, store, matches[0])
        case HistoryDeleteOptions():
            return await _delete(options, shell, store, matches[0])
        case HistoryExportOptions():
            return await _export(options, shell, store, matches[0])


async def _list(options: HistoryListOptions, shell: Shell, store: Store) -> int:
    name, language = options.project, shell.language
    project = (
        None if name is None else await require_project(store.projects, name, owner=LOCAL_OWNER, language=language)
    )
    page = await list_conversations(
        store, owner=LOCAL_OWNER, project=project, limit=options.limit, offset=options.offset
    )
    if options.json:
        print_json(shell, {"total": page.total, "conversations": [_row_as_json(row) for row in page.rows]})
    elif not page.total:
        shell.say(_empty_message(project, shell) if project else shell.text("history.none"))
    elif not page.rows:
        shell.say(shell.text("history.none_there", total=page.total))
    else:
        titles = [shell.text(f"history.title.{key}") for key in ("id", "title", "turns", "started")]
        rows = [(page.short_ids[row.id], _shown_title(row), str(row.turns), _start_time(row)) for row in page.rows]
        head, *lines = align_columns(shell.table_rows([titles, *rows], shrinks=1), right=(2,))
        shell.say("\n".join([shell.styled(head, "bold"), *lines]))
        last = options.offset + len(page.rows)
        if len(page.rows) < page.total:
            shell.say(shell.text("history.part", first=options.offset + 1, last=last, total=page.total))
        shell.say(shell.styled(shell.text("history.foot"), "dim"))
    return OK


def _empty_message(project: Project, shell: Shell) -> str:
    return shell.text("history.none_in", name=project.name, shown=shell_word(project.name))


async def _search(options: HistorySearchOptions, shell: Shell, store: Store) -> int:
    words = " ".join(options.words).strip()
    page = await search_conversations(store, words, owner=LOCAL_OWNER, limit=options.limit)
    if options.json:
        print_json(
            shell, {"words": words, "found": [_hit_as_json(hit) for hit in page.hits], "has_more": page.has_more}
        )
        return OK
    if not page.hits:
        shell.say(shell.text("history.not_said", words=words))
    _print_hits(page.hits, shell)
    if page.has_more:
        shell.say(shell.text("history.more", limit=2 * options.limit))
    if any(hit.is_replaced for hit in page.hits):
        shell.say(shell.styled(shell.text("history.replaced_foot"), "dim"))
    return OK


def _print_hits(hits: Sequence[ConversationHit], shell: Shell) -> None:
    for hit in hits:
        shell.say(f"{hit.short_id}  {shell.styled(truncate(single_line(hit.title), _MAX_TITLE_WIDTH), 'bold')}")
        found = _without_control_characters(hit.found)
        marked = shell.styled(found, "yellow")
        marked = f"»{found}«" if marked == found else marked
        shell.say(
            f"  {shell.styled(_hit_source(hit, shell), 'dim')}"
            f"{_without_control_characters(hit.before)}{marked}{_without_control_characters(hit.behind)}"
        )


def _hit_source(hit: ConversationHit, shell: Shell) -> str:
    """Return who said it, or which file contains it."""
    if hit.message is None:
        return shell.text("history.in_file", name=single_line(hit.file or ""))
    who = shell.text(f"history.{hit.message.role}")
    return shell.text("history.said", who=shell.text("history.replaced", who=who) if hit.is_replaced else who)


async def _show(options: HistoryShowOptions, shell: Shell, store: Store, row: ConversationRow) -> int:
    conversation = await read_conversation(
        store, row, owner=LOCAL_OWNER, with_events=options.events, with_replaced=options.all
    )
    if options.calls:
        conversation = await with_calls(store, conversation)
    if options.json:
        print_json(shell, conversation_json(conversation))
        return OK
    shell.say(shell.styled(single_line(row.title) or row.id, "bold"))
    shell.say(shell.styled(f"{row.id}  {_start_time(row)}", "dim"))
    for exchange in conversation.exchanges:
        _print_exchange(exchange, shell)
    return OK


def _print_exchange(exchange: Exchange, shell: Shell) -> None:
    for message in exchange.messages:
        shell.say()
        shell.say(shell.styled(speaker_label(message, exchange, shell.language), "cyan"))
        for line in message.text.strip().splitlines():
            shell.say(f"  {_without_control_characters(line)}")
    outcome = exchange.turn.outcome if exchange.turn else None
    mark, style = ("✗", "red")
    if isinstance(outcome, Answered | Delivered):
        mark, style = ("✓", "green")
    elif isinstance(outcome, Asked):
        mark, style = ("?", "yellow")
    shell.say(f"{shell.styled(mark, style)} {outcome_text(exchange, shell.language)}")
    if sources := used_sources(exchange, shell.language):
        shell.say(f"  {single_line(sources)}")
    for artifact in artifacts_in(exchange):
        shell.say(f"  {single_line(artifact)}")
    for number, event in exchange.events:
        details = json.dumps(EVENTS.dump_python(event, mode="json", exclude={"kind", "version"}), ensure_ascii=False)
        shell.say(shell.styled(f"  {number:>4}  {event.kind:<16}  {_without_control_characters(details)}", "dim"))
    for call in exchange.calls:
        shell.say(shell.styled(f"  {_without_control_characters(call_text(call, shell))}", "dim"))


async def _delete(options: HistoryDeleteOptions, shell: Shell, store: Store, row: ConversationRow) -> int:
    if not options.yes:
        if options.json or not can_ask(shell):
            shell.note(shell.text("history.needs_yes"))
            return CLARIFY
        if not ask_yes_or_no(shell, shell.text("history.really", title=_shown_title(row), turns=row.turns)):
            shell.say(shell.text("history.not_deleted"))
            return OK
    await delete_conversation(store, row.id, owner=LOCAL_OWNER)
    if options.json:
        print_json(shell, {"deleted": row.id})
    else:
        shell.say(shell.text("history.deleted", title=_shown_title(row)))
    return OK


async def _export(options: HistoryExportOptions, shell: Shell, store: Store, row: ConversationRow) -> int:
    conversation = await read_conversation(store, row, owner=LOCAL_OWNER, with_replaced=options.all)
    if not options.output:
        if options.json:
            print_json(shell, conversation_json(conversation))
        else:
            shell.out.write(conversation_markdown(conversation, shell.language))
        return OK
    path = export_conversation(conversation, Path(options.output), shell.language, overwrite=options.overwrite)
    if options.json:
        print_json(shell, {"id": row.id, "path": str(path)})
    else:
        shell.say(written_message(shell, path))
    return OK


def _report_ambiguous(written: str, matches: Sequence[ConversationRow], shell: Shell) -> int:
    shell.note(shell.text("history.ambiguous", written=written, count=len(matches)))
    for line in align_columns([(row.id, _shown_title(row)) for row in matches[:_MAX_MATCHES]]):
        shell.note(f"  {line}")
    return USAGE


def _shown_title(row: ConversationRow) -> str:
    return truncate(single_line(row.title), _MAX_TITLE_WIDTH)


def _without_control_characters(line: str) -> str:
    """Return the line without characters that control the terminal."""
    return "".join(letter for letter in line.expandtabs(4) if unicodedata.category(letter) not in _CONTROL_CHARACTERS)


def _start_time(row: ConversationRow) -> str:
    return local_time(datetime.fromisoformat(row.started_at))


def _row_as_json(row: ConversationRow) -> dict[str, Any]:
    return {"id": row.id, "title": row.title, "turns": row.turns, "started_at": row.started_at}


def _hit_as_json(hit: ConversationHit) -> dict[str, Any]:
    source: dict[str, Any] = {"message": hit.message.id} if hit.message else {"file": hit.file}
    if hit.is_replaced:
        source["replaced"] = True
    found = {"before": hit.before, "found": hit.found, "behind": hit.behind}
    return {"conversation": hit.conversation_id, "title": hit.title, **source, **found}
