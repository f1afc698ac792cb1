"""Questions as flat forms: every kind of question is one that the protocol allows."""

from mcp.server.elicitation import render_elicitation_schema

from inkwright.conversation.asks import Ask, AskOption, AskQuestion, check_answer
from inkwright.mcp.forms import answer_from_form, form_of, message_of

OPTIONS = (AskOption(label="Red", value="r"), AskOption(label="Blue", value="b"))
ASK = Ask(
    id="ask_1",
    turn_id="turn_1",
    owner="me",
    kind="clarification",
    title="Paint",
    preface="A few questions.",
    questions=(
        AskQuestion(id="one", question="Which?", options=OPTIONS, allow_freeform=False),
        AskQuestion(id="many", question="Which ones?", options=OPTIONS, multi_select=True, allow_freeform=False),
        AskQuestion(id="free", question="Why?"),
    ),
)
OUTLINE = Ask(id="ask_2", turn_id="t", owner="me", kind="outline_edit", title="Plan", outline_lines=("# A", "- b"))


def test_every_question_is_a_field_that_the_protocol_allows() -> None:
    fields = render_elicitation_schema(form_of(ASK))["properties"]
    assert fields["q0"]["oneOf"] == [{"const": "r", "title": "Red"}, {"const": "b", "title": "Blue"}]
    assert fields["q1"]["type"] == "array"
    assert fields["q2"]["type"] == "string"
    assert message_of(ASK) == "A few questions.\nPaint"
    assert render_elicitation_schema(form_of(OUTLINE))["properties"]["decision"]["type"] == "string"


def test_a_filled_form_is_an_answer_and_an_empty_field_skips_its_question() -> None:
    answer = answer_from_form(ASK, {"q0": "Red", "q1": ["r", "b"], "q2": None})
    check_answer(ASK, answer)
    assert [(each.id, each.value, each.skipped) for each in answer.answers] == [
        ("one", "r", False),
        ("many", "r", False),
        ("many", "b", False),
        ("free", None, True),
    ]
    assert answer_from_form(OUTLINE, {"decision": "adopted"}).status == "adopted"
    assert answer_from_form(OUTLINE, {}).status == "abandoned"
