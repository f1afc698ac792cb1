"""Export a kept file: copy it into a folder of the person's choice."""

import asyncio
from pathlib import Path

from inkwright.artifacts.records import KeptRecord
from inkwright.errors import UnwritableOutput
from inkwright.parsing.filenames import problem_with
from inkwright.usecases.keep_file import keep_file
from inkwright.usecases.open_store import Store
from inkwright.usecases.restore_file import read_files


async def export_file(store: Store, record: KeptRecord, folder: Path, *, overwrite: bool = False) -> list[Path]:
    """Where its files are now, the main one first. Nothing is written unless all of them are still what was checked."""
    contents = await read_files(store, record)
    for name in contents:
        # The database could have been edited: a name must not lead out of the folder.
        if problem := problem_with(name):
            raise UnwritableOutput(path=name, problem=f"it is not a safe name ({problem})")
    names = sorted(contents, key=lambda name: (name != record.name, name))
    return [await asyncio.to_thread(keep_file, folder, name, contents[name], overwrite=overwrite) for name in names]
