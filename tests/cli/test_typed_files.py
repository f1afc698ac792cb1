"""The files that a message names: after `@`, as a path, or by their names in this folder."""

from pathlib import Path

import pytest

from inkwright.cli.typed_files import folder_files, nested_files, source_path, typed_files
from inkwright.conversation.turns import ConversationFile
from inkwright.errors import UnreadableFile, UnreadableInput
from tests.each import each


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    (tmp_path / "deep").mkdir()
    for name, text in (
        ("tea.md", "# The tea of Lindow"),
        ("茶.md", "# 茶"),
        ("my notes.txt", "x"),
        ("deep/rain.csv", "x"),
        ("bees.md", "x"),
        ("bees.txt", "x"),
        (".hidden.md", "x"),
        ("photo.png", "x"),
    ):
        (tmp_path / name).write_text(text, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    return tmp_path


@each(
    "message, names",
    [
        ("A quiz from @tea.md, please.", ["tea.md"]),
        ("用@茶.md做测验", ["茶.md"]),
        ("用 @茶.md做测验", ["茶.md"]),
        ("用茶.md做测验", ["茶.md"]),
        ('@"my notes.txt" and deep/rain.csv', ["my notes.txt", "deep/rain.csv"]),
        ("Use “my notes.txt”", ["my notes.txt"]),
        ("Slides from ./tea.md and tea.md", ["tea.md"]),
        ("@nothing.md", ["nothing.md"]),
        ("@somebody said so", []),
        ("Read nothing.md", []),
        ("Save it as tea.md", []),
        ("No file at all", []),
    ],
)
def test_named_files_are_found(folder: Path, message: str, names: list[str]) -> None:
    assert [str(path) for path in typed_files(message)] == names


def test_a_mention_of_a_file_that_the_conversation_has_needs_no_file(folder: Path) -> None:
    assert typed_files("@gone.md again", ["gone.md"]) == []


@each(
    "message, names",
    [
        ("a quiz from the file tea", ["tea.md"]),
        ("from bees, please", ["bees.md", "bees.txt"]),
        ('a quiz from "The tea of Lindow"', ["tea.md"]),
        ("one document from all files", ["bees.md", "bees.txt", "my notes.txt", "tea.md", "茶.md"]),
        ("用茶做一份测验", ["茶.md"]),
        ("a quiz about tea", []),
        ("I like tea", []),
    ],
)
def test_a_file_of_the_folder_may_be_meant_by_its_name(folder: Path, message: str, names: list[str]) -> None:
    assert [path.name for path in folder_files(message, folder, ())] == names


def test_what_is_known_or_was_made_is_left_out(folder: Path) -> None:
    known = [ConversationFile(name="tea.md", path=str(folder / "tea.md"))]
    found = folder_files("all files", folder, known, made=["bees.quiz.json"])
    assert [path.name for path in found] == ["my notes.txt", "茶.md"]


@pytest.fixture
def nested(folder: Path) -> Path:
    for name in ("a/plan.md", "b/plan.md", "b/c/lake.md", "b/c/d/far.md", ".git/plan.md", "a/tea.md", "a/雪.md"):
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text("x", encoding="utf-8")
    return folder


@each(
    "message, names",
    [
        ("slides from c/lake.md", ["b/c/lake.md"]),
        ("slides from lake.md", ["b/c/lake.md"]),
        ("用雪.md做测验", ["a/雪.md"]),
        ("a quiz from far.md", []),
        ("Save it as plan.md", []),
        ("a quiz from nothing.md", []),
    ],
)
def test_a_name_that_only_subfolders_have_is_found_there(nested: Path, message: str, names: list[str]) -> None:
    found = nested_files(message, nested, ())
    assert [path.relative_to(nested.resolve()).as_posix() for path in found] == names


def test_a_name_that_several_subfolders_have_is_not_guessed(nested: Path) -> None:
    with pytest.raises(UnreadableInput) as caught:
        nested_files("Make a quiz from plan.md", nested, ())
    assert "several files have this name" in str(caught.value.fields["problem"])


def test_a_name_of_this_folder_or_of_the_conversation_is_not_looked_for_in_subfolders(nested: Path) -> None:
    assert nested_files("A quiz of tea.md", nested, ["tea.md"]) == []
    assert nested_files("slides from plan.md", nested, ["plan.md"]) == []


@each(
    ("message", "expected"),
    [
        ("Make a quiz from @rain.csv", ["deep/rain.csv"]),
        ("Make a quiz from @rain", ["deep/rain.csv"]),
        ("Make a quiz from @tea.", ["tea.md"]),
        ("Make a quiz from @TEA", ["tea.md"]),
        ("用 @茶 做一份测验", ["茶.md"]),
        ("用 @茶做一份测验", ["茶.md"]),
        ("Ask @someone", []),
        ("Make a quiz from @nothing.md", ["nothing.md"]),
        ("See @photo", []),
    ],
)
def test_a_mention_finds_files_below_and_without_their_extension(
    folder: Path, message: str, expected: list[str]
) -> None:
    assert [path.resolve() for path in typed_files(message)] == [folder / name for name in expected]


def test_a_name_of_what_was_made_from_a_note_means_the_note(folder: Path) -> None:
    for name in ("Tea.html", "tea.docx", "deep/tea.md"):
        (folder / name).write_text("x")
    assert typed_files("Make a quiz from @tea") == [folder / "tea.md"]


def test_a_mention_of_several_files_names_them(folder: Path) -> None:
    with pytest.raises(UnreadableInput) as caught:
        typed_files("Make a quiz from @bees")
    assert "bees.md, bees.txt" in str(caught.value.fields["problem"])
    assert typed_files("Make a quiz from @bees", ["bees.md"]) == []


def test_a_link_out_of_the_folder_is_not_found(tmp_path: Path) -> None:
    work = tmp_path / "downloaded"
    (work / "deep").mkdir(parents=True)
    outside = tmp_path / "private.md"
    outside.write_text("# The tea of Lindow", encoding="utf-8")
    (work / "tea.md").symlink_to(outside)
    (work / "deep" / "rain.md").symlink_to(outside)
    requests = ('a quiz from "The tea of Lindow"', "slides from tea.md", "slides from rain.md")
    assert [[*folder_files(each, work, ()), *nested_files(each, work, ())] for each in requests] == [[], [], []]


def test_an_address_of_the_web_is_refused_with_advice_and_one_of_a_file_is_a_path() -> None:
    assert source_path("notes.md") == Path("notes.md")
    assert source_path("file:///tmp/my%20notes.md") == Path("/tmp/my notes.md")
    with pytest.raises(UnreadableFile, match=r"https://example.org/rain.html: it is a web address; save the page"):
        source_path("https://example.org/rain.html")
