"""Hostile files given to the program: it ends by itself, within its limits, and tells nothing of other folders."""

import io
from pathlib import Path

import openpyxl
import pytest

from inkwright.artifacts.documents.document_builder import build_document
from inkwright.artifacts.documents.source import read_document
from inkwright.artifacts.slides.load import load_deck
from inkwright.artifacts.slides.pptx.builder import build_deck
from tests.hostile_files import MEGABYTE, SECRET, run_measured, write_hostile_files

_SECONDS = 30
_EXIT_CODES = (0, 1, 2, 10, 11, 12, 13)


def sheet() -> bytes:
    book = openpyxl.Workbook()
    for row in (["question", "type", "answer"], ["Why?", "essay", "Because."]):
        book.active.append(row)
    made = io.BytesIO()
    book.save(made)
    return made.getvalue()


@pytest.mark.soak
def test_hostile_files_take_at_most_a_gigabyte_and_half_a_minute(tmp_path: Path) -> None:
    folder = tmp_path / "work"
    folder.mkdir()
    deck = build_deck(load_deck("# Rain\n\n## Where\n\n- Here\n", "a.md")).main
    document = build_document(read_document("# Rain\n\nIt rains.\n"), "docx").main
    failed = {}
    for name, arguments in write_hostile_files(folder, deck, document, sheet()):
        ran = run_measured(arguments, folder)
        problems = [
            *(["time"] if ran.seconds > _SECONDS else []),
            *(["memory"] if ran.memory > 1024 * MEGABYTE else []),
            *(["code"] if ran.code not in _EXIT_CODES else []),
            *(["traceback"] if "Traceback" in ran.printed else []),
            *(["secret"] if SECRET in ran.printed or _holds_secret(folder) else []),
        ]
        if problems:
            failed[name, *arguments] = (problems, round(ran.seconds, 1), ran.memory // MEGABYTE, ran.printed[-300:])
        for path in [*folder.glob("[0-9]*-*"), *folder.glob("out-*")]:
            if path.is_file():
                path.unlink()
    assert failed == {}


def _holds_secret(folder: Path) -> bool:
    made = [path for path in folder.rglob("*") if path.is_file() and "out-" in str(path)]
    return any(SECRET.encode() in path.read_bytes() for path in made)
