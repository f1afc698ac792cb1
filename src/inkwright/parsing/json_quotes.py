"""Put straight, complete quotes around the strings of a damaged JSON text, with patterns over the whole text.

Inside of an intact string a wrong guess leaves bare words next to strings, so that the text is not valid afterwards.
"""

import re
from typing import Final

_PLAIN: Final = r"[^\"\\\n\[\]{}:：]"
_IN_PHRASE: Final = r"[^\"\\\n\[\]{}:,]"
_NEXT_KEY: Final = r",\s*+\"[\w$ -]{1,60}\"\s*+:"
_UNCLOSED_VALUE = re.compile(rf'(:\s*+"{_PLAIN}*[^\s,"\'’”`\\\[\]{{}}:：])(?={_NEXT_KEY})')
_UNOPENED_VALUE = re.compile(rf'(": )(?!(?:true|false|null)")([A-Za-z]{_IN_PHRASE}*[A-Za-z\d.])"(?=[,}}])')
_UNCLOSED_ELEMENT = re.compile(r'([\[,] ?"[^"\\\n\[\]{}:,\']*[\w.!?])(?=,\s{1,20}"[^"\\\n,:]*"[,\]])')
_UNOPENED_KEY = re.compile(r'([{,]\s*+)([A-Za-z_$][\w$-]{0,60})(?="\s*+:)')
_UNCLOSED_KEY = re.compile(r'((?:\{|,(?<=[\d\]}a-z],))\s*+"[\w$.-]{1,60})(?=\s{0,20}:\s{0,20}["\[{])')
_PHRASES = re.compile(
    rf'((?:[:\[]|",) "{_IN_PHRASE}* )((?:"\w(?:{_IN_PHRASE}*\w)?" {_IN_PHRASE}*+){{1,8}})(?="\s*+[,}}\]])'
)
_CURLY_VALUE = re.compile(r'([:,\[{]\s*+)“([^“”"\\\n]*+)”(?=\s*+[,:}\]])')
_TRIPLE = re.compile(r'"""([^"\\\n]++)"""')

_CURLY = re.compile("“[^“”\n]*+”")
_SINGLE_CURLY = re.compile("‘[^‘’\n]*+’")
_BACKTICKS = re.compile("`[^`\n]*+`")
_STRING = re.compile(r'"((?:[^"\\\n]++|\\.)*+)"')
# The quote comes first in the pattern, so that the search skips to it.
_IN_WORD: Final = r"'(?<=[^\W\d_]')(?=[^\W\d_])"
_APOSTROPHE = re.compile(_IN_WORD)
_OPENING_SINGLE: Final = ("{'", ", '", ": '", "['", "\n'")
_SINGLE = re.compile(rf"'(?<=[\s,:\[{{]')([^'\"\\\n]*+(?:{_IN_WORD}[^'\"\\\n]*+)*+)'(?=\s*+[,:\]}}]|\s++[\"'\[{{\d-])")


def with_straight_quotes(text: str) -> str | None:
    """Return the text with straight quotes, if all of its strings have quotes of one kind."""
    if '"' in text:
        return _without_single_quotes(text) if any(mark in text for mark in _OPENING_SINGLE) else text
    if "“" in text or "”" in text:
        return _straightened(text, _CURLY, "“", "”", "„＂")
    if "‘" in text or "’" in text:
        return _straightened(text, _SINGLE_CURLY, "‘", "’", "'`")
    if "`" in text:
        return _straightened(text, _BACKTICKS, "`", "`", "'") if "``" not in text else None
    return _without_single_quotes(text)


def with_missing_quotes(text: str) -> str:
    """Return the text with quotes of one kind of damage put in, or unchanged."""
    for mark, unusual, straight in (("“", _CURLY_VALUE, r'\1"\2"'), ('"""', _TRIPLE, r'"\1"')):
        if mark in text and (found := unusual.sub(straight, text)) != text:
            return found
    for pattern, fixed in (
        (_UNCLOSED_VALUE, r'\1"'),
        (_UNOPENED_VALUE, r'\1"\2"'),
        (_UNOPENED_KEY, r'\1"\2'),
        (_UNCLOSED_KEY, r'\1"'),
        (_PHRASES, _escape_phrases),
        (_UNCLOSED_ELEMENT, r'\1"'),
    ):
        found = pattern.sub(fixed, text)
        if found != text:
            return found
    return text


def _escape_phrases(string: re.Match[str]) -> str:
    return string[1] + string[2].replace('"', '\\"')


def _straightened(text: str, string: re.Pattern[str], opening: str, closing: str, others: str) -> str | None:
    count = len(string.findall(text))
    marks = text.count(opening) + (text.count(closing) if closing != opening else 0)
    is_certain = 2 * count == marks and not any(mark in text for mark in others)
    return text.replace(opening, '"').replace(closing, '"') if is_certain else None


def _without_single_quotes(text: str) -> str | None:
    """Return the text with the single quotes around strings replaced, if every other one is inside of a word."""
    parts = _STRING.split(text)
    outside = '"'.join(parts[::2])
    straight = _SINGLE.sub("\x02\\1\x02", outside) if "\x02" not in text else outside
    is_certain = "'" not in _APOSTROPHE.sub("", straight) and outside.count('"') == len(parts) // 2
    if not is_certain or "\\" in outside:
        return None
    parts[::2] = straight.split('"')
    return '"'.join(parts).replace("\x02", '"')
