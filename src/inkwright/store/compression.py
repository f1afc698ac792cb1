"""Compressed texts, as the database stores them."""

import zlib


def compress_text(text: str) -> bytes:
    """Compress a text. For long texts call it in a thread: it takes long enough to delay others."""
    return zlib.compress(text.encode())


def decompress_text(compressed: bytes) -> str:
    """Return the text that was compressed."""
    return zlib.decompress(compressed).decode()
