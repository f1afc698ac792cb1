"""Thinking about a prompt: as sections or as a value, in the way that suits the model and in the prompt's language."""

import asyncio
import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

import inkwright
from inkwright import Brain, InvalidOption, InvalidSchema, ModelUnavailable, NeverAnswered, NeverParsed, ScriptedModel
from inkwright.i18n import LANGUAGES, Language, language_of, text
from inkwright.llm.attempts import AttemptAccepted, AttemptRefused, AttemptStarted, Thought, ThoughtEvent
from inkwright.llm.models import Abilities, Request, TextPiece
from inkwright.usecases.thinking import sample_reply, sections_contract, think_sections, think_value, tour_parsers
from tests.each import each

WEAK = Abilities(is_weak=True, can_call_tools=False)
WEAK_WITHOUT_SCHEMAS = Abilities(is_weak=True, can_call_tools=False, can_follow_schema=False)
GOOD = "Rain is useful, so:\n\n[Plan]\nGo out.\n\n[Risks]\nIt may rain."
SECTIONS = {"Plan": "Go out.", "Risks": "It may rain."}
SCHEMA = {"type": "object", "properties": {"n": {"type": "integer"}}, "required": ["n"]}
PROMPTS: dict[Language, str] = {"en": "Plan a walk.", "zh": "计划一次散步。"}
INVITATIONS: dict[Language, str] = {"en": "Think first", "zh": "先用自己的话思考"}
CONTRACTS = sorted(Path(inkwright.__file__).parent.rglob("prompts/*sections*.md"))


def sections(
    model: ScriptedModel, names: Sequence[str] = ("Plan", "Risks"), prompt: str = PROMPTS["en"], most: int = 3
) -> dict[str, str]:
    return asyncio.run(think_sections(Brain(model), prompt, names, most))


def test_every_prompt_for_sections_is_there_in_both_languages() -> None:
    assert [path.name for path in CONTRACTS] == ["sections_contract.en.md", "sections_contract.zh.md"]


@pytest.mark.parametrize("path", CONTRACTS, ids=lambda path: path.name)
def test_every_prompt_for_sections_invites_thoughts_before_it_shows_an_example(path: Path) -> None:
    contract = path.read_text(encoding="utf-8")
    language: Language = "zh" if path.name.endswith(".zh.md") else "en"
    assert language_of(contract) == language
    assert 0 <= contract.find(INVITATIONS[language]) < contract.find("{example}")
    assert contract.count("{") == 1


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_capable_model_is_invited_to_think_and_shown_an_example_in_the_language_of_the_prompt(
    language: Language,
) -> None:
    model = ScriptedModel([GOOD])
    assert sections(model, prompt=PROMPTS[language]) == SECTIONS
    (call,) = model.calls
    (message,) = call.messages
    shown = text(language, "think.section_example")
    contract = sections_contract(PROMPTS[language], ["[Plan]", "[Risks]"])
    assert message == {"role": "user", "content": f"{PROMPTS[language]}\n\n{contract}"}
    assert contract.startswith(("Think first", "请先用自己的话思考")[language == "zh"])
    assert contract.endswith(f"[Plan]\n{shown}\n\n[Risks]\n{shown}")
    assert (call.schema, call.temperature) == (None, None)


def test_what_is_missing_is_asked_for_again_and_told_as_it_happens() -> None:
    told: list[ThoughtEvent] = []
    model = ScriptedModel(["[Plan]\nGo out.", GOOD])
    assert asyncio.run(think_sections(Brain(model), "Plan a walk.", ["Plan", "Risks"], 3, told.append)) == SECTIONS
    feedback = "These sections are missing: [Risks]. Write each header on its own line and its content below it."
    assert told == [
        AttemptStarted(1, "ask"),
        TextPiece("[Plan]\nGo out."),
        AttemptRefused(1, "[Plan]\nGo out.", feedback),
        AttemptStarted(2, "retry"),
        TextPiece(GOOD),
        AttemptAccepted(2, "retry"),
        Thought({"[Plan]": "Go out.", "[Risks]": "It may rain."}),
    ]


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_model_that_copies_the_example_has_said_nothing(language: Language) -> None:
    example = sections_contract(PROMPTS[language], ["[Plan]", "[Risks]"])
    model = ScriptedModel([example, f"{example}\n\n{GOOD}"])
    assert sections(model, prompt=PROMPTS[language]) == SECTIONS
    refusal = {"en": "These sections are empty: [Plan], [Risks].", "zh": "这些部分是空的：[Plan], [Risks]。"}
    assert model.calls[1].messages[-1]["content"].startswith(refusal[language])


