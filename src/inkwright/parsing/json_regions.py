"""The parts of a reply in which JSON is looked for, and what is found there."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final, Literal, NamedTuple

from inkwright.parsing.fences import Block, blocks
from inkwright.parsing.json_reader import Problem

Rung = Literal["strict", "json5", "repaired"]
State = Literal["complete", "truncated", "refused", "too_deep"]

_CODE_TAGS: Final = frozenset(
    "bash c c++ cpp cs csharp css diff dockerfile go html ini java javascript js jsx kotlin latex lua makefile "
    "markdown md mermaid perl php py python r ruby rust scss sh shell sql swift tex text toml ts tsx txt "
    "typescript xml yaml yml".split()
)


@dataclass(frozen=True, slots=True)
class Candidate:
    """A value that the reply may mean. `place` is higher where we expect values: bare, code fence, fence."""

    state: State
    value: object
    rung: Rung
    place: int
    start: int
    length: int
    problem: Problem | None = None
    problem_at: int = 0

    @property
    def rank(self) -> tuple[int, bool, int, int]:
        """Ruling 8: a fence beats bare text, strict beats repaired, then the longer, then the later."""
        return (self.place, self.rung == "strict", self.length, self.start)


class Region(NamedTuple):
    """The body of a fence, or the text between two. `may_be_whole`: nothing but the value may stand in it."""

    text: str
    start: int
    place: int
    may_be_whole: bool
    is_code: bool = False

    def complete(self, value: object, rung: Rung, start: int = 0, length: int | None = None) -> Candidate:
        """A value that was read."""
        size = len(self.text) if length is None else length
        return Candidate("complete", value, rung, self.place, self.start + start, size)

    def truncated(self, value: object, start: int) -> Candidate:
        """A value that runs to the end of the region without ending itself."""
        return Candidate("truncated", value, "repaired", self.place, self.start + start, len(self.text) - start)

    def refused(self, problem: Problem, start: int, length: int, at: int) -> Candidate:
        """Something that was meant as JSON, but has no reading, or more than one; `at` is where that shows."""
        return Candidate("refused", None, "repaired", self.place, self.start + start, length, problem, self.start + at)

    def too_deep(self, start: int) -> Candidate:
        """More containers in each other than are allowed."""
        return Candidate("too_deep", None, "repaired", self.place, self.start + start, len(self.text) - start)


def regions(text: str) -> Iterator[Region]:
    """The regions of a text, in order; blank ones are left out."""
    position = 0
    for block in blocks(text):
        if text[position : block.opening.start].strip():
            yield Region(text[position : block.opening.start], position, 0, may_be_whole=False)
        if block.body.strip():
            yield _fenced(block)
        position = block.closing.end if block.closing else len(text)
    if text[position:].strip():
        yield Region(text[position:], position, 0, may_be_whole=position == 0)


def _fenced(block: Block) -> Region:
    is_code = block.tag.split(":")[0].strip("{}.") in _CODE_TAGS
    return Region(block.body, block.opening.end, 1 if is_code else 2, may_be_whole=True, is_code=is_code)
