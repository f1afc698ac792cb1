"""Runs typst in a worker of its own, which keeps the fonts loaded. Everything here blocks."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final, Literal

from inkwright.artifacts import typefaces
from inkwright.artifacts.documents.pdf.typst_worker import TypstError, compile_files
from inkwright.artifacts.programs import typesetting_problem
from inkwright.artifacts.workers import MEGABYTE, WorkLimits, run_limited
from inkwright.errors import LimitExceeded, TypesettingFailed

TYPST_SECONDS: Final = 15.0
_TYPESETTING: Final = WorkLimits("typesetting", TYPST_SECONDS, 768 * MEGABYTE)
_PPI: Final = 200
_SVG: Final = """#set page(width: auto, height: auto, margin: 0pt, fill: white)
#let drawn = image("picture.svg")
#context {
  let size = measure(drawn)
  let scale = calc.min(1, %fcm / size.width, %fcm / size.height)
  image("picture.svg", width: size.width * scale, height: size.height * scale)
}
"""


@dataclass(frozen=True, slots=True)
class TypstOutput:
    """The file that typst wrote, and the time it took."""

    content: bytes
    seconds: float


def typeset(
    files: Mapping[str, bytes], *, output: Literal["pdf", "png"] = "pdf", timestamp: int | None = None,
    seconds: float = TYPST_SECONDS, ppi: int = _PPI,
) -> TypstOutput:  # fmt: skip
    """Typeset `main.typ` in a folder that contains only these files."""
    limits = _TYPESETTING._replace(seconds=seconds)
    options = {"format": output, "ppi": ppi, "timestamp": timestamp}
    try:
        return TypstOutput(*run_limited(compile_files, limits, dict(files), options, str(typefaces.FONT_FOLDER)))
    except TypstError as problem:
        raise TypesettingFailed(program="typst", problem=str(problem)) from problem
    except LimitExceeded as problem:
        raise typesetting_problem("typst", problem, seconds) from problem


def rasterise(svg: bytes, width: float, height: float) -> bytes:
    """Convert a drawing to a PNG of at most this size in centimetres. It cannot read other files."""
    files = {"main.typ": (_SVG % (width, height)).encode(), "picture.svg": svg}
    return typeset(files, output="png", seconds=5.0).content
