"""Uploaded files: written in bounded pieces to a private folder under safe names, each its own; removed after use."""

import asyncio
import base64
import contextlib
import itertools
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
            path = _free_path(Path(folder), file.filename or "file")
            left = await _receive(file, path, left, most)
            paths.append(path)
        yield paths


@contextlib.asynccontextmanager
async def written_files(files: Sequence[tuple[str, bytes]]) -> AsyncIterator[list[Path]]:
    """Write files that came within a message to a private folder; it is removed at the end."""
    if not files:
        yield []
        return
    with tempfile.TemporaryDirectory(prefix="inkwright-upload-") as folder:
        paths: list[Path] = []
        for name, content in files:
            path = _free_path(Path(folder), name)
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


def _free_path(folder: Path, name: str) -> Path:
    """Return where a file is written: under its own name, or with a number if another file of the upload has it."""
    path = Path(attachment_name(name))
    numbered = (attachment_name(f"{path.stem} ({number}){path.suffix}") for number in itertools.count(2))
    names = itertools.chain([path.name], numbered)
    return next(free for each in names if not (free := folder / each).exists())


async def _receive(file: UploadFile, path: Path, left: int, most: int) -> int:
    """Write one file; return how many bytes the others may still have."""
    with await asyncio.to_thread(path.open, "wb") as target:
        while piece := await file.read(_PIECE):
            left -= len(piece)
            if left < 0:
                raise ApiProblem(413, "too_large", most=most // 1024)
            await asyncio.to_thread(target.write, piece)
    return left
