"""What tests need: a model that replies from a script, and stores that keep everything in memory.

Extensions test with these as the project itself does. No code of the program imports this package.
"""

from inkwright.llm.scripted import ScriptedModel
from inkwright.testing.memory_conversations import (
    MemoryAsks,
    MemoryAttachments,
    MemoryConversations,
    MemoryJournal,
    MemoryLedger,
    MemorySteps,
)
from inkwright.testing.memory_projects import MemoryBlocks, MemoryProjects
from inkwright.testing.memory_services import memory_services
from inkwright.testing.memory_vault import MemoryVault
from inkwright.testing.pieces import PieceCollector

__all__ = [
    "MemoryAsks",
    "MemoryAttachments",
    "MemoryBlocks",
    "MemoryConversations",
    "MemoryJournal",
    "MemoryLedger",
    "MemoryProjects",
    "MemorySteps",
    "MemoryVault",
    "PieceCollector",
    "ScriptedModel",
    "memory_services",
]
