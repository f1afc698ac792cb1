"""Uploaded files: written to a private folder in bounded pieces under safe names, and removed after use."""

import asyncio
import base64
import contextlib
import tempfile
from collections.abc import AsyncIterator, Sequence
from pathlib import Path
from typing import Final
from urllib.parse import unquote_to_bytes

from fastapi import UploadFile

from inkwright.conversation.attachments import attachment_name
from inkwright.errors import InvalidOption
from inkwright.i18n import Reason
from inkwright.server.problems import ApiProblem

_PIECE: Final = 1024 * 1024


@contextlib.asynccontextmanager
async def received_files(files: Sequence[UploadFile], most: int) -> AsyncIterator[list[Path]]:
    """Write the files to a folder that only this user can read; it is removed at the end."""
    with tempfile.TemporaryDirectory(prefix="inkwright-upload-") as folder:
        left = most
        paths: list[Path] = []
        for file in files:
            path = Path(folder) / attachment_name(file.filename or "file")
            left = await _receive(file, path, left, most)
            paths.append(path)
        yield paths


@contextlib.asynccontextmanager
async def written_files(files: Sequence[tuple[str, bytes]]) -> AsyncIterator[list[Path]]:
    """Write files that came within a message, each into a folder of its own; they are removed at the end."""
    if not files:
        yield []
        return
    with tempfile.TemporaryDirectory(prefix="inkwright-upload-") as folder:
        paths: list[Path] = []
        for number, (name, content) in enumerate(files):
            path = Path(folder) / str(number) / attachment_name(name)
            path.parent.mkdir()
            await asyncio.to_thread(path.write_bytes, content)
            paths.append(path)
        yield paths


def content_of(url: str) -> bytes:
    """Return the content of a `data:` URL. InvalidOption for another address: the service fetches nothing."""
    head, comma, data = url.partition(",")
    try:
        if not comma or not head.lower().startswith("data:"):
            raise ValueError(url)
        return base64.b64decode(data, validate=True) if head.lower().endswith(";base64") else unquote_to_bytes(data)
    except ValueError as problem:
        raise InvalidOption(option="file", value=url[:50], allowed=Reason("server.file_parts")) from problem


async def _receive(file: UploadFile, path: Path, left: int, most: int) -> int:
    """Write one file; return how many bytes the others may still have."""
    with await asyncio.to_thread(path.open, "wb") as target:
        while piece := await file.read(_PIECE):
            left -= len(piece)
            if left < 0:
                raise ApiProblem(413, "too_large", most=most // 1024)
            await asyncio.to_thread(target.write, piece)
    return left
