"""Results made from the library name its documents."""

from inkwright import Brain, ScriptedModel
from inkwright.agent.tools import ToolContext
from inkwright.clock import SystemClock
from inkwright.conversation.turns import SourcePlace, TurnState, UsedSource
from inkwright.ids import TimedIds
from inkwright.testing.memory_conversations import MemoryAttachments
from inkwright.testing.memory_vault import MemoryVault
from inkwright.tools.library_credits import credited_documents, sources_line, sources_section

_RAIN = UsedSource(
    name="rain.pdf", reason="named", id="doc_1", places=tuple(SourcePlace(page=n, start=0, end=9) for n in (3, 2))
)
_NOTES = UsedSource(name="my_notes.md", reason="read", id="doc_2")
_FILE = UsedSource(name="file.md", reason="named")


def context_of(*sources: UsedSource) -> ToolContext:
    return ToolContext(
        turn=TurnState(id="turn_1", conversation_id="conv_1", owner="me", message="", sources=sources),
        call_id="c1",
        language="en",
        vault=MemoryVault({}, ids=TimedIds(), clock=SystemClock()),
        attachments=MemoryAttachments(),
        brain=Brain(ScriptedModel([])),
        progress=lambda _: None,
        show=lambda _: None,
    )


def test_documents_of_the_library_are_named_with_their_pages_and_files_of_the_conversation_are_not() -> None:
    context = context_of(_RAIN, _NOTES, _FILE)
    assert credited_documents(context, "en") == ["rain.pdf, p. 2, 3", "my_notes.md"]
    assert credited_documents(context, "zh")[0] == "rain.pdf，第 2, 3 页"


def test_a_document_gets_a_last_section_and_a_deck_one_line_that_fits() -> None:
    context = context_of(_RAIN, _NOTES)
    assert sources_section(context, "en") == "\n\n## Sources\n\n- rain.pdf, p. 2, 3\n- my\\_notes.md\n"
    assert sources_line(context, "en", 200) == "Sources: rain.pdf, p. 2, 3; my_notes.md"
    assert sources_line(context, "en", 30) == "Sources: rain.pdf, p. 2, 3"


def test_without_documents_of_the_library_nothing_is_added() -> None:
    assert sources_section(context_of(_FILE), "en") == ""
    assert sources_line(context_of(), "en", 200) == ""
