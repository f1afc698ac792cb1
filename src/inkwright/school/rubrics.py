"""Rubrics: how work of pupils is marked, by criteria with levels. A small set comes with the program."""

import json
from dataclasses import dataclass
from functools import cache
from importlib import resources
from typing import Any

from pydantic import BaseModel, ConfigDict, Field

from inkwright.i18n import Language


class RubricLevel(BaseModel):
    """One level of a criterion."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    name: str = Field(min_length=1, max_length=80)
    points: float = Field(ge=0, le=1_000)
    description: str = Field(default="", max_length=1_000)


class RubricCriterion(BaseModel):
    """One criterion, with its levels from the best to the weakest."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    name: str = Field(min_length=1, max_length=80)
    levels: tuple[RubricLevel, ...] = Field(min_length=1, max_length=10)


class Rubric(BaseModel):
    """A rubric for a subject, a type of task and a level of school; empty fields are for any."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    name: str = Field(min_length=1, max_length=80)
    subject: str = Field(default="", max_length=80)
    task_type: str = Field(default="", max_length=80)
    level: str = Field(default="", max_length=80)
    criteria: tuple[RubricCriterion, ...] = Field(min_length=1, max_length=20)

    @property
    def total(self) -> float:
        """The points of the best levels together."""
        return sum(max(level.points for level in each.levels) for each in self.criteria)


@dataclass(frozen=True, slots=True)
class RubricWish:
    """Which rubric is wanted; empty fields are for any."""

    subject: str = ""
    task_type: str = ""
    level: str = ""

    def fits(self, rubric: Rubric) -> bool:
        """Whether a rubric is for this: it says the same, or nothing, about each."""
        pairs = ((self.subject, rubric.subject), (self.task_type, rubric.task_type), (self.level, rubric.level))
        return all(not wanted or not has or _is_same(wanted, has) for wanted, has in pairs)

    def closeness(self, rubric: Rubric) -> int:
        """Return in how many fields a rubric matches exactly."""
        pairs = ((self.subject, rubric.subject), (self.task_type, rubric.task_type), (self.level, rubric.level))
        return sum(1 for wanted, has in pairs if wanted and has and _is_same(wanted, has))


def _is_same(wanted: str, has: str) -> bool:
    return wanted.strip().casefold() == has.strip().casefold()


@cache
def built_in_rubrics(language: Language) -> tuple[Rubric, ...]:
    """Return the rubrics that come with the program."""
    written = resources.files("inkwright.school").joinpath("data", f"rubrics.{language}.json").read_text("utf-8")
    read: list[Any] = json.loads(written)
    return tuple(Rubric.model_validate(each) for each in read)
