"""Problems of a file that is imported: where each is, what it is, and whether the row can be imported."""

import lzma
import zipfile
import zlib
from dataclasses import dataclass
from typing import Final, Literal

from inkwright.i18n import Language, text

Severity = Literal["error", "warning"]
ZIP_DAMAGES: Final = (
    zipfile.BadZipFile, OSError, ValueError, EOFError, RuntimeError, zlib.error, lzma.LZMAError,
)  # fmt: skip
"""What a damaged package raises when it is opened or unpacked."""

MAX_REPORTED: Final = 2_000
"""How many problems of one file are reported; the first ones are enough."""


@dataclass(frozen=True, slots=True)
class ImportProblem:
    """One problem. `row` counts from 1, as a spreadsheet shows it; `column` is the header of the column; `part` is a
    sheet, or a file in a package. `is_whole`: it is a problem of the file, so leaving rows out does not help.
    """

    kind: str
    severity: Severity = "error"
    row: int | None = None
    column: str | None = None
    part: str | None = None
    value: str = ""
    is_whole: bool = False

    def message(self, language: Language) -> str:
        """Return the problem in words, without its place."""
        return text(language, f"school.problem.{self._key()}", value=self.value, column=self.column or "")

    def _key(self) -> str:
        if self.kind == "formula_cell" and self.severity == "warning":
            return "formula_result"
        return "no_class" if self.kind == "missing_class" and self.is_whole else self.kind

    def place(self, language: Language) -> str:
        """Return the place in words; empty for a problem of the whole file."""
        parts = [self.part] if self.part else []
        parts += [text(language, "school.row", row=self.row)] if self.row else []
        parts += [self.column] if self.column else []
        return text(language, "school.answer.comma").join(parts)


class FileRefused(Exception):
    """The file cannot be read as a whole."""

    def __init__(self, kind: str, **fields: str | int | None) -> None:
        super().__init__(kind)
        self.problem = ImportProblem(kind, is_whole=True, **fields)  # type: ignore[arg-type]
