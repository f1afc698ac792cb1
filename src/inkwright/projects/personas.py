"""Personas of a project: the people for whom its content is made. The selected ones take part in evaluations."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Annotated, Any, Final

from pydantic import BaseModel, ConfigDict, Field, ValidationError, field_validator

from inkwright.errors import InvalidOption
from inkwright.projects.records import MAX_NAME

MAX_PERSONAS: Final = 50
MAX_SELECTED: Final = 2
"""So many personas take part in an evaluation."""
_MAX_INFO: Final = 1_000
_MAX_BACKGROUND: Final = 4_000


@dataclass(frozen=True, slots=True)
class Persona:
    """A person for whom the content is made. Names in a project are unique; case does not matter."""

    id: str
    project_id: str
    owner: str
    name: str
    changed: datetime
    basic_info: str = ""
    background: str = ""
    pain_points: tuple[str, ...] = ()
    selected: bool = False

    def described(self) -> str:
        """Return everything about them, for a model."""
        points = (f"- {point}" for point in self.pain_points)
        return "\n".join(filter(None, [self.name, self.basic_info, self.background, *points]))


class PersonaFields(BaseModel):
    """What can be written about a persona. What is left out stays as it is."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    name: str | None = Field(default=None, min_length=1, max_length=MAX_NAME, description="Their name.")
    basic_info: str | None = Field(default=None, max_length=_MAX_INFO, description="Age, work, family and so on.")
    background: str | None = Field(default=None, max_length=_MAX_BACKGROUND, description="Their situation and goals.")
    pain_points: list[Annotated[str, Field(min_length=1, max_length=500)]] | None = Field(
        default=None, max_length=20, description="What troubles them."
    )

    @field_validator("basic_info", mode="before")
    @classmethod
    def _joined(cls, value: Any) -> Any:
        """Join facts that were written as an object, such as {"age": 34}, line by line."""
        return "\n".join(f"{key}: {item}" for key, item in value.items()) if isinstance(value, Mapping) else value


def read_persona(written: Mapping[str, Any]) -> PersonaFields:
    """Return the fields of a persona; InvalidOption names the first that is not valid."""
    try:
        return PersonaFields.model_validate(dict(written))
    except ValidationError as problem:
        first = problem.errors(include_url=False)[0]
        where = ".".join(map(str, first["loc"]))[:100] or "persona"
        raise InvalidOption(option=where, value=str(first["input"])[:40], allowed=first["msg"][:200]) from problem
