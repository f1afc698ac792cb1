"""The base model of requests and responses: JSON in camel case, and lists in pages."""

import re
from collections.abc import Sequence
from typing import Annotated, Any, Final, Generic, TypeVar

from fastapi import Query
from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, StringConstraints
from pydantic.alias_generators import to_camel

from inkwright.conversation.shapes import clean_text
from inkwright.errors import InvalidOption
from inkwright.i18n import Reason

Item = TypeVar("Item")
_MAX_PAGE: Final = 200
_MAX_OFFSET_DIGITS: Final = 7
_SEPARATOR: Final = "~"
_MOMENT = re.compile(r"([0-9T:.+-]{10,40})~(\w{1,64})", re.ASCII)


def _without_nul(value: Any) -> Any:
    return clean_text(value) if isinstance(value, str) else value


Worded = Annotated[str, StringConstraints(strip_whitespace=True, min_length=1), BeforeValidator(_without_nul)]
"""A text with at least one word, without NUL and without the spaces around it."""
Limit = Annotated[int, Query(ge=1, le=_MAX_PAGE, description="How many items at most.")]
Cursor = Annotated[str | None, Query(max_length=120, description="`next` of the page before.")]


class WireModel(BaseModel):
    """A request or response body. Unknown fields of a request are refused."""

    model_config = ConfigDict(
        alias_generator=to_camel,
        populate_by_name=True,
        serialize_by_alias=True,
        extra="forbid",
        frozen=True,
        allow_inf_nan=False,
    )


class Page(WireModel, Generic[Item]):
    """Some items of a list."""

    items: list[Item] = Field(description="The items.")
    next: str | None = Field(default=None, description="The cursor of the next page; null on the last one.")


def offset_of(cursor: str | None) -> int:
    """Return the number of items before a page of a list that does not change while it is read."""
    if cursor is None:
        return 0
    if not (cursor.isascii() and cursor.isdigit() and len(cursor) <= _MAX_OFFSET_DIGITS):
        raise invalid_cursor(cursor)
    return int(cursor)


def invalid_cursor(cursor: str) -> InvalidOption:
    """Return the error for a cursor that no page had."""
    return InvalidOption(option="cursor", value=cursor[:50], allowed=Reason("server.cursors"))


def moment_cursor(moment: str, item_id: str) -> str:
    """Return the cursor after an item of a list that is sorted by time; it holds when the item is deleted."""
    return f"{moment}{_SEPARATOR}{item_id}"


def moment_of(cursor: str | None) -> tuple[str, str] | None:
    """Return the time and the id of the item before a page."""
    if cursor is None:
        return None
    found = _MOMENT.fullmatch(cursor)
    if found is None:
        raise invalid_cursor(cursor)
    return found[1], found[2]


def page_of(items: Sequence[Item], cursor: str | None, limit: int) -> tuple[list[Item], str | None]:
    """Return the items of a page of a whole list, and the cursor of the next page."""
    start = offset_of(cursor)
    return list(items[start : start + limit]), str(start + limit) if len(items) > start + limit else None
