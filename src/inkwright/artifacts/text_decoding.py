"""Decode text files in the encodings that people have: Unicode, Chinese, Japanese, Korean, and those of Windows."""

import codecs
import re
from collections.abc import Callable
from typing import Final

_MARKS: Final = (
    (codecs.BOM_UTF8, "utf-8-sig"),
    (codecs.BOM_UTF32_LE, "utf-32"),
    (codecs.BOM_UTF32_BE, "utf-32"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)
"""Byte order marks. That of UTF-32 begins like that of UTF-16, so it comes first."""

_CONTROL: Final = re.compile(r"[\x00-\x08\x0e-\x1a\x1c-\x1f]")
_MAX_CONTROL_SHARE: Final = 0.01
_SAMPLE_SIZE: Final = 20_000
_NAMED_SAMPLE: Final = 200_000
"""How many bytes the detector looks at: it takes long, and does not become surer with more."""

_COMMON_LEAD_BYTES: Final = frozenset({*range(0xA1, 0xA4), *range(0xB0, 0xD8)})
"""The first bytes of the common characters of GB2312 and of its punctuation."""

_MIN_COMMON_SHARE: Final = 0.5
_MANY: Final = 8
_MIN_KANA_SHARE: Final = 0.2
_MIN_HANGUL_SHARE: Final = 0.9
_MIN_HANGUL: Final = 4
_MIN_BIG5_SHARE: Final = 0.85
_MIN_LOW_TRAILS: Final = 0.12
_MIN_HEBREW: Final = 16
_MIN_CYRILLIC: Final = 4
_MIN_VOWEL_SHARE: Final = 0.25
_MIXED_WORD: Final = re.compile("[a-zA-Z][Ѐ-ӿ]|[Ѐ-ӿ][a-zA-Z]|[а-џ][А-Я]")
_PUNCTUATION: Final = frozenset("\xa0«»“”„‘’‚–—…•·°§©®™№€£¿¡×½²³µ")
_WESTERN: Final = frozenset("àáâãäåæçèéêëíîïñóôõöøùúûüßœÀÁÂÃÄÅÆÇÈÉÊËÍÎÏÑÓÔÕÖØÙÚÛÜŒºª")
_KANA: Final = re.compile("[\u3041-\u30fc]")
_HANGUL: Final = re.compile("[\uac00-\ud7a3]")
_LETTERS: Final = re.compile(r"[^\W\d_]")
_UNLIKELY: Final = re.compile("[\x7f-\x9f\ufffd\ue000-\uf8ff]")


class NotText(Exception):
    """The content is not text, or in no encoding that is known: `key` is `binary` or `encoding`."""

    def __init__(self, key: str) -> None:
        super().__init__(key)
        self.key = key


def decode_text(content: bytes) -> str:
    """Return the text with plain line ends; NotText if it is none."""
    written = _decode(content).replace("\r\n", "\n").replace("\r", "\n")
    if "\0" in written or len(_CONTROL.findall(written)) > _MAX_CONTROL_SHARE * len(written):
        raise NotText("binary")
    return written


def _decode(content: bytes) -> str:
    for mark, encoding in _MARKS:
        if content.startswith(mark):
            return _strict(content, encoding) or _refuse("encoding")
    for encoding in (*_unmarked_utf16(content), "utf-8"):
        if (written := _strict(content, encoding)) is not None:
            return written
    if b"\0" in content:
        raise NotText("binary")
    sample = content[:_SAMPLE_SIZE]
    for encoding, is_likely in _LEGACY:
        # A sample may end within a character.
        decoded = sample.decode(encoding, "ignore")
        if is_likely(decoded, sample) and (written := _strict(content, encoding)) is not None:
            return written
    return _detected(content)


def _refuse(key: str) -> str:
    raise NotText(key)


def _strict(content: bytes, encoding: str) -> str | None:
    try:
        return content.decode(encoding)
    except UnicodeDecodeError:
        return None


def _unmarked_utf16(content: bytes) -> tuple[str, ...]:
    """Return UTF-16 without a mark where every second byte of a text with some ASCII is zero."""
    sample = content[:_SAMPLE_SIZE]
    half = len(sample) // 2
    if len(content) % 2 or not half:
        return ()
    first, second = sample[::2].count(0), sample[1::2].count(0)
    # A Chinese character such as 一 has a zero in the other byte.
    if second > half // 4 and first * _MANY < second:
        return ("utf-16-le",)
    return ("utf-16-be",) if first > half // 4 and second * _MANY < first else ()


def _foreign(decoded: str) -> str:
    return "".join(char for char in decoded if not char.isascii())


def _is_shift_jis(decoded: str, sample: bytes) -> bool:
    del sample
    foreign = _foreign(decoded)
    # Half-width kana are single bytes, which any other encoding has too.
    halves = sum("\uff61" <= char <= "\uff9f" for char in foreign)
    return len(_KANA.findall(foreign)) >= max(2, _MIN_KANA_SHARE * len(foreign)) and halves < len(foreign) / 10


def _is_euc_jp(decoded: str, sample: bytes) -> bool:
    foreign = _foreign(decoded)
    return all(byte >= 0xA1 for byte in sample if byte >= 0x80 and byte not in (0x8E, 0x8F)) and len(
        _KANA.findall(foreign)
    ) >= max(2, _MIN_KANA_SHARE * len(foreign))


def _is_euc_kr(decoded: str, sample: bytes) -> bool:
    del sample
    letters = [char for char in _foreign(decoded) if char.isalpha()]
    hangul = sum(_HANGUL.match(char) is not None for char in letters)
    return hangul >= max(_MIN_HANGUL, _MIN_HANGUL_SHARE * len(letters))


def _is_big5(decoded: str, sample: bytes) -> bool:
    """Whether most characters are common ones, and some have a second byte that no common Chinese in GB18030 has."""
    del sample
    pairs = _foreign(decoded).encode("big5", "ignore")
    firsts, seconds = pairs[::2], pairs[1::2]
    common = sum(0xA1 <= byte <= 0xC6 for byte in firsts)
    low = sum(byte < 0xA1 for byte in seconds)
    return common >= max(2, _MIN_BIG5_SHARE * len(firsts)) and low > _MIN_LOW_TRAILS * len(firsts)


def _is_gb18030(decoded: str, sample: bytes) -> bool:
    """GB18030 decodes nearly any bytes, but bytes that are not Chinese become characters that are rarely used."""
    del sample
    foreign = _foreign(decoded)
    firsts = foreign.encode("gb2312", "ignore")[::2]
    return sum(byte in _COMMON_LEAD_BYTES for byte in firsts) >= _MIN_COMMON_SHARE * len(foreign)


def _is_hebrew(decoded: str, sample: bytes) -> bool:
    """Whether all letters are Hebrew. The same bytes are Russian, but that has other letters and capitals too."""
    high = [byte for byte in sample if byte >= 0xC0]
    return len(high) >= _MIN_HEBREW and all(0xE0 <= byte <= 0xFA for byte in high) and not _UNLIKELY.search(decoded)


def _is_cyrillic(decoded: str, sample: bytes) -> bool:
    """Whether the words are Cyrillic with enough vowels, and no word mixes alphabets or has a capital inside."""
    del sample
    letters = [char for char in _foreign(decoded) if char not in _PUNCTUATION]
    vowels = sum(char in "аеиоуыэюяёіїєАЕИОУЭЮЯ" for char in letters)
    is_all = all("Ѐ" <= char <= "ҿ" for char in letters)
    has_vowels = vowels >= _MIN_VOWEL_SHARE * len(letters) and len(letters) >= _MIN_CYRILLIC
    return is_all and has_vowels and not _MIXED_WORD.search(decoded)


def _is_western(decoded: str, sample: bytes) -> bool:
    """Whether all letters outside ASCII are common in the languages of Western Europe."""
    del sample
    return all(char in _WESTERN or char in _PUNCTUATION for char in _foreign(decoded))


_LEGACY: Final[tuple[tuple[str, Callable[[str, bytes], bool]], ...]] = (
    ("cp932", _is_shift_jis),
    ("euc_jp", _is_euc_jp),
    ("cp949", _is_euc_kr),
    ("big5hkscs", _is_big5),
    ("gb18030", _is_gb18030),
    ("cp1255", _is_hebrew),
    ("cp1251", _is_cyrillic),
    ("koi8_r", _is_cyrillic),
    ("cp1252", _is_western),
)
"""Common encodings, each with a test of the decoded sample: it needs less text than a detector does."""


def _detected(content: bytes) -> str:
    """Return the text in the encoding that charset-normalizer finds."""
    from charset_normalizer import from_bytes  # noqa: PLC0415 - slow to import, and rarely needed

    found = from_bytes(content[:_NAMED_SAMPLE], enable_fallback=False).best()
    written = _strict(content, found.encoding) if found else None
    if written is None or _UNLIKELY.search(written) or not _LETTERS.search(written):
        raise NotText("encoding")
    return written
