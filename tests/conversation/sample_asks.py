"""Questions to a person, and answers that fit them."""

from typing import Any

from inkwright.conversation.asks import Answer, Ask, AskKind, AskOption, AskQuestion, QuestionAnswer


def make_ask(kind: AskKind = "clarification", *questions: AskQuestion, lines: tuple[str, ...] = ()) -> Ask:
    return Ask(id="ask_1", turn_id="turn_1", owner="me", kind=kind, title="T", questions=questions, outline_lines=lines)


COLOUR_QUESTION = AskQuestion(id="c", question="哪种颜色？", options=(AskOption(label="红", value="red"),))
SIZE_QUESTION = AskQuestion(id="s", question="Which size?")
RED = AskOption(label="Red", value="red")
BLUE = AskOption(label="深蓝", value="navy")
GREEN = AskOption(label="Ｇreen Tea", value="tea")
COLOUR = AskQuestion(id="c", question="Which colour?", options=(RED, BLUE, GREEN), allow_freeform=False)
SIZE = AskQuestion(id="s", question="Which size?", options=(AskOption(label="Large", value="l"),), allow_freeform=True)
LINES = ("# 引言", "# 结论")


def ask(*questions: AskQuestion, kind: AskKind = "clarification") -> Ask:
    lines = LINES if kind == "outline_edit" else ()
    return Ask(id="ask_1", turn_id="turn_1", owner="me", kind=kind, title="T", questions=questions, outline_lines=lines)


TWO = ask(COLOUR, SIZE)
OUTLINE = ask(kind="outline_edit")
PERMISSION = ask(COLOUR, kind="permission")


def said(**fields: Any) -> dict[str, Any]:
    return {"status": "answered", "answers": [{"id": "c", **fields}]}


FITS = [
    (TWO, {"status": "answered"}),
    (TWO, said(value="red")),
    (TWO, said(value="navy", label="深蓝", note="dark")),
    (TWO, said(skipped=True)),
    (TWO, said(skipped=True, note="later")),
    (TWO, {"status": "answered", "answers": [{"id": "s", "value": "三\n行"}, {"id": "c", "value": "tea"}]}),
    (TWO, {"status": "answered", "answers": [{"id": "s", "value": "x" * 20_000}]}),
    (TWO, {"status": "answered", "said": "neither"}),
    (TWO, {"status": "cancelled"}),
    (TWO, {"status": "timeout"}),
    (PERMISSION, said(value="red")),
    (PERMISSION, {"status": "cancelled"}),
    (OUTLINE, {"status": "adopted"}),
    (OUTLINE, {"status": "adopted", "outline_lines": list(LINES)}),
    (OUTLINE, {"status": "edited", "outline_lines": ["", "a", " "]}),
    (OUTLINE, {"status": "edited", "outline_lines": list(LINES)}),
    (OUTLINE, {"status": "answered", "said": "make it shorter"}),
    (OUTLINE, {"status": "abandoned"}),
    (OUTLINE, {"status": "cancelled"}),
    (OUTLINE, {"status": "timeout"}),
]


def chosen(option: AskOption, question: AskQuestion = COLOUR) -> Answer:
    return Answer(status="answered", answers=(QuestionAnswer(id=question.id, value=option.value, label=option.label),))


COLOURS = AskQuestion(
    id="c",
    question="Which colours?",
    options=(
        AskOption(label="Red", value="red"),
        AskOption(label="Blue, dark", value="blue"),
        AskOption(label="Green", value="green"),
    ),
    multi_select=True,
    allow_freeform=False,
)
CHOSE_RED, CHOSE_BLUE, CHOSE_GREEN = (
    QuestionAnswer(id="c", value=option.value, label=option.label) for option in COLOURS.options
)


def chose(*answers: QuestionAnswer) -> Answer:
    return Answer(status="answered", answers=answers)
