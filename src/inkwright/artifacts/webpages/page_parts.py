"""The parts of a web page: HTML, CSS, JavaScript, and the plan of its sections."""

import re
from typing import Annotated, Any, Final, Literal, Self

from pydantic import AfterValidator, BaseModel, BeforeValidator, ConfigDict, Field, model_validator

from inkwright.artifacts.text import is_blank, one_line
from inkwright.i18n import Language, Reason

MAX_PAGE_BYTES: Final = 2 * 1024 * 1024
MAX_PART: Final = 1_500_000
MAX_TITLE: Final = 200
MAX_DESCRIPTION: Final = 1_000
MAX_SECTIONS: Final = 40
MIN_HEIGHT: Final = 120
MAX_HEIGHT: Final = 4_000

PageLanguage = Literal["en", "zh", "zh-Hant"]
PartName = Literal["html", "css", "js"]
LibraryName = Literal["katex", "chart"]

# UTF-8 files cannot contain these. Line ends are one character, so that parts are recovered unchanged.
_FORBIDDEN_CHARACTERS = re.compile("[\x00\ud800-\udfff]")


def _clean_line(value: object) -> object:
    return one_line(value) if isinstance(value, str) else value


def _require_visible(value: str) -> str:
    if is_blank(value):
        raise ValueError(Reason("reason.pages.blank"))
    return value


def _clean_code(value: object) -> object:
    if not isinstance(value, str):
        return value
    return _FORBIDDEN_CHARACTERS.sub("", value.replace("\r\n", "\n").replace("\r", "\n"))


Code = Annotated[str, Field(max_length=MAX_PART), BeforeValidator(_clean_code)]
Title = Annotated[
    str, Field(min_length=1, max_length=MAX_TITLE), BeforeValidator(_clean_line), AfterValidator(_require_visible)
]
Description = Annotated[str, Field(max_length=MAX_DESCRIPTION), BeforeValidator(_clean_line)]


class PageSection(BaseModel):
    """One section of the plan. Exactly one element must have its id."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    id: str = Field(pattern=r"^[A-Za-z][A-Za-z0-9_-]{0,63}$", description="The id of its element.")
    type: Annotated[str, Field(max_length=60), BeforeValidator(_clean_line)] = Field(
        default="", description="What it is: intro, chart, game, controls…"
    )
    desc: Annotated[str, Field(max_length=600), BeforeValidator(_clean_line)] = Field(
        default="", description="What it shows and does."
    )


class PageParts(BaseModel):
    """A page before it becomes one file: the markup of its body, its styles, its script, and its plan."""

    model_config = ConfigDict(frozen=True, extra="forbid", populate_by_name=True)

    title: Title
    description: Description = ""
    language: PageLanguage = "en"
    html: Code = Field(description="The markup of the body, without style and script.")
    css: Code = ""
    js: Code = ""
    sections: tuple[PageSection, ...] = Field(default=(), max_length=MAX_SECTIONS)
    libraries: tuple[LibraryName, ...] = Field(
        default=(),
        description="Libraries that are always included, even if the parts do not show that they are needed.",
    )
    preferred_height: int = Field(default=600, alias="preferredHeight", ge=MIN_HEIGHT, le=MAX_HEIGHT)

    @model_validator(mode="after")
    def _names_each_section_once(self) -> Self:
        ids = [section.id for section in self.sections]
        if len(set(ids)) < len(ids):
            raise ValueError(Reason("reason.pages.section_ids"))
        return self

    @property
    def speech(self) -> Language:
        """The language of its messages."""
        return "en" if self.language == "en" else "zh"

    def plan(self) -> dict[str, Any]:
        """Return the metadata that the file records in addition to its parts."""
        return {
            "sections": [section.model_dump() for section in self.sections],
            "preferredHeight": self.preferred_height,
            **({"libraries": [*self.libraries]} if self.libraries else {}),
        }
