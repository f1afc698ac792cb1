"""Forms for weak models: every choice of sentences from the document makes a valid file."""

import asyncio
import json
import random
import re
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import ValidationError

from inkwright import (
    FileAgent,
    LaTeXPaperGeneratorAgent,
    NeverParsed,
    PaperOverviewAgent,
    RequirementChecklistAgent,
    ScriptedModel,
)
from inkwright.i18n import LANGUAGES, Language, Reason, language_of
from inkwright.llm.attempts import AttemptRefused, Thought
from inkwright.llm.models import Abilities, Request
from inkwright.papers.checks import MAX_ABSTRACT_WORDS, MIN_ABSTRACT_WORDS, count_words
from inkwright.papers.forms import (
    MIN_QUOTES,
    ChecklistForm,
    LaTeXForm,
    OverviewForm,
    checklist_form,
    latex_form,
    overview_form,
)
from inkwright.papers.quotes import quotes_of
from inkwright.parsing.files import File
from tests.each import each
from tests.papers.sample_files import CHECKLISTS, reply

WEAK = Abilities(is_weak=True, can_call_tools=False)
AGENTS: list[Any] = [PaperOverviewAgent, RequirementChecklistAgent, LaTeXPaperGeneratorAgent]

Pick = Callable[[list[str]], str]
PICKS: dict[str, Pick] = {
    "first": lambda texts: texts[0],
    "last": lambda texts: texts[-1],
    "shortest": lambda texts: min(texts, key=len),
    "longest": lambda texts: max(texts, key=len),
}


def note(language: Language) -> str:
    return Path(__file__).with_name(f"leaks.{language}.md").read_text(encoding="utf-8")


def lines(pattern: str, count: int = 14) -> str:
    return "\n\n".join(pattern.format(number) for number in range(count))


PLAIN = "In run {} the meter was read at night, the leak was marked on the map, and the crew went out to dig for it."
DOCUMENTS = {
    "en": note("en"),
    "zh": note("zh"),
    "a survey": f"# A review of readers\n\n{lines(PLAIN)}",
    "no heading": lines(PLAIN),
    "just enough": lines(PLAIN, MIN_QUOTES),
    "two languages": f"# 读表 Reading\n\n{lines(PLAIN)}\n\n{lines('第 {} 次实验在夜里读表，并把漏点标在图上。')}",
    "traditional": f"# 聽漏：一種新方法\n\n{lines('第 {} 次實驗在夜裡讀表，並把漏點標在圖上，然後由工人開挖確認。')}",
    "LaTeX": lines(
        r"Run {} costs 5 $ & 10 % of #1_{{x}} ~ ^2 \write18{{rm}} \input{{/etc/x}} \end{{document}} a b c d."
    ),
    "long and short": lines("The short sentence number {}.", 30)
    + "\n\n"
    + lines(PLAIN[:-1] + " before the sun came up and the street was full of people", 9),
    "headers": "## Abstract\n\n# Innovations\n\n"
    + lines("Abstract: in run {} the meter was read at night.")
    + "\n\n"
    + lines("- Innovations: in run {} the crew marked the leak.")
    + f"\n\n{lines(PLAIN)}",
}


def filled_in(schema: Mapping[str, Any], pick: Pick) -> Any:
    """Return a value of the schema with choices made by `pick`."""
    if "const" in schema:
        return schema["const"]
    if "enum" in schema:
        return pick(list(schema["enum"]))
    if schema["type"] == "array":
        return [filled_in(schema["items"], pick) for _ in range(schema["minItems"])]
    assert schema["type"] == "object", "a form leaves nothing to be written freely"
    return {name: filled_in(value, pick) for name, value in schema["properties"].items()}


def chooser(pick: Pick) -> ScriptedModel:
    def answer(request: Request) -> str:
        assert request.schema is not None
        return json.dumps(filled_in(request.schema, pick), ensure_ascii=False)

    return ScriptedModel(answer, abilities=WEAK)


def written(agent: FileAgent, document: str, model: ScriptedModel) -> dict[str, Any]:
    async def watch() -> Any:
        events = [event async for event in agent.stream(document, model)]
        assert isinstance(events[-1], Thought)
        return events[-1].value

    found: dict[str, Any] = asyncio.run(watch())
    return found


