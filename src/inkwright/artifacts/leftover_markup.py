"""Finds what was left in text for readers: TeX, Markdown, HTML, templates, entities, wrongly decoded letters, and
what a chat says around its answer."""

import re
from typing import Final

_TEX_COMMANDS: Final = (
    "alpha|approx|beta|cdot|delta|frac|gamma|geq|hat|infty|int|lambda|leq|mathbb|mathrm|neq|omega|overline|partial|"
    "pm|rightarrow|Rightarrow|sigma|sqrt|sum|textbf|textit|theta|times|vec"
)
_HTML_TAGS: Final = (
    "a|b|blockquote|br|center|code|div|em|font|h[1-6]|i|img|li|ol|p|pre|s|small|span|strong|sub|sup|"
    "table|tbody|td|th|tr|u|ul"
)
_ENTITIES: Final = (
    "amp|apos|bull|copy|deg|gt|hellip|laquo|ldquo|lsquo|lt|mdash|middot|nbsp|ndash|quot|raquo|rdquo|rsquo|times"
)
_MARKUP: Final = re.compile(
    rf"(?<![A-Za-z:\\])\\(?:{_TEX_COMMANDS})(?![A-Za-z])"  # a path such as C:\times is none
    r"|\\(?:begin|end|section|subsection|textbf|textit|emph|frac|sqrt|text|mathrm|cite|ref|item)\{"
    r"|(?<![\w$\\])\$(?=[^$\n\d\s][^$\n]{0,200}\$)[^$\n]*[\\^_][^$\n]*\$"
    r"|(?<![A-Za-z0-9)\]*])\*\*(?=[^\s*])[^*\n]{1,300}(?<=[^\s*])\*\*(?![A-Za-z0-9(*])"
    r"|!\[[^\[\]\n]{0,200}\]\([^()\s]{1,500}\)"
    r"|\[[^\[\]\n]{1,200}\]\((?:https?://|mailto:|#)[^()\s]{1,500}\)"
    r"|\[[^\[\]\n]{1,200}\]\([\w./-]{1,200}\.(?:md|html?|pdf|docx|png|jpe?g)\b"
    # Two marks of a list before one item.
    r"|(?m:^\s{0,3}[•●▪◦‣][ \t]{0,3}[-–*•●▪◦‣][ \t])|(?m:^\s{0,3}(\d{1,2}[.)])[ \t]{1,3}\1[ \t])"
    # What a chat says before and after what it was asked for.
    r"|\A(?:Sure|Certainly|Of course|Absolutely)[!,.] (?i:here(?:['’]s| is| are)|below is|I(?:['’]ll| will| have))"
    r"[^\n]{0,200}:\s{0,3}\Z"
    r"|\b[Aa]s an AI (?:language )?model\b|\bLet me know if you(?:['’]d| would) like\b"
    r"|\A(?:好的|当然|當然|没问题|沒問題)[，,！!。]\s?(?:以下|下面|这是|這是)[^\n]{0,100}[：:]\s{0,3}\Z"
    r"|作为(?:一个|一名)?(?:AI|人工智能)(?:语言)?(?:模型|助手)，我"
    # Characters that were written as their numbers.
    r"|(?:\\u[0-9a-fA-F]{4}){2,}"
    r"|(?m:^\s{0,3}#{1,6} +\S)|(?m:^\s{0,3}(?:```|~~~))|(?<!~)~~[^\s~][^~\n]{0,200}~~(?!~)"
    rf"|</?(?i:{_HTML_TAGS})(?:\s[^<>\n]{{0,200}})?/?>"
    r"|(?m:^\s{0,3}\|(?:[ \t]*:?-{3,}:?[ \t]*\|){1,40})"
    r"|\{\{-?\s{0,3}[A-Za-z_][\w .|()'\"-]{0,80}\}\}|\{%-?\s{0,3}[a-z][^%{}\n]{0,200}%\}"
    r"|\w{0,20}(?:Ã[\u0080-\u00bf]|â€[\u0080-\u00bf\u2018-\u2122]|ï¿½|锟斤拷)\w{0,20}"
    # Cyrillic and Chinese letters that were read one byte at a time.
    r"|(?:[ÐÑ][\u0080-\u00bf\u0152-\u0178\u02c6\u02dc\u2013-\u203a\u20ac\u2122]){3,}"
    r"|(?:[ä-é][\u0080-\u00bf\u0152-\u0178\u02c6\u02dc\u2013-\u203a\u20ac\u2122]{2}){2,}"
    r"|\[object [A-Z]\w{1,20}\]|\bNaN ?(?:%|°|€|\$|px\b|[cmk]m\b|kg\b)"
    # A list of a program, written as one.
    r"|(?<![\w\])])\[(?:'[^'\[\]\n]{1,80}', ){1,20}'[^'\[\]\n]{1,80}'\]"
    rf"|&(?:{_ENTITIES}|#\d{{2,6}}|#[xX][0-9a-fA-F]{{2,6}});"
)
_CUT_OFF: Final = re.compile(r"[a-z]\W{1,3}(?:the|an?|and|or|because)\s*\Z")
_CUT_OFF_LENGTH: Final = 30
_MONOSPACE: Final = re.compile(r"mono|courier|consol|typewriter|code|menlo|cmtt|lmtt|fixed|mplus-?\dm|hack", re.I)
_SHOWN: Final = 60


def leftover_markup(text: str) -> str:
    """Return the first piece of markup in a text that readers see, or an empty string."""
    found = _MARKUP.search(text)
    return found[0].strip()[:_SHOWN] if found else ""


def is_cut_off(text: str) -> bool:
    """Whether a text stops before its end: after an article, or a word that joins."""
    return len(text) >= _CUT_OFF_LENGTH and _CUT_OFF.search(text) is not None


def is_code_font(name: str) -> bool:
    """Whether a typeface is one for code, in which markup is shown on purpose."""
    return _MONOSPACE.search(name) is not None
