"""The names for verification come from the registries."""

from inkwright.tools.names import ARTIFACT_EVENT_TYPES, ARTIFACT_TOOL_SET


def test_tools_and_events_of_artifacts_are_known_by_name() -> None:
    assert {"generate_pptx", "generate_docx", "render_pdf"} <= ARTIFACT_TOOL_SET
    assert ARTIFACT_TOOL_SET.isdisjoint({"list_artifacts", "ui_request"})
    assert "data-file-ready" in ARTIFACT_EVENT_TYPES
