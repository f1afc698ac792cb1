"""Files from the disk become attachments: all of them or none, and every trouble is a sentence."""

import asyncio
from collections.abc import Sequence
from pathlib import Path

import pytest

from inkwright.artifacts.texts_of_files import MAX_BYTES
from inkwright.conversation.attachments import Attachment
from inkwright.conversation.memory import MemoryAttachments
from inkwright.errors import InvalidOption, UnreadableFile
from inkwright.i18n import Language, error_text
from inkwright.usecases.attach_files import attach_files
from inkwright.usecases.open_store import Store
from tests.artifacts.pages.made_pdfs import pdf, written
from tests.usecases.note_stores import in_store


def attached(
    kept: MemoryAttachments, paths: Sequence[Path], owner: str = "me", language: Language = "en"
) -> list[Attachment]:
    return asyncio.run(attach_files(kept, "conv_1", paths, owner=owner, language=language))


def names(kept: MemoryAttachments, owner: str = "me") -> list[str]:
    return [each.name for each in asyncio.run(kept.of("conv_1", owner=owner))]


def test_files_are_read_and_kept_in_the_store(tmp_path: Path) -> None:
    (tmp_path / "雨.md").write_bytes("雨从海上来。".encode("gb18030"))
    (tmp_path / "a.pdf").write_bytes(pdf([written("Rain", 50, 200)]))

    async def work(store: Store) -> None:
        paths = [tmp_path / "雨.md", tmp_path / "a.pdf"]
        made = await attach_files(store.attachments, "conv_1", paths, owner="ann")
        assert made == [Attachment(name="雨.md", characters=6), Attachment(name="a.pdf", characters=16)]
        assert await store.attachments.read("conv_1", "雨.md", owner="ann") == "雨从海上来。"
        assert await store.attachments.read("conv_1", "a.pdf", owner="ann") == "## Page 1\n\nRain\n"
        assert await store.attachments.of("conv_1", owner="bob") == []

    in_store(tmp_path / "home", work)


def test_where_one_cannot_be_read_none_is_kept_and_the_reason_is_told_in_both_languages(tmp_path: Path) -> None:
    kept = MemoryAttachments()
    (tmp_path / "a.txt").write_text("fine")
    (tmp_path / "b.doc").write_text("old")
    for language, told in (
        ("en", "b.doc cannot be read: .doc files are not read here; save it as .docx."),
        ("zh", "无法读取 b.doc：这里不读取 .doc 文件；请另存为 .docx。"),
    ):
        with pytest.raises(UnreadableFile) as caught:
            attached(kept, [tmp_path / "a.txt", tmp_path / "b.doc"], language=language)  # type: ignore[arg-type]
        assert error_text(language, caught.value)[0] == told  # type: ignore[arg-type]
    assert names(kept) == []


def test_a_file_that_is_not_there_or_a_folder_or_too_large_is_told(tmp_path: Path) -> None:
    (tmp_path / "folder.txt").mkdir()
    with (tmp_path / "large.txt").open("wb") as file:
        file.truncate(MAX_BYTES + 1)
    for name, told in (
        ("none.txt", "No such file or directory"),
        ("folder.txt", "Is a directory"),
        ("large.txt", "it is larger than 32 MB; give a part of it"),
        ("a\0.txt", "embedded null byte"),
    ):
        with pytest.raises(UnreadableFile) as caught:
            attached(MemoryAttachments(), [tmp_path / name])
        assert caught.value.fields == {"name": name, "problem": told}


def test_a_text_that_is_too_long_is_refused_before_anything_is_kept(tmp_path: Path) -> None:
    kept = MemoryAttachments()
    (tmp_path / "a.txt").write_text("fine")
    (tmp_path / "long.txt").write_text("x" * 2_000_001)
    with pytest.raises(UnreadableFile, match="2,000,000 is the most"):
        attached(kept, [tmp_path / "a.txt", tmp_path / "long.txt"])
    assert names(kept) == []


def test_two_files_of_one_name_are_refused_and_a_later_one_replaces(tmp_path: Path) -> None:
    kept = MemoryAttachments()
    for folder, words in (("one", "1"), ("two", "22")):
        (tmp_path / folder).mkdir()
        (tmp_path / folder / "a.txt").write_text(words)
    with pytest.raises(InvalidOption, match="Two files have this name"):
        attached(kept, [tmp_path / "one" / "a.txt", tmp_path / "two" / "a.txt"])
    assert names(kept) == []
    attached(kept, [tmp_path / "one" / "a.txt"])
    made = attached(kept, [tmp_path / "two" / "a.txt"])
    assert made == asyncio.run(kept.of("conv_1", owner="me")) == [Attachment(name="a.txt", characters=2)]


def test_no_files_are_no_attachments() -> None:
    assert attached(MemoryAttachments(), []) == []


@pytest.mark.parametrize(
    ("language", "told"),
    [
        ("en", "long.txt cannot be read: it has 2,000,005 pages or characters, and 2,000,000 is the most;"),
        ("zh", "无法读取 long.txt：共有 2,000,005 页或字符，最多 2,000,000；"),
    ],
)
def test_a_text_that_is_too_long_is_told_with_both_figures(tmp_path: Path, language: Language, told: str) -> None:
    (tmp_path / "long.txt").write_text("rain " * 400_001)
    with pytest.raises(UnreadableFile) as caught:
        attached(MemoryAttachments(), [tmp_path / "long.txt"], language=language)
    assert error_text(language, caught.value)[0].startswith(told)
