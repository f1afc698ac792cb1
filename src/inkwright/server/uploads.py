"""Uploaded files: written to a private folder in bounded pieces under safe names, and removed after use."""

import asyncio
import contextlib
import tempfile
from collections.abc import AsyncIterator, Sequence
from pathlib import Path
from typing import Final

from fastapi import UploadFile

from inkwright.conversation.attachments import attachment_name
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


async def _receive(file: UploadFile, path: Path, left: int, most: int) -> int:
    """Write one file; return how many bytes the others may still have."""
    with await asyncio.to_thread(path.open, "wb") as target:
        while piece := await file.read(_PIECE):
            left -= len(piece)
            if left < 0:
                raise ApiProblem(413, "too_large", most=most // 1024)
            await asyncio.to_thread(target.write, piece)
    return left
