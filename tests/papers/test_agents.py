"""The paper agents: their prompts, and retries until a file is accepted."""

import asyncio
from collections.abc import Coroutine
from typing import Any

import pytest

from inkwright import (
    FileAgent,
    LaTeXPaperGeneratorAgent,
    ModelService,
    NeverParsed,
    PaperOverviewAgent,
    RequirementChecklistAgent,
    ScriptedModel,
)
from inkwright.i18n import LANGUAGES, Language, language_of
from inkwright.llm.attempts import Thought
from inkwright.llm.file_agent import FileValidator
from inkwright.parsing.files import File
from tests.each import each
from tests.hostile_texts import HOSTILE
from tests.papers.sample_files import CHECKLISTS, LATEX, OVERVIEWS, reply
from tests.parsing.test_any_text import grows_too_fast

AGENTS: list[Any] = [PaperOverviewAgent, RequirementChecklistAgent, LaTeXPaperGeneratorAgent]
PAGES = {"overview": OVERVIEWS, "checklist": CHECKLISTS, "latex": LATEX}
NAMES = {
    "overview": "Gauges_paper_overview.txt",
    "checklist": "requirements_checklist.md",
    "latex": "paper_framework.tex",
}
HOSTILE_PAPERS = (
    "\\begin{verbatim}", "\\title[", "\\input[", "\\verb!", "\\begin{", "\\section \t", "\\\\%", "\\input{a/", " ",
    "1. a\n", "- a\n", "(1)", "Abstract\n", "Abstract (", "Innovations\n1. ", "Paper Type\nmethod ", "- [ ] a\n",
    "## Figures\n", "a:\n", "**a** ", "a-", "字",
)  # fmt: skip


async def no_sleep(seconds: float) -> None:
    return None


def outcome(work: Coroutine[Any, Any, Any]) -> Any:
    """Return the result, or all failed attempts."""
    try:
        return asyncio.run(work)
    except NeverParsed as error:
        return error.attempts


def write(agent: FileAgent, *script: str, **options: Any) -> dict[str, Any]:
    return asyncio.run(agent.write("The document.", ModelService(ScriptedModel(script)), sleep=no_sleep, **options))


@pytest.mark.parametrize("kind", AGENTS)
def test_the_prompt_is_in_the_chosen_language_and_contains_the_contract(kind: Any) -> None:
    english, chinese = kind(language="en").system_prompt, kind(language="zh").system_prompt
    assert (language_of(english), language_of(chinese)) == ("en", "zh")
    assert "Output exactly two code blocks" in english
    assert "只输出两个代码块" in chinese


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("kind", AGENTS)
def test_a_weak_model_gets_no_example_to_copy(kind: Any, language: Language) -> None:
    with_one, without = kind(language), kind(language, with_example=False)
    assert "<example>" in with_one.system_prompt
    assert "<example>" not in without.system_prompt
    assert with_one.prompt.startswith(without.prompt)


@pytest.mark.parametrize(
    ("agent", "declared"),
    [
        (PaperOverviewAgent(), ("overview", "text", ".txt", "_paper_overview.txt")),
        (RequirementChecklistAgent(), ("checklist", "markdown", ".md", "requirements_checklist.md")),
        (LaTeXPaperGeneratorAgent(), ("latex", "latex", ".tex", "paper_framework.tex")),
    ],
    ids=lambda value: getattr(value, "name", ""),
)
def test_each_agent_is_declared_with_its_tag_extension_and_file_name(
    agent: FileAgent, declared: tuple[str, str, str, str]
) -> None:
    assert (agent.name, agent.content_tag, agent.extension) == declared[:3]
    assert declared[3] in agent.prompt


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("kind", AGENTS)
def test_a_good_file_is_accepted_at_once(kind: Any, language: Language) -> None:
    agent = kind(language)
    content = PAGES[agent.name][language]
    found = write(agent, reply(NAMES[agent.name], agent.content_tag, content))
    assert (found["file_name"], found["file_content"]) == (NAMES[agent.name], content)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("kind", AGENTS)
def test_the_example_in_the_prompt_has_an_accepted_format(kind: Any, language: Language) -> None:
    agent = kind(language)
    example = agent.prompt.partition("<example>\n")[2].partition("\n</example>")[0]
    refusal = agent.validator(File("any", example))
    if agent.name == "overview":
        assert refusal.splitlines()[0].startswith({"en": "The abstract has", "zh": "摘要有"}[language])
        assert len(refusal.splitlines()) == 2
    else:
        assert refusal is None


def test_a_rejected_file_is_requested_again_and_the_final_error_names_the_problem() -> None:
    bad, good = reply("a.md", "markdown", "# Nothing"), reply("a.md", "markdown", CHECKLISTS["en"])
    assert write(RequirementChecklistAgent(), bad, good)["file_content"] == CHECKLISTS["en"]
    with pytest.raises(NeverParsed) as caught:
        write(RequirementChecklistAgent("zh"), bad, bad, max_attempts=2)
    assert caught.value.last_feedback.startswith("清单里没有条目。")


@pytest.mark.parametrize(
    ("agent", "script"),
    [
        (RequirementChecklistAgent(), [reply("a.md", "markdown", CHECKLISTS["en"])]),
        (
            RequirementChecklistAgent(),
            ["no blocks", reply("a.md", "markdown", "# Nothing"), reply("a.md", "markdown", CHECKLISTS["en"])],
        ),
        (LaTeXPaperGeneratorAgent(), ["no blocks", "SKIP: there is one already"]),
        (RequirementChecklistAgent(), ["no blocks", "SKIP: there is one already", "nor here"]),
    ],
)
def test_streaming_gives_the_same_files_retries_and_skips(agent: FileAgent, script: list[str]) -> None:
    streamed, whole = ScriptedModel(script), ScriptedModel(script)

    async def watch() -> Any:
        events = [event async for event in agent.stream("The document.", streamed, sleep=no_sleep)]
        assert [event for event in events if isinstance(event, Thought)] == events[-1:]
        return events[-1].value if isinstance(events[-1], Thought) else None

    results = [outcome(watch()), outcome(agent.write("The document.", ModelService(whole), sleep=no_sleep))]
    assert results[0] == results[1]
    assert streamed.calls == whole.calls


def test_a_latex_paper_may_be_skipped_and_one_about_skipping_is_not() -> None:
    reason = "SKIPPED: the document is a LaTeX paper already"
    skipped = write(LaTeXPaperGeneratorAgent(), reason)
    assert (skipped["is_skipped"], skipped["skip_reason"], skipped["file_content"]) == (True, reason, None)
    about = LATEX["en"].replace("Introduction", "SKIP connections")
    assert write(LaTeXPaperGeneratorAgent(), reply("p.tex", "latex", about))["file_content"] == about


@each("unit", [*HOSTILE, *HOSTILE_PAPERS])
def test_no_check_raises_or_hangs_on_any_text(unit: str) -> None:
    for agent in (PaperOverviewAgent(), RequirementChecklistAgent(), LaTeXPaperGeneratorAgent()):
        validator = agent.validator
        assert validator is not None

        def check(content: str, judge: FileValidator = validator) -> str | None:
            return judge(File("any", content))

        small, large = (unit * (size // len(unit)) for size in (5_000, 20_000))
        if grows_too_fast(check, small, large, tries=1):
            assert not grows_too_fast(check, small, large, tries=7), (agent.name, unit)
