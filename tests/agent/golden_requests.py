"""Requests as people make them, and for each what a model does that behaves: its calls, and how it ends."""

import json
import re
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, Literal

from inkwright import ToolCall
from inkwright.conversation.asks import Answer, Ask, QuestionAnswer
from inkwright.llm.models import Request
from inkwright.llm.scripted import ScriptedOutput

Ends = Literal["answered", "delivered"]
Person = Callable[[Ask], Answer]

_DONE = ("answered", "adopted", "edited")
_ID = re.compile(r"art_[0-9a-f]{32}")


@dataclass(frozen=True)
class Turn:
    """One message. `steps` are the calls that it needs, `kinds` what comes of them, `asks` how often it must ask."""

    message: str
    intent: str
    steps: tuple[Callable[[Request], ToolCall], ...] = ()
    kinds: tuple[str, ...] = ()
    asks: int = 0
    confidence: float = 0.95
    person: Person | None = None

    @property
    def is_chat(self) -> bool:
        return self.intent.startswith("chat") and not self.steps

    @property
    def ends(self) -> Ends:
        return "delivered" if self.kinds else "answered"

    def guess(self) -> str:
        """What the router says."""
        makes = self.intent in ("content_create", "quiz_generate", "refine")
        return json.dumps(
            {
                "intent": self.intent,
                "confidence": self.confidence,
                "expected_mode": "artifact" if makes else "answer",
                "question": "What shall it be?" if self.confidence < 0.7 else None,
            }
        )

    def right(self, request: Request) -> ScriptedOutput:
        """What a model that behaves says now."""
        done = sum(_is_done(message) for message in request.messages)
        if done < len(self.steps):
            return self.steps[done](request)
        if not self.kinds:
            return "Slides are pages for a talk. 幻灯片是演讲用的页面。"
        return call("deliver", message="Here it is. 做好了。", artifacts=made_in(request))


@dataclass(frozen=True)
class Golden:
    """A conversation of one turn or two; the last one is where a model may misbehave."""

    name: str
    turns: tuple[Turn, ...]
    files: dict[str, str] = field(default_factory=dict)


def call(name: str, /, **arguments: Any) -> ToolCall:
    return ToolCall(f"id_{name}", name, json.dumps(arguments, ensure_ascii=False))


def made_in(request: Request) -> list[str]:
    """The ids of all that tools have made in this turn."""
    told = [str(message["content"]) for message in request.messages if message["role"] == "tool"]
    return [
        each["id"] for said in told if "verified_artifacts" in said for each in json.loads(said)["verified_artifacts"]
    ]


def made_before(request: Request) -> str:
    """The id of what an earlier turn made, as the talk tells it."""
    ids: list[str] = _ID.findall(str(request.messages[0]["content"]))
    return ids[-1]


def always(name: str, /, **arguments: Any) -> Callable[[Request], ToolCall]:
    return lambda _: call(name, **arguments)


def deck(title: str, *slides: str) -> Callable[[Request], ToolCall]:
    pages = [
        {"layout": "bullets", "title": slide, "bullets": [f"{slide} 1", f"{slide} 2", f"{slide} 3"], "notes": slide}
        for slide in slides
    ]
    return always("generate_pptx", title=title, slides=pages)


def outline(title: str, *slides: str) -> Callable[[Request], ToolCall]:
    points = [{"title": slide, "key_points": [f"{slide} 1", f"{slide} 2"]} for slide in slides]
    return always("propose_pptx_outline", title=title, outline=points)


def word(title: str, form: str = "plain") -> Callable[[Request], ToolCall]:
    content = f"## {title} A\n\nText of the first part.\n\n## {title} B\n\n1. one\n2. two\n"
    return always("generate_docx", title=title, content=content, format=form)


def pdf(title: str) -> Callable[[Request], ToolCall]:
    return always("render_pdf", title=title, markdown=f"## {title}\n\nWater falls. 水落下来。\n")


def quiz(topic: str, count: int) -> Callable[[Request], ToolCall]:
    return always("generate_quiz_questions", topic=topic, count=count)


def page(title: str) -> Callable[[Request], ToolCall]:
    sections = [{"id": "drops", "type": "game", "desc": "Drops to count"}]
    return always("request_interactive_content", title=title, sections=sections)


def asking(question: str, *options: str) -> Callable[[Request], ToolCall]:
    choices = [{"label": option, "value": option} for option in options]
    asked = {"id": "q1", "question": question, "options": choices, "recommended": options[0]}
    return always("ui_request", type="clarification", title=question, questions=[asked])


def edit_slide(request: Request) -> ToolCall:
    change = {"layout": "bullets", "title": "Clouds", "bullets": ["Small", "Light", "White"], "notes": "Short."}
    return call("edit_pptx", artifact_id=made_before(request), slide=2, change=change)


def edit_section(request: Request) -> ToolCall:
    table = "| 名称 | 数量 |\n|---|---|\n| 雨 | 3 |\n"
    return call("edit_document", artifact_id=made_before(request), section="雨 B", action="append", markdown=table)


def adopts(ask: Ask) -> Answer:
    """The person takes an outline as it is, and answers no other question."""
    return Answer(status="adopted" if ask.kind == "outline_edit" else "cancelled")


