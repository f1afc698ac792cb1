"""JavaScript read without running it: what is code and what is words, and what in the code has no place in a page."""

import re
from collections.abc import Iterator
from typing import Final, NamedTuple

_STRING: Final = r"\"(?:[^\"\\\n]++|\\.)*+\"?|'(?:[^'\\\n]++|\\.)*+'?"
_COMMENT: Final = r"//[^\n]*+|/\*(?:[^*]++|\*(?!/))*+(?:\*/)?"
_REGEX: Final = r"/(?![*/])(?:[^/\\\[\n]++|\\.|\[(?:[^\]\\\n]++|\\.)*+\]?)++/[a-z]*+"
# A slash behind a word, a number or a closing bracket divides; elsewhere it opens a regular expression.
_SLASHES: Final = (
    rf"\b(?:return|typeof|case|in|of|do|else|void)\s*+{_REGEX}|(?<=[\w$)\]])[ \t]++/(?![*/])|(?<![\w$)\]]){_REGEX}"
)
_TOKEN = re.compile(f"{_COMMENT}|{_STRING}|{_SLASHES}|`", re.S)
_INSIDE = re.compile(f"{_COMMENT}|{_STRING}|{_SLASHES}|[`{{}}]", re.S)
_TEMPLATE = re.compile(r"(?:[^`\\$]++|\\.|\$(?!\{))*+(?:`|\$\{|\Z)", re.S)

_NETWORK: Final = (
    "XMLHttpRequest|WebSocket|WebSocketStream|EventSource|WebTransport|RTCPeerConnection|webkitRTCPeerConnection|"
    "sendBeacon|importScripts|SharedWorker|serviceWorker|fetchLater"
)
_NOT_A_METHOD: Final = r"\((?![^()\n]*\)\s*\{)"
_RULES: Final = (
    (
        "network",
        rf"\b({_NETWORK})\b|(?<![\w$.])(fetch)\s*(?:{_NOT_A_METHOD}|\.\s*(?:call|apply|bind)\b)|"
        r"\b(?:window|self|globalThis)\s*\??\.\s*(fetch)\b|\bnew\s+(Worker)\b|"
        r"(?<![\w$.])(import)\s*(?:\(|[\w$*{\"'])",
    ),
    (
        "leaves",
        r"(?<![\w$.])(?:(?:window|self|globalThis|document)\s*\.\s*)?(location)\s*"
        r"(?:=(?![=>])|\.\s*href\s*=(?!=)|\.\s*(?:assign|replace|reload)\b)|"
        r"\b(window\s*\.\s*(?:open|top|parent|opener|frameElement))\b|"
        r"(?<![\w$.])((?:top|parent|opener)\s*\.\s*(?:location|document|postMessage|frames))\b|"
        r"\b(navigation\s*\.\s*navigate)\b|\.\s*(requestSubmit|submit)\s*\(\s*\)",
    ),
    (
        "evaluates",
        r"(?<![\w$.])(eval)\s*\(|(?<![\w$.])(Function)\s*\(|\b(set(?:Timeout|Interval))\s*\(\s*['\"`]",
    ),
    ("stores", r"\b(localStorage|sessionStorage|indexedDB|document\s*\.\s*cookie|caches\s*\.\s*open)\b"),
    ("dialog", rf"(?<![\w$.])(?:window\s*\.\s*)?(alert|confirm|prompt|print)\s*{_NOT_A_METHOD}"),
)
_BAD = tuple((key, re.compile(rule)) for key, rule in _RULES)
_SUSPECT = re.compile(
    rf"\b(?:{_NETWORK}|Worker|fetch|import|location|window|top|parent|opener|navigation|submit|requestSubmit|eval|"
    r"Function|setTimeout|setInterval|localStorage|sessionStorage|indexedDB|cookie|caches|alert|confirm|prompt|print)\b"
)
_BY_NAME = re.compile(rf"\[\s*['\"`]({_NETWORK}|fetch|eval|localStorage|open|location)['\"`]\s*\]")
_OWN_NAME = re.compile(
    r"\b(?:function\s*\*?|const|let|var)\s+(alert|confirm|prompt|print|fetch|location|Worker|EventSource)\b"
)
_ESCAPE = re.compile(r"\\u\{?([0-9a-fA-F]{2,6})\}?|\\x([0-9a-fA-F]{2})")
_URL = re.compile(
    r"(?:['\"`]|(?:src|href|action|srcset|poster|data)\s*=\s*\\?['\"]?)\s*((?:https?:|wss?:|ftp:)?//[^\s'\"`<>\\)]+"
    r"|javascript:[^'\"`]{0,40})",
    re.I,
)
_NAMESPACES: Final = ("http://www.w3.org/", "https://www.w3.org/")


class Bad(NamedTuple):
    """A rule that is broken, the word that breaks it, and where in the script."""

    key: str
    what: str
    at: int


def bad_in_script(script: str) -> Iterator[Bad]:
    """What a page may not do, as far as it can be read. What is hidden well is stopped by the policy of the page."""
    plain = _ESCAPE.sub(_unescaped, script) if "\\" in script else script
    for found in _URL.finditer(plain):
        if not found[1].startswith(_NAMESPACES):
            yield Bad("url", found[1][:80], found.start())
    for found in _BY_NAME.finditer(plain):
        yield Bad("network", found[1], found.start())
    if _SUSPECT.search(plain) is None:
        return
    code = code_of(plain)
    own = set(_OWN_NAME.findall(code))
    for key, rule in _BAD:
        for found in rule.finditer(code):
            word = next(each for each in found.groups() if each)
            if word not in own:
                yield Bad(key, " ".join(word.split()), found.start())


def code_of(script: str) -> str:
    """The script with its comments, patterns and the insides of its strings blanked out, as long as it was."""
    out: list[str] = []
    at, end = 0, len(script)
    # For each template that is being written in: how many braces are open in the code inside it.
    depths: list[int] = []
    while at < end:
        token = (_INSIDE if depths else _TOKEN).search(script, at)
        if token is None:
            out.append(script[at:])
            break
        out.append(script[at : token.start()])
        at, sign = token.end(), token[0]
        if sign in "{}`":
            out.append(sign)
            at = _step(script, at, sign, depths, out)
        else:
            out.append(_blanked(sign))
    return "".join(out)


def _step(script: str, at: int, sign: str, depths: list[int], out: list[str]) -> int:
    """Behind a brace or a backtick: into a template, out of one, or on in the code."""
    if sign == "{":
        depths[-1] += 1
        return at
    if sign == "}":
        depths[-1] -= 1
        if depths[-1] > 0:
            return at
        depths.pop()
    words = _TEMPLATE.match(script, at)
    if words is None:
        return at
    out.append(_blanked(words[0]) if words[0] else "")
    if words[0].endswith("${"):
        depths.append(1)
    return words.end()


def _blanked(token: str) -> str:
    """Quotes stay, so that a rule can see that there is a string; line ends stay for the line numbers."""
    if token[0] in "\"'":
        return token[0] + " " * (len(token) - 2) + token[-1] if len(token) > 1 else token
    if "\n" in token:
        return "\n".join(" " * len(line) for line in token.split("\n"))
    return " " * len(token) if token.strip() != "/" else token


def _unescaped(found: re.Match[str]) -> str:
    """The character, where it is one that a name can be written with."""
    code = int(found[1] or found[2], 16)
    return chr(code) if code < 127 and chr(code).isalnum() else found[0]
