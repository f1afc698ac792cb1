"""Scans JavaScript without running it for code that is not allowed in a page."""

import re
from collections.abc import Iterator
from itertools import islice
from typing import Final, NamedTuple

_STRING: Final = r"\"(?:[^\"\\\n]++|\\.)*+\"?|'(?:[^'\\\n]++|\\.)*+'?"
_COMMENT: Final = r"//[^\n]*+|/\*(?:[^*]++|\*(?!/))*+(?:\*/)?"
# Bounded, because in a text of slashes each could begin a pattern.
_REGEX: Final = r"/(?![*/])(?:[^/\\\n]|\\.){1,200}+/[a-z]{0,8}+"
# A slash after a word, a number or a closing bracket divides; elsewhere it begins a regular expression.
_SLASHES: Final = (
    rf"\b(?:return|typeof|case|in|of|do|else|void)\s*+{_REGEX}|(?<=[\w$)\]])[ \t]++/(?![*/])|(?<![\w$)\]]){_REGEX}"
)
_TOKEN = re.compile(f"{_COMMENT}|{_STRING}|{_SLASHES}|`", re.S)
_TEMPLATE_TOKEN = re.compile(f"{_COMMENT}|{_STRING}|{_SLASHES}|[`{{}}]", re.S)
_TEMPLATE = re.compile(r"(?:[^`\\$]++|\\.|\$(?!\{))*+(?:`|\$\{|\Z)", re.S)

_NETWORK: Final = (
    "XMLHttpRequest", "WebSocket", "WebSocketStream", "EventSource", "WebTransport", "RTCPeerConnection",
    "webkitRTCPeerConnection", "sendBeacon", "importScripts", "SharedWorker", "serviceWorker", "fetchLater",
)  # fmt: skip
_ANY_POSITION: Final = r"(?<![\w$])\Z"
_BARE_NAME: Final = r"(?<![\w$.])\Z"
_GLOBAL_NAME: Final = r"(?:(?<![\w$.])|\b(?:window|self|globalThis|document)\s*\??\.\s*)\Z"
_CALL: Final = r"\s*\((?![^()\n]{0,200}\)\s*\{)"
_RULE_TABLE: Final = (
    ("network", _NETWORK, _ANY_POSITION, ""),
    ("network", ("fetch",), _GLOBAL_NAME, rf"{_CALL}|\s*\.\s*(?:call|apply|bind)\b"),
    ("network", ("fetch",), r"\b(?:window|self|globalThis)\s*\??\.\s*\Z", ""),
    ("network", ("Worker",), r"\bnew\s+\Z", ""),
    ("network", ("import",), _BARE_NAME, r"\s*(?:\(|[\w$*{\"'])"),
    ("leaves", ("location",), _GLOBAL_NAME, r"\s*(?:=(?![=>])|\.\s*(?:href\s*=(?!=)|(?:assign|replace|reload)\b))"),
    ("leaves", ("open", "top", "parent", "opener", "frameElement"), r"\bwindow\s*\??\.\s*\Z", ""),
    ("leaves", ("top", "parent", "opener"), _BARE_NAME, r"\s*\??\.\s*(?:location|document|postMessage|frames)\b"),
    ("leaves", ("navigate",), r"\bnavigation\s*\.\s*\Z", ""),
    ("leaves", ("submit", "requestSubmit"), r"\.\s*\Z", r"\s*\(\s*\)"),
    ("evaluates", ("eval", "Function"), _BARE_NAME, r"\s*\("),
    ("evaluates", ("setTimeout", "setInterval"), _ANY_POSITION, r"\s*\(\s*['\"`]"),
    ("stores", ("localStorage", "sessionStorage", "indexedDB"), _ANY_POSITION, ""),
    ("stores", ("cookie",), r"\bdocument\s*\.\s*\Z", ""),
    ("dialog", ("alert", "confirm", "prompt", "print"), _GLOBAL_NAME, _CALL),
)
_LOOKAHEAD: Final = 40
_MAX_PER_RULE: Final = 100
_NAME_IN_BRACKETS = re.compile(rf"\[\s*['\"`]({'|'.join(_NETWORK)}|fetch|eval|localStorage|open|location)['\"`]\s*\]")
_GLOBAL_OBJECT = re.compile(r"\b(?:window|self|globalThis|document|navigator|top|parent|this)\s*\Z")
_OWN_DEFINITION = re.compile(
    r"\b(?:function\b\s*+\*?+|(?:const|let|var)\b)\s*+(alert|confirm|prompt|print|fetch|location|EventSource)\b"
)
_ESCAPE = re.compile(r"\\u\{([0-9a-fA-F]{1,6})\}|\\u([0-9a-fA-F]{4})|\\x([0-9a-fA-F]{2})")
_ADDRESS = re.compile(r"//[^\s'\"`<>\\)]+")
_BEFORE_ADDRESS = re.compile(
    r"(?:['\"`]|\b(?:src|href|action|srcset|poster|data)\s*=\s*\\?['\"]?)\s*((?:https?:|wss?:|ftp:)?)\Z", re.I
)
_SCRIPT_URL = re.compile(r"(?:['\"`]|=\s*+\\?+['\"]?+)\s*+(javascript:(?!\s)[^'\"`\n]{0,40})", re.I)
_NAMESPACE: Final = "//www.w3.org/"


