"""Import files of classes, undo imports, and make reports."""

import asyncio
import contextlib
from collections.abc import AsyncIterator, Sequence, Set
from dataclasses import dataclass, replace
from importlib import resources
from pathlib import Path, PurePath
from typing import Final

from inkwright.agent.school_turns import pseudonyms_of
from inkwright.artifacts.documents.document_builder import build_document
from inkwright.artifacts.documents.source import read_document
from inkwright.artifacts.drafts import Draft
from inkwright.artifacts.findings import Finding
from inkwright.artifacts.vault import Verified
from inkwright.errors import InvalidOption, NotFound
from inkwright.i18n import LANGUAGES, Language, Reason
from inkwright.ids import is_id_prefix
from inkwright.llm.models import Model
from inkwright.llm.pseudonyms import names_hidden
from inkwright.school.answers import candidate_label
from inkwright.school.class_names import mentioned_classes
from inkwright.school.pupil_names import mentioned_pupils
from inkwright.school.reading.cells import plain
from inkwright.school.reading.files import read_school_file
from inkwright.school.reading.headers import COLUMN_ROLES, ColumnRole
from inkwright.school.reading.settings import ImportSettings, SchoolFile
from inkwright.school.records import Pupil, SchoolClass, SchoolData, SchoolImport
from inkwright.school.reports import SchoolReport, class_report, pupil_report
from inkwright.school.school import School
from inkwright.settings import DATABASE, HIDE_NAMES, Settings
from inkwright.store.database import database_url
from inkwright.usecases.store import LOCAL_OWNER, Store, open_store

_MAX_NAME: Final = 255
_MAX_CANDIDATES: Final = 40
_MAX_MAXIMUM: Final = 1e9
REPORT_FORMATS: Final = ("docx", "pdf")


@dataclass(frozen=True, slots=True)
class ImportOutcome:
    """What was read from a file, and the import; None if nothing was imported."""

    read: SchoolFile
    imported: SchoolImport | None = None


def parse_maxima(written: Sequence[str]) -> tuple[dict[str, float], float | None]:
    """Return the maximum of tests by name, and that of all others, from `TEST=60` and `100`."""
    maxima: dict[str, float] = {}
    for_all = None
    for each in written:
        test, _, number = each.rpartition("=")
        try:
            value = float(number)
        except ValueError:
            value = 0
        if not 0 < value < _MAX_MAXIMUM:
            raise InvalidOption(option="maximum", value=each[:80], allowed=Reason("school.maximum_format"))
        if test:
            maxima[test] = value
        else:
            for_all = value
    return maxima, for_all


def parse_columns(written: Sequence[str]) -> dict[str, ColumnRole]:
    """Return what columns hold by their header, from `HEADER=ROLE`."""
    columns: dict[str, ColumnRole] = {}
    for each in written:
        header, _, role = each.rpartition("=")
        if not header or role not in COLUMN_ROLES:
            raise InvalidOption(
                option="column", value=each[:80], allowed=Reason("school.column_format", roles=", ".join(COLUMN_ROLES))
            )
        columns[header] = role
    return columns


async def preview_import(store: Store, content: bytes, settings: ImportSettings, *, owner: str) -> ImportOutcome:
    """Read a file without importing anything."""
    return ImportOutcome(await _read(store, content, settings, owner=owner))


async def import_school(
    store: Store,
    content: bytes,
    name: str,
    settings: ImportSettings | None = None,
    *,
    owner: str,
    leaves_out: bool = False,
) -> ImportOutcome:
    """Import a file, all of it or nothing. `leaves_out`: rows with errors are left out, as the person wants."""
    read = await _read(store, content, settings or ImportSettings(), owner=owner)
    if read.errors and not (leaves_out and read.can_leave_out):
        return ImportOutcome(read)
    return ImportOutcome(read, await store_import(store, read.data, PurePath(name).name, owner=owner))


async def import_sample(store: Store, *, owner: str, language: Language) -> ImportOutcome:
    """Import the small invented school that comes with the program, in place of an earlier one in any language."""
    earlier = [each.id for each in await store.schools.imports(owner) if each.is_sample]
    samples = {each: await read_school_file(_sample(each), ImportSettings()) for each in LANGUAGES} if earlier else {}
    replaced = frozenset((pupil.number, pupil.name) for each in samples.values() for pupil in each.data.pupils)
    read = await _read(store, _sample(language), ImportSettings(), owner=owner, replaced=replaced)
    if read.errors:
        return ImportOutcome(read)
    done = ImportOutcome(
        read, await store_import(store, read.data, _sample_name(language), owner=owner, is_sample=True)
    )
    for each in earlier:
        await store.schools.remove(each, owner=owner)
    return done


def _sample_name(language: Language) -> str:
    return f"sample.{language}.csv"


