"""`inkwright school`: import classes with their results, look at them, undo imports, and make reports."""

import asyncio
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from pydantic import ValidationError

from inkwright.artifacts.vault import Verified
from inkwright.cli.arguments import CommandParser
from inkwright.cli.exit_codes import FAILED, OK
from inkwright.cli.json_output import print_json
from inkwright.cli.options import add_json_flag
from inkwright.cli.output import local_time, print_findings, written_message
from inkwright.cli.shell import Shell, read_bytes
from inkwright.cli.terminal.columns import align_columns
from inkwright.errors import InvalidOption
from inkwright.i18n import Reason
from inkwright.school.reading.problems import ImportProblem
from inkwright.school.reading.settings import ImportSettings
from inkwright.school.rubrics import Rubric, built_in_rubrics
from inkwright.school.school import School
from inkwright.school.statistics import shown, shown_share
from inkwright.usecases.output_files import save_file
from inkwright.usecases.school import (
    ImportOutcome,
    import_sample,
    import_school,
    make_report,
    parse_columns,
    parse_maxima,
    preview_import,
    remove_school,
    undo_import,
)
from inkwright.usecases.store import LOCAL_OWNER, Store, open_store

_MAX_SHOWN: Final = 60


@dataclass(frozen=True, slots=True)
class SchoolShowOptions:
    """Options of `inkwright school show`."""

    name: str | None = None
    json: bool = False


@dataclass(frozen=True, slots=True)
class SchoolImportOptions:
    """Options of `inkwright school import`."""

    file: str
    dry_run: bool = False
    leave_out: bool = False
    maximum: tuple[str, ...] = ()
    column: tuple[str, ...] = ()
    class_name: str = ""
    json: bool = False


@dataclass(frozen=True, slots=True)
class SchoolSampleOptions:
    """Options of `inkwright school sample`."""

    json: bool = False


@dataclass(frozen=True, slots=True)
class SchoolUndoOptions:
    """Options of `inkwright school undo`."""

    id: str | None = None
    json: bool = False


@dataclass(frozen=True, slots=True)
class SchoolRemoveOptions:
    """Options of `inkwright school remove`."""

    yes: bool = False
    json: bool = False


@dataclass(frozen=True, slots=True)
class SchoolReportOptions:
    """Options of `inkwright school report`."""

    name: str
    output: Path
    json: bool = False


@dataclass(frozen=True, slots=True)
class SchoolAllowOptions:
    """Options of `inkwright school allow`."""

    answer: str
    json: bool = False


@dataclass(frozen=True, slots=True)
class SchoolRubricOptions:
    """Options of `inkwright school rubric`."""

    file: str | None = None
    remove: str | None = None
    json: bool = False


SchoolOptions = (
    SchoolShowOptions
    | SchoolImportOptions
    | SchoolSampleOptions
    | SchoolUndoOptions
    | SchoolRemoveOptions
    | SchoolReportOptions
    | SchoolAllowOptions
    | SchoolRubricOptions
)


def add_arguments(parser: CommandParser) -> None:
    parser.parse_into(SchoolShowOptions)
    add_json_flag(parser)
    actions = parser.add_actions("school")
    show = actions.add("show", SchoolShowOptions, has_json=True)
    show.add_argument("name", metavar="NAME", nargs="?", help=parser.text("school.show.name"))
    _add_import_arguments(actions.add("import", SchoolImportOptions, has_json=True))
    actions.add("sample", SchoolSampleOptions, has_json=True)
    undo = actions.add("undo", SchoolUndoOptions, has_json=True)
    undo.add_argument("id", metavar="ID", nargs="?", help=parser.text("school.undo.id"))
    remove = actions.add("remove", SchoolRemoveOptions, has_json=True)
    remove.add_argument("--yes", action="store_true", help=parser.text("school.remove.yes"))
    report = actions.add("report", SchoolReportOptions, has_json=True)
    report.add_argument("name", metavar="NAME", help=parser.text("school.show.name"))
    report.add_argument("output", metavar="FILE", type=Path, help=parser.text("school.report.output"))
    allow = actions.add("allow", SchoolAllowOptions, has_json=True)
    allow.add_argument("answer", choices=("yes", "no"), help=parser.text("school.allow.answer"))
    rubric = actions.add("rubric", SchoolRubricOptions, has_json=True)
    rubric.add_argument("file", metavar="FILE", nargs="?", help=parser.text("school.rubric.file"))
    rubric.add_argument("--remove", metavar="NAME", help=parser.text("school.rubric.remove"))