def quotes_in(found: dict[str, Any]) -> dict[str, list[str]]:
    """Return the lists of the form that the model filled in."""
    return {name: value for name, value in json.loads(found["raw_response"]).items() if isinstance(value, list)}


@each("pick", PICKS)
@each("document", DOCUMENTS)
@each("kind", AGENTS)
def test_every_choice_makes_an_accepted_file_that_quotes_the_document(kind: Any, document: str, pick: str) -> None:
    agent = kind(language_of(DOCUMENTS[document]))
    found = written(agent, DOCUMENTS[document], chooser(PICKS[pick]))
    assert agent.validator(File(found["file_name"], found["file_content"])) is None
    assert found["file_name"].endswith(agent.extension)
    lists = quotes_in(found)
    apart = [quote for name, quotes in lists.items() if name != "abstract" for quote in quotes]
    assert len(set(apart)) == len(apart)
    assert set().union(*lists.values()) <= set(quotes_of(DOCUMENTS[document]))
    assert (found["is_skipped"], found["skip_reason"]) == (False, None)


def document_of(lengths: list[int]) -> str:
    """Return a document whose sentences have these numbers of words."""
    sentences = (" ".join(f"word{number}x{place}" for place in range(size)) for number, size in enumerate(lengths))
    return "\n\n".join(f"{sentence}." for sentence in sentences)


@given(lengths=st.lists(st.integers(3, 30), min_size=MIN_QUOTES, max_size=40), seed=st.integers(0, 9))
def test_an_abstract_has_an_accepted_length_for_every_document_with_a_form(lengths: list[int], seed: int) -> None:
    form = overview_form(document_of(lengths))
    if form is None:
        return
    chosen = random.Random(seed)
    schema = form.model_json_schema()["properties"]["abstract"]
    quotes = chosen.sample(schema["items"]["enum"], schema["minItems"])
    assert MIN_ABSTRACT_WORDS <= sum(map(count_words, quotes)) <= MAX_ABSTRACT_WORDS


@pytest.mark.parametrize("kind", AGENTS)
def test_random_choices_are_accepted_and_each_field_is_requested_separately(kind: Any) -> None:
    for seed in range(5):
        model = chooser(random.Random(seed).choice)
        written(kind("en"), DOCUMENTS["en"], model)
        assert all(call.messages[0]["content"].startswith(DOCUMENTS["en"].strip()) for call in model.calls)


def test_a_form_accepts_only_sentences_of_its_document() -> None:
    form = checklist_form(DOCUMENTS["no heading"])
    assert form is not None
    own = quotes_of(DOCUMENTS["no heading"])
    form.model_validate({"show_in_a_figure": own[:3], "explain_in_the_text": own[3:6]})
    for other in ("A sentence of nobody that is long enough.", own[0].lower(), own[0][:-1], ""):
        with pytest.raises(ValidationError):
            form.model_validate({"show_in_a_figure": [*own[:2], other], "explain_in_the_text": own[3:6]})


def test_a_form_rejects_repeated_sentences() -> None:
    form = checklist_form(DOCUMENTS["no heading"])
    assert form is not None
    own = quotes_of(DOCUMENTS["no heading"])
    for figures, texts in (([own[0], own[1], own[1]], own[3:6]), (own[:3], own[2:5])):
        with pytest.raises(ValidationError, match=str(Reason("reason.papers.repeated_quote"))):
            form.model_validate({"show_in_a_figure": figures, "explain_in_the_text": texts})


def test_an_abstract_may_repeat_quotes_of_other_parts() -> None:
    own = [f"Sentence {number}." for number in range(9)]
    LaTeXForm(title="t", abstract=own[:3], introduction=own[:2], method=own[2:4], results=own[4:6])
    with pytest.raises(ValidationError):
        LaTeXForm(title="t", abstract=[own[0], own[0]], introduction=own[:2], method=own[2:4], results=own[4:6])


