"""The checklist: both kinds of needs, each as an item to tick off."""

import pytest

from inkwright.papers.checklists import problem_with_checklist
from inkwright.parsing.files import File

NO_FIGURE = "No item says what figures are needed. Under a heading for figures"
NO_TEXT = "No item says what text is needed. Under a heading for text"
NO_ITEMS = "The checklist has no items."


@pytest.mark.parametrize(
    "content",
    [
        "## Figure needs\n- [ ] the model\n## Text needs\n- [ ] the method",
        "**Figures**\n* [ ] the model\n\n**Text**\n1. [ ] the method",
        "Charts and tables:\n- [ ] results\n\nWriting:\n- [ ] results",
        "# List\n## Figures\n### Method\n- [ ] the model\n## Text\n### Method\n- [ ] how it works",
        "- [ ] Figure 1: the model\n- [ ] Explain the method",
        "# Figures and text\n- [ ] **Table 2**: errors\n- [ ] Say why the errors differ",
        "## 图表需求\n- [ ] 模型结构\n## 文字需求\n- [ ] 方法一节",
        "## 引言\n- [ ] 图 1：整体流程\n- [ ] 试图说明动机",
    ],
)
def test_a_list_with_needs_of_both_kinds_is_accepted(content: str) -> None:
    assert problem_with_checklist(File("a.md", content)) is None


@pytest.mark.parametrize(
    ("content", "said"),
    [
        ("# Checklist\nNothing to do.", [NO_ITEMS]),
        ("## Figures\n- the model\n## Text\n- [x] done", [NO_ITEMS]),
        ("## Figures\n- [ ] …\n## Text\n- [ ]", [NO_ITEMS]),
        ("## Figures\n- [ ] the model\n- [ ] describe the errors", [NO_TEXT, "Send the whole file again"]),
        ("## Figures\n\n## Text\n- [ ] the method", [NO_FIGURE, "Send the whole file again"]),
        ("## 文字需求\n- [ ] 说明图 1", [NO_FIGURE, "Send the whole file again"]),
    ],
)
def test_what_is_missing_is_said(content: str, said: list[str]) -> None:
    refusal = problem_with_checklist(File("a.md", content))
    assert refusal is not None
    lines = refusal.splitlines()
    assert len(lines) == len(said)
    assert [line for line, start in zip(lines, said, strict=True) if not line.startswith(start)] == []


def test_it_is_said_in_chinese() -> None:
    refusal = problem_with_checklist(File("a.md", "## 图表需求\n- [ ] 模型结构"), "zh")
    assert refusal == (
        "没有一条说明需要哪些文字。请在文字的标题下逐条列出，每行以 - [ ] 开头。\n"
        "请修正这些地方，并重新输出完整的文件。"
    )
