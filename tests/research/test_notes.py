"""Notes with their places."""

from inkwright.research.notes import notes_for


def test_notes_are_the_passages_with_the_wanted_words_and_their_place() -> None:
    sources = {1: "x " * 600 + "The flood of 1998 reached the bridge.", 2: "Nothing of the kind."}
    (note,) = notes_for(["flood bridge"], sources, 5)
    assert note.source == 1
    assert sources[1][note.start : note.start + len(note.text)] == note.text
    assert "flood" in note.text
