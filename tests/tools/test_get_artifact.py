"""What is in something that was made before: its source or its text, page by page, for its owner alone."""

import pytest
from pydantic import ValidationError

from inkwright.artifacts.slides.pptx.builder import build_deck
from inkwright.errors import NotFound, UnreadableFile
from inkwright.tools.get_artifact import TOOL
from tests.artifacts.sample_decks import LESSON
from tests.tools.contexts import Keepers


def test_a_deck_is_read_as_markdown() -> None:
    keepers = Keepers()
    made = keepers.keep({"deck.pptx": build_deck(LESSON).main})
    facts = keepers.facts(TOOL, {"artifact_id": made.id})
    assert facts == {
        "id": made.id,
        "name": "deck.pptx",
        "kind": "note",
        "title": "Title of deck.pptx",
        "version": 1,
        "read_from": "deck.pptx",
        "text": facts["text"],
        "start": 0,
        "next_start": None,
        "characters": len(facts["text"]),
    }
    assert "## Slide 2: What it is\n\n" in facts["text"]
    assert "Light becomes sugar\n" in facts["text"]


def test_where_its_source_was_kept_that_is_read() -> None:
    keepers = Keepers()
    made = keepers.keep({"a.pdf": b"%PDF", "source.md": "# 雨\n".encode()})
    facts = keepers.facts(TOOL, {"artifact_id": made.id})
    assert (facts["read_from"], facts["text"]) == ("source.md", "# 雨\n")


def test_a_long_one_is_read_in_parts_that_join() -> None:
    keepers = Keepers()
    written = "".join(f"第 {number} 行\n" for number in range(5_000))
    made = keepers.keep({"a.txt": written.encode()})
    parts, start = [], 0
    while start is not None:
        facts = keepers.facts(TOOL, {"artifact_id": made.id, "start": start})
        parts.append(facts["text"])
        start = facts["next_start"]
    assert [len(part) for part in parts[:-1]] == [12_000] * (len(parts) - 1)
    assert "".join(parts) == written
    beyond = keepers.facts(TOOL, {"artifact_id": made.id, "start": 10**9})
    assert (beyond["text"], beyond["next_start"], beyond["characters"]) == ("", None, len(written))


def test_what_is_anothers_or_nobodys_is_not_there() -> None:
    keepers = Keepers()
    made = keepers.keep({"a.txt": b"secret"})
    for artifact_id, owner in ((made.id, "you"), ("art_none", "me")):
        with pytest.raises(NotFound):
            keepers.facts(TOOL, {"artifact_id": artifact_id}, owner=owner)


def test_what_holds_no_text_is_reported() -> None:
    keepers = Keepers()
    made = keepers.keep({"a.png": b"\x89PNG"})
    with pytest.raises(UnreadableFile, match="use one of these"):
        keepers.facts(TOOL, {"artifact_id": made.id})


@pytest.mark.parametrize("arguments", [{}, {"artifact_id": "a", "start": -1}, {"artifact_id": "a", "owner": "you"}])
def test_it_takes_an_id_and_a_place_and_nothing_else(arguments: dict[str, object]) -> None:
    with pytest.raises(ValidationError):
        TOOL.input.model_validate(arguments)


def test_it_is_offered_in_every_turn_and_makes_nothing() -> None:
    assert (TOOL.is_base, TOOL.makes_artifacts) == (True, False)
