"""Attach files to a conversation: read their texts, and keep files of one name from different folders apart."""

import asyncio
from collections.abc import Sequence
from itertools import chain, count
from pathlib import Path, PurePosixPath
from typing import Final

from inkwright.artifacts.text_extraction import MAX_BYTES, extract_text
from inkwright.conversation.attachments import MAX_CHARACTERS, attachment_name, attachment_text
from inkwright.conversation.protocols import Attachments, Conversations
from inkwright.conversation.turns import ConversationFile
from inkwright.errors import UnreadableFile
from inkwright.file_reading import read_limited
from inkwright.i18n import Language, Reason

_MAX_TURNS: Final = 20


async def known_files(
    conversations: Conversations, conversation_id: str, *, owner: str
) -> tuple[ConversationFile, ...]:
    """Return the files of a conversation as of its latest turn, in the order of their attachment."""
    latest = await conversations.latest_turns(conversation_id, owner=owner, limit=1)
    return latest[-1].files if latest else ()


async def made_names(conversations: Conversations, conversation_id: str, *, owner: str) -> list[str]:
    """Return the names of what the latest turns of a conversation made."""
    latest = await conversations.latest_turns(conversation_id, owner=owner, limit=_MAX_TURNS)
    return [each.name for turn in latest if turn.outcome for each in turn.outcome.receipt.artifacts]


async def attach_files(
    attachments: Attachments,
    conversation_id: str,
    paths: Sequence[Path],
    *,
    owner: str,
    language: Language = "en",
    known: Sequence[ConversationFile] = (),
) -> list[ConversationFile]:
    """Read the files, then store their texts; if one cannot be read, none is stored.

    A file that was attached before, according to `known`, is replaced by its present text. Another file of the same
    name is another file: the name of its folder is added.
    """
    files: dict[Path, ConversationFile] = {}
    for path in dict.fromkeys(map(_resolved, paths)):
        files[path] = _named_file(path, [*known, *files.values()])
    texts = {path: await asyncio.to_thread(_read_text, path, language) for path in files}
    for path, file in files.items():
        await attachments.add(conversation_id, file.name, texts[path], owner=owner)
    return list(files.values())


def _resolved(path: Path) -> Path:
    """Return where the path leads; the path itself if that cannot be told: reading it reports why."""
    try:
        return path.expanduser().resolve()
    except (OSError, ValueError, RuntimeError):
        return path


def _named_file(path: Path, known: Sequence[ConversationFile]) -> ConversationFile:
    """Return the file under its own name; if that belongs to another file, with its folder or a number added."""
    earlier = next((each for each in known if each.path == str(path)), None)
    if earlier is not None:
        return earlier
    taken = {each.name for each in known if each.path}
    plain = PurePosixPath(path.name)
    marks = chain([path.parent.name or "2"], count(2))
    name = attachment_name(path.name)
    while name in taken:
        name = attachment_name(f"{plain.stem} ({next(marks)}){plain.suffix}")
    return ConversationFile(name=name, path=str(path))


def _read_text(path: Path, language: Language) -> str:
    too_large = Reason("reading.too_large", most=MAX_BYTES // 1024 // 1024)
    content = Reason("reading.folder") if path.is_dir() else read_limited(path, MAX_BYTES, too_large=too_large)
    if not isinstance(content, bytes):
        raise UnreadableFile(name=path.name, problem=content)
    read = extract_text(path.name, content, language)
    if len(read) > MAX_CHARACTERS:
        too_long = Reason("reading.too_long", count=f"{len(read):,}", most=f"{MAX_CHARACTERS:,}")
        raise UnreadableFile(name=path.name, problem=too_long)
    written = attachment_text(path.name, read)
    if not written.strip():
        raise UnreadableFile(name=path.name, problem=Reason("reading.empty"))
    return written