@pytest.mark.parametrize("document", ["", "Too short.", lines(PLAIN, MIN_QUOTES - 1), "```\n" + lines(PLAIN) + "\n```"])
def test_a_document_with_too_few_sentences_has_no_form(document: str) -> None:
    assert (overview_form(document), checklist_form(document), latex_form(document)) == (None, None, None)


def test_a_document_with_too_few_words_has_no_overview_form() -> None:
    document = lines("The short sentence number {}.", 20)
    assert overview_form(document) is None
    assert checklist_form(document) is not None


def test_without_a_form_a_weak_model_writes_freely() -> None:
    model = ScriptedModel([reply("requirements_checklist.md", "markdown", CHECKLISTS["en"])], abilities=WEAK)
    found = written(RequirementChecklistAgent(), "Too short.", model)
    assert found["file_content"] == CHECKLISTS["en"]
    (call,) = model.calls
    assert (call.schema, [message["role"] for message in call.messages]) == (None, ["system", "user"])


def test_a_capable_model_always_writes_freely() -> None:
    model = ScriptedModel([reply("requirements_checklist.md", "markdown", CHECKLISTS["en"])])
    assert written(RequirementChecklistAgent(), DOCUMENTS["en"], model)["file_content"] == CHECKLISTS["en"]
    assert model.calls[0].schema is None


def test_a_weak_model_that_makes_no_valid_choice_fails_with_its_attempts() -> None:
    model = ScriptedModel(lambda _: '{"title": "My own"}', abilities=WEAK)
    with pytest.raises(NeverParsed) as caught:
        written(LaTeXPaperGeneratorAgent(), DOCUMENTS["en"], model)
    assert {attempt.reply for attempt in caught.value.attempts} == {'{"title": "My own"}'}


def test_a_repeated_choice_is_rejected_and_requested_field_by_field() -> None:
    agent = RequirementChecklistAgent()
    model = chooser(PICKS["first"])

    async def watch() -> list[Any]:
        return [event async for event in agent.stream(DOCUMENTS["no heading"], model)]

    refusals = [event.feedback for event in asyncio.run(watch()) if isinstance(event, AttemptRefused)]
    assert refusals
    assert len(model.calls) == len(refusals) + 6


@pytest.mark.parametrize(
    ("document", "title", "name"),
    [
        (f"# Leaks, found & fixed!\n\n{lines(PLAIN)}", "Leaks, found & fixed!", "Leaks_found_fixed"),
        (f"# 听漏：方法\n\n{lines(PLAIN)}", "听漏：方法", "听漏_方法"),
        (f"# ***\n\n# «Ж»\n\n{lines(PLAIN)}", "«Ж»", "Untitled"),
        (f"# Abstract\n\n## Findings\n\n{lines(PLAIN)}", "Findings", "Findings"),
        (
            f"# {'A very long title ' * 6}\n\n{lines(PLAIN)}",
            PLAIN.format(0)[:100],
            PLAIN.format(0)[:60].replace(" ", "_"),
        ),
    ],
)
def test_the_title_is_a_heading_and_names_the_file(document: str, title: str, name: str) -> None:
    found = written(PaperOverviewAgent(), document, chooser(PICKS["first"]))
    assert found["file_content"].splitlines()[1] == title.strip()
    assert re.sub(r"[_,]+", "_", name).strip("_") + "_paper_overview.txt" == found["file_name"]


@pytest.mark.parametrize(
    ("said", "kind"), [("We propose a method.", "method"), ("This is a Review.", "survey"), ("本文是综述。", "survey")]
)
def test_the_type_is_the_one_that_the_document_mentions(said: str, kind: str) -> None:
    form = overview_form(f"{lines(PLAIN)}\n\n{said}")
    assert form is not None
    assert form.model_json_schema()["properties"]["paper_type"]["const"] == kind


def test_a_document_that_mentions_no_type_allows_both() -> None:
    form = overview_form(lines(PLAIN))
    assert form is not None
    assert form.model_json_schema()["properties"]["paper_type"]["enum"] == ["method", "survey"]


