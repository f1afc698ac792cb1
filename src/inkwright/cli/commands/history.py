"""`inkwright history`: list, search, show, export and delete conversations."""

import argparse
import asyncio
import json
import shlex
import sys
import unicodedata
from collections.abc import Awaitable, Callable, Sequence
from datetime import datetime
from pathlib import Path
from typing import Any, Final

from inkwright.cli.consent import ask_yes_or_no, can_ask
from inkwright.cli.shell import CLARIFY, OK, USAGE, CommandParser, Shell, positive_number, whole_number
from inkwright.cli.terminal.columns import align_columns, single_line, truncate
from inkwright.conversation.events import EVENTS
from inkwright.conversation.turns import Answered, Asked, Delivered
from inkwright.errors import InvalidOption, NotFound
from inkwright.i18n import text
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
)
from inkwright.usecases.projects import require_project
from inkwright.usecases.store import LOCAL_OWNER, Store, open_store

_LIMIT: Final = 20
_MAX_MATCHES: Final = 5
_MAX_TITLE_WIDTH: Final = 60
_CONTROL_CHARACTERS: Final = ("Cc", "Cf", "Cs")

HistoryAction = Callable[[argparse.Namespace, Shell, Store, ConversationRow], Awaitable[int]]


def add_arguments(parser: CommandParser) -> None:
    say = parser.language
    parser.add_argument("--json", action="store_true", help=text(say, "cli.flag.json"))
    parser.add_argument("--limit", metavar="N", type=positive_number, default=_LIMIT, help=text(say, "history.limit"))
    parser.add_argument("--offset", metavar="N", type=whole_number, default=0, help=text(say, "history.offset"))
    parser.add_argument("--project", metavar="NAME", help=text(say, "history.project"))
    doings = parser.add_subparsers(dest="doing", metavar="list|show|search|delete|export")

    def add(name: str, *flags: str) -> argparse.ArgumentParser:
        told = text(say, f"history.{name}")
        doing: argparse.ArgumentParser = doings.add_parser(name, help=told, description=told, language=say)
        doing.add_argument("--json", action="store_true", default=argparse.SUPPRESS, help=text(say, "cli.flag.json"))
        for flag in flags:
            told = text(say, f"history.{flag}")
            kind = positive_number if flag == "limit" else whole_number
            doing.add_argument(f"--{flag}", metavar="N", type=kind, default=argparse.SUPPRESS, help=told)
        if name in ("show", "delete", "export"):
            doing.add_argument("conversation", metavar="ID", help=text(say, "history.id"))
        return doing

    listing = add("list", "limit", "offset")
    listing.add_argument("--project", metavar="NAME", default=argparse.SUPPRESS, help=text(say, "history.project"))
    showing = add("show")
    showing.add_argument("--all", action="store_true", help=text(say, "history.all"))
    showing.add_argument("--events", action="store_true", help=text(say, "history.events"))
    add("search", "limit").add_argument("words", nargs="+", metavar="WORDS", help=text(say, "history.words"))
    add("delete").add_argument("--yes", action="store_true", help=text(say, "history.yes"))
    exporting = add("export")
    exporting.add_argument("--all", action="store_true", help=text(say, "history.all"))
    exporting.add_argument("-o", "--output", metavar="FILE", help=text(say, "history.output"))
    exporting.add_argument("--overwrite", action="store_true", help=text(say, "write.overwrite"))


def run(arguments: argparse.Namespace, shell: Shell) -> int:
    if arguments.doing == "export" and arguments.output:
        check_export_format(Path(arguments.output))
    if arguments.doing == "search" and not " ".join(arguments.words).strip():
        raise InvalidOption(option="WORDS", value="", allowed="Give at least one character.")
    return asyncio.run(_run(arguments, shell))


async def _run(arguments: argparse.Namespace, shell: Shell) -> int:
    doings: dict[str, HistoryAction] = {"show": _show, "delete": _delete, "export": _export}
    async with open_store(shell.settings) as store:
        if arguments.doing == "search":
            return await _search(arguments, shell, store)
        if arguments.doing not in doings:
            return await _list(arguments, shell, store)
        meant = await match_conversations(store, arguments.conversation, owner=LOCAL_OWNER)
        if not meant:
            raise NotFound(what_kind=shell.text("history.word"), id=arguments.conversation)
        if len(meant) > 1:
            return _report_ambiguous(arguments.conversation, meant, shell)
        return await doings[arguments.doing](arguments, shell, store, meant[0])


async def _list(arguments: argparse.Namespace, shell: Shell, store: Store) -> int:
    name, language = arguments.project, shell.language
    project = (
        None if name is None else await require_project(store.projects, name, owner=LOCAL_OWNER, language=language)
    )
    wanted = {"limit": arguments.limit, "offset": arguments.offset}
    page = await list_conversations(store, owner=LOCAL_OWNER, project=project, **wanted)
    if arguments.json:
        _print_json(shell, {"total": page.total, "conversations": [_row_as_json(row) for row in page.rows]})
    elif not page.total:
        shell.say(_empty_message(project, shell) if project else shell.text("history.none"))
    elif not page.rows:
        shell.say(shell.text("history.none_there", total=page.total))
    else:
        titles = [shell.text(f"history.title.{key}") for key in ("id", "title", "turns", "started")]
        rows = [
            (page.short_ids[row.id], _shown_title(row), str(row.turns), _local_time(row.started_at))
            for row in page.rows
        ]
        head, *lines = align_columns([titles, *rows], right=(2,))
        shell.say("\n".join([shell.styled(head, "bold"), *lines]))
        last = arguments.offset + len(page.rows)
        if len(page.rows) < page.total:
            shell.say(shell.text("history.part", first=arguments.offset + 1, last=last, total=page.total))
        shell.say(shell.styled(shell.text("history.foot"), "dim"))
    return OK


