"""`inkwright share results`, `class` and `mark`: what students handed in, and adding it to a class."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from inkwright.cli.exit_codes import FAILED, OK
from inkwright.cli.json_output import print_json
from inkwright.cli.output import local_time, written_message
from inkwright.cli.shell import Shell, printable
from inkwright.cli.terminal.columns import align_columns
from inkwright.errors import InvalidOption, NotFound
from inkwright.i18n import Reason
from inkwright.ids import is_id_prefix
from inkwright.store.submissions import Submission
from inkwright.usecases.output_files import save_file
from inkwright.usecases.quiz_results import MatchedResults, add_to_class, mark_answer, results_csv, results_of
from inkwright.usecases.sharing import find_share
from inkwright.usecases.store import LOCAL_OWNER, Store


@dataclass(frozen=True, slots=True)
class ShareResultsOptions:
    """Options of `inkwright share results`."""

    id: str
    output: Path | None = None
    json: bool = False


@dataclass(frozen=True, slots=True)
class ShareClassOptions:
    """Options of `inkwright share class`."""

    id: str
    name: str
    leave_out: bool = False
    dry_run: bool = False
    match: tuple[str, ...] = ()
    json: bool = False


@dataclass(frozen=True, slots=True)
class ShareMarkOptions:
    """Options of `inkwright share mark`."""

    id: str
    submission: str
    number: str
    points: str
    json: bool = False


async def show_results(options: ShareResultsOptions, shell: Shell, store: Store) -> int:
    """Show what students handed in, or write it to a file."""
    share = await find_share(store, options.id, owner=LOCAL_OWNER)
    found = await results_of(store, share)
    if options.output is not None:
        content = results_csv(found, shell.language)
        path = save_file(options.output.parent, options.output.name, content, overwrite=False)
        shell.say(written_message(shell, path, len(content)))
    elif options.json:
        print_json(shell, [submission_as_json(each) for each in found])
    elif not found:
        shell.say(shell.text("share.results.none"))
    else:
        _print_table(shell, found)
    return OK


def _print_table(shell: Shell, found: Sequence[Submission]) -> None:
    heads = ("number", "name", "attempt", "at", "points", "of")
    rows = [["ID", *(shell.text(f"share.results.{key}") for key in heads), ""]]
    for each in found:
        who = [each.id.partition("_")[2][:16], printable(each.number), printable(each.name), str(each.attempt)]
        left = len(each.sheet.ungraded)
        note = shell.text("share.results.ungraded", count=left) if left else ""
        points = [f"{each.sheet.points:g}", f"{each.sheet.possible:g}"]
        rows.append([*who, local_time(each.handed_in_at), *points, note])
    head, *lines = align_columns(rows)
    shell.say("\n".join([shell.styled(head, "bold"), *lines]))


async def add_results_to_class(options: ShareClassOptions, shell: Shell, store: Store) -> int:
    """Add the results of a quiz to a class."""
    share = await find_share(store, options.id, owner=LOCAL_OWNER)
    found = await results_of(store, share)
    chosen = dict(_match(each, found) for each in options.match)
    done = await add_to_class(store, share, options.name, chosen, leaves_out=options.leave_out, is_dry=options.dry_run)
    is_done = done.imported is not None or (options.dry_run and not done.unmatched)
    if options.json:
        print_json(shell, results_as_json(done))
    else:
        _print_matches(shell, options, done)
    return OK if is_done else FAILED


def _match(written: str, found: Sequence[Submission]) -> tuple[str, str]:
    prefix, _, number = written.partition("=")
    meant = [each.id for each in found if is_id_prefix(each.id, prefix)]
    if len(meant) != 1 or not number:
        raise InvalidOption(option="--match", value=written[:80], allowed=Reason("share.class.match_allowed"))
    return meant[0], number


def _print_matches(shell: Shell, options: ShareClassOptions, done: MatchedResults) -> None:
    shell.say(shell.text("share.class.matched", count=len(done.pupils), name=printable(options.name)))
    for each in done.unmatched:
        who = printable(" ".join(filter(None, (each.submission.number, each.submission.name))))
        line = shell.text(f"share.class.{each.problem}", who=who)
        names = ", ".join(f"{pupil.name} ({pupil.number})" for pupil in each.candidates)
        hint = f" ({shell.text('share.class.candidates', names=printable(names))})" if names else ""
        shell.say(f"{shell.styled('!', 'yellow')} {line}{hint}")
    if done.imported is not None:
        tests = printable(", ".join(test.name for test in done.data.tests))
        shell.say(shell.text("share.class.imported", id=done.imported.id, tests=tests))
    elif not done.pupils:
        shell.say(shell.text("share.class.none", name=printable(options.name)))
    elif not options.dry_run:
        ids = ", ".join(each.submission.id.partition("_")[2][:16] for each in done.unmatched)
        shell.say(shell.text("share.class.nothing", ids=ids))


async def mark_one_answer(options: ShareMarkOptions, shell: Shell, store: Store) -> int:
    """Set the points of an answer."""
    share = await find_share(store, options.id, owner=LOCAL_OWNER)
    found = [each for each in await results_of(store, share) if is_id_prefix(each.id, options.submission)]
    if len(found) != 1:
        raise NotFound(what_kind=Reason("share.submission"), id=options.submission[:80])
    marked = await mark_answer(store, share, found[0].id, options.number, _points(options.points))
    if options.json:
        print_json(shell, submission_as_json(marked))
    else:
        who = printable(marked.name or marked.number)
        points, possible = f"{marked.sheet.points:g}", f"{marked.sheet.possible:g}"
        shell.say(shell.text("share.marked", who=who, points=points, possible=possible))
    return OK


def _points(written: str) -> float | None:
    if written == "-":
        return None
    try:
        points = float(written)
    except ValueError:
        points = -1.0
    # What is not a number is not between 0 and the points of the question either.
    return points if points == points else -1.0


def submission_as_json(each: Submission) -> dict[str, Any]:
    """Return what was handed in as JSON."""
    return {
        "id": each.id,
        "number": each.number,
        "name": each.name,
        "attempt": each.attempt,
        "handed_in_at": each.handed_in_at.isoformat(),
        "points": each.sheet.points,
        "possible": each.sheet.possible,
        "answers": [
            {"number": answer.number, "given": list(answer.given), "points": answer.points, "of": answer.possible}
            for answer in each.sheet.answers
        ],
    }


def results_as_json(done: MatchedResults) -> dict[str, Any]:
    """Return whose results these are as JSON."""
    return {
        "imported": done.imported.id if done.imported else None,
        "matched": [{"number": pupil.number, "submission": each.id} for pupil, each in done.pupils],
        "unmatched": [
            {
                "submission": each.submission.id,
                "number": each.submission.number,
                "name": each.submission.name,
                "problem": each.problem,
                "candidates": [{"number": pupil.number, "name": pupil.name} for pupil in each.candidates],
            }
            for each in done.unmatched
        ],
        "tests": [test.name for test in done.data.tests],
    }
