"""`inkwright render`, `check` and `preview`: from a description to a file that was looked at, in both languages."""

import base64
import io
import json
import zipfile
from pathlib import Path
from subprocess import CompletedProcess
from typing import Any

import PIL.Image
import pptx
import pytest

from inkwright.artifacts.documents.source import DocumentSpec
from inkwright.artifacts.documents.tex.tex_compiler import xelatex_path
from inkwright.artifacts.rendering.office import find_office
from inkwright.artifacts.slides.model import DeckSpec
from tests.cli.test_main import inkwright

TALK = """# Rain and rivers

A lesson of forty minutes

## Where rain comes from

- The sun warms the sea
- Water rises as vapour
- It cools and falls

## How much falls

| City | mm a year |
|---|---|
| Bergen | 2250 |
| Lhasa | 430 |
"""
LESSON = """---
kind: lesson_plan
title: 雨从哪里来
---

## 教学目标

1. 认识水循环
2. 会计算降水量：$v = \\frac{h}{t}$

| 环节 | 时间 |
|---|---|
| 导入 | 5 分钟 |
"""
PAPER = "\\documentclass{{article}}\n\\begin{{document}}\n{body}\n\\end{{document}}\n"
DOT = base64.b64decode(
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg=="
)


@pytest.fixture
def desk(tmp_path: Path) -> Path:
    (tmp_path / "talk.md").write_text(TALK, encoding="utf-8")
    (tmp_path / "lesson.md").write_text(LESSON, encoding="utf-8")
    return tmp_path


def asked(desk: Path, *arguments: str, **environ: str) -> CompletedProcess[str]:
    return inkwright(*arguments, cwd=desk, INKWRIGHT_HOME=str(desk / "home"), **environ)


def test_a_note_becomes_slides_that_pass_the_check_and_can_be_seen(desk: Path) -> None:
    done = asked(desk, "render", "talk.md", "-o", "out/talk.pptx")
    assert (done.returncode, "out/talk.pptx" in done.stdout) == (0, True), done.stderr
    assert ("Checking the rendered pages" in done.stderr) == (find_office() is not None)
    checked = asked(desk, "check", "out/talk.pptx", "--json")
    assert checked.returncode == 0, checked.stdout
    assert json.loads(checked.stdout)["good"]
    shown = json.loads(asked(desk, "preview", "out/talk.pptx", "-o", "pages", "--json").stdout)
    assert shown["pages"] == len(shown["paths"]) == 3
    assert shown["how"] == ("office" if find_office() else "sketch")
    assert all((desk / path).read_bytes().startswith(b"\x89PNG") for path in shown["paths"])
    assert "talk" in asked(desk, "files", "list").stdout.lower() or "Rain" in asked(desk, "files").stdout


@pytest.mark.parametrize("ending", ["docx", "pdf", "tex"])
def test_a_chinese_lesson_plan_becomes_each_kind_of_document(desk: Path, ending: str) -> None:
    done = asked(desk, "render", "lesson.md", "-o", f"教案.{ending}", "--json", LANG="zh_CN.UTF-8")
    assert done.returncode == 0, done.stderr
    told = json.loads(done.stdout)
    assert (told["path"], [each for each in told["findings"] if each["severity"] == "error"]) == (f"教案.{ending}", [])
    assert asked(desk, "check", f"教案.{ending}").returncode == 0


@pytest.mark.parametrize(("described", "spec"), [("slides", DeckSpec), ("document", DocumentSpec)])
def test_the_schema_of_a_description_is_printed_without_one(
    desk: Path, described: str, spec: type[DeckSpec | DocumentSpec]
) -> None:
    done = asked(desk, "render", "--schema", described)
    assert (done.returncode, json.loads(done.stdout)) == (0, spec.model_json_schema()), done.stderr
    refused = asked(desk, "render", "--schema", "quiz")
    assert (refused.returncode, refused.stdout) == (2, "")


def test_an_existing_file_is_not_written_over_unasked(desk: Path) -> None:
    (desk / "talk.pdf").write_bytes(b"mine")
    assert "talk (2).pdf" in asked(desk, "render", "talk.md", "-o", "talk.pdf").stdout
    assert (desk / "talk.pdf").read_bytes() == b"mine"
    assert asked(desk, "render", "talk.md", "-o", "talk.pdf", "--overwrite").returncode == 0
    assert (desk / "talk.pdf").read_bytes().startswith(b"%PDF")


def test_pictures_come_from_the_folder_of_the_description_and_from_nowhere_else(desk: Path) -> None:
    (desk / "notes").mkdir()
    (desk / "notes" / "dot.png").write_bytes(DOT)
    (desk / "secret.png").write_bytes(DOT)
    done = []
    for name in ("dot.png", "../secret.png"):
        (desk / "notes" / "talk.md").write_text(f"# Dots\n\nA dot:\n\n![a dot]({name})\n", encoding="utf-8")
        done.append(asked(desk, "render", "notes/talk.md", "-o", "dots.docx", "--overwrite"))
    done.append(asked(desk, "render", "notes/talk.md", "--pictures", "notes", "-o", "dots.docx"))
    assert [each.returncode for each in done] == [0, 2, 2]
    assert "../secret.png" in done[1].stderr
    (desk / "dots.md").write_text("# Dots\n\n## One\n\n![a dot](dot.png)\n", encoding="utf-8")
    assert asked(desk, "render", "dots.md", "--pictures", "notes", "-o", "dots.pptx", "--no-look").returncode == 0


