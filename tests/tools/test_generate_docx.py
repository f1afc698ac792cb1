"""The tool that makes Word documents: from Markdown, stored with its source, or from sections that are written."""

import io
import json
from typing import Any

import docx
import pytest
from pydantic import ValidationError

from inkwright.agent.make_requests import MakeRequest
from inkwright.artifacts.documents.source import read_document
from inkwright.artifacts.documents.source_file import SOURCE_NAME
from inkwright.errors import ModelBusy
from inkwright.grounding.source import Source
from inkwright.llm.models import Request
from inkwright.tools.generate_docx import TOOL, plan_docx
from inkwright.tools.registry import all_tools
from tests.authoring.author_contexts import OWNER, Room, run, said

CONTENT = """# 水的循环

## 教学目标

**重点**：理解蒸发与 $E = mc^2$。

1. 一
2. 二

| 地点 | 毫米 |
|---|---|
| 卑尔根 | 2250 |
"""


def words(content: bytes) -> str:
    """All text of a document, its tables too."""
    body = docx.Document(io.BytesIO(content)).element.body
    return "\n".join("".join(part.text or "" for part in each.iter("{*}t")) for each in body.iter("{*}p"))


def section(request: Request) -> str:
    return said({"markdown": "Springs and ice." if "“Begin”" in str(request.messages[0]["content"]) else "The sea."})


@pytest.mark.parametrize("form", ["plain", "lesson_plan", "worksheet", "report", "letter"])
def test_a_document_of_every_format_is_made_with_its_source_beside_it(form: str) -> None:
    room = Room(language="zh")
    done = room.made(TOOL, title="水的循环", content=CONTENT, format=form, language=None)
    (made,) = done.artifacts
    assert (made.kind, made.name, made.title) == ("docx", "水的循环.docx", "水的循环")
    assert done.facts == {"version": 1, "headings": ["教学目标"]}
    assert "卑尔根" in words(room.read(made.id))
    spec = read_document(room.read(made.id, SOURCE_NAME).decode())
    assert (spec.kind, spec.language, spec.title) == (form, "zh", "水的循环")
    assert spec.body.strip() == CONTENT.removeprefix("# 水的循环\n").strip()


def test_sections_are_written_one_by_one_in_order() -> None:
    room = Room(section)
    run(room.attachments.add("conv_1", "notes.md", "The Rhine has ice.", owner=OWNER))
    plan = [{"heading": "Begin", "points": ["springs"]}, {"heading": "End"}]
    done = room.made(TOOL, title="Rivers", sections=plan, brief="for class 5", format="report")
    assert done.facts == {"version": 1, "headings": ["Begin", "End"]}
    assert read_document(room.read(done.artifacts[0].id, SOURCE_NAME).decode()).body == (
        "\n## Begin\n\nSprings and ice.\n\n## End\n\nThe sea.\n\n"
    )
    assert all("The Rhine has ice." in asked and "for class 5" in asked for asked in room.prompts())
    assert [line.split("/")[0] for line in room.told[:2]] == ["1", "2"]


def test_a_section_that_could_not_be_written_shows_its_points_or_is_named() -> None:
    def answer(request: Request) -> str:
        return "no" if "“End”" in str(request.messages[0]["content"]) else section(request)

    room = Room(answer)
    done = room.made(TOOL, title="Rivers", sections=[{"heading": "Begin"}, {"heading": "End", "points": ["sea"]}])
    assert done.facts["sections_with_their_points_alone"] == ["End"]
    assert "sea" in words(room.read(done.artifacts[0].id))
    (told,) = Room(answer).refused(TOOL, title="Rivers", sections=[{"heading": "Begin"}, {"heading": "End"}])
    assert told.startswith("section “End”: This part could not be written: ")


def test_an_error_of_the_model_passes() -> None:
    with pytest.raises(ModelBusy):
        Room([ModelBusy(model="m", problem="429")]).call(TOOL, title="Rivers", sections=[{"heading": "Begin"}])


@pytest.mark.parametrize(
    ("content", "told"),
    [
        ("![x](http://a.b/c.png)", "This image does not exist"),
        ("$\\badcommand$", "This formula cannot be parsed"),
        ("See [it](#nowhere).", "The document has no element named #nowhere"),
        ("By [your name].", "Placeholder text remains"),
    ],
)
def test_what_cannot_be_mended_is_told_in_words(content: str, told: str) -> None:
    assert told in Room(lambda _: "no").refused(TOOL, title="Rivers", content=content)[0]


def test_the_same_title_again_is_another_document() -> None:
    room = Room()
    made = [
        room.made(TOOL, room.context(turn=f"turn_{turn}"), title="Rivers", content=f"Words {turn}.").artifacts[0]
        for turn in (1, 2)
    ]
    assert [each.version for each in made] == [1, 1]
    again = room.made(TOOL, room.context(turn="turn_2"), title="Rivers", content="Words 2.").artifacts[0]
    assert again.id == made[1].id


@pytest.mark.parametrize(
    "wrong",
    [
        {"title": "Rivers"},
        {"title": "Rivers", "content": "x", "sections": [{"heading": "A"}]},
        {"title": "Rivers", "content": " "},
        {"title": " ", "content": "x"},
        {"title": "x" * 301, "content": "x"},
        {"title": "Rivers", "content": "x" * 200_001},
        {"title": "Rivers", "content": "x", "format": "poem"},
        {"title": "Rivers", "sections": []},
        {"title": "Rivers", "sections": [{"heading": "A"}] * 31},
        {"title": "Rivers", "sections": [{"heading": "A", "text": "x"}]},
        {"title": "Rivers", "content": "x", "template": "x"},
    ],
)
def test_a_call_that_is_none_is_refused(wrong: dict[str, Any]) -> None:
    with pytest.raises(ValidationError):
        TOOL.input.model_validate(wrong)


def test_every_tool_that_makes_or_changes_an_artifact_is_known_as_one() -> None:
    names = ("propose_pptx_outline", "generate_pptx", "edit_pptx", "generate_docx", "render_pdf", "edit_document")
    assert [all_tools()[name].makes_artifacts for name in names] == [True] * len(names)


@pytest.mark.parametrize("name", ["edit_pptx", "generate_docx", "render_pdf", "edit_document"])
def test_what_is_shown_to_models_as_a_minimal_call_is_one(name: str) -> None:
    tool = all_tools()[name]
    assert tool.input.model_validate(json.loads(tool.example)).model_fields_set == set(json.loads(tool.example))


def test_a_request_read_by_rule_names_its_kind_of_document() -> None:
    note = (Source("a.md", "# Rain\n\nIt rains."),)
    asked = ("a worksheet", "总结一下", "study notes", "a Word file of my note")
    planned = [plan_docx(MakeRequest(each, note)) for each in asked]
    assert [each.get("from_files") for each in planned] == ["worksheet", "summary", "notes", None]
    assert planned[3]["content"] == note[0].text
