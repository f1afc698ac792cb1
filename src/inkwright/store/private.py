"""Files and folders that nobody but their owner can read, whatever the machine allows by default."""

import os
from pathlib import Path


def make_folder(folder: Path) -> None:
    """Have the folder. It and those above it that were missing are their owner's alone; one that is there stays."""
    for above in reversed(folder.parents):
        if not os.path.lexists(above):
            above.mkdir(mode=0o700, exist_ok=True)
    folder.mkdir(mode=0o700, exist_ok=True)


def make_file(path: Path) -> None:
    """Have an empty file under this name, before another program writes into it."""
    path.unlink(missing_ok=True)
    os.close(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600))


def write_text(path: Path, written: str) -> None:
    """Have a file with this text, and with the text on the disk."""
    make_file(path)
    with path.open("w", encoding="utf-8") as file:
        file.write(written)
        file.flush()
        os.fsync(file.fileno())
