"""The base models of everything stored or sent: frozen, strict and versioned."""

from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, field_validator
from pydantic.alias_generators import to_camel

WordsState = Literal["ours", "checked", "corrected", "unchecked"]
"""What is known of the words of a message: the program wrote them, or a judge has checked them, or not."""


class Shape(BaseModel):
    """A model that cannot be changed, and takes no unknown field."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    @field_validator("*")
    @classmethod
    def _sound(cls, value: Any) -> Any:
        return clean_text(value) if isinstance(value, str) else value


def clean_text(written: str) -> str:
    """Return the text without NUL, and with a question mark for half a character: it can be stored anywhere."""
    if "\0" in written:
        written = written.replace("\0", "")
    if written.isascii():
        return written
    try:
        written.encode()
    except UnicodeEncodeError:
        return written.encode(errors="replace").decode()
    return written


class Versioned(Shape):
    """Stored in journals and read by later programs: within a version, fields are only added."""

    version: Literal[1] = 1


class CamelShape(Shape):
    """A shape whose fields are in camel case on the wire."""

    model_config = ConfigDict(alias_generator=to_camel, validate_by_name=True, serialize_by_alias=True)