def _add_import_arguments(action: CommandParser) -> None:
    action.add_argument("file", metavar="FILE", help=action.text("school.import.file"))
    action.add_argument("--dry-run", action="store_true", help=action.text("school.import.dry_run"))
    action.add_argument("--leave-out", action="store_true", help=action.text("school.import.leave_out"))
    for name, metavar in (("--maximum", "TEST=60"), ("--column", "HEADER=ROLE")):
        key = f"school.import.{name.strip('-')}"
        action.add_argument(name, metavar=metavar, action="append", default=[], help=action.text(key))
    action.add_argument(
        "--class", dest="class_name", metavar="NAME", default="", help=action.text("school.import.class")
    )


def run(options: SchoolOptions, shell: Shell) -> int:
    return asyncio.run(_run(options, shell))


async def _run(options: SchoolOptions, shell: Shell) -> int:
    async with open_store(shell.settings) as store:
        match options:
            case SchoolShowOptions():
                return await _show(options, shell, store)
            case SchoolImportOptions():
                return await _import(options, shell, store)
            case SchoolSampleOptions():
                done = await import_sample(store, owner=LOCAL_OWNER, language=shell.language)
                return _report_import(shell, done, "", is_json=options.json)
            case SchoolUndoOptions():
                if options.id is None and not await store.schools.imports(LOCAL_OWNER):
                    shell.note(shell.text("school.empty"))
                    return FAILED
                undone = await undo_import(store, options.id, owner=LOCAL_OWNER)
                return _say(shell, {"removed": undone.id}, "school.undone", options.json, name=undone.name)
            case SchoolRemoveOptions():
                return await _remove(options, shell, store)
            case SchoolReportOptions():
                return await _make_report(options, shell, store)
            case SchoolAllowOptions():
                return await _allow(options, shell, store)
            case SchoolRubricOptions():
                return await _rubric(options, shell, store)


# Imports.


async def _import(options: SchoolImportOptions, shell: Shell, store: Store) -> int:
    content, settings = read_bytes(options.file), import_settings(options)
    if options.dry_run:
        seen = await preview_import(store, content, settings, owner=LOCAL_OWNER)
        return _report_import(shell, seen, options.file, is_json=options.json, is_dry=True)
    done = await import_school(store, content, options.file, settings, owner=LOCAL_OWNER, leaves_out=options.leave_out)
    return _report_import(shell, done, options.file, is_json=options.json)


def import_settings(options: SchoolImportOptions) -> ImportSettings:
    """Return the settings of an import from what the person wrote."""
    maxima, for_all = parse_maxima(options.maximum)
    return ImportSettings(maxima, for_all, parse_columns(options.column), options.class_name)


def _report_import(shell: Shell, done: ImportOutcome, file: str, *, is_json: bool, is_dry: bool = False) -> int:
    is_done = done.imported is not None or (is_dry and not done.read.errors)
    if is_json:
        print_json(shell, import_as_json(shell, done))
        return OK if is_done else FAILED
    for part in done.read.parts:
        columns = [f"{each.header} → {shell.text(f'school.role.{each.role}')}" for each in part.columns]
        name = part.name or Path(file).name or (done.imported.name if done.imported else done.read.format)
        shell.say(shell.text("school.columns", name=name, columns=_listed(shell, columns)))
    for problem in done.read.problems[:_MAX_SHOWN]:
        shell.say(_problem_line(shell, problem))
    if len(done.read.problems) > _MAX_SHOWN:
        shell.say(shell.text("school.more", count=len(done.read.problems) - _MAX_SHOWN))
    if done.imported is not None and (left_out := done.read.left_out):
        shell.say(shell.text("school.left_out", rows=_listed(shell, left_out[:_MAX_SHOWN])))
    shell.say(_import_line(shell, done, is_dry=is_dry))
    return OK if is_done else FAILED


