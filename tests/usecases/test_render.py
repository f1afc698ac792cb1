"""Pictures that a text names: those of its folder, and nothing else of the machine."""

import asyncio
from pathlib import Path
from typing import Literal

import pytest

from inkwright.artifacts import verification
from inkwright.artifacts.drafts import Draft
from inkwright.artifacts.findings import Finding, Location
from inkwright.artifacts.quizzes.losses import ConversionLoss
from inkwright.artifacts.rendering.office import Office, find_office
from inkwright.artifacts.slides.fields import BaseSlide
from inkwright.artifacts.slides.layout_registry import Layout, PageContext, register_layout, unregister_layout
from inkwright.artifacts.slides.pptx.canvas import SlidePage, body_below_title, fit_single_text
from inkwright.artifacts.slides.themes.theme import TextStyle
from inkwright.artifacts.vault import Verified
from inkwright.artifacts.verification import Checker, register_checker
from inkwright.errors import InvalidOption, UnreadableFile
from inkwright.settings import load_settings
from inkwright.usecases.folder_pictures import MAX_PICTURE_BYTES, FolderPictures
from inkwright.usecases.render import RenderRequest, check_file, file_kind, render_file
from inkwright.usecases.store import open_store
from tests.artifacts.webpages.faulty_pages import HEAD, made
from tests.each import each


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    inside = tmp_path / "notes"
    (inside / "drawings").mkdir(parents=True)
    (inside / "leaf.PNG").write_bytes(b"leaf")
    (inside / "drawings" / "叶子.jpg").write_bytes(b"yezi")
    (inside / "notes.md").write_text("secret plans", encoding="utf-8")
    (tmp_path / "outside.png").write_bytes(b"outside")
    (inside / "link.png").symlink_to(tmp_path / "outside.png")
    return inside


def test_pictures_below_the_folder_are_there_by_their_names(folder: Path) -> None:
    pictures = FolderPictures(folder)
    assert dict(pictures) == {"leaf.PNG": b"leaf", "drawings/叶子.jpg": b"yezi"}
    assert pictures["./drawings/../leaf.PNG"] == b"leaf"
    assert len(pictures) == 2


@each("name", ["a.png", "a.jpg", "a.JPEG", "a.gif", "a.webp", "a.bmp", "a.tif", "a.tiff", "a.svg"])
def test_a_picture_of_every_format_that_documents_show_is_there(name: str, tmp_path: Path) -> None:
    (tmp_path / name).write_bytes(b"picture")
    assert FolderPictures(tmp_path)[name] == b"picture"


@pytest.mark.parametrize(
    "name",
    [
        "../outside.png",
        "link.png",
        "notes.md",
        "/etc/hostname",
        "/etc/passwd.png",
        "none.png",
        "a\0.png",
        "x" * 5000 + ".png",
        "",
    ],
)
def test_what_leads_out_or_is_no_picture_is_not_there(folder: Path, name: str) -> None:
    pictures = FolderPictures(folder)
    assert name not in pictures
    assert pictures.get(name) is None


def test_a_picture_that_is_too_large_is_refused(folder: Path) -> None:
    with (folder / "huge.png").open("wb") as file:
        file.truncate(MAX_PICTURE_BYTES + 1)
    with pytest.raises(UnreadableFile, match="larger"):
        FolderPictures(folder)["huge.png"]


def refuse(_draft: Draft) -> list[Finding]:
    return [Finding(code="literal", severity="error", fields={"what": "Wet.", "mend": "Dry it."})]


def fail(_draft: Draft) -> list[Finding]:
    raise KeyError("cloud")


@pytest.mark.parametrize(("checker", "said"), [(refuse, "Wet. Dry it."), (fail, "KeyError: 'cloud'")])
def test_a_registered_kind_is_checked_and_a_finding_without_a_location_names_the_file(
    checker: Checker, said: str
) -> None:
    register_checker("rain", checker)
    try:
        report = asyncio.run(check_file("folder/today.rain", b"", "en", office=None))
    finally:
        del verification._CHECKERS["rain"]
    [found] = report.findings
    assert found.location == Location(file="today.rain")
    assert said in found.summary("en")


