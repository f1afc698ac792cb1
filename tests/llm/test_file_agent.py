"""Declared agents: the format is in every prompt, and the extension and the validator are enforced."""

import asyncio
from typing import Any

import pytest

from inkwright import (
    FileAgent,
    InvalidOption,
    LoggedModel,
    MemoryCallLog,
    ModelService,
    NeverParsed,
    ScriptedModel,
)
from inkwright.parsing.files import File


async def no_sleep(seconds: float) -> None:
    return None


def reply(name: str, content: str = "# 标题") -> str:
    return f"```path\n{name}\n```\n\n```markdown\n{content}\n```"


def write(agent: FileAgent, model: ScriptedModel, **options: Any) -> dict[str, Any]:
    return asyncio.run(agent.write("The source.", ModelService(model), sleep=no_sleep, **options))


@pytest.mark.parametrize(
    ("prompt", "terms"),
    [
        (
            "You write checklists.",
            ["exactly two code blocks", "No explanations", "parses your output", "cannot touch"],
        ),
        ("你负责写清单。", ["只输出两个代码块", "不要写任何解释", "程序会解析", "不能操作文件"]),
    ],
)
def test_the_contract_is_put_into_the_prompt_in_its_language(prompt: str, terms: list[str]) -> None:
    agent = FileAgent("checklist", prompt, "markdown", ".md")
    assert agent.system_prompt.startswith(prompt)
    assert [term for term in [*terms, "```path", "```markdown", ".md"] if term not in agent.system_prompt] == []


def test_an_agent_writes_a_file_through_any_model() -> None:
    model = ScriptedModel([reply("清单.md")])
    found = write(FileAgent("checklist", "You write checklists.", "markdown", ".md"), model, max_tokens=500)
    assert (found["file_name"], found["file_content"]) == ("清单.md", "# 标题")
    assert model.calls[0].messages[0]["content"].startswith("You write checklists.")
    assert (model.calls[0].temperature, model.calls[0].max_tokens) == (0.7, 500)
    assert found["usage"].keys() == {"prompt_tokens", "completion_tokens", "dollars"}


def test_a_file_of_another_extension_is_asked_for_again() -> None:
    model = ScriptedModel([reply("list.txt"), reply("LIST.MD")])
    assert write(FileAgent("checklist", "You write checklists.", "markdown", ".md"), model)["file_name"] == "LIST.MD"
    assert len(model.calls) == 2


def test_a_validator_may_refuse_what_parses() -> None:
    def has_items(file: File) -> str | None:
        return None if "- [ ]" in file.content else "The checklist has no items."

    agent = FileAgent("checklist", "You write checklists.", "markdown", ".md", has_items)
    assert write(agent, ScriptedModel([reply("a.md"), reply("a.md", "- [ ] one")]))["file_content"] == "- [ ] one"
    with pytest.raises(NeverParsed) as caught:
        write(agent, ScriptedModel([reply("a.md")] * 2), max_attempts=2)
    assert caught.value.last_feedback == "The checklist has no items."


def test_an_extension_needs_its_dot() -> None:
    with pytest.raises(InvalidOption, match="extension"):
        FileAgent("checklist", "x", "markdown", "md")


@pytest.mark.parametrize("is_streamed", [True, False])
def test_the_model_logs_each_attempt_once_and_the_loop_judges_it(is_streamed: bool) -> None:
    agent = FileAgent("checklist", "You write checklists.", "markdown", ".md")
    log, script = MemoryCallLog(), ["no blocks", reply("a.md")]

    async def stream() -> None:
        async for _ in agent.stream("The source.", ScriptedModel(script, name="m"), sleep=no_sleep, call_log=log):
            pass

    async def write_whole() -> None:
        await agent.write(
            "The source.", ModelService(LoggedModel(ScriptedModel(script, name="m"), log)), sleep=no_sleep
        )

    asyncio.run(stream() if is_streamed else write_whole())
    assert [(call.purpose, call.subject, call.way, call.verdict.kind) for call in log.calls] == [
        ("write", "checklist", "ask", "refused"),
        ("write", "checklist", "retry", "accepted"),
    ]
