"""Tests of worksheets: options side by side, lines only where somebody writes, keys on a page of their own."""

import pytest

from inkwright.artifacts.documents.prepare import prepare_document
from inkwright.artifacts.documents.worksheets import is_key_heading
from inkwright.artifacts.pandoc import attribute_value, node_text, walk
from tests.artifacts.documents.sample_documents import document


def answer_lines_after(body: str) -> list[str]:
    """Return the texts of the tasks that have lines to write on."""
    made = prepare_document(document(body, kind="worksheet", answer_lines=2), {})
    items = [item for node in walk(made.blocks) if node["t"] == "OrderedList" for item in node["c"][1]]
    return [node_text(item) for item in items if any(node["t"] == "Div" for node in item)]


def test_only_tasks_without_space_of_their_own_get_lines() -> None:
    body = "1. Why?\n2. The sea is ______.\n3. True or false: it rains.\n4. 对吗？（　　）\n5. How?\n"
    assert answer_lines_after(body) == ["Why?", "How?"]


def test_a_task_with_a_table_below_it_gets_no_lines() -> None:
    body = "1. Why?\n2. Complete the table.\n\n| River | Length |\n|---|---|\n| Rhine | |\n\n3. How?\n"
    assert answer_lines_after(body) == ["Why?", "How?"]


@pytest.mark.parametrize("heading", ["Answer key", "Answers", "参考答案", "三、答案与解析", "SOLUTIONS:"])
def test_the_answers_of_a_key_get_no_lines(heading: str) -> None:
    assert answer_lines_after(f"1. Why?\n\n## {heading}\n\n1. Because.\n\n### Part two\n\n2. So.\n") == ["Why?"]


def test_tasks_after_a_key_get_lines_again() -> None:
    assert answer_lines_after("# A\n\n## Answers\n\n1. Yes.\n\n# B\n\n1. Why?\n") == ["Why?"]


@pytest.mark.parametrize("heading", ["Key events", "Answering machines", "答案在风中", "The keys of a piano"])
def test_other_headings_are_not_keys(heading: str) -> None:
    assert not is_key_heading(heading)


@pytest.mark.parametrize("kind", ["plain", "worksheet", "lesson_plan"])
def test_a_key_begins_on_a_page_of_its_own_once(kind: str) -> None:
    marked = "1. Why?\n\n::: {.newpage}\n:::\n\n## Answer key\n\n1. So.\n"
    for body in (marked, "1. Why?\n\n## Answer key\n\n1. So.\n"):
        blocks = prepare_document(document(body, kind=kind), {}).blocks
        breaks = [number for number, node in enumerate(blocks) if node["t"] == "Div" and "newpage" in node["c"][0][1]]
        assert [blocks[number + 1]["t"] for number in breaks] == ["Header"]


def test_a_document_that_is_a_key_begins_without_a_page_break() -> None:
    assert prepare_document(document("## Answers\n\n1. So.\n"), {}).blocks[0]["t"] == "Header"


@pytest.mark.parametrize(
    ("options", "columns"),
    [
        ("A. one\nB. two\nC. three\nD. four", "4"),
        ("A、氧气\nB、氮气\nC、二氧化碳", "3"),
        ("A. " + "long " * 20 + "\nB. short", "1"),
        ("A) one\nB) two", "2"),
    ],
)
def test_lettered_options_are_set_side_by_side_where_they_fit(options: str, columns: str) -> None:
    indented = "\n".join(f"   {line}" for line in options.split("\n"))
    made = prepare_document(document(f"1. Which?\n{indented}\n", kind="worksheet", answer_lines=3), {})
    [choices] = [node for node in walk(made.blocks) if node["t"] == "Div"]
    assert attribute_value(choices["c"][0], "columns") == columns
    assert node_text(choices).startswith("A.")


def test_a_name_with_an_initial_and_code_are_no_options() -> None:
    made = prepare_document(document("A. Smith wrote it.\n\n```\nA. x\nB. y\n```\n", kind="worksheet"), {})
    assert [node["t"] for node in made.blocks] == ["Para", "CodeBlock"]
    assert made.blocks[1]["c"][1] == "A. x\nB. y"
