"""The in-memory stores implement the protocols."""

from inkwright.conversation.protocols import Asks, Attachments, Conversations, Journal, Ledger, Steps
from inkwright.testing import (
    MemoryAsks,
    MemoryAttachments,
    MemoryConversations,
    MemoryJournal,
    MemoryLedger,
    MemorySteps,
)


def test_every_protocol_has_its_reference_implementation() -> None:
    journal: Journal = MemoryJournal()
    ledger: Ledger = MemoryLedger()
    asks: Asks = MemoryAsks()
    attachments: Attachments = MemoryAttachments()
    steps: Steps = MemorySteps()
    conversations: Conversations = MemoryConversations()
    stores = (journal, ledger, asks, attachments, steps, conversations)
    protocols = (Journal, Ledger, Asks, Attachments, Steps, Conversations)
    for store, protocol in zip(stores, protocols, strict=True):
        assert {name for name in vars(protocol) if not name.startswith("_")} <= set(dir(store))
