"""The instructions of the content agent: named sections, within a budget, with what matters kept."""

from dataclasses import replace
from datetime import UTC, datetime

from inkwright.agent.system_prompt import PROMPT_TOKENS, AgentState, build_system_prompt
from inkwright.conversation.tokens import estimate_tokens
from inkwright.projects.creator_facts import CreatorFact
from inkwright.projects.field_index import FieldIndex, IndexedBlock
from inkwright.projects.records import Project

DAY = datetime(2026, 1, 1, tzinfo=UTC)


def block(number: int, phase: str = "design_inner", digest: str = "讲一件事") -> IndexedBlock:
    return IndexedBlock(0, f"第 {number} 章", phase, "completed", 1, 1200, number == 3, False, digest)


def state(count: int, phase: str = "produce_inner", language: str = "zh", **more: object) -> AgentState:
    project = Project("proj_1", "me", "航海课", DAY, current_phase=phase)
    blocks = tuple(block(number, "produce_inner" if number > count - 20 else "design_inner") for number in range(count))
    return AgentState(FieldIndex(project, blocks, "爱海的人"), "zh" if language == "zh" else "en", **more)  # type: ignore[arg-type]


def test_a_small_project_is_shown_whole() -> None:
    prompt = build_system_prompt(state(5, talk="以前说过"))
    parts = ("modify_field", "爱海的人", "内涵生产", "第 4 章", "讲一件事", "已过时", "@", "以前说过")
    assert [part for part in parts if part not in prompt] == []
    assert "期望行动" not in prompt
    assert "期望行动" in build_system_prompt(state(5, phase="intent"))


def test_a_large_project_stays_within_the_budget_and_keeps_the_current_phase() -> None:
    prompt = build_system_prompt(state(2_000))
    assert estimate_tokens(prompt) <= PROMPT_TOKENS * 1.05
    assert "第 1999 章" in prompt
    assert "query_field 按名称查询" in prompt


def test_a_block_that_has_changed_is_shown_anew_and_the_others_as_before() -> None:
    before, changed = state(40), block(39, digest="换了一件事")
    index = before.index
    after = replace(before, index=replace(index, blocks=(*index.blocks[:-1], changed)))
    old, new = (build_system_prompt(each).splitlines() for each in (before, after))
    assert [line for line in new if line not in old] == [line for line in new if "换了一件事" in line]
    assert len(old) == len(new)


def test_both_languages_have_every_section() -> None:
    assert "modify_field" in build_system_prompt(state(0, language="en"))
    for language in ("en", "zh"):
        prompt = build_system_prompt(state(0, language=language))
        assert ["run_research" in prompt, "consumer" in prompt, "generic" in prompt] == [True, True, True]
    assert "no blocks yet" in build_system_prompt(state(0, language="en"))


def test_what_is_remembered_is_a_section_of_its_own_and_cannot_leave_its_fence() -> None:
    fact = CreatorFact("fact_1", "me", "``` 只写短句", DAY)
    prompt = build_system_prompt(state(1, memory=(fact,)))
    assert "````\n- ``` 只写短句\n````" in prompt
    assert "关于创作者" not in build_system_prompt(state(1))
