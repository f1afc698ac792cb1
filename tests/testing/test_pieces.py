"""Pieces of a reply are put together; starting over discards them."""

from inkwright.llm.models import CallPiece, StartedOver, TextPiece
from inkwright.testing import PieceCollector


def test_texts_and_calls_are_joined_until_the_model_starts_over() -> None:
    heard = PieceCollector()
    for piece in (TextPiece("It "), TextPiece("rains."), CallPiece(0, "note", '{"a"'), CallPiece(0, "note", ": 1}")):
        heard.hear(piece)
    assert (heard.text, heard.calls[0].arguments) == ("It rains.", '{"a": 1}')
    heard.hear(StartedOver("a", "busy"))
    assert (heard.text, heard.calls) == ("", {})
