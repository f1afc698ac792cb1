"""Regions that are one value from their first character to their last, in the forms that only a whole can have."""

import re

from inkwright.parsing.json_plausibility import Surroundings, is_plausible
from inkwright.parsing.json_reader import read_damaged, read_headless
from inkwright.parsing.json_regions import Candidate, Region
from inkwright.parsing.json_strict import read_json5, read_strict

_HEADLESS = re.compile(r"""(?:"[^"\n]{1,80}"|'[^'\n]{1,80}'|“[^”\n]{1,80}”)\s*[:：]""")
_ESCAPED = re.compile(r"[\[{](?:\s|\\n|[\[{])*+\\\"")
_DOUBLED = re.compile(r"[\[{](?:\s|[\[{])*+\"\"[^\s,:\]}\"]")
_BARE_QUOTE = re.compile(r"(?<!\\)\"")
_BEHIND = " \n\t\r;`"


def read_whole(region: Region) -> Candidate | None:
    """The value that the whole region is, if it is one."""
    text = region.text.strip()
    if _HEADLESS.match(text):
        return _headless(region, text)
    if text[:1] not in tuple("{[｛［("):
        return None
    strict = read_strict(text)
    if strict:
        return region.complete(strict.value, "strict")
    if text[0] == "(":
        return None if region.is_code else _tuple(region, text)
    json5 = read_json5(text)
    if json5:
        return region.complete(json5.value, "json5")
    if _ESCAPED.match(text) and not _BARE_QUOTE.search(text):
        return _escaped(region, text)
    return _doubled(region, text) if _DOUBLED.match(text) else None


def _escaped(region: Region, text: str) -> Candidate | None:
    """`{\\"a\\": 1}`: an encoded string that lost its outer quotes."""
    decoded = re.sub(r"\\([\"\\/])", r"\1", text)
    strict = read_strict(decoded)
    if strict:
        return region.complete(strict.value, "repaired")
    reading = read_damaged(decoded)
    return region.complete(reading.value, "repaired") if reading.state == "complete" else None


def _doubled(region: Region, text: str) -> Candidate | None:
    """`{""a"": 1}`: every quote doubled, as CSV does."""
    strict = read_strict(text.replace('""', '"'))
    return region.complete(strict.value, "repaired") if strict else None


def _headless(region: Region, text: str) -> Candidate | None:
    """`"a": 1}`: the opening brace alone is missing."""
    reading = read_headless(text)
    if reading.state != "complete" or reading.size == 0 or text[reading.end :].strip(_BEHIND):
        return None
    return region.complete(reading.value, "repaired")


def _tuple(region: Region, text: str) -> Candidate | None:
    """`("a", 1)`; a sentence in parentheses has words in it."""
    reading = read_damaged(text)
    around = Surroundings("", text[reading.end :], is_whole=True, is_code=False)
    if reading.state != "complete" or "word" in reading.repairs or not is_plausible(reading, around):
        return None
    if isinstance(reading.value, list) and len(reading.value) < 2:
        return None
    return region.complete(reading.value, "repaired")