def _empty_message(project: Project, shell: Shell) -> str:
    return shell.text("history.none_in", name=project.name, shown=shlex.quote(project.name))


async def _search(arguments: argparse.Namespace, shell: Shell, store: Store) -> int:
    words = " ".join(arguments.words).strip()
    page = await search_conversations(store, words, owner=LOCAL_OWNER, limit=arguments.limit)
    if arguments.json:
        _print_json(
            shell, {"words": words, "found": [_hit_as_json(hit) for hit in page.hits], "has_more": page.has_more}
        )
        return OK
    if not page.hits:
        shell.say(shell.text("history.not_said", words=words))
    _print_hits(page.hits, shell)
    if page.has_more:
        shell.say(shell.text("history.more", limit=2 * arguments.limit))
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
    """Who said it, or which file holds it."""
    if hit.message is None:
        return shell.text("history.in_file", name=single_line(hit.file or ""))
    who = shell.text(f"history.{hit.message.role}")
    return shell.text("history.said", who=shell.text("history.replaced", who=who) if hit.is_replaced else who)


async def _show(arguments: argparse.Namespace, shell: Shell, store: Store, row: ConversationRow) -> int:
    wanted = {"with_events": arguments.events, "with_replaced": arguments.all}
    talk = await read_conversation(store, row, owner=LOCAL_OWNER, **wanted)
    if arguments.json:
        _print_json(shell, conversation_json(talk))
        return OK
    shell.say(shell.styled(single_line(row.title) or row.id, "bold"))
    shell.say(shell.styled(f"{row.id}  {_local_time(row.started_at)}", "dim"))
    for exchange in talk.exchanges:
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
    for made in artifacts_in(exchange):
        shell.say(f"  {single_line(made)}")
    for number, event in exchange.events:
        told = json.dumps(EVENTS.dump_python(event, mode="json", exclude={"kind", "version"}), ensure_ascii=False)
        shell.say(shell.styled(f"  {number:>4}  {event.kind:<16}  {_without_control_characters(told)}", "dim"))


async def _delete(arguments: argparse.Namespace, shell: Shell, store: Store, row: ConversationRow) -> int:
    if not arguments.yes:
        if arguments.json or not can_ask(shell):
            print(shell.text("history.needs_yes"), file=sys.stderr)
            return CLARIFY
        if not ask_yes_or_no(shell, shell.text("history.really", title=_shown_title(row), turns=row.turns)):
            shell.say(shell.text("history.not_deleted"))
            return OK
    await delete_conversation(store, row.id, owner=LOCAL_OWNER)
    if arguments.json:
        _print_json(shell, {"deleted": row.id})
    else:
        shell.say(shell.text("history.deleted", title=_shown_title(row)))
    return OK


async def _export(arguments: argparse.Namespace, shell: Shell, store: Store, row: ConversationRow) -> int:
    talk = await read_conversation(store, row, owner=LOCAL_OWNER, with_replaced=arguments.all)
    if not arguments.output:
        if arguments.json:
            _print_json(shell, conversation_json(talk))
        else:
            shell.out.write(conversation_markdown(talk, shell.language))
        return OK
    path = export_conversation(talk, Path(arguments.output), shell.language, overwrite=arguments.overwrite)
    if arguments.json:
        _print_json(shell, {"id": row.id, "path": str(path)})
    else:
        shell.say(shell.text("write.done", path=path, size=f"{path.stat().st_size:,}"))
    return OK


def _report_ambiguous(written: str, meant: Sequence[ConversationRow], shell: Shell) -> int:
    print(shell.text("history.ambiguous", written=written, count=len(meant)), file=sys.stderr)
    for line in align_columns([(row.id, _shown_title(row)) for row in meant[:_MAX_MATCHES]]):
        print(f"  {line}", file=sys.stderr)
    return USAGE


def _shown_title(row: ConversationRow) -> str:
    return truncate(single_line(row.title), _MAX_TITLE_WIDTH)


def _without_control_characters(line: str) -> str:
    """The line without what would steer the terminal; spaces stay."""
    return "".join(letter for letter in line.expandtabs(4) if unicodedata.category(letter) not in _CONTROL_CHARACTERS)


def _local_time(started_at: str) -> str:
    return datetime.fromisoformat(started_at).astimezone().strftime("%Y-%m-%d %H:%M")


def _row_as_json(row: ConversationRow) -> dict[str, Any]:
    return {"id": row.id, "title": row.title, "turns": row.turns, "started_at": row.started_at}


def _hit_as_json(hit: ConversationHit) -> dict[str, Any]:
    source: dict[str, Any] = {"message": hit.message.id} if hit.message else {"file": hit.file}
    if hit.is_replaced:
        source["replaced"] = True
    place = {"before": hit.before, "found": hit.found, "behind": hit.behind}
    return {"conversation": hit.conversation_id, "title": hit.title, **source, **place}


def _print_json(shell: Shell, value: Any) -> None:
    shell.say(json.dumps(value, ensure_ascii=False, indent=2))