def test_an_overview_reads_like_this() -> None:
    form = OverviewForm(
        title="Leaks",
        paper_type="survey",
        abstract=["An item without a full stop", "A sentence."],
        research_content=["We dig.", "We look."],
        innovations=["One.", "Two.", "Three."],
        application_scenarios=["Towns.", "Cities."],
    )
    assert form.file() == File(
        "Leaks_paper_overview.txt",
        "Title\nLeaks\n\nPaper Type\nsurvey\n\nAbstract\nAn item without a full stop. A sentence.\n\n"
        "Research Content\n1. We dig.\n2. We look.\n\nInnovations\n1. One.\n2. Two.\n3. Three.\n\n"
        "Application Scenarios\n1. Towns.\n2. Cities.",
    )


def test_a_checklist_reads_like_this() -> None:
    form = ChecklistForm(show_in_a_figure=["The leak {0}."], explain_in_the_text=["The map."])
    assert form.file() == File(
        "requirements_checklist.md",
        "# Requirements\n\n## Figures\n\n- [ ] A figure or table that shows: The leak {0}.\n\n"
        "## Text\n\n- [ ] A passage that explains: The map.",
    )


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("kind", AGENTS)
def test_the_words_around_the_quotes_are_in_the_language_of_the_document(kind: Any, language: Language) -> None:
    found = written(kind(language), DOCUMENTS[language], chooser(PICKS["first"]))["file_content"]
    for quote in quotes_of(DOCUMENTS[language]):
        found = found.replace(quote, "")
    commands = re.sub(r"\\\w+(?:\{(?:document|abstract|ctexart|article)\})?", "", found)
    assert bool(re.search("[A-Za-z]{2}", commands)) is (language == "en")


def test_quotes_have_the_order_of_the_document_and_fitting_spaces() -> None:
    for name, between in (("en", " "), ("zh", "")):
        quotes = quotes_of(DOCUMENTS[name])
        found = written(LaTeXPaperGeneratorAgent(), DOCUMENTS[name], chooser(PICKS["last"]))
        chosen = sorted(quotes_in(found)["abstract"], key=quotes.index)
        told = found["file_content"].partition("\\begin{abstract}\n")[2].partition("\n\\end")[0]
        assert told.replace("\\%", "%") == between.join(chosen)


@each(
    ("character", "escaped"),
    [
        ("\\", r"\textbackslash{}"), ("{", r"\{"), ("}", r"\}"), ("$", r"\$"), ("&", r"\&"), ("#", r"\#"), ("%", r"\%"),
        ("_", r"\_"), ("^", r"\textasciicircum{}"), ("~", r"\textasciitilde{}"), ("<", r"\textless{}"),
        (">", r"\textgreater{}"), ("|", r"\textbar{}"), ("\\%", r"\textbackslash{}\%"), ("a", "a"), ("é", "é"),
    ],
)  # fmt: skip
def test_every_special_character_of_latex_is_escaped(character: str, escaped: str) -> None:
    own = [f"Before {character} after {number}." for number in range(9)]
    form = LaTeXForm(title=f"T{character}", abstract=own[:3], introduction=own[3:5], method=own[5:7], results=own[7:])
    content = form.file().content
    assert f"\\title{{T{escaped}}}" in content
    assert content.count(f"Before {escaped} after ") == 9


@pytest.mark.parametrize("field", ["title", "abstract", "introduction", "results"])
def test_chinese_anywhere_makes_a_chinese_paper(field: str) -> None:
    fields: dict[str, Any] = {
        "title": "T",
        "abstract": ["A."],
        "introduction": ["B."],
        "method": ["C."],
        "results": ["D."],
    }
    assert "{article}" in LaTeXForm(**fields).file().content
    fields[field] = "汉字" if field == "title" else ["汉字"]
    assert "{ctexart}" in LaTeXForm(**fields).file().content


@pytest.mark.parametrize("make", [overview_form, checklist_form, latex_form])
def test_a_hostile_document_never_raises(make: Callable[[str], Any]) -> None:
    for unit in (
        'A sentence with "quotes" and \ud800 and \x00 here, number {}. ',
        "word " * 20 + "{}. ",
        "“{}。",
        "{} # | > - ",
        "[{}](",
    ):
        make("".join(unit.replace("{}", str(number)) for number in range(2_000)))
