"""Hostile files given to the program: it ends by itself, within its limits, and tells nothing of other folders."""

import contextlib
import io
import os
import signal
from collections.abc import Iterator
from pathlib import Path

import openpyxl
import pytest

from inkwright.artifacts.documents.document_builder import build_document
from inkwright.artifacts.documents.source import read_document
from inkwright.artifacts.slides.load import load_deck
from inkwright.artifacts.slides.pptx.builder import build_deck
from inkwright.cli.main import main
from tests.each import each
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


@each("name", ["pipe", "endless", "huge"])
def test_no_command_waits_for_a_pipe_or_reads_what_has_no_end(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], name: str
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("INKWRIGHT_HOME", str(tmp_path / "home"))
    (tmp_path / "notes.md").write_text("# Rain\n\nRain comes from clouds.\n", encoding="utf-8")
    for command in (
        "library add {}.md", "check {}.docx", "preview {}.pdf -o out", "parse json {}.json", "batch {}.txt",
        "render {}.md -o a.docx", "render notes.md --template {}.pptx -o a.pptx", "quiz lint {}.gift",
        "make quiz --model rule --from {}.md", "make quiz --model rule --from notes.md --answers {}.json",
        "school import {}.csv", "school rubric {}.json", "skill import {}.zip", "skill import {}.md",
        "skill create a --description b --from {}.md", "project import {}.zip", "paper new {}.md --model rule",
    ):  # fmt: skip
        given = tmp_path / (name + command.partition("{}")[2].split()[0])
        _place(given)
        with _at_most(20, command):
            assert main(command.format(name).split()) not in (0, 70), command
        given.unlink()
    assert "Traceback" not in capsys.readouterr().err


def _place(path: Path) -> None:
    if path.stem == "pipe":
        os.mkfifo(path)
    elif path.stem == "endless":
        path.symlink_to("/dev/zero")
    else:
        with path.open("wb") as file:
            file.truncate(20_000 * MEGABYTE)


@contextlib.contextmanager
def _at_most(seconds: float, what: str) -> Iterator[None]:
    def stop(*_: object) -> None:
        raise AssertionError(f"{what} does not end")

    before = signal.signal(signal.SIGALRM, stop)
    signal.setitimer(signal.ITIMER_REAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