def _import_line(shell: Shell, done: ImportOutcome, *, is_dry: bool) -> str:
    counts = done.read.data.counts
    if done.imported is not None:
        key = "school.imported_sample" if done.imported.is_sample else "school.imported"
        return shell.text(key, id=done.imported.id, **counts)
    if not done.read.errors and is_dry:
        return shell.text("school.would_import", **counts)
    key = "school.nothing_but_rows" if done.read.can_leave_out else "school.nothing"
    return shell.text(key, errors=len(done.read.errors), **counts)


def _problem_line(shell: Shell, problem: ImportProblem) -> str:
    sign = shell.styled("✗", "red") if problem.severity == "error" else shell.styled("!", "yellow")
    place = problem.place(shell.language)
    said = problem.message(shell.language)
    return f"{sign} {shell.text('school.at', place=place, problem=said) if place else said}"


def import_as_json(shell: Shell, done: ImportOutcome) -> dict[str, Any]:
    """Return what became of an import as JSON."""
    return {
        "imported": done.imported.id if done.imported else None,
        "format": done.read.format,
        "can_leave_out": done.read.can_leave_out,
        **done.read.data.counts,
        "columns": [
            {"part": part.name, "header": each.header, "role": each.role}
            for part in done.read.parts
            for each in part.columns
        ],
        "problems": [problem_as_json(shell, each) for each in done.read.problems],
    }


def problem_as_json(shell: Shell, problem: ImportProblem) -> dict[str, Any]:
    """Return one problem as JSON."""
    return {
        "kind": problem.kind,
        "severity": problem.severity,
        "row": problem.row,
        "column": problem.column,
        "part": problem.part,
        "message": problem.message(shell.language),
    }


# What is there.


async def _show(options: SchoolShowOptions, shell: Shell, store: Store) -> int:
    school = await store.schools.load(LOCAL_OWNER)
    if options.json:
        imports = await store.schools.imports(LOCAL_OWNER)
        print_json(
            shell,
            school_as_json(school)
            | {
                "imports": [
                    {"id": each.id, "name": each.name, "is_sample": each.is_sample, **each.counts} for each in imports
                ]
            },
        )
    elif not school:
        shell.say(shell.text("school.empty"))
    elif options.name:
        _show_class(shell, school, options.name)
    else:
        await _show_all(shell, store, school)
    return OK


async def _show_all(shell: Shell, store: Store, school: School) -> None:
    rows = [[shell.text("school.report.head.class"), shell.text("school.report.pupils")]]
    rows += [[each.name, str(len(school.members(each.id)))] for each in school.classes.values()]
    _table(shell, rows)
    for each in await store.schools.imports(LOCAL_OWNER):
        key = "school.import_sample" if each.is_sample else "school.import_line"
        line = shell.text(key, id=each.id, name=each.name, at=local_time(each.imported), **each.counts)
        shell.say(shell.styled(line, "dim"))


def _show_class(shell: Shell, school: School, named: str) -> None:
    found = school.class_of_name(named)
    if found is None:
        shell.say(
            shell.text(
                "school.answer.unknown_class",
                name=named,
                known=_listed(shell, [each.name for each in school.classes.values()]),
            )
        )
        return
    pupils = school.members(found.id)
    heads = ("test", "maximum", "n", "mean", "median", "sd", "pass_rate")
    rows = [[shell.text(f"school.report.head.{key}") for key in heads]]
    for test in school.tests_of(pupils):
        each = school.statistics(pupils, test)
        if each is not None:
            numbers = (test.maximum, each.n, each.mean, each.median, each.sd)
            rows.append(
                [
                    test.name,
                    *("–" if number is None else shown(number) for number in numbers),
                    shown_share(each.pass_rate),
                ]
            )
    shell.say(shell.text("school.answer.class", name=found.name, count=len(pupils)))
    _table(shell, rows)