class ScriptViolation(NamedTuple):
    """A violated rule, the word that violates it, and its position in the script."""

    key: str
    what: str
    at: int


class _ScriptRule(NamedTuple):
    """A word that is not allowed between two patterns. Searching for plain words is fast."""

    key: str
    word: str
    spot: re.Pattern[str]
    before: re.Pattern[str]
    after: re.Pattern[str]


_SCRIPT_RULES: Final = tuple(
    _ScriptRule(key, word, re.compile(rf"{word}(?![\w$])"), re.compile(before), re.compile(after))
    for key, words, before, after in _RULE_TABLE
    for word in words
)


def find_violations(script: str) -> Iterator[ScriptViolation]:
    """Yield the violations visible in the code. The policy of the page stops hidden ones."""
    plain = _ESCAPE.sub(_unescape_name, script) if "\\" in script else script
    yield from islice(_url_violations(plain), _MAX_PER_RULE)
    for found in _NAME_IN_BRACKETS.finditer(plain):
        if _GLOBAL_OBJECT.search(plain[max(0, found.start() - _LOOKAHEAD) : found.start()]):
            yield ScriptViolation("network", found[1], found.start())
    rules = [rule for rule in _SCRIPT_RULES if rule.word in plain]
    # Most scripts violate no rule even if their strings count as code: these need no tokenising.
    if next(_rule_violations(rules, plain), None) is None:
        return
    code = blank_strings(plain)
    own = set(_OWN_DEFINITION.findall(code))
    for bad in _rule_violations(rules, code):
        if bad.what not in own:
            yield bad


def _rule_violations(rules: list[_ScriptRule], code: str) -> Iterator[ScriptViolation]:
    for rule in rules:
        yield from islice(_violations_of(rule, code), _MAX_PER_RULE)


def _violations_of(rule: _ScriptRule, code: str) -> Iterator[ScriptViolation]:
    for found in rule.spot.finditer(code):
        start = found.start()
        if rule.before.search(code[max(0, start - _LOOKAHEAD) : start]) and rule.after.match(code, found.end()):
            yield ScriptViolation(rule.key, rule.word, start)


def _url_violations(script: str) -> Iterator[ScriptViolation]:
    for found in _ADDRESS.finditer(script):
        before = _BEFORE_ADDRESS.search(script[max(0, found.start() - _LOOKAHEAD) : found.start()])
        if before and not found[0].startswith(_NAMESPACE):
            yield ScriptViolation("url", f"{before[1]}{found[0]}"[:80], found.start())
    if "avascript:" in script.lower():
        for found in _SCRIPT_URL.finditer(script):
            yield ScriptViolation("url", found[1], found.start())


def blank_strings(script: str) -> str:
    """Replace comments, patterns and the content of strings by spaces. The length stays the same."""
    out: list[str] = []
    position, end = 0, len(script)
    # For each open template: the number of open braces in the code inside it.
    depths: list[int] = []
    while position < end:
        token = (_TEMPLATE_TOKEN if depths else _TOKEN).search(script, position)
        if token is None:
            out.append(script[position:])
            break
        out.append(script[position : token.start()])
        position, sign = token.end(), token[0]
        if sign in "{}`":
            out.append(sign)
            position = _skip_template(script, position, sign, depths, out)
        else:
            out.append(_blank_token(sign))
    return "".join(out)


def _skip_template(script: str, position: int, sign: str, depths: list[int], out: list[str]) -> int:
    """Return the position after the template text that follows a brace or a backtick, if any follows."""
    if sign == "{":
        depths[-1] += 1
        return position
    if sign == "}":
        depths[-1] -= 1
        if depths[-1] > 0:
            return position
        depths.pop()
    words = _TEMPLATE.match(script, position)
    if words is None:
        return position
    out.append(_blank_token(words[0]) if words[0] else "")
    if words[0].endswith("${"):
        depths.append(1)
    return words.end()


def _blank_token(token: str) -> str:
    """Blank a token. Quotes stay because rules look for strings; line ends stay for line numbers."""
    if token[0] in "\"'":
        is_closed = len(token) > 1 and token[-1] == token[0]
        return token[0] + " " * (len(token) - 2) + (token[0] if is_closed else " ") if len(token) > 1 else token
    if "\n" in token:
        return "\n".join(" " * len(line) for line in token.split("\n"))
    return " " * len(token) if token.strip() != "/" else token


def _unescape_name(found: re.Match[str]) -> str:
    """Return the character if it can be part of a name, else the escape."""
    code = int(found[1] or found[2] or found[3], 16)
    return chr(code) if code < 127 and chr(code).isalnum() else found[0]