def _sample(language: Language) -> bytes:
    return resources.files("inkwright.school").joinpath("data", _sample_name(language)).read_bytes()


async def _read(
    store: Store, content: bytes, settings: ImportSettings, *, owner: str, replaced: Set[tuple[str, str]] = frozenset()
) -> SchoolFile:
    """Read a file beside what was imported before: a number of a pupil cannot become that of another one, unless
    that one is `replaced`.
    """
    school = await store.schools.load(owner)
    known = {each.number: each.name for each in school.data.pupils if (each.number, each.name) not in replaced}
    return await read_school_file(content, replace(settings, known=known, known_numbers=_numbers_by_name(school)))


def _numbers_by_name(school: School) -> dict[tuple[str, str], str]:
    """Return the numbers of pupils by class and name: a file without numbers names the same pupils."""
    found: dict[tuple[str, str], set[str]] = {}
    for pupil in school.data.pupils:
        for each in pupil.classes:
            found.setdefault((plain(school.classes[each].name), plain(pupil.name)), set()).add(pupil.number)
    return {key: next(iter(numbers)) for key, numbers in found.items() if len(numbers) == 1}


async def store_import(
    store: Store, data: SchoolData, name: str, *, owner: str, is_sample: bool = False
) -> SchoolImport:
    """Store an import, all of it or nothing."""
    now = store.clock.now()
    made = SchoolImport(store.ids.new("import"), owner, name[:_MAX_NAME], now, data.counts, is_sample)
    await store.schools.add(made, data)
    return made


async def undo_import(store: Store, named: str | None, *, owner: str) -> SchoolImport:
    """Remove an import by the beginning of its id, or the last one. NotFound if there is none."""
    imports = await store.schools.imports(owner)
    found = imports[-1:] if named is None else [each for each in imports if is_id_prefix(each.id, named)]
    if len(found) != 1:
        raise NotFound(what_kind=Reason("school.word.import"), id=named or "")
    await store.schools.remove(found[0].id, owner=owner)
    return found[0]


async def remove_school(store: Store, *, owner: str) -> int:
    """Remove all imports; return how many there were."""
    imports = await store.schools.imports(owner)
    for each in imports:
        await store.schools.remove(each.id, owner=owner)
    return len(imports)


def find_report(school: School, named: str, language: Language) -> SchoolReport:
    """Return the report of the class or the pupil with this id, number or name. NotFound if there is none;
    InvalidOption with the candidates if there are several.
    """
    found = school.class_of_name(named)
    mentions = [] if found else mentioned_classes(named, list(school.classes.values()))
    candidates = [found] if found else [each for mention in mentions for each in mention.classes]
    if len(candidates) == 1:
        return class_report(school, candidates[0], language)
    pupils = mentioned_pupils(named, school.data.pupils)
    if len(pupils.meant) == 1:
        return pupil_report(school, pupils.meant[0], language)
    several: list[SchoolClass | Pupil] = [*candidates, *(pupils.candidates or pupils.meant)]
    if several:
        labels = ", ".join(candidate_label(each, school) for each in several[:_MAX_CANDIDATES])
        raise InvalidOption(option="NAME", value=named[:80], allowed=Reason("school.several", names=labels))
    raise NotFound(what_kind=Reason("school.word.class_or_pupil"), id=named[:80])


async def make_report(
    store: Store, named: str, document_format: str, *, owner: str, language: Language
) -> Verified | tuple[Finding, ...]:
    """Make the report of a class or a pupil as a document, checked and stored; return its problems if it has any."""
    if document_format not in REPORT_FORMATS:
        known = ", ".join(f".{each}" for each in REPORT_FORMATS)
        raise InvalidOption(
            option="output", value=document_format, allowed=Reason("reason.usecases.name_ends_in", known=known)
        )
    report = find_report(await store.schools.load(owner), named, language)
    draft = await asyncio.to_thread(_draft, report, document_format)
    return await store.vault.keep(draft, owner=owner, turn_id=store.ids.new("report"))


def _has_database(settings: Settings) -> bool:
    address = database_url(settings.get(DATABASE), settings.home)
    return address.drivername != "sqlite" or Path(address.database or "").exists()


@contextlib.asynccontextmanager
async def local_names_kept(model: Model, settings: Settings) -> AsyncIterator[None]:
    """Within this context, a hosted model does not see the names of the pupils that the person imported."""
    if not (model.abilities.leaves_machine and await asyncio.to_thread(_has_database, settings)):
        yield
        return
    async with open_store(settings) as store:
        school = await store.schools.load(LOCAL_OWNER)
    with names_hidden(pseudonyms_of(school) if school and settings.get(HIDE_NAMES) else None):
        yield


def _draft(report: SchoolReport, document_format: str) -> Draft:
    return build_document(read_document(report.source), document_format, files=report.charts)
