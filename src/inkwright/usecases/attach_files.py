"""Attach files to a conversation: what is written in them is kept beside what is said."""

import asyncio
from collections import Counter
from collections.abc import Sequence
from pathlib import Path

from inkwright.artifacts.texts_of_files import MAX_BYTES, text_of
from inkwright.conversation.attachments import MAX_CHARACTERS, Attachment, kept_name, kept_text
from inkwright.conversation.protocols import Attachments
from inkwright.errors import InvalidOption, UnreadableFile
from inkwright.i18n import Language, text


async def attach_files(
    attachments: Attachments, conversation_id: str, paths: Sequence[Path], *, owner: str, language: Language = "en"
) -> list[Attachment]:
    """Read the files, then keep their texts; where one cannot be read, none is kept.

    A file of the same name as one that is there already replaces it.
    """
    twice = [name for name, count in Counter(kept_name(path.name) for path in paths).items() if count > 1]
    if twice:
        raise InvalidOption(option="file", value=twice[0], allowed="Two files have this name: rename one of them.")
    texts = {path.name: await asyncio.to_thread(_text, path, language) for path in paths}
    return [await attachments.add(conversation_id, name, written, owner=owner) for name, written in texts.items()]


def _text(path: Path, language: Language) -> str:
    try:
        with path.open("rb") as file:
            content = file.read(MAX_BYTES + 1)
    except (OSError, ValueError) as problem:
        # A name with a NUL in it is a ValueError of the system's own.
        said = getattr(problem, "strerror", None) or str(problem)
        raise UnreadableFile(name=path.name, problem=said) from problem
    if len(content) > MAX_BYTES:
        most = MAX_BYTES // 1024 // 1024
        raise UnreadableFile(name=path.name, problem=text(language, "reading.too_large", most=most))
    read = text_of(path.name, content, language)
    if len(read) > MAX_CHARACTERS:
        told = text(language, "reading.too_long", count=f"{len(read):,}", most=f"{MAX_CHARACTERS:,}")
        raise UnreadableFile(name=path.name, problem=told)
    written = kept_text(path.name, read)
    if not written.strip():
        raise UnreadableFile(name=path.name, problem=text(language, "reading.empty"))
    return written
