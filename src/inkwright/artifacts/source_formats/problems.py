"""Why a file is not read."""

from typing import Any

from inkwright.artifacts.validation import UnreadableContent


class NotExtractable(UnreadableContent):
    """The file is not read; `reading.<key>` is the message."""

    def __init__(self, key: str, **fields: object) -> None:
        super().__init__(key)
        self.key = key
        self.fields: dict[str, Any] = fields
