"""Extensions: a package with entry points brings a tool, a deliverable and an agent; a broken one is reported."""

import os
import subprocess
import sys
from pathlib import Path

from inkwright import extend
from inkwright.extensions import EXTENSION_GROUPS

MODULE = '''"""A tiny extension."""

import re
from typing import Literal

from pydantic import BaseModel

from inkwright.extend import AgentTool, BaseSlide, Deliverable, Evidence, FileAgent, Layout, QuizFormat, ToolContext


class Words(BaseModel):
    text: str


async def count_words(words: Words, context: ToolContext) -> Evidence:
    return Evidence(facts={"words": len(words.text.split())})


TOOL = AgentTool("count_words", "Counts words.", Words, count_words, is_base=True)
POEM = Deliverable(
    name="poem", tools=("count_words",), pattern=re.compile("poem"), texts={"en": {"help": "a poem of your own"}}
)


FORMATS = tuple(QuizFormat(name=name, title=name, extensions=(f".{name}",)) for name in ("dry", "wet"))


class MottoSlide(BaseSlide):
    layout: Literal["motto"] = "motto"


MOTTO = Layout(model=MottoSlide, pages=lambda slide, context: [], summary="")


def glossary(language, *, with_example):
    return FileAgent("glossary", "Write a glossary.", "markdown", ".md")
'''
ENTRY_POINTS = """[inkwright.tools]
count_words = tiny_extension:TOOL
missing = no_such_module:TOOL
quiz_again = inkwright.tools.generate_quiz_questions:QuestionType

[inkwright.deliverables]
poem = tiny_extension:POEM

[inkwright.agents]
glossary = tiny_extension:glossary

[inkwright.quiz_formats]
both = tiny_extension:FORMATS

[inkwright.layouts]
motto = tiny_extension:MOTTO

[inkwright.tool]
count_words = tiny_extension:TOOL
"""
PROGRAM = """
import asyncio, json
from inkwright import ToolCall
from inkwright.agent.deliverables import DELIVERABLES
from inkwright.agent.router import CHAT_ROUTE
from inkwright.artifacts.quizzes.formats.registry import quiz_formats
from inkwright.extensions import load_extensions
from inkwright.tools.registry import all_tools
from inkwright.testing import ScriptedModel, memory_services
from inkwright.usecases.make import AGENTS
from inkwright.usecases.turns import send_message

call = ToolCall("1", "count_words", json.dumps({"text": "it rains again"}))
model = ScriptedModel([call, lambda request: request.messages[-1]["content"]])
load_extensions()
services = memory_services(model, [*all_tools().values()])
print(asyncio.run(send_message(services, "How many words?", CHAT_ROUTE, owner="me")).message)
print("poem" in DELIVERABLES, "glossary" in AGENTS, {"dry", "wet"} <= {each.name for each in quiz_formats()})
for each in load_extensions():
    print(each.name, each.package, each.error)
"""


def install(folder: Path) -> dict[str, str]:
    """Put the package where Python finds it, as an installer does; return the environment of a program that uses it."""
    info = folder / "tiny_extension-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: tiny-extension\nVersion: 1.0\n")
    (info / "entry_points.txt").write_text(ENTRY_POINTS)
    (folder / "tiny_extension.py").write_text(MODULE)
    (folder / "program.py").write_text(PROGRAM)
    source = str(Path(extend.__file__).parent.parent)
    path = os.pathsep.join([str(folder), source])
    return {**os.environ, "PYTHONPATH": path, "INKWRIGHT_HOME": str(folder / "home"), "LANG": "C.UTF-8"}


def run(environ: dict[str, str], *arguments: str) -> str:
    done = subprocess.run(
        [sys.executable, *arguments], env=environ, capture_output=True, text=True, timeout=120, check=False
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_the_agent_calls_the_tool_of_an_extension_and_a_broken_one_is_reported(tmp_path: Path) -> None:
    environ = install(tmp_path)
    lines = run(environ, str(tmp_path / "program.py")).splitlines()
    assert lines[:2] == ['{"words": 3, "verified_artifacts": []}', "True True True"]
    assert lines[2:] == [
        "count_words tiny-extension ",
        "missing tiny-extension ModuleNotFoundError: No module named 'no_such_module'",
        lines[4],
        "poem tiny-extension ",
        "glossary tiny-extension ",
        "motto tiny-extension ",
        "both tiny-extension ",
        f"count_words tiny-extension Unknown group. It is one of {', '.join(EXTENSION_GROUPS)}.",
    ]
    wrong = "TypeError: It must be of the type AgentTool, and is of the type _LiteralGenericAlias."
    assert lines[4] == f"quiz_again tiny-extension {wrong}"


def test_a_deliverable_of_an_extension_is_a_word_after_make(tmp_path: Path) -> None:
    environ = install(tmp_path)
    shown = run(environ, "-m", "inkwright.cli.entry", "make", "--help")
    assert "a poem of your own" in shown


def test_the_schema_of_slides_has_the_layout_of_an_extension(tmp_path: Path) -> None:
    environ = install(tmp_path)
    assert "MottoSlide" in run(environ, "-m", "inkwright.cli.entry", "render", "--schema", "slides")