def renames(ask: Ask) -> Answer:
    """The person writes another title for the last slide, and answers no other question."""
    if ask.kind != "outline_edit":
        return Answer(status="cancelled")
    lines = tuple(line.replace("去向", "归宿") for line in ask.outline_lines)
    return Answer(status="edited", outline_lines=lines)


def chooses_first(ask: Ask) -> Answer:
    question = ask.questions[0]
    value = question.options[0].value if question.options else "a document"
    return Answer(status="answered", answers=(QuestionAnswer(id=question.id, value=value),))


_RAIN = Turn("Slides about rain, at once.", "content_create", (deck("Rain", "Sea", "Clouds", "Rivers"),), ("pptx",))
_YU = Turn("写一份关于雨的文档。", "content_create", (word("雨"),), ("docx",))

REQUESTS: tuple[Golden, ...] = (
    Golden("slides en", (_RAIN,)),
    Golden("slides zh", (Turn("直接做一份关于雨的PPT。", "content_create", (deck("雨", "来源", "去向"),), ("pptx",)),)),
    Golden(
        "slides by outline en",
        (
            Turn(
                "A deck about rain, please.",
                "content_create",
                (outline("Rain", "Sea", "Clouds"), deck("Rain", "Sea", "Clouds")),
                ("pptx",),
                asks=1,
                person=adopts,
            ),
        ),
    ),
    Golden(
        "slides by an edited outline zh",
        (
            Turn(
                "做一份关于雨的幻灯片。",
                "content_create",
                (outline("雨", "来源", "去向"), deck("雨", "来源", "归宿")),
                ("pptx",),
                asks=1,
                person=renames,
            ),
        ),
    ),
    Golden(
        "lesson plan en",
        (Turn("A lesson plan on rain in Word.", "content_create", (word("Rain", "lesson_plan"),), ("docx",)),),
    ),
    Golden("worksheet zh", (Turn("出一份关于雨的练习纸。", "content_create", (word("雨", "worksheet"),), ("docx",)),)),
    Golden("pdf en", (Turn("A PDF handout about rain.", "content_create", (pdf("Rain"),), ("pdf",)),)),
    Golden("pdf zh", (Turn("把雨的知识做成PDF。", "content_create", (pdf("雨"),), ("pdf",)),)),
    Golden("quiz en", (Turn("Three questions about rain.", "quiz_generate", (quiz("Rain", 3),), ("quiz",)),)),
    Golden(
        "quiz and slides zh",
        (
            Turn(
                "雨的测验两题，再加一份PPT。",
                "quiz_generate",
                (quiz("雨", 2), deck("雨", "来源", "去向")),
                ("quiz", "pptx"),
            ),
        ),
    ),
    Golden(
        "two at once en",
        (
            Turn(
                "Slides and a handout about rain.",
                "content_create",
                (deck("Rain", "Sea", "Clouds"), pdf("Rain")),
                ("pptx", "pdf"),
            ),
        ),
    ),
    Golden(
        "two at once zh",
        (Turn("雨的教案和讲义各一份。", "content_create", (word("雨", "lesson_plan"), pdf("雨")), ("docx", "pdf")),),
    ),
    Golden(
        "interactive page en",
        (Turn("An interactive page where one counts drops.", "content_create", (page("Drops"),), ("html",)),),
    ),
    Golden("edit a slide en", (_RAIN, Turn("Make slide 2 shorter.", "refine", (edit_slide,), ("pptx",)))),
    Golden("edit a section zh", (_YU, Turn("在第二节加一个表格。", "refine", (edit_section,), ("docx",)))),
    Golden(
        "clarification en",
        (
            Turn(
                "A handout for my class.",
                "content_create",
                (asking("Which topic?", "Rain", "Snow"), pdf("Rain")),
                ("pdf",),
                asks=1,
                person=chooses_first,
            ),
        ),
    ),
    Golden(
        "clarification zh",
        (
            Turn(
                "给我们班做份讲义。",
                "content_create",
                (asking("什么主题？", "雨", "雪"), word("雨")),
                ("docx",),
                asks=1,
                person=chooses_first,
            ),
        ),
    ),
    Golden("small talk en", (Turn("Good morning!", "chat_smalltalk"),)),
    Golden("small talk zh", (Turn("谢谢你！", "chat_smalltalk"),)),
    Golden("what is a PPT", (Turn("What is a PPT?", "chat_qa"),)),
    Golden("a question about what was made", (_RAIN, Turn("Which slide is about clouds?", "chat_qa"))),
    Golden(
        "talk that turns into making",
        (Turn("Tell me of rain; a PDF would be nice.", "chat_qa", (pdf("Rain"),), ("pdf",)),),
    ),
    Golden(
        "a doubtful request",
        (
            Turn(
                "Something on rain.",
                "content_create",
                (pdf("Rain"),),
                ("pdf",),
                asks=1,
                confidence=0.5,
                person=chooses_first,
            ),
        ),
    ),
)


def _is_done(message: Any) -> bool:
    said = str(message.get("content"))
    return message["role"] == "tool" and ('"verified_artifacts": [{' in said or said.startswith(_DONE))
