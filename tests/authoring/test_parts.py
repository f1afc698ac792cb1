"""Parts of an artifact: written one by one, and rewritten where the checks find errors."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Literal

import pytest

from inkwright import ModelBusy, ScriptedModel
from inkwright.artifacts.drafts import Draft
from inkwright.artifacts.findings import Finding
from inkwright.authoring.context import AuthorContext
from inkwright.authoring.parts import FIX_ROUNDS, Blame, WriteFailure, WrittenItems, build_and_fix, write_items
from inkwright.errors import Attempt, InvalidOption, NeverParsed
from inkwright.llm.models import Abilities
from tests.authoring.author_contexts import Room, run

UNBALANCED = r"\begin{itemize}"


async def shout(index: int, item: str) -> str:
    if item == "bad":
        raise NeverParsed(attempts=(Attempt("?", "Too short."),), parser="form", count=1)
    if item == "busy":
        raise ModelBusy(model="m", problem="429")
    return f"{index} {item.upper()}"


def test_items_are_written_in_order_and_a_failed_one_is_reported() -> None:
    room = Room()
    written = run(write_items(room.bench(), ["rain", "bad", "snow"], str.title, shout))
    assert written == WrittenItems(("0 RAIN", None, "2 SNOW"), (WriteFailure(1, "Bad", "Too short."),))
    assert len(room.told) == 3


def test_a_model_error_is_raised() -> None:
    with pytest.raises(ModelBusy):
        run(write_items(Room().bench(), ["rain", "busy"], str.title, shout))


def test_a_weak_model_writes_nothing() -> None:
    room = Room()
    room.model = ScriptedModel([], abilities=Abilities(is_weak=True))
    written = run(write_items(room.bench(), ["rain", "snow"], str.title, shout))
    assert written.parts == (None, None)
    assert [each.name for each in written.failed] == ["Rain", "Snow"]


@dataclass
class LatexJob:
    """Builds a LaTeX file from paragraphs; a rewritten paragraph becomes `replacement`."""

    replacement: str = "Fixed."
    rewritten: list[int] = field(default_factory=list)
    place: Literal["document"] = "document"

    def build(self, parts: Sequence[str]) -> Draft:
        if "unbuildable" in parts:
            raise InvalidOption(option="paragraph", value="unbuildable", allowed="Write something else.")
        body = "\n\n".join(parts)
        source = f"\\documentclass{{article}}\n\\begin{{document}}\n{body}\n\\end{{document}}\n"
        return Draft("tex", "rain.tex", "Rain", {"rain.tex": source.encode()})

    def blamed(self, parts: Sequence[str], findings: Sequence[Finding]) -> Blame:
        return {index: findings for index, part in enumerate(parts) if UNBALANCED in part}

    def unbuilt(self, parts: Sequence[str], whole: Finding) -> Blame:
        return {parts.index("unbuildable"): [whole]}

    def name(self, part: str) -> str:
        return part[:20]

    async def rewrite(self, context: AuthorContext, index: int, part: str, findings: Sequence[Finding]) -> str:
        assert context.can_write
        assert (bool(part), bool(findings)) == (True, True)
        self.rewritten.append(index)
        return self.replacement


def test_an_artifact_without_errors_is_stored_at_once() -> None:
    job = LatexJob()
    result = run(build_and_fix(Room().bench(), ["Rain falls.", "Snow melts."], job))
    assert result.verified is not None
    assert (result.parts, job.rewritten) == (("Rain falls.", "Snow melts."), [])


@pytest.mark.parametrize("broken", [UNBALANCED, "unbuildable"])
def test_only_the_part_with_errors_is_rewritten(broken: str) -> None:
    job = LatexJob()
    result = run(build_and_fix(Room().bench(), ["Rain falls.", broken], job))
    assert result.verified is not None
    assert (result.parts, job.rewritten) == (("Rain falls.", "Fixed."), [1])


def test_errors_that_remain_after_the_last_round_are_returned() -> None:
    job = LatexJob()
    worse = iter(f"{UNBALANCED} {number}" for number in range(9))

    async def rewrite(context: AuthorContext, index: int, part: str, findings: Sequence[Finding]) -> str:
        job.rewritten.append(index)
        return next(worse)

    job.rewrite = rewrite  # type: ignore[method-assign]  # every new text is as wrong as the one before
    result = run(build_and_fix(Room().bench(), [UNBALANCED], job))
    assert result.verified is None
    assert [each.severity for each in result.findings] == ["error"]
    assert len(job.rewritten) == FIX_ROUNDS


def test_a_part_that_comes_back_unchanged_ends_the_rounds() -> None:
    job = LatexJob(replacement=UNBALANCED)
    result = run(build_and_fix(Room().bench(), [UNBALANCED], job))
    assert (result.verified, result.parts, job.rewritten) == (None, (UNBALANCED,), [0])
