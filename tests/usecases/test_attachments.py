"""Files that are attached to a conversation: read whole or refused, and kept apart by where they are."""

import asyncio
from collections.abc import Sequence
from pathlib import Path

import pytest

from inkwright.artifacts.text_extraction import MAX_BYTES
from inkwright.conversation.attachments import Attachment
from inkwright.conversation.turns import ConversationFile
from inkwright.errors import UnreadableFile
from inkwright.i18n import Language, Reason, error_text
from inkwright.testing.memory_conversations import MemoryAttachments
from inkwright.usecases.attachments import attach_files
from inkwright.usecases.store import Store
from tests.artifacts.rendering.sample_pdfs import pdf, written
from tests.usecases.note_stores import in_store


def attached(
    kept: MemoryAttachments, paths: Sequence[Path], owner: str = "me", language: Language = "en"
) -> list[ConversationFile]:
    return asyncio.run(attach_files(kept, "conv_1", paths, owner=owner, language=language))


def names(kept: MemoryAttachments, owner: str = "me") -> list[str]:
    return [each.name for each in asyncio.run(kept.of("conv_1", owner=owner))]


def test_files_are_read_and_kept_in_the_store(tmp_path: Path) -> None:
    (tmp_path / "雨.md").write_bytes("雨从海上来。".encode("gb18030"))
    (tmp_path / "a.pdf").write_bytes(pdf([written("Rain", 50, 200)]))

    async def work(store: Store) -> None:
        paths = [tmp_path / "雨.md", tmp_path / "a.pdf"]
        made = await attach_files(store.attachments, "conv_1", paths, owner="ann")
        assert made == [ConversationFile(name=path.name, path=str(path)) for path in paths]
        assert await store.attachments.of("conv_1", owner="ann") == [
            Attachment(name="a.pdf", characters=5),
            Attachment(name="雨.md", characters=6),
        ]
        assert await store.attachments.read("conv_1", "雨.md", owner="ann") == "雨从海上来。"
        assert await store.attachments.read("conv_1", "a.pdf", owner="ann") == "Rain\n"
        assert await store.attachments.of("conv_1", owner="bob") == []

    in_store(tmp_path / "home", work)


def test_where_one_cannot_be_read_none_is_kept_and_the_reason_is_told_in_both_languages(tmp_path: Path) -> None:
    kept = MemoryAttachments()
    (tmp_path / "a.txt").write_text("fine")
    (tmp_path / "b.doc").write_text("old")
    for language, told in (
        ("en", "Cannot read b.doc: Inkwright does not read .doc files; save the file as .docx."),
        ("zh", "无法读取 b.doc：这里不读取 .doc 文件；请另存为 .docx。"),
    ):
        with pytest.raises(UnreadableFile) as caught:
            attached(kept, [tmp_path / "a.txt", tmp_path / "b.doc"], language=language)  # type: ignore[arg-type]
        assert error_text(language, caught.value)[0] == told  # type: ignore[arg-type]
    assert names(kept) == []


def test_a_file_that_is_not_there_or_a_folder_or_too_large_is_reported(tmp_path: Path) -> None:
    (tmp_path / "folder.txt").mkdir()
    with (tmp_path / "large.txt").open("wb") as file:
        file.truncate(MAX_BYTES + 1)
    for name, told in (
        ("none.txt", "no such file or directory"),
        ("folder.txt", "it is a folder; name the files in it"),
        ("large.txt", "the file is larger than 32 MB; use a part of it"),
        ("a\0.txt", str(Reason("reason.name_character"))),
    ):
        with pytest.raises(UnreadableFile) as caught:
            attached(MemoryAttachments(), [tmp_path / name])
        assert (caught.value.fields["name"], str(caught.value.fields["problem"])) == (name, told)


def test_a_text_that_is_too_long_is_refused_before_anything_is_kept(tmp_path: Path) -> None:
    kept = MemoryAttachments()
    (tmp_path / "a.txt").write_text("fine")
    (tmp_path / "long.txt").write_text("x" * 2_000_001)
    with pytest.raises(UnreadableFile, match="with a limit of 2,000,000"):
        attached(kept, [tmp_path / "a.txt", tmp_path / "long.txt"])
    assert names(kept) == []


def test_two_files_of_one_name_are_two_files_and_the_same_file_is_read_again(tmp_path: Path) -> None:
    kept = MemoryAttachments()
    for folder, words in (("one", "1"), ("two", "22")):
        (tmp_path / folder).mkdir()
        (tmp_path / folder / "a.txt").write_text(words)
    paths = [tmp_path / "one" / "a.txt", tmp_path / "two" / "a.txt"]
    both = attached(kept, paths)
    assert [(each.name, each.path) for each in both] == [("a.txt", str(paths[0])), ("a (two).txt", str(paths[1]))]
    paths[1].write_text("333")
    again = asyncio.run(attach_files(kept, "conv_1", [paths[1]], owner="me", known=both))
    assert again == [both[1]]
    assert asyncio.run(kept.read("conv_1", "a (two).txt", owner="me")) == "333"
    assert names(kept) == ["a (two).txt", "a.txt"]


def test_no_files_are_no_attachments() -> None:
    assert attached(MemoryAttachments(), []) == []


@pytest.mark.parametrize(
    ("language", "told"),
    [
        ("en", "Cannot read long.txt: its length in pages or characters is 2,000,005, with a limit of 2,000,000;"),
        ("zh", "无法读取 long.txt：共有 2,000,005 页或字符，最多 2,000,000；"),
    ],
)
def test_a_text_that_is_too_long_is_reported_with_both_figures(tmp_path: Path, language: Language, told: str) -> None:
    (tmp_path / "long.txt").write_text("rain " * 400_001)
    with pytest.raises(UnreadableFile) as caught:
        attached(MemoryAttachments(), [tmp_path / "long.txt"], language=language)
    assert error_text(language, caught.value)[0].startswith(told)
