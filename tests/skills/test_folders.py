"""Skills from folders and zip files: confined, bounded, never run; what is not a skill is refused."""

import io
import stat
import zipfile
from pathlib import Path

import pytest

from inkwright.errors import InvalidOption
from inkwright.skills.folders import MAX_FILE, SKILL_FILE, parse_skill, read_skill, skill_from_zip, valid_skill_name
from tests.each import each

SKILL = (
    "---\nname: plain-words\ndescription: Uses plain words.\nmetadata:\n  title: 平实\n---\n\n"
    "# Plain\n\nUse plain words.\n"
)


def zipped(**files: str | bytes) -> bytes:
    content = io.BytesIO()
    with zipfile.ZipFile(content, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, text in files.items():
            archive.writestr(name, text)
    return content.getvalue()


def test_a_skill_is_read_from_a_folder_with_its_text_files_and_no_links(tmp_path: Path) -> None:
    folder = tmp_path / "plain-words"
    for path, content in {
        SKILL_FILE: SKILL.encode(),
        "references/词.md": "雨".encode(),
        "scripts/run.sh": b"touch /tmp/was-run",
        "assets/a.png": b"\x89PNG\0",
        ".hidden": b"x",
    }.items():
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        (folder / path).write_bytes(content)
    (folder / "large.md").write_bytes(b"x" * (MAX_FILE + 1))
    (folder / "passwd").symlink_to("/etc/passwd")
    (folder / "loop").symlink_to(folder)
    draft = read_skill(folder)
    assert (draft.name, draft.description, draft.title) == ("plain-words", "Uses plain words.", "平实")
    assert draft.instructions == "# Plain\n\nUse plain words."
    assert draft.files == {"references/词.md": "雨", "scripts/run.sh": "touch /tmp/was-run"}
    assert draft.left_out == ("assets/a.png", "large.md")
    assert read_skill(folder / SKILL_FILE).name == "plain-words"


def test_a_zip_file_has_the_folder_or_its_files() -> None:
    for root in ("", "plain-words/"):
        draft = skill_from_zip(zipped(**{f"{root}{SKILL_FILE}": SKILL, f"{root}a.md": "A", "__MACOSX/x": "x"}))
        assert (draft.name, draft.files) == ("plain-words", {"a.md": "A"})


@each(
    "path",
    ["../evil.md", "a/../../evil.md", "/etc/evil.md", "..\\evil.md", "C:\\evil.md", "C:/evil.md"],
)
def test_a_path_out_of_the_folder_refuses_the_whole_zip(path: str) -> None:
    with pytest.raises(InvalidOption):
        skill_from_zip(zipped(**{SKILL_FILE: SKILL, path: "x"}))


def test_links_and_bombs_in_a_zip_are_left_out() -> None:
    content = io.BytesIO()
    with zipfile.ZipFile(content, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr(SKILL_FILE, SKILL)
        link = zipfile.ZipInfo("link.md")
        link.external_attr = (stat.S_IFLNK | 0o777) << 16
        archive.writestr(link, "/etc/passwd")
        archive.writestr("bomb.md", b"x" * 50_000_000)
    draft = skill_from_zip(content.getvalue())
    assert (draft.files, draft.left_out) == ({}, ("bomb.md",))


@each(
    "content",
    [
        b"",
        b"no zip",
        zipped(readme="x"),
        zipped(**{"a/SKILL.md": SKILL, "b/SKILL.md": SKILL}),
        zipped(**{SKILL_FILE: b"\xff\xfe"}),
        zipped(**{f"{number}.md": "x" for number in range(501)}),
    ],
)
def test_what_is_no_skill_is_refused(content: bytes) -> None:
    with pytest.raises(InvalidOption):
        skill_from_zip(content)


@each(
    "written",
    [
        "",
        "# Only a text",
        "---\nname: a\n---\ntext",
        "---\nname: 5\ndescription: b\n---\ntext",
        "---\nname: a b/c\ndescription: b\n---\ntext",
        "---\nname: a\ndescription: b\n---\n",
        "---\n- a\n---\ntext",
        "---\nname: !!python/object/apply:os.system [ls]\ndescription: b\n---\ntext",
        "---\nname: a\ndescription: " + "x" * 1_025 + "\n---\ntext",
        "---\nname: a\ndescription: b\n---\n" + "x" * 100_001,
        "---\na: &a [x, x]\nb: &b [*a, *a]\nc: [*b, *b]\nname: a\ndescription: b\n---\ntext",
        "---\n" + "[" * 5_000 + "\n---\ntext",
    ],
)
def test_a_front_matter_that_is_not_valid_is_refused(written: str) -> None:
    with pytest.raises(InvalidOption):
        parse_skill(written)


@each(
    "written, name",
    [("Plain Words", "plain-words"), ("口语化_改写", "口语化-改写"), (" a1 ", "a1")],
)
def test_names_have_one_form(written: str, name: str) -> None:
    assert valid_skill_name(written) == name


@each("written", ["", "-a", "a--b", "a/b", "a.b", "..", "x" * 65, "a\nb"])
def test_other_names_are_refused(written: str) -> None:
    with pytest.raises(InvalidOption):
        valid_skill_name(written)
