"""Files of pupils, broken and good, with what must be reported and imported, and requests with their answers."""

import json
from functools import cache
from pathlib import Path
from typing import Any, Final

from inkwright.school.reading.files import read_content
from inkwright.school.reading.settings import ImportSettings, SchoolFile
from inkwright.school.records import SchoolData
from inkwright.school.school import School

FOLDER: Final = Path(__file__).parent / "cases"


def load_cases(name: str) -> Any:
    """The cases in a file."""
    return json.loads((FOLDER / name).read_text("utf-8"))


FILES: Final[list[dict[str, Any]]] = [each for each in load_cases("index.json") if (FOLDER / each["file"]).exists()]
REQUESTS: Final[list[dict[str, Any]]] = load_cases("requests.json")


@cache
def read_case(file: str) -> SchoolFile:
    """What is read from a file, with the settings that its case gives."""
    settings: dict[str, Any] = next((case.get("settings", {}) for case in FILES if case["file"] == file), {})
    return read_content((FOLDER / file).read_bytes(), ImportSettings(maxima=settings.get("maximum", {})))


@cache
def school_of_case(file: str | None) -> School:
    """The school in a file; an empty one without a file."""
    return School(read_case(file).data if file else SchoolData())
