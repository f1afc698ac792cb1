"""The shape that everything kept or shown has: frozen, strict, with a kind and a version."""

from typing import Literal

from pydantic import BaseModel, ConfigDict


class Shape(BaseModel):
    """Cannot be changed, and takes no field that it does not know."""

    model_config = ConfigDict(frozen=True, extra="forbid")


class Versioned(Shape):
    """Kept in journals and read by later programs: within a version fields are only added."""

    version: Literal[1] = 1
