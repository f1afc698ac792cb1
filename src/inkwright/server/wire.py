"""The base model of requests and responses: JSON in camel case."""

from typing import Generic, TypeVar

from pydantic import BaseModel, ConfigDict, Field
from pydantic.alias_generators import to_camel

Item = TypeVar("Item")


class WireModel(BaseModel):
    """A request or response body. Unknown fields of a request are refused."""

    model_config = ConfigDict(
        alias_generator=to_camel, populate_by_name=True, serialize_by_alias=True, extra="forbid", frozen=True
    )


class Page(WireModel, Generic[Item]):
    """Some items of a list."""

    items: list[Item] = Field(description="The items, newest first.")
    next: str | None = Field(default=None, description="The cursor of the next page; null on the last one.")
