"""What tests need: a model that replies from a script, stores that keep everything in memory, and the functions that
send a message, build and check a deck, and convert a quiz.

Extensions test with these as the project itself does. No code of the program imports this package.
"""

from inkwright.artifacts.quizzes.export import export_quiz
from inkwright.artifacts.quizzes.load import read_quiz
from inkwright.artifacts.slides.checks.deck import check_deck
from inkwright.artifacts.slides.deck_pages import read_deck_pages
from inkwright.artifacts.slides.load import load_deck
from inkwright.artifacts.slides.pptx.builder import build_deck
from inkwright.cli.main import main
from inkwright.conversation.turns import Delivered, RouterResult
from inkwright.llm.models import ToolCall
from inkwright.llm.scripted import ScriptedModel
from inkwright.testing.memory_content import MemoryCreatorFacts, MemoryEvaluations, MemoryPersonas, MemorySkills
from inkwright.testing.memory_conversations import (
    MemoryAsks,
    MemoryAttachments,
    MemoryConversations,
    MemoryJournal,
    MemoryLedger,
    MemorySteps,
)
from inkwright.testing.memory_projects import MemoryBlocks, MemoryPresets, MemoryProjects, MemoryProposals
from inkwright.testing.memory_services import memory_services
from inkwright.testing.memory_vault import MemoryVault
from inkwright.testing.pieces import PieceCollector
from inkwright.testing.tool_calls import call_tool
from inkwright.usecases.turns import send_message

__all__ = [
    "Delivered",
    "MemoryAsks",
    "MemoryAttachments",
    "MemoryBlocks",
    "MemoryConversations",
    "MemoryCreatorFacts",
    "MemoryEvaluations",
    "MemoryJournal",
    "MemoryLedger",
    "MemoryPersonas",
    "MemoryPresets",
    "MemoryProjects",
    "MemoryProposals",
    "MemorySkills",
    "MemorySteps",
    "MemoryVault",
    "PieceCollector",
    "RouterResult",
    "ScriptedModel",
    "ToolCall",
    "build_deck",
    "call_tool",
    "check_deck",
    "export_quiz",
    "load_deck",
    "main",
    "memory_services",
    "read_deck_pages",
    "read_quiz",
    "send_message",
]
