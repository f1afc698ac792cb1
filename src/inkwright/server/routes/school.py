"""Classes over HTTP: import files, look at classes and pupils, undo imports, and make reports."""

import asyncio
from collections.abc import Sequence
from datetime import datetime
from typing import Annotated, Any, Final, Literal

from fastapi import APIRouter, Depends, File, Query, Response, UploadFile
from pydantic import Field

from inkwright.artifacts.vault import Verified
from inkwright.errors import InvalidOption, NotFound
from inkwright.i18n import Language, Reason
from inkwright.school.reading.headers import ColumnRole
from inkwright.school.reading.problems import ImportProblem, Severity
from inkwright.school.reading.settings import ImportSettings
from inkwright.school.records import Pupil, SchoolClass, SchoolImport, Test
from inkwright.school.school import KnowledgePoint, School
from inkwright.school.statistics import MarkStatistics
from inkwright.server.problems import Problem
from inkwright.server.requests import Options, OwnersInkwright, RequestLanguage
from inkwright.server.uploads import received_files
from inkwright.server.wire import WireModel
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

_NOT_FOUND: Final[dict[int | str, dict[str, Any]]] = {404: {"model": Problem}}
_MAX_SETTINGS: Final = 100
ImportMode = Literal["all", "leave_out", "dry_run"]
UploadedClasses = Annotated[UploadFile, File(description="A OneRoster package, a workbook or a table in text.")]
Maxima = Annotated[
    list[str], Query(max_length=_MAX_SETTINGS, description="The maximum of a test, or of all: `TEST=60` or `100`.")
]

Columns = Annotated[
    list[str], Query(max_length=_MAX_SETTINGS, description="What a column holds: `HEADER=ROLE`, such as `Code=number`.")
]
ClassName = Annotated[
    str, Query(alias="className", max_length=200, description="The class of a table that names none.")
]


def _upload_settings(
    maximum: Maxima = [],  # noqa: B006 - FastAPI copies it
    column: Columns = [],  # noqa: B006 - FastAPI copies it
    class_name: ClassName = "",
) -> ImportSettings:
    return ImportSettings(*parse_maxima(maximum), parse_columns(column), class_name)


UploadSettings = Annotated[ImportSettings, Depends(_upload_settings)]
"""How a file is read."""

router = APIRouter(prefix="/api/school", tags=["school"], responses={401: {"model": Problem}, 422: {"model": Problem}})


class ClassItem(WireModel):
    """A class."""

    id: str = Field(examples=["1A"])
    name: str = Field(examples=["1A"])
    grade: str
    subject: str
    pupils: int = Field(description="How many pupils it has.")

    @classmethod
    def of(cls, each: SchoolClass, school: School) -> "ClassItem":
        """Return the item of a class."""
        pupils = len(school.members(each.id))
        return cls(id=each.id, name=each.name, grade=each.grade, subject=each.subject, pupils=pupils)


class ImportItem(WireModel):
    """An import."""

    id: str
    name: str
    imported_at: datetime
    is_sample: bool = Field(description="Whether its pupils are invented.")
    pupils: int
    tests: int
    results: int

    @classmethod
    def of(cls, each: SchoolImport) -> "ImportItem":
        """Return the item of an import."""
        return cls(
            id=each.id,
            name=each.name,
            imported_at=each.imported,
            is_sample=each.is_sample,
            pupils=each.counts["pupils"],
            tests=each.counts["tests"],
            results=each.counts["results"],
        )


class SchoolOverview(WireModel):
    """The classes and the imports."""

    classes: list[ClassItem]
    imports: list[ImportItem]
    may_leave: bool = Field(description="Whether hosted models may see the data without asking.")


class ProblemItem(WireModel):
    """A problem of a file."""

    kind: str
    severity: Severity
    row: int | None = None
    column: str | None = None
    part: str | None = Field(default=None, description="The sheet, or the file in a package.")
    message: str

    @classmethod
    def of(cls, each: ImportProblem, language: Language) -> "ProblemItem":
        """Return the item of a problem."""
        return cls(
            kind=each.kind,
            severity=each.severity,
            row=each.row,
            column=each.column,
            part=each.part,
            message=each.message(language),
        )


class ColumnItem(WireModel):
    """How a column was understood."""

    part: str
    header: str
    role: ColumnRole


