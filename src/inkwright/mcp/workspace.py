"""The folder that an assistant may use: files outside of it are neither read nor written."""

from pathlib import Path

from inkwright.errors import UnreadableFile, UnwritableOutput
from inkwright.file_reading import read_limited
from inkwright.i18n import Reason

_MAX_BYTES = 50 * 1024 * 1024


class Workspace:
    """One folder. Links that lead out of it count as outside."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder.resolve()

    def source(self, written: str) -> Path:
        """Return a file to read."""
        path = (self.folder / written).resolve()
        if not path.is_relative_to(self.folder) or not path.is_file():
            raise UnreadableFile(name=written, problem=Reason("mcp.outside", folder=str(self.folder)))
        return path

    def target(self, written: str) -> Path:
        """Return a folder to write into."""
        path = (self.folder / written).resolve()
        if not path.is_relative_to(self.folder):
            raise UnwritableOutput(path=written, problem=Reason("mcp.outside", folder=str(self.folder)))
        return path

    def read(self, written: str) -> bytes:
        """Return the content of a file."""
        content = read_limited(self.source(written), _MAX_BYTES, too_large=Reason("reading.too_large", most=50))
        if not isinstance(content, bytes):
            raise UnreadableFile(name=written, problem=content)
        return content
