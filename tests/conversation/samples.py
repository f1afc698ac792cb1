"""One of each thing that is kept: the golden files pin their JSON."""

from typing import Any

from pydantic import BaseModel

from inkwright.conversation.asks import Answer, AnsweredAsk, Ask, AskOption, AskQuestion, OpenAsk, QuestionAnswer
from inkwright.conversation.events import (
    AskOpened,
    Data,
    ErrorHappened,
    Event,
    ReasoningAppended,
    ReasoningEnded,
    TextAppended,
    TextEnded,
    TextRetracted,
    ToolFailed,
    ToolFinished,
    ToolProgressed,
    ToolStarted,
    TurnFinished,
    TurnStarted,
    Warned,
)
from inkwright.conversation.payloads import (
    Action,
    FileReady,
    InteractiveContent,
    InteractiveDelta,
    InteractivePartDone,
    InteractiveStarted,
    PptxOutline,
    PptxOutlineSlide,
    QuizComplete,
    QuizQuestionMade,
    QuizQuestionReplaced,
    RagSource,
    RagSources,
)
from inkwright.conversation.turns import (
    Answered,
    ArtifactRef,
    Asked,
    ClarifyPayload,
    Delivered,
    Failed,
    FinalResult,
    LedgerEntry,
    Message,
    RouterResult,
    TurnState,
    TurnUsage,
)
from inkwright.conversation.work_payloads import LongWork, ReadClass, ReadPupil, SchoolRead
from inkwright.tools.generate_field_content import BlockDelta
from inkwright.tools.run_research import ResearchSource, ResearchSources