class ImportResult(WireModel):
    """What became of a file: the import if there is one, the counts, the columns and the problems."""

    imported: ImportItem | None = None
    can_leave_out: bool = Field(
        description="Whether the other rows can be imported if the rows with errors are left out."
    )
    pupils: int
    tests: int
    results: int
    columns: list[ColumnItem]
    problems: list[ProblemItem]

    @classmethod
    def of(cls, done: ImportOutcome, language: Language) -> "ImportResult":
        """Return the result of an import."""
        columns = [
            ColumnItem(part=part.name, header=each.header, role=each.role)
            for part in done.read.parts
            for each in part.columns
        ]
        return cls(
            imported=ImportItem.of(done.imported) if done.imported else None,
            can_leave_out=done.read.can_leave_out,
            columns=columns,
            problems=[ProblemItem.of(each, language) for each in done.read.problems],
            **done.read.data.counts,
        )


class StatisticsItem(WireModel):
    """The statistics of a group in a test, on the scale of the test."""

    test: str
    out_of: float
    knowledge_point: str
    n: int
    mean: float
    median: float
    sd: float | None
    p25: float
    p75: float
    min: float
    max: float
    pass_rate: float
    distribution: list[int] = Field(description="How many marks are in each fifth of the scale.")

    @classmethod
    def of(cls, test: Test, each: MarkStatistics) -> "StatisticsItem":
        """Return the item of a test."""
        return cls(
            test=test.name,
            out_of=test.maximum,
            knowledge_point=test.knowledge_point,
            n=each.n,
            mean=each.mean,
            median=each.median,
            sd=each.sd,
            p25=each.p25,
            p75=each.p75,
            min=each.minimum,
            max=each.maximum,
            pass_rate=each.pass_rate,
            distribution=list(each.distribution),
        )


class PointItem(WireModel):
    """How a group did on a knowledge point."""

    name: str
    error_rate: float
    affected: int = Field(description="How many pupils lost half of the marks or more.")

    @classmethod
    def of(cls, each: KnowledgePoint) -> "PointItem":
        """Return the item of a knowledge point."""
        return cls(name=each.name, error_rate=each.error_rate, affected=len(each.affected))


class PupilItem(WireModel):
    """A pupil."""

    number: str
    name: str


class ClassDetails(ClassItem):
    """A class with its pupils, the statistics of its tests and its knowledge points, weakest first."""

    roster: list[PupilItem]
    tests: list[StatisticsItem]
    points: list[PointItem]


class MarkItem(WireModel):
    """A mark, with the mean of the class."""

    test: str
    out_of: float
    mark: float | None
    class_mean: float | None


class PupilDetails(PupilItem):
    """A pupil with marks and knowledge points."""

    classes: list[str]
    marks: list[MarkItem]
    points: list[PointItem]


class PermissionRequest(WireModel):
    """Whether hosted models may see the data without asking."""

    may_leave: bool


class ReportRequest(WireModel):
    """Whose report, and in which format."""

    name: str = Field(min_length=1, max_length=200, examples=["1A"], description="A class or a pupil.")
    format: Literal["docx", "pdf"] = "pdf"


class ReportItem(WireModel):
    """A report that was made."""

    artifact_id: str
    name: str
    url: str


@router.get("")
async def show_school(inkwright: OwnersInkwright) -> SchoolOverview:
    """Show the classes and the imports."""
    schools = inkwright.store.schools
    school = await schools.load(inkwright.owner)
    return SchoolOverview(
        classes=[ClassItem.of(each, school) for each in school.classes.values()],
        imports=[ImportItem.of(each) for each in await schools.imports(inkwright.owner)],
        may_leave=await schools.may_leave(inkwright.owner),
    )


@router.post("/imports")
async def import_classes(
    inkwright: OwnersInkwright,
    options: Options,
    language: RequestLanguage,
    file: UploadedClasses,
    settings: UploadSettings,
    mode: ImportMode = "all",
) -> ImportResult:
    """Import a file, all of it or nothing; or leave out the rows with errors; or only report what it holds."""
    async with received_files([file], options.max_upload_bytes) as (path,):
        content = await asyncio.to_thread(path.read_bytes)
    if mode == "dry_run":
        seen = await preview_import(inkwright.store, content, settings, owner=inkwright.owner)
        return ImportResult.of(seen, language)
    done = await import_school(
        inkwright.store,
        content,
        file.filename or "file",
        settings,
        owner=inkwright.owner,
        leaves_out=mode == "leave_out",
    )
    return ImportResult.of(done, language)


