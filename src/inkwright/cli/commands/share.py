"""`inkwright share`: links by which others see a file without a login, or take a quiz."""

import asyncio
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Final
from urllib.parse import urlsplit

from inkwright.cli.arguments import Actions, CommandParser, whole_number
from inkwright.cli.exit_codes import OK
from inkwright.cli.json_output import print_json
from inkwright.cli.options import add_json_flag
from inkwright.cli.output import local_time
from inkwright.cli.share_results import (
    ShareClassOptions,
    ShareMarkOptions,
    ShareResultsOptions,
    add_results_to_class,
    mark_one_answer,
    show_results,
)
from inkwright.cli.shell import Shell, printable
from inkwright.errors import InvalidOption, NotFound
from inkwright.i18n import Reason
from inkwright.server.options import DEFAULT_HOST, DEFAULT_PORT, is_loopback
from inkwright.store.shares import Share
from inkwright.usecases.files import match_files
from inkwright.usecases.quiz_terms import IDENTIFICATIONS, MAX_ATTEMPTS, Identification, QuizTerms
from inkwright.usecases.sharing import (
    DEFAULT_DAYS,
    MAX_DAYS,
    ShareRequest,
    find_share,
    share_artifact,
    share_as_json,
    share_path,
    shares_of,
)
from inkwright.usecases.store import LOCAL_OWNER, Store, open_store

_ADDRESS: Final = f"http://{DEFAULT_HOST}:{DEFAULT_PORT}"


@dataclass(frozen=True, slots=True)
class ShareNewOptions:
    """Options of `inkwright share new`. The last four are for a quiz."""

    file: str
    days: int = DEFAULT_DAYS
    latest: bool = False
    download: bool = False
    address: str = _ADDRESS
    ask: Identification | None = None
    attempts: int | None = None
    closes: str | None = None
    answers: bool = False
    json: bool = False


@dataclass(frozen=True, slots=True)
class ShareListOptions:
    """Options of `inkwright share list`."""

    address: str = _ADDRESS
    json: bool = False


@dataclass(frozen=True, slots=True)
class ShareRevokeOptions:
    """Options of `inkwright share revoke`."""

    id: str
    json: bool = False


ShareOptions = (
    ShareNewOptions | ShareListOptions | ShareRevokeOptions | ShareResultsOptions | ShareClassOptions | ShareMarkOptions
)


def add_arguments(parser: CommandParser) -> None:
    parser.parse_into(ShareListOptions)
    add_json_flag(parser)
    actions = parser.add_actions("share")
    new = actions.add("new", ShareNewOptions, has_json=True)
    new.add_argument("file", metavar="FILE", help=parser.text("share.file"))
    days = whole_number(parser.language, minimum=1, maximum=MAX_DAYS)
    new.add_argument("--days", metavar="N", type=days, default=DEFAULT_DAYS, help=parser.text("share.days"))
    new.add_switch("--latest", "share.latest")
    new.add_switch("--download", "share.download")
    _add_quiz_arguments(new)
    listed = actions.add("list", ShareListOptions, has_json=True)
    for action in (new, listed):
        action.add_argument("--address", metavar="URL", default=_ADDRESS, help=parser.text("share.address"))
    revoke = actions.add("revoke", ShareRevokeOptions, has_json=True)
    revoke.add_argument("id", metavar="ID", help=parser.text("share.id"))
    _add_result_arguments(parser, actions)


def _add_quiz_arguments(new: CommandParser) -> None:
    attempts = whole_number(new.language, minimum=1, maximum=MAX_ATTEMPTS)
    new.add_argument("--ask", choices=IDENTIFICATIONS, default=None, help=new.text("share.ask"))
    new.add_argument("--attempts", metavar="N", type=attempts, default=None, help=new.text("share.attempts"))
    new.add_argument("--closes", metavar="TIME", default=None, help=new.text("share.closes"))
    new.add_switch("--answers", "share.answers")


def _add_result_arguments(parser: CommandParser, actions: Actions) -> None:
    results = actions.add("results", ShareResultsOptions, has_json=True)
    in_class = actions.add("class", ShareClassOptions, has_json=True)
    mark = actions.add("mark", ShareMarkOptions, has_json=True)
    for action in (results, in_class, mark):
        action.add_argument("id", metavar="ID", help=parser.text("share.id"))
    results.add_argument("-o", "--output", metavar="FILE", type=Path, help=parser.text("share.results.output"))
    in_class.add_argument("name", metavar="CLASS", help=parser.text("share.class.name"))
    in_class.add_switch("--leave-out", "share.class.leave_out")
    in_class.add_switch("--dry-run", "share.class.dry_run")
    in_class.add_argument(
        "--match", metavar="SUBMISSION=NUMBER", action="append", default=[], help=parser.text("share.class.match")
    )
    mark.add_argument("submission", metavar="SUBMISSION", help=parser.text("share.mark.submission"))
    mark.add_argument("number", metavar="QUESTION", help=parser.text("share.mark.number"))
    mark.add_argument("points", metavar="POINTS", help=parser.text("share.mark.points"))


