"""Files of a run's page: documents that the vault has verified, workbooks that were opened and compared; and links."""

import asyncio
import io
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

import openpyxl

from inkwright.apps.page_export import page_markdown, page_workbook
from inkwright.artifacts.documents.document_builder import build_document
from inkwright.artifacts.documents.source import read_document
from inkwright.artifacts.drafts import Draft
from inkwright.artifacts.findings import Finding
from inkwright.artifacts.text import file_name
from inkwright.artifacts.vault import Verified
from inkwright.conversation.app_records import AppRun
from inkwright.errors import InvalidOption, NotFound, StoreUnavailable
from inkwright.i18n import Reason
from inkwright.store.shares import Share
from inkwright.usecases.sharing import ShareRequest, share_artifact
from inkwright.usecases.store import Store

EXPORT_FORMATS: Final = ("pdf", "docx", "xlsx")
_TOLERANCE: Final = 1e-9


@dataclass(frozen=True, slots=True)
class ExportedPage:
    """A file of a page. A document is stored as an artifact; a workbook is not."""

    name: str
    content: bytes
    artifact_id: str | None = None


async def export_run(store: Store, run: AppRun, export_format: str) -> ExportedPage | tuple[Finding, ...]:
    """Return the page of a run as a file, opened and checked; the problems if it has any."""
    if export_format not in EXPORT_FORMATS:
        raise InvalidOption(option="format", value=export_format[:40], allowed=", ".join(EXPORT_FORMATS))
    if run.page is None:
        raise InvalidOption(option="execution", value=run.id, allowed=Reason("apps.export.no_page"))
    if export_format == "xlsx":
        return await asyncio.to_thread(_workbook, run.page)
    made = await _document(store, run, run.page, export_format)
    if not isinstance(made, Verified):
        return made
    content = await store.vault.read(made.id, owner=run.owner)
    if content is None:
        raise NotFound(what_kind="artifact", id=made.id)
    return ExportedPage(made.name, content, made.id)


async def _document(
    store: Store, run: AppRun, page: Mapping[str, Any], export_format: str
) -> Verified | tuple[Finding, ...]:
    def draft() -> Draft:
        report = page_markdown(page)
        return build_document(read_document(report.source), export_format, files=report.charts)

    return await store.vault.keep(await asyncio.to_thread(draft), owner=run.owner, turn_id=store.ids.new("report"))


def _workbook(page: Mapping[str, Any]) -> ExportedPage:
    content = page_workbook(page)
    written = _numbers(openpyxl.load_workbook(io.BytesIO(content), read_only=True, data_only=True))
    wanted = page_numbers(page)
    if len(written) != len(wanted) or any(abs(a - b) > _TOLERANCE for a, b in zip(written, wanted, strict=True)):
        raise StoreUnavailable(place="xlsx", problem=Reason("apps.export.differs"))
    return ExportedPage(file_name(str(page["title"]), ".xlsx"), content)


def _numbers(workbook: Any) -> list[float]:
    return [
        float(value)
        for sheet in workbook.worksheets
        for row in sheet.iter_rows(values_only=True)
        for value in row
        if isinstance(value, int | float) and not isinstance(value, bool)
    ]


def page_numbers(page: Mapping[str, Any]) -> list[float]:
    """Return every number of a page, in the order in which a workbook has them."""
    numbers: list[Any] = []
    for slot in (slot for tab in page["tabs"] for slot in tab["slots"]):
        if slot["type"] == "kpi_grid":
            numbers += [item["value"] for item in slot["items"]]
        elif slot["type"] == "table":
            numbers += [cell for row in slot["rows"] for cell in row["cells"]]
        elif slot["type"] == "chart":
            rows = zip(*(series["values"] for series in slot["series"]), strict=True)
            numbers += [value for row in rows for value in row]
    return [float(each) for each in numbers if isinstance(each, int | float) and not isinstance(each, bool)]


async def share_run(store: Store, run: AppRun, days: int) -> Share | tuple[Finding, ...]:
    """Share the page of a run as a PDF file, by a link that is signed, expires and can be revoked."""
    app = await store.apps.get(run.app_id, owner=run.owner)
    if app.status != "published":
        raise InvalidOption(option="app", value=app.title[:80], allowed=Reason("apps.share_published"))
    exported = await export_run(store, run, "pdf")
    if not isinstance(exported, ExportedPage):
        return exported
    record = await store.records.get(exported.artifact_id or "", run.owner)
    if record is None:
        raise NotFound(what_kind="artifact", id=exported.artifact_id or "")
    return await share_artifact(store, record, ShareRequest(days=days, can_download=True))
