"""Tests of the typst worker, as a function and as a process."""

import json
import subprocess
import sys
from pathlib import Path

import typst

from inkwright.artifacts import typefaces
from inkwright.artifacts.documents.pdf import typst_worker

FONTS = typst.Fonts(include_system_fonts=False, font_paths=[str(typefaces.FONT_FOLDER)])


def test_a_request_writes_its_result_into_the_folder(tmp_path: Path) -> None:
    (tmp_path / "main.typ").write_text("Hello")
    answer = typst_worker.compile_request(FONTS, {"root": str(tmp_path), "format": "pdf"})
    assert answer["seconds"] > 0
    assert (tmp_path / "made").read_bytes().startswith(b"%PDF-")


def test_an_error_is_an_answer(tmp_path: Path) -> None:
    (tmp_path / "main.typ").write_text("#unknown")
    answer = typst_worker.compile_request(FONTS, {"root": str(tmp_path), "format": "pdf"})
    assert "unknown variable" in answer["problem"]


def test_the_process_answers_each_line_and_ends_with_its_input(tmp_path: Path) -> None:
    (tmp_path / "main.typ").write_text("Hello")
    line = json.dumps({"root": str(tmp_path), "format": "png", "ppi": 72}) + "\n"
    command = [sys.executable, "-s", "-P", typst_worker.__file__, str(typefaces.FONT_FOLDER)]
    ran = subprocess.run(command, input=2 * line, capture_output=True, text=True, timeout=60, check=True)
    assert [[*json.loads(answer)] for answer in ran.stdout.splitlines()] == [["seconds"], ["seconds"]]
    assert (tmp_path / "made").read_bytes().startswith(b"\x89PNG")
