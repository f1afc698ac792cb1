"""Decks become bytes: the same deck gives the same ones, whatever the time of day."""

import io
import re
import struct
import zipfile
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from pptx.presentation import Presentation

_PACKED_AT: Final = (1980, 1, 1, 0, 0, 0)
# The same moment as a zip writes it; how long an entry of its list is, and where the lengths of its texts stand.
_MOMENT: Final = struct.pack("<HH", 0, 1 << 5 | 1)
_LISTED: Final = 46
_LENGTHS: Final = struct.Struct("<HHH")
_WRITTEN_AT: Final = re.compile(rb">[^<]*</dcterms:")


def packed(deck: "Presentation") -> bytes:
    """The package of a deck, without the time of day in it."""
    made = io.BytesIO()
    deck.save(made)
    return _without_moments(made)


def timeless(workbook: bytes) -> bytes:
    """The numbers behind a chart, without the moment at which they were written."""
    made = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(workbook)) as source, zipfile.ZipFile(made, "w") as target:
        for name in source.namelist():
            entry = zipfile.ZipInfo(name, _PACKED_AT)
            entry.compress_type = zipfile.ZIP_DEFLATED
            target.writestr(entry, _WRITTEN_AT.sub(b">2000-01-01T00:00:00Z</dcterms:", source.read(name)))
    return made.getvalue()


def _without_moments(package: io.BytesIO) -> bytes:
    """A zip whose parts are as old as a part can be. The moments stand before each part, and in the list at the end;
    to pack everything again would take as long as to pack it did.
    """
    with zipfile.ZipFile(package) as opened:
        starts = [part.header_offset for part in opened.infolist()]
        at = opened.start_dir
    written = package.getbuffer()
    for start in starts:
        written[start + 10 : start + 14] = _MOMENT
        written[at + 12 : at + 16] = _MOMENT
        at += _LISTED + sum(_LENGTHS.unpack_from(written, at + 28))
    return bytes(written)
