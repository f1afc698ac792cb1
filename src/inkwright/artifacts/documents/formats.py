"""The formats in which documents are written: each is a folder next to this module with a tuple `FORMATS`."""

from typing import Final

from inkwright.artifacts.source_formats.records import formats_in

WRITTEN_FORMATS: Final = {each.name: each for each in formats_in(__package__, folders=True)}
"""The formats by name. They are read and checked too."""