@pytest.mark.parametrize(
    ("name", "header"), [("[Plan]", "[Plan]"), ("【计划】", "[计划]"), (" the plan ", "[the plan]"), ("a.b*", "[a.b*]")]
)
def test_a_section_keeps_the_name_that_it_was_asked_for_by(name: str, header: str) -> None:
    model = ScriptedModel([f"{header}\nGo out."])
    assert sections(model, [name]) == {name: "Go out."}
    assert f"\n\n{header}\n" in model.calls[0].messages[0]["content"]


@each("names", [[], ["A", "A"], ["A", "[A]"], ["Plan", "plan"], ["[]"], ["A", " "]])
@each("abilities", [Abilities(), WEAK])
def test_names_that_are_not_distinct_are_refused_before_anything_is_asked(
    names: list[str], abilities: Abilities
) -> None:
    model = ScriptedModel([], abilities=abilities)
    with pytest.raises(InvalidOption, match="at least one name, and each only once"):
        sections(model, names)
    assert model.calls == []


def test_a_weak_model_fills_the_sections_in_and_sees_no_example() -> None:
    filled = {name: f"  {content} And this is long enough for a field.  " for name, content in SECTIONS.items()}
    model = ScriptedModel([json.dumps(filled)], abilities=WEAK)
    assert sections(model) == {name: content.strip() for name, content in filled.items()}
    (call,) = model.calls
    assert call.messages == [{"role": "user", "content": "Plan a walk."}]
    assert call.schema is not None
    assert list(call.schema["properties"]) == ["Plan", "Risks"]


def test_a_weak_model_is_asked_for_many_sections_one_by_one() -> None:
    names = [f"Part {number}" for number in range(1, 9)]

    def answer(request: Request) -> str:
        assert request.schema is not None
        (name,) = request.schema["properties"]
        return json.dumps({name: f"What is to be said of {name} in a sentence."})

    model = ScriptedModel(answer, abilities=WEAK)
    assert sections(model, names) == {name: f"What is to be said of {name} in a sentence." for name in names}
    assert len(model.calls) == 8


def test_one_word_is_no_section_of_a_weak_model() -> None:
    model = ScriptedModel(lambda _: '{"Plan": "Go.", "Risks": "Rain."}', abilities=WEAK)
    with pytest.raises(NeverParsed):
        sections(model)


def test_a_weak_model_that_follows_no_schema_writes_sections_too() -> None:
    assert sections(ScriptedModel([GOOD], abilities=WEAK_WITHOUT_SCHEMAS)) == SECTIONS


@pytest.mark.parametrize("most", [1, 2])
def test_when_nothing_fits_the_error_carries_the_attempts(most: int) -> None:
    model = ScriptedModel(["[Plan]\nGo out."] * most)
    with pytest.raises(NeverParsed) as caught:
        sections(model, most=most)
    assert len(caught.value.attempts) == most
    with pytest.raises(NeverAnswered):
        sections(ScriptedModel([""] * most), most=most)
    with pytest.raises(InvalidOption):
        sections(ScriptedModel([]), most=0)


@pytest.mark.parametrize("abilities", [Abilities(), WEAK])
def test_a_value_of_a_schema_is_given_by_every_model_and_told_last(abilities: Abilities) -> None:
    told: list[ThoughtEvent] = []
    brain = Brain(ScriptedModel(['{"n": 3}'], abilities=abilities))
    found: Any = asyncio.run(think_value(brain, "How many?", SCHEMA, 3, told.append))
    assert (found, told[-1]) == ({"n": 3}, Thought({"n": 3}))


@pytest.mark.parametrize(("schema", "reply", "value"), [({"type": "null"}, "null", None), (True, "[]", [])])
def test_a_value_that_is_nothing_is_a_value_too(schema: Any, reply: str, value: Any) -> None:
    assert asyncio.run(think_value(Brain(ScriptedModel([reply])), "Anything?", schema, 1)) == value


def test_errors_pass_as_they_are() -> None:
    error = ModelUnavailable(model="m", problem="down")
    with pytest.raises(ModelUnavailable) as caught:
        sections(ScriptedModel([error]))
    assert caught.value is error
    with pytest.raises(InvalidSchema):
        asyncio.run(think_value(Brain(ScriptedModel([])), "x", {"type": "nonsense"}, 3))


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_parser_succeeds_on_the_sample(language: Language) -> None:
    stops = list(tour_parsers(sample_reply(language)))
    assert [stop.parser for stop in stops] == ["json", "stream", "file", "sections", "divider", "envelope", "approval"]
    assert all(stop.result["status"] == "success" for stop in stops if stop.result)


def test_a_reply_without_json_has_no_stream() -> None:
    assert "stream" not in [stop.parser for stop in tour_parsers("prose")]