def test_a_kind_that_nobody_checks_is_refused_with_those_that_are_checked() -> None:
    with pytest.raises(InvalidOption, match=r"The file name must end in one of \.docx.*\.json"):
        file_kind("today.rain")


class TinySlide(BaseSlide):
    """One small line."""

    layout: Literal["tiny"] = "tiny"


def tiny_pages(slide: TinySlide, context: PageContext) -> list[SlidePage]:
    body, style = body_below_title(context.theme, "bullets", slide.title), TextStyle((20.0,))
    fitted = fit_single_text("Rain.", body, style, context.theme)
    return [SlidePage("bullets", lambda canvas: canvas.fill("body", body, style, fitted), "")]


@pytest.mark.skipif(find_office() is None, reason="needs LibreOffice")
def test_warnings_about_rendered_pages_are_reported(tmp_path: Path) -> None:
    async def render() -> list[ConversionLoss | Finding]:
        notes: list[ConversionLoss | Finding] = []
        source = '{"title": "Rain", "slides": [{"layout": "tiny", "title": "Today"}]}'
        request = RenderRequest(source, "rain.json", "pptx", {})
        program = find_office()
        assert program
        async with open_store(load_settings(flags={}, environ={}, folder=tmp_path, home=tmp_path)) as store:
            _, result = await render_file(store, request, office=Office(program), report_note=notes.append)
        assert isinstance(result, Verified)
        return notes

    register_layout(Layout(model=TinySlide, pages=tiny_pages, summary=""))
    try:
        [note] = asyncio.run(render())
    finally:
        unregister_layout("tiny")
    assert "looks empty" in note.message("en")


def test_a_page_with_characters_that_this_machine_shows_as_boxes_has_a_warning(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "fc-list").write_text("#!/bin/sh\n", encoding="utf-8")
    (tmp_path / "fc-list").chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path))

    def found(body: str) -> list[tuple[str, str, object]]:
        page = made(f"{HEAD}{body}", css='p { font-family: "微软雅黑", sans-serif }').main
        report = asyncio.run(check_file("page.html", page, "en", office=None))
        return [(each.code, each.severity, each.fields.get("characters")) for each in report.findings]

    assert ("fonts.boxed", "warning", "河流") in found("<p>河流</p>")
    # A font that a style names is no text.
    assert [code for code, _, _ in found("<p>Rivers</p>") if code == "fonts.boxed"] == []


def test_a_page_of_another_program_is_checked_by_what_any_page_should_be() -> None:
    page = (
        '<!doctype html><html><head><meta charset="utf-8"><title>Rain</title><script>{script}</script></head><body>'
        '<h1>Rain</h1><p><a href="https://example.org">More</a> <a href="#gone">Less</a></p></body></html>'
    )

    def found(script: str) -> list[tuple[str, str]]:
        content = page.format(script=script).encode()
        report = asyncio.run(check_file("page.html", content, "en", office=None, may_run=False))
        return [(each.code, each.severity) for each in report.findings]

    advice = [("page.no_viewport", "warning"), ("page.dangling", "warning")]
    assert found("") == advice
    assert ("error" in {severity for _, severity in found("fetch('https://example.org')")}) is True


def test_the_parts_of_a_paper_are_read_from_its_folder_and_not_from_outside(tmp_path: Path) -> None:
    folder = tmp_path / "paper"
    (folder / "parts").mkdir(parents=True)
    (folder / "parts" / "intro.tex").write_text("\\section{One}\\label{one}\\input{parts/more}", encoding="utf-8")
    (folder / "parts" / "more.tex").write_text("\\includegraphics{leaf.png}", encoding="utf-8")
    (folder / "leaf.png").write_bytes(b"leaf")
    (tmp_path / "outside.tex").write_text("x", encoding="utf-8")
    (folder / "link.tex").symlink_to(tmp_path / "outside.tex")
    body = "\\input{parts/intro}\\ref{one}\\input{link}\\include{none}"
    main = f"\\documentclass{{article}}\\usepackage{{graphicx}}\\begin{{document}}{body}\\end{{document}}"
    check = check_file("main.tex", main.encode(), "en", office=None, pictures=FolderPictures(folder))
    assert [(each.code, each.fields["name"]) for each in asyncio.run(check).findings] == [
        ("tex.no_file", "link"),
        ("tex.no_file", "none"),
    ]