DECK = ArtifactRef(id="art_1", artifact_version=1, artifact_kind="pptx", name="雨.pptx", title="雨", size=12)
ASK = Ask(
    id="ask_1",
    turn_id="turn_1",
    owner="me",
    kind="clarification",
    title="Which colour?",
    questions=(AskQuestion(id="1", question="Which colour?", options=(AskOption(label="Red", value="red"),)),),
)
OUTCOMES = (
    Answered(message="Yes."),
    Delivered(message="Ready.", artifacts=(DECK,)),
    Asked(message="One thing.", ask_id="ask_1"),
    Failed(code="model_busy", message="Too busy.", retryable=True, artifacts=(DECK,)),
)
EVENTS: tuple[Event, ...] = (
    TurnStarted(turn_id="turn_1", conversation_id="conv_1"),
    TextAppended(text_id="text_1", text="Rea"),
    TextRetracted(text_id="text_1"),
    TextEnded(text_id="text_2"),
    ReasoningAppended(reasoning_id="reason_1", text="Red or blue?"),
    ReasoningEnded(reasoning_id="reason_1"),
    ToolStarted(call_id="c1", tool="generate_pptx", started_at=1_700_000_000.5),
    ToolProgressed(call_id="c1", tool="generate_pptx", message="3 slides"),
    ToolFinished(call_id="c1", tool="generate_pptx", seconds=0.5),
    ToolFailed(call_id="c2", tool="generate_pptx", problem="disk full", seconds=0.25),
    AskOpened(ask=ASK),
    Warned(code="nothing_made", message="Words alone."),
    ErrorHappened(code="model_busy", message="Too busy."),
    Data(name="file-ready", payload={"artifactId": "art_1"}, id="art_1"),
    *(TurnFinished(outcome=outcome) for outcome in OUTCOMES),
)
ROUTE = RouterResult(
    intent="content_create", confidence=0.9, candidate_tools=("generate_pptx",), expected_mode="artifact"
)
ANSWER = Answer(status="answered", answers=(QuestionAnswer(id="1", value="red", note="bright"),))
PAYLOADS: tuple[tuple[str, BaseModel], ...] = (
    (
        "school-read",
        SchoolRead(
            classes=(ReadClass(id="c1", name="1A"),),
            pupils=(ReadPupil(number="S01", name="李雨", class_id="c1"),),
            tests=("Quiz 1",),
        ),
    ),
    (
        "work",
        LongWork(kind="paper", status="running", title="雨", stage="methods", done=7, total=12, paper_id="paper_1"),
    ),
    ("block-delta", BlockDelta(block_id="block_1", name="第一章", delta="海很大。")),
    (
        "research-sources",
        ResearchSources(
            query="雨",
            queries=("雨 来源",),
            sources=(ResearchSource(number=1, title="雨", address="https://rain.example/"),),
            cited=2,
            unsupported=0,
        ),
    ),
    ("action", Action(action="artifact", mode="artifact", intent="content_create", model_tier="standard")),
    (
        "file-ready",
        FileReady.model_validate(
            {"artifactId": "art_1", "type": "pptx", "filename": "雨.pptx", "title": "雨", "size": 12}
        ),
    ),
    (
        "pptx-outline",
        PptxOutline(
            title="雨",
            outline=(PptxOutlineSlide(title="云", key_points=("水汽",), section=None, layout="bullets"),),
            total_slides=1,
            estimated_duration="5 min",
        ),
    ),
    ("quiz-question", QuizQuestionMade(index=0, question={"questionType": "TRUE_FALSE", "question": "Rain is wet."})),
    (
        "rag-sources",
        RagSources(
            query="rain",
            sources=(
                RagSource(
                    document_id="doc_1",
                    name="rain.pdf",
                    page=2,
                    start=0,
                    end=24,
                    snippet="Rain falls from clouds.",
                    highlights=((0, 4),),
                    score=1.5,
                ),
            ),
            total=1,
        ),
    ),
    (
        "quiz-replace",
        QuizQuestionReplaced(index=2, question={"questionType": "SHORT_ANSWER", "question": "Why?"}, status="replaced"),
    ),
    (
        "quiz-complete",
        QuizComplete.model_validate(
            {"artifactId": "art_1", "filename": "Rain.quiz.json", "total": 3, "message": "3 questions."}
        ),
    ),
    ("interactive-content-start", InteractiveStarted(title="雨滴", description="Count.", phases=("html", "css", "js"))),
    ("interactive-html-delta", InteractiveDelta(content="<p>")),
    ("interactive-css-delta", InteractiveDelta(content="p {}")),
    ("interactive-js-delta", InteractiveDelta(content="let n;")),
    ("interactive-html-complete", InteractivePartDone()),
    ("interactive-css-complete", InteractivePartDone()),
    ("interactive-js-complete", InteractivePartDone()),
    (
        "interactive-content",
        InteractiveContent.model_validate(
            {
                "artifactId": "art_1",
                "filename": "雨滴.html",
                "html": "<p>",
                "css": "",
                "js": "",
                "title": "雨滴",
                "description": "Count.",
                "preferredHeight": 600,
            }
        ),
    ),
)
OTHERS: tuple[Any, ...] = (
    ASK,
    ANSWER,
    Answer(status="answered", said="红的"),
    Message(id="msg_1", conversation_id="conv_1", owner="me", role="user", text="做一份幻灯片"),
    LedgerEntry(artifact=DECK, tool="generate_pptx", call_id="c1"),
    ROUTE,
    FinalResult(
        status="clarify_needed", message="?", clarify=ClarifyPayload(question="Which colour?", options=["red"])
    ),
    TurnState(id="turn_1", conversation_id="conv_1", owner="me", message="Make it.", route=ROUTE, outcome=OUTCOMES[0]),
    TurnState(
        id="turn_2",
        conversation_id="conv_1",
        owner="me",
        message="Make it.",
        status="waiting",
        ask_id="ask_1",
        asks=(OpenAsk(ask=ASK, call_id="c1"),),
        agreed=(AnsweredAsk(ask=ASK, answer=ANSWER),),
        spent=TurnUsage(steps=1, calls=2, tokens=30, dollars=0.5, seconds=1.5),
        held_until=60.0,
    ),
)
