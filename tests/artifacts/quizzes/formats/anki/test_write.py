"""Anki decks: one card per question."""

import sqlite3
from pathlib import Path

from inkwright.artifacts.quizzes.export import export_quiz
from tests.artifacts.quizzes.exported_files import parts_of
from tests.artifacts.quizzes.sample_quizzes import every_type


def test_an_anki_deck_is_a_valid_database(tmp_path: Path) -> None:
    parts = parts_of(export_quiz(every_type(), "anki").content)
    file = tmp_path / "collection.anki2"
    file.write_bytes(parts["collection.anki2"])
    with sqlite3.connect(file) as base:
        notes = base.execute("select flds, tags from notes").fetchall()
        cards = base.execute("select count(*) from cards").fetchone()
    base.close()
    assert (len(notes), cards) == (10, (10,))
    front, back = notes[0][0].split("\x1f")
    assert "A. Oxygen" in front
    assert back.startswith("B. Argon")
    assert "knowledge:noble_gases" in notes[0][1]
