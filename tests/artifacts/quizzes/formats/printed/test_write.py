"""What a PDF cannot show is told when it is made."""

from inkwright.artifacts.quizzes.export import export_quiz
from inkwright.artifacts.quizzes.formats.printed.write import unprintable_losses
from inkwright.artifacts.quizzes.load import quiz_from_value
from inkwright.artifacts.quizzes.losses import ConversionLoss

SMILE = {
    "title": "T",
    "questions": [
        {
            "questionType": "SHORT_ANSWER",
            "question": "Smile 🧪 and $a+b ⟂ c$",
            "correctAnswer": "1",
            "explanation": "🐸",
        }
    ],
}


def test_a_character_without_a_glyph_is_told_when_the_pdf_is_made() -> None:
    [told] = [note for note in export_quiz(quiz_from_value(SMILE), "pdf").notes if note.key == "no_glyph"]
    assert "🧪" in told.message("en")
    assert "🧪" in told.message("zh")


def test_what_stands_in_the_key_alone_is_told_where_the_key_is() -> None:
    quiz = quiz_from_value(SMILE)
    assert unprintable_losses(quiz, with_key=False) == [ConversionLoss("no_glyph", ("🧪",))]
    assert unprintable_losses(quiz, with_key=True) == [ConversionLoss("no_glyph", ("🧪", "🐸"))]


def test_word_has_fonts_for_them() -> None:
    assert "no_glyph" not in [note.key for note in export_quiz(quiz_from_value(SMILE), "docx").notes]