def _listed(shell: Shell, names: Sequence[str]) -> str:
    return shell.text("school.list_comma").join(names)


def _table(shell: Shell, rows: Sequence[Sequence[str]]) -> None:
    head, *lines = align_columns(rows, right=tuple(range(1, len(rows[0]))))
    shell.say("\n".join([shell.styled(head, "bold"), *lines]))


def school_as_json(school: School) -> dict[str, Any]:
    """Return the classes with the statistics of their tests as JSON."""

    def tests(class_id: str) -> Iterator[dict[str, Any]]:
        pupils = school.members(class_id)
        for test in school.tests_of(pupils):
            each = school.statistics(pupils, test)
            if each is not None:
                known = {"n": each.n, "mean": each.mean, "median": each.median, "sd": each.sd}
                yield {"name": test.name, "maximum": test.maximum, **known, "pass_rate": each.pass_rate}

    return {
        "classes": [
            {"id": each.id, "name": each.name, "pupils": len(school.members(each.id)), "tests": list(tests(each.id))}
            for each in school.classes.values()
        ]
    }


# The rest.


async def _remove(options: SchoolRemoveOptions, shell: Shell, store: Store) -> int:
    if not options.yes:
        shell.note(shell.text("school.remove.confirm"))
        return FAILED
    count = await remove_school(store, owner=LOCAL_OWNER)
    return _say(shell, {"removed": count}, "school.removed", options.json, count=count)


async def _make_report(options: SchoolReportOptions, shell: Shell, store: Store) -> int:
    form = options.output.suffix.lstrip(".").lower()
    made = await make_report(store, options.name, form, owner=LOCAL_OWNER, language=shell.language)
    if not isinstance(made, Verified):
        print_findings(shell, made)
        return FAILED
    content = await store.vault.read(made.id, owner=LOCAL_OWNER)
    path = save_file(options.output.parent, options.output.name, content or b"", overwrite=False)
    if options.json:
        print_json(shell, {"path": str(path), "id": made.id})
    else:
        shell.say(written_message(shell, path, made.size))
    return OK


async def _allow(options: SchoolAllowOptions, shell: Shell, store: Store) -> int:
    is_allowed = options.answer == "yes"
    await store.schools.allow_leaving(LOCAL_OWNER, is_allowed)
    return _say(shell, {"allowed": is_allowed}, f"school.allowed.{options.answer}", options.json)


async def _rubric(options: SchoolRubricOptions, shell: Shell, store: Store) -> int:
    if options.remove:
        await store.schools.remove_rubric(options.remove, owner=LOCAL_OWNER)
        return _say(shell, {"removed": options.remove}, "school.rubric.removed", options.json, name=options.remove)
    if options.file is None:
        return await _list_rubrics(options, shell, store)
    try:
        rubric = Rubric.model_validate_json(read_bytes(options.file))
    except ValidationError as problem:
        place = ".".join(map(str, problem.errors(include_url=False)[0]["loc"])) or "JSON"
        allowed = Reason("school.rubric.invalid", place=place)
        raise InvalidOption(option="FILE", value=options.file, allowed=allowed) from problem
    await store.schools.keep_rubric(rubric, owner=LOCAL_OWNER)
    return _say(shell, {"rubric": rubric.name}, "school.rubric.kept", options.json, name=rubric.name)


async def _list_rubrics(options: SchoolRubricOptions, shell: Shell, store: Store) -> int:
    own = [each.name for each in await store.schools.rubrics(LOCAL_OWNER)]
    built_in = [each.name for each in built_in_rubrics(shell.language)]
    if own and not options.json:
        shell.say(shell.text("school.rubric.list", names=_listed(shell, own)))
    value = {"rubrics": own, "built_in": built_in}
    return _say(shell, value, "school.rubric.built_in", options.json, names=_listed(shell, built_in))


def _say(shell: Shell, value: dict[str, Any], key: str, is_json: bool, **fields: object) -> int:
    if is_json:
        print_json(shell, value)
    else:
        shell.say(shell.text(key, **fields))
    return OK
