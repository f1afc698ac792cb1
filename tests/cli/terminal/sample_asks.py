"""Asks that the tests of the terminal share."""

from pathlib import Path

from inkwright.cli.file_permissions import permission_ask, permission_request
from inkwright.conversation.asks import Ask, AskOption, AskQuestion

AUDIENCE = AskQuestion(
    id="audience",
    question="Who is the audience?",
    options=(
        AskOption(label="Engineers", value="engineers", description="They read code."),
        AskOption(label="Executives", value="executives"),
        AskOption(label="General readers", value="general"),
    ),
    recommended="engineers",
    allow_freeform=False,
)
LENGTH = AskQuestion(
    id="length",
    question="How long?",
    options=(
        AskOption(label="1-2 pages", value="short"),
        AskOption(label="3-5 pages", value="medium"),
        AskOption(label="6+ pages", value="long"),
    ),
    recommended="3-5 pages",
    placeholder="e.g. 1500 words",
)
OPEN = AskQuestion(id="deadline", question="By when?", placeholder="a date")
CHINESE = AskQuestion(
    id="style",
    question="这份课件采用哪种风格？",
    options=(AskOption(label="课堂", value="classroom"), AskOption(label="编辑部", value="editorial")),
    recommended="课堂",
    placeholder="例如：手绘",
)
OUTLINE_LINES = ("# Outline", "", "1. 引言 Introduction", "   - why  ", "2. Background", "", "3. End")


def clarification(*questions: AskQuestion, title: str = "A few details") -> Ask:
    return Ask(id="ask_1", turn_id="turn_1", owner="local", kind="clarification", title=title, questions=questions)


def outline(lines: tuple[str, ...] = OUTLINE_LINES) -> Ask:
    return Ask(
        id="ask_0123456789",
        turn_id="turn_1",
        owner="local",
        kind="outline_edit",
        title="The outline",
        outline_lines=lines,
    )


def permission() -> Ask:
    wanted = permission_request("read", Path("/etc/hosts"), "en")
    return permission_ask(wanted, id="ask_2", turn_id="turn_1", owner="local")


CLARIFICATION = clarification(AUDIENCE, LENGTH, OPEN)
