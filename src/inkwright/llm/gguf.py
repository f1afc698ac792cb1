"""Read the header of a GGUF file: what model it holds, and how much memory its context takes."""

import struct
from dataclasses import dataclass
from pathlib import Path
from typing import Any, BinaryIO, Final

from inkwright.i18n import Reason

_MAGIC: Final = b"GGUF"
_VERSIONS: Final = (2, 3)
_MAX_FIELDS: Final = 10_000
_MAX_STRING: Final = 1_000_000
_MAX_ARRAY: Final = 2_000_000
_STRING: Final = 8
_ARRAY: Final = 9
_NUMBERS: Final = {0: "B", 1: "b", 2: "H", 3: "h", 4: "I", 5: "i", 6: "f", 7: "?", 10: "Q", 11: "q", 12: "d"}
_KEY_BYTES: Final = 2
"""The context is stored in half precision: two bytes for each number."""


class UnreadableWeights(ValueError):
    """A file that does not hold the weights of a chat model. `reason` says why."""

    def __init__(self, key: str) -> None:
        self.reason = Reason(f"reason.llm.gguf_{key}")
        super().__init__(str(self.reason))


@dataclass(frozen=True, slots=True)
class WeightsHeader:
    """What the header says. `context_tokens` is the longest context of the training; 0 if it is not given."""

    architecture: str
    name: str
    size_label: str
    licence: str
    context_tokens: int
    context_bytes_per_token: int
    has_chat_template: bool


def read_header(path: Path) -> WeightsHeader:
    """Read the header; raise UnreadableWeights if the file is not GGUF, is damaged, or holds no chat model."""
    try:
        with path.open("rb") as file:
            header = _header_from(_read_fields(file))
    except (struct.error, UnicodeDecodeError, MemoryError, OverflowError):
        raise UnreadableWeights("damaged") from None
    if not header.has_chat_template:
        raise UnreadableWeights("no_chat")
    return header


def _read_fields(file: BinaryIO) -> dict[str, Any]:
    if file.read(4) != _MAGIC:
        raise UnreadableWeights("other_format")
    (version,) = _unpack(file, "I")
    if version not in _VERSIONS:
        raise UnreadableWeights("version")
    _, count = _unpack(file, "QQ")
    if count > _MAX_FIELDS:
        raise UnreadableWeights("damaged")
    return {_read_string(file): _read_value(file, *_unpack(file, "I")) for _ in range(count)}


def _unpack(file: BinaryIO, format_codes: str) -> tuple[Any, ...]:
    format_codes = f"<{format_codes}"
    return struct.unpack(format_codes, file.read(struct.calcsize(format_codes)))


def _read_string(file: BinaryIO) -> str:
    (length,) = _unpack(file, "Q")
    if length > _MAX_STRING:
        raise UnreadableWeights("damaged")
    written = file.read(length)
    if len(written) != length:
        raise UnreadableWeights("damaged")
    return written.decode("utf-8", "replace")


def _read_value(file: BinaryIO, kind: int) -> Any:
    """Return a value. Of an array only the length is read: those of tokens have hundreds of thousands of entries."""
    if kind in _NUMBERS:
        return _unpack(file, _NUMBERS[kind])[0]
    if kind == _STRING:
        return _read_string(file)
    if kind != _ARRAY:
        raise UnreadableWeights("damaged")
    inner, count = _unpack(file, "IQ")
    if count > _MAX_ARRAY:
        raise UnreadableWeights("damaged")
    if inner in _NUMBERS:
        file.seek(count * struct.calcsize(f"<{_NUMBERS[inner]}"), 1)
    elif inner == _STRING:
        for _ in range(count):
            _read_string(file)
    else:
        raise UnreadableWeights("damaged")
    return count


def _header_from(fields: dict[str, Any]) -> WeightsHeader:
    architecture = _text(fields, "general.architecture")

    def number(key: str) -> int:
        value = fields.get(f"{architecture}.{key}")
        return int(value) if isinstance(value, int | float) and 0 < value < 2**31 else 0

    heads = number("attention.head_count") or 1
    key_heads = number("attention.head_count_kv") or heads
    width = number("attention.key_length") or number("embedding_length") // heads
    value_width = number("attention.value_length") or width
    return WeightsHeader(
        architecture=architecture,
        name=_text(fields, "general.name"),
        size_label=_text(fields, "general.size_label"),
        licence=_text(fields, "general.license"),
        context_tokens=number("context_length"),
        context_bytes_per_token=number("block_count") * key_heads * (width + value_width) * _KEY_BYTES,
        has_chat_template=bool(_text(fields, "tokenizer.chat_template")),
    )


def _text(fields: dict[str, Any], key: str) -> str:
    value = fields.get(key)
    return value if isinstance(value, str) else ""