def test_two_papers_in_one_folder_show_their_own_pictures_and_pass_the_check(desk: Path) -> None:
    (desk / "notes").mkdir()
    for name, colour in (("rain", (0, 0, 255)), ("sun", (255, 0, 0))):
        PIL.Image.new("RGB", (40, 30), colour).save(desk / "notes" / f"{name}.png")
        (desk / "notes" / f"{name}.md").write_text(f"# {name}\n\nLook:\n\n![{name}]({name}.png)\n", encoding="utf-8")
        (desk / "picture-1.png").write_bytes(b"mine")
        done = asked(desk, "render", f"notes/{name}.md", "-o", f"{name}.tex", "--quiet")
        assert (done.returncode, done.stdout) == (0, f"{name}.tex\n"), done.stderr
    assert (desk / "picture-1.png").read_bytes() == b"mine"
    for name in ("rain", "sun"):
        assert f"{{{name}-picture-1.png}}" in (desk / f"{name}.tex").read_text(encoding="utf-8")
        checked = asked(desk, "check", f"{name}.tex")
        assert checked.returncode == 0, checked.stdout
    assert (desk / "rain-picture-1.png").read_bytes() != (desk / "sun-picture-1.png").read_bytes()
    (desk / "sun-picture-1.png").unlink()
    assert asked(desk, "check", "sun.tex").returncode == 1


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (("render", "talk.md", "-o", "talk.odp"), ".pptx"),
        (("render", "none.md", "-o", "talk.pptx"), "no such file"),
        (("render", "talk.md", "-o", "talk.pptx", "--theme", "ugly"), "ugly"),
        (("render", "talk.md", "-o", "talk.pdf", "--theme", "paper"), "Themes are for .pptx"),
        (("render", "talk.md", "-o", "talk.pptx", "--template", "talk.md"), "template"),
        (("check", "none.pptx"), "no such file"),
        (("check", "talk.md"), ".pptx"),
        (("preview", "none.pdf"), "no such file"),
    ],
)
def test_what_cannot_be_done_is_said_with_the_next_step(desk: Path, arguments: tuple[str, ...], says: str) -> None:
    done = asked(desk, *arguments)
    assert (done.returncode, says in done.stderr) == (2, True), done.stderr
    assert sorted(path.name for path in desk.iterdir() if path.name != "home") == ["lesson.md", "talk.md"]


def test_a_damaged_file_is_told_as_such(desk: Path) -> None:
    (desk / "bad.pptx").write_bytes(b"PK\x03\x04 not really")
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w") as archive:
        archive.writestr("[Content_Types].xml", "<Types/>")
    (desk / "hollow.docx").write_bytes(packed.getvalue())
    (desk / "bad.pdf").write_bytes(b"%PDF-1.7 no pages")
    for name in ("bad.pptx", "hollow.docx", "bad.pdf"):
        done = asked(desk, "check", name)
        assert (done.returncode, "✗" in done.stdout) == (1, True), (name, done.stdout, done.stderr)
        assert asked(desk, "preview", name, "-o", "pages").returncode == 1


def test_what_is_wrong_is_told_in_the_language_of_the_person_not_of_the_document(desk: Path) -> None:
    (desk / "odd.md").write_text("# Signs\n\nA sign: \U00012000 here.\n", encoding="utf-8")
    done = asked(desk, "--language", "zh", "render", "odd.md", "-o", "odd.pdf")
    assert (done.returncode, "✗ 第 1 页" in done.stdout) == (1, True), done.stdout + done.stderr
    assert "Some characters" not in done.stdout


def test_one_slide_is_made_anew_and_the_others_stay_byte_for_byte(desk: Path) -> None:
    assert asked(desk, "render", "talk.md", "-o", "talk.pptx", "--no-look").returncode == 0
    (desk / "one.md").write_text("# x\n\n## Where snow comes from\n\n- Cold air\n- Slow flakes\n", encoding="utf-8")
    done = asked(desk, "render", "one.md", "--edit", "talk.pptx", "--slide", "2", "-o", "new.pptx", "--no-look")
    assert done.returncode == 0, done.stderr
    before, after = words(desk / "talk.pptx"), words(desk / "new.pptx")
    assert (len(after), after[0], after[2]) == (3, before[0], before[2])
    assert "Where snow comes from" in after[1]
    assert asked(desk, "render", "one.md", "--edit", "talk.pptx", "-o", "new.pptx").returncode == 2
    assert asked(desk, "render", "one.md", "--edit", "talk.pptx", "--slide", "9", "-o", "new.pptx").returncode == 2


def words(path: Path) -> list[list[str]]:
    """The texts of each slide."""
    slides: Any = pptx.Presentation(str(path)).slides
    return [[shape.text_frame.text for shape in slide.shapes if shape.has_text_frame] for slide in slides]


@pytest.mark.skipif(xelatex_path() is None, reason="XELATEX IS NOT INSTALLED: a .tex is checked and not compiled")
def test_a_tex_file_is_compiled_where_that_can_be_done(desk: Path) -> None:
    (desk / "good.tex").write_text(PAPER.format(body="Rain falls."), encoding="utf-8")
    (desk / "bad.tex").write_text(PAPER.format(body=r"\setcounter{rain}{3}"), encoding="utf-8")
    assert asked(desk, "check", "good.tex").returncode == 0
    done = asked(desk, "check", "bad.tex")
    assert (done.returncode, "No counter 'rain' defined" in done.stdout) == (1, True), done.stdout
