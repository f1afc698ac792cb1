"""The status line below the prompt: model, cost, files, project and conversation."""

from dataclasses import dataclass, field

from inkwright.i18n import Language, text


@dataclass
class StatusLine:
    """The content of the status line. `model` is empty until the models are open."""

    language: Language
    model: str = ""
    is_tiny: bool = False
    tokens: int = 0
    dollars: float = 0.0
    conversation: str = ""
    project: str = ""
    files: set[str] = field(default_factory=set)

    def reset(self, conversation: str) -> None:
        """Show another conversation, with no usage and no files yet."""
        self.conversation, self.tokens, self.dollars = conversation, 0, 0.0
        self.files.clear()

    def line(self) -> str:
        """Return the line, shortest facts first, because a narrow terminal truncates it."""
        return " · ".join(filter(None, [self._model(), self._cost(), self._files(), self.project, self.conversation]))

    def _model(self) -> str:
        if not self.model:
            return text(self.language, "chat.status.opening")
        return text(self.language, "chat.status.tiny", model=self.model) if self.is_tiny else self.model

    def _cost(self) -> str:
        """Return the dollars if a price is known, and the tokens if there are any."""
        tokens = text(self.language, "chat.status.tokens", count=f"{self.tokens:,}") if self.tokens else ""
        return " · ".join(filter(None, [f"${self.dollars:.4f}" if self.dollars else "", tokens]))

    def _files(self) -> str:
        return text(self.language, "chat.status.files", count=len(self.files)) if self.files else ""