def run(options: ShareOptions, shell: Shell) -> int:
    return asyncio.run(_run(options, shell))


async def _run(options: ShareOptions, shell: Shell) -> int:
    async with open_store(shell.settings) as store:
        match options:
            case ShareNewOptions():
                return await _new(options, shell, store)
            case ShareListOptions():
                return await _list(options, shell, store)
            case ShareRevokeOptions():
                return await _revoke(options, shell, store)
            case ShareResultsOptions():
                return await show_results(options, shell, store)
            case ShareClassOptions():
                return await add_results_to_class(options, shell, store)
            case ShareMarkOptions():
                return await mark_one_answer(options, shell, store)


async def _new(options: ShareNewOptions, shell: Shell, store: Store) -> int:
    """Share a file. The link is alone on the standard output."""
    address = checked_address(options.address)
    wanted = ShareRequest(
        days=options.days, follows_latest=options.latest, can_download=options.download, quiz=quiz_terms(options)
    )
    found = await match_files(store, options.file, owner=LOCAL_OWNER)
    if len(found) != 1:
        if await asyncio.to_thread(Path(options.file).is_file):
            raise InvalidOption(option="FILE", value=options.file, allowed=Reason("share.not_made_here"))
        raise NotFound(what_kind=shell.text("files.word"), id=options.file)
    share = await share_artifact(store, found[0], wanted)
    url = f"{address}{await share_path(store, share)}"
    if options.json:
        print_json(shell, {**share_as_json(share), "url": url})
        return OK
    until = local_time(share.expires_at)
    shell.note(shell.text("share.made", name=printable(share.name), until=until))
    if is_loopback(urlsplit(address).hostname or ""):
        shell.note(shell.text("share.local"))
    shell.say(url)
    return OK


def quiz_terms(options: ShareNewOptions) -> QuizTerms | None:
    """Return the terms that the person wrote for a quiz; None without any."""
    if not any((options.ask, options.attempts, options.closes, options.answers)):
        return None
    closes = None
    if options.closes:
        try:
            closes = datetime.fromisoformat(options.closes.strip()).astimezone()
        except (ValueError, OverflowError) as problem:
            allowed = Reason("share.closes_allowed")
            raise InvalidOption(option="--closes", value=options.closes[:80], allowed=allowed) from problem
    return QuizTerms(
        asks_for=options.ask or "name",
        attempts=options.attempts or 1,
        closes_at=closes,
        shows_answers=options.answers,
    )


async def _list(options: ShareListOptions, shell: Shell, store: Store) -> int:
    address = checked_address(options.address)
    found = [(each, f"{address}{await share_path(store, each)}") for each in await shares_of(store, owner=LOCAL_OWNER)]
    if options.json:
        print_json(shell, [{**share_as_json(each), "url": url} for each, url in found])
        return OK
    for each, url in found:
        state = _state(each, shell, store)
        shell.say(shell.text("share.row", id=each.id, state=state, name=printable(each.name), url=url))
    if not found:
        shell.say(shell.text("share.none"))
    return OK


async def _revoke(options: ShareRevokeOptions, shell: Shell, store: Store) -> int:
    share = await find_share(store, options.id, owner=LOCAL_OWNER)
    share = await store.shares.revoke(share.id, LOCAL_OWNER)
    if options.json:
        print_json(shell, share_as_json(share))
    else:
        shell.say(shell.text("share.revoked", name=printable(share.name)))
    return OK


def _state(share: Share, shell: Shell, store: Store) -> str:
    if share.revoked_at is not None:
        return shell.text("share.state.revoked", until=local_time(share.revoked_at))
    state = "open" if share.is_open(store.clock.now()) else "expired"
    return shell.text(f"share.state.{state}", until=local_time(share.expires_at))


def checked_address(written: str) -> str:
    """Return the address of a service without a slash at its end. InvalidOption if it is not one."""
    if not _is_address(written):
        raise InvalidOption(option="--address", value=written[:200], allowed=Reason("share.address_allowed"))
    return written.rstrip("/")


def _is_address(written: str) -> bool:
    try:
        parts = urlsplit(written)
        has_more = parts.query or parts.fragment or parts.username is not None
        return parts.scheme in ("http", "https") and bool(parts.hostname) and parts.port != 0 and not has_more
    except ValueError:
        return False
