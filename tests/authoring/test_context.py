"""The author context: concurrent requests with ordered results, and prompts in every language."""

import asyncio
import re
from importlib.resources import files

import pytest

from inkwright.authoring.context import MAX_CONCURRENT, run_concurrently
from inkwright.errors import ModelBusy
from inkwright.grounding.source import Source
from inkwright.i18n import LANGUAGES
from inkwright.llm.models import Abilities
from inkwright.llm.scripted import ScriptedModel
from tests.authoring.author_contexts import Room, run
from tests.each import each

PROMPTS = sorted({path.name.split(".")[0] for path in files("inkwright.authoring").joinpath("prompts").iterdir()})


class Runners:
    """Tasks that count how many run at once."""

    def __init__(self) -> None:
        self.now = self.most = self.ended = 0

    async def one(self, number: int, error: Exception | None = None) -> int:
        self.now += 1
        self.most = max(self.most, self.now)
        try:
            await asyncio.sleep(0 if error else 0.001 * (10 - number % 10))
            if error:
                raise error
            return number
        finally:
            self.now -= 1
            self.ended += 1


def test_a_few_run_at_once_and_the_results_are_in_order() -> None:
    runners = Runners()
    found = run(run_concurrently([lambda at=at: runners.one(at) for at in range(30)]))  # type: ignore[misc]
    assert found == list(range(30))
    assert runners.most == MAX_CONCURRENT


def test_the_first_error_cancels_the_others_and_is_raised() -> None:
    runners = Runners()
    error = ModelBusy(model="m", problem="429")
    works = [lambda at=at: runners.one(at, error if at == 2 else None) for at in range(12)]
    with pytest.raises(ModelBusy) as raised:
        run(run_concurrently(works))
    assert raised.value is error
    assert runners.now == 0
    assert runners.ended <= MAX_CONCURRENT + 1


@each("name", PROMPTS)
def test_a_prompt_has_the_same_fields_in_every_language(name: str) -> None:
    forms = [
        files("inkwright.authoring").joinpath("prompts", f"{name}.{each}.md").read_text(encoding="utf-8")
        for each in LANGUAGES
    ]
    fields = [set(re.findall(r"\{(\w+)\}", form)) for form in forms]
    assert fields[0] == fields[1]
    # What is written for a block is in the language of its prompt.
    assert "language" in fields[0] or name.startswith("block_")


def test_a_prompt_is_in_the_language_of_the_content_and_marks_empty_fields() -> None:
    fields = {"slide": "{}", "layout": "bullets", "findings": ""}
    english = Room(language="zh").bench("en").prompt("slide_mending", **fields)
    assert "What is wrong with it:\n(none)" in english
    assert "Write in English" in english
    assert "用繁体中文写" in Room().bench("zh-Hant").prompt("slide_mending", **fields)


def test_a_model_with_a_small_context_gets_few_passages() -> None:
    room = Room()
    sources = [Source("a.md", "Bergen has rain.\n\n" + "\n\n".join(["Lima is dry."] * 2_000))]
    assert len(room.bench(sources=sources).drawn_on("Bergen rain")) > 10_000
    room.model = ScriptedModel([], abilities=Abilities(context_tokens=800))
    found = room.bench(sources=sources).drawn_on("Bergen rain")
    assert "Bergen has rain." in found
    assert len(found) < 500