@router.post("/sample", status_code=201)
async def import_sample_school(inkwright: OwnersInkwright, language: RequestLanguage) -> ImportResult:
    """Import the small invented school."""
    return ImportResult.of(await import_sample(inkwright.store, owner=inkwright.owner, language=language), language)


@router.delete("/imports/{import_id}", status_code=204, responses=_NOT_FOUND)
async def undo_school_import(import_id: str, inkwright: OwnersInkwright) -> Response:
    """Remove an import with everything that it brought."""
    await undo_import(inkwright.store, import_id, owner=inkwright.owner)
    return Response(status_code=204)


@router.delete("", status_code=204)
async def remove_classes(inkwright: OwnersInkwright) -> Response:
    """Remove all imports."""
    await remove_school(inkwright.store, owner=inkwright.owner)
    return Response(status_code=204)


@router.put("/permission", status_code=204)
async def allow_hosted_models(body: PermissionRequest, inkwright: OwnersInkwright) -> Response:
    """Allow hosted models to see the data, or no longer."""
    await inkwright.store.schools.allow_leaving(inkwright.owner, body.may_leave)
    return Response(status_code=204)


@router.get("/classes/{class_id}", responses=_NOT_FOUND)
async def show_class(class_id: str, inkwright: OwnersInkwright) -> ClassDetails:
    """Show a class with its pupils, tests and knowledge points."""
    school = await inkwright.store.schools.load(inkwright.owner)
    found = school.class_of_name(class_id)
    if found is None:
        raise NotFound(what_kind=Reason("school.role.class"), id=class_id[:80])
    pupils = school.members(found.id)
    tests = [
        StatisticsItem.of(test, each)
        for test in school.tests_of(pupils)
        if (each := school.statistics(pupils, test)) is not None
    ]
    return ClassDetails(
        **ClassItem.of(found, school).model_dump(by_alias=False),
        roster=[PupilItem(number=each.number, name=each.name) for each in pupils],
        tests=tests,
        points=_points(school, pupils),
    )


@router.get("/pupils/{number}", responses=_NOT_FOUND)
async def show_pupil(number: str, inkwright: OwnersInkwright) -> PupilDetails:
    """Show a pupil with marks and knowledge points."""
    school = await inkwright.store.schools.load(inkwright.owner)
    pupil = school.pupils.get(number)
    if pupil is None:
        raise NotFound(what_kind=Reason("school.word.pupil"), id=number[:80])
    classmates = [each for class_id in pupil.classes for each in school.members(class_id)]
    names = [school.classes[each].name for each in pupil.classes if each in school.classes]
    marks = [_mark(school, pupil, classmates, test) for test in school.tests_of(classmates)]
    return PupilDetails(
        number=pupil.number, name=pupil.name, classes=names, marks=marks, points=_points(school, [pupil])
    )


@router.post("/reports", status_code=201, responses=_NOT_FOUND)
async def make_school_report(body: ReportRequest, inkwright: OwnersInkwright, language: RequestLanguage) -> ReportItem:
    """Make the report of a class or a pupil."""
    made = await make_report(inkwright.store, body.name, body.format, owner=inkwright.owner, language=language)
    if not isinstance(made, Verified):
        problem = "; ".join(each.message(language) for each in made[:3])
        raise InvalidOption(option="name", value=body.name, allowed=problem)
    return ReportItem(artifact_id=made.id, name=made.name, url=f"/api/artifacts/{made.id}/file")


def _points(school: School, pupils: Sequence[Pupil]) -> list[PointItem]:
    return [PointItem.of(each) for each in school.knowledge_points(pupils)]


def _mark(school: School, pupil: Pupil, classmates: Sequence[Pupil], test: Test) -> MarkItem:
    group = school.statistics(classmates, test)
    mark = school.marks[test.name].get(pupil.number)
    return MarkItem(test=test.name, out_of=test.maximum, mark=mark, class_mean=group.mean if group else None)
