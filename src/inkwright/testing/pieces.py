"""A listener that puts the pieces of a reply together."""

from dataclasses import dataclass, field

from inkwright.llm.models import CallPiece, Piece, StartedOver, TextPiece


@dataclass(slots=True)
class PieceCollector:
    """What a listener knows at any moment. Pass its `hear` to a model."""

    text: str = ""
    calls: dict[int, CallPiece] = field(default_factory=dict)

    def hear(self, piece: Piece) -> None:
        """Add a piece; a model that starts over discards the earlier ones."""
        if isinstance(piece, TextPiece):
            self.text += piece.text
        elif isinstance(piece, CallPiece):
            before = self.calls.get(piece.index)
            written = before.arguments if before else ""
            self.calls[piece.index] = CallPiece(piece.index, piece.name, written + piece.arguments)
        elif isinstance(piece, StartedOver):
            self.text = ""
            self.calls.clear()
