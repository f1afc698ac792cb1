"""Finds what was left in text for readers: TeX, Markdown, HTML, templates, entities, wrongly decoded letters, and
what a chat says around its answer."""

import re
from typing import Final

_TEX_COMMANDS: Final = (
    "alpha|approx|bar|beta|bigl?|binom|cdot|cdots|circ|cos|delta|Delta|dfrac|div|dots|epsilon|equiv|eta|forall|frac|gamma|"
    "ge|geq|hat|implies|in|infty|int|kappa|lambda|langle|ldots|le|left|leq|lim|ln|log|mathbb|mathbf|mathcal|mathrm|mu|nabla|ne|"
    "neq|omega|Omega|operatorname|overline|partial|phi|pi|pm|prod|psi|quad|rangle|rho|right|rightarrow|Rightarrow|sigma|sim|"
    "sin|sqrt|sum|tan|tau|text|textbf|textit|tfrac|theta|times|to|underline|varphi|vec|xi|zeta"
)
_HTML_TAGS: Final = (
    "a|article|b|blockquote|body|br|button|center|code|details|div|em|figure|font|footer|h[1-6]|head|header|hr|html|i|"
    "iframe|img|input|label|li|mark|ol|p|pre|s|script|section|small|span|strong|style|sub|summary|sup|table|tbody|td|th|"
    "thead|tr|u|ul"
)
_ENTITIES: Final = (
    "aacute|agrave|amp|apos|auml|bull|ccedil|copy|deg|eacute|ecirc|egrave|emsp|ensp|euro|frac12|gt|hellip|iacute|laquo|"
    "larr|ldquo|lsquo|lt|mdash|middot|minus|nbsp|ndash|ntilde|oacute|ocirc|ouml|para|plusmn|pound|quot|raquo|rarr|rdquo|reg|"
    "rsquo|sect|sup2|sup3|szlig|thinsp|times|trade|uacute|uuml"
)
_MARKUP: Final = re.compile(
    rf"(?<![A-Za-z:\\])\\(?:{_TEX_COMMANDS})(?![A-Za-z])"  # a path such as C:\times is none
    r"|\\\((?=[^\n]{1,200}\\\))|\$\$(?=[^$\s])[^$\n]{1,200}\$\$|(?<=[A-Za-z0-9)])[_^]\{[^{}\n]{1,20}\}"
    r"|\\(?:begin|end|section|subsection|textbf|textit|emph|frac|sqrt|text|mathrm|cite|ref|item)\{"
    r"|(?<![\w$\\])\$(?=[^$\n\d\s][^$\n]{0,200}\$)[^$\n]*[\\^_][^$\n]*\$"
    r"|(?<![A-Za-z0-9)\]*])\*\*(?=[^\s*])[^*\n]{1,300}(?<=[^\s*])\*\*(?![A-Za-z0-9(*])"
    r"|!\[[^\[\]\n]{0,200}\]\([^()\s]{1,500}\)"
    r"|\[[^\[\]\n]{1,200}\]\((?:https?://|mailto:|#)[^()\s]{1,500}\)"
    r"|\[[^\[\]\n]{1,200}\]\([\w./-]{1,200}\.(?:md|html?|pdf|docx|png|jpe?g)\b"
    r"|(?<!\w)__[^\W_][^_\n]{0,80}\s[^_\n]{0,80}[^\W_]__(?!\w)|(?m:^\s{0,3}[-*] \[[ xX]\] \S)|(?m:^:{3,5} ?[{\w])"
    # Two marks of a list before one item.
    r"|(?m:^\s{0,3}[•●▪◦‣][ \t]{0,3}[-–*•●▪◦‣][ \t])|(?m:^\s{0,3}(\d{1,2}[.)])[ \t]{1,3}\1[ \t])"
    # What a chat says before and after what it was asked for.
    r"|\A(?:Sure|Certainly|Of course|Absolutely)[!,.] (?i:here(?:['’]s| is| are)|below is|I(?:['’]ll| will| have))"
    r"[^\n]{0,200}:\s{0,3}\Z"
    r"|\b[Aa]s an AI (?:language )?model\b|\bLet me know if you(?:['’]d| would) like\b"
    r"|\A(?:好的|当然|當然|没问题|沒問題)[，,！!。]\s?(?:以下|下面|这是|這是)[^\n]{0,100}[：:]\s{0,3}\Z"
    r"|【\d{1,3}†|:contentReference\[oaicite|\bturn\d{1,2}(?:search|view|news)\d"
    r"|作为(?:一个|一名)?(?:AI|人工智能)(?:语言)?(?:模型|助手)，我"
    # Characters that were written as their numbers.
    r"|(?:\\u[0-9a-fA-F]{4}){2,}"
    r"|(?m:^\s{0,3}#{1,6} +\S)|(?m:^\s{0,3}(?:```|~~~))|(?<!~)~~[^\s~][^~\n]{0,200}~~(?!~)"
    rf"|</?(?i:{_HTML_TAGS})(?:\s[^<>\n]{{0,200}})?/?>"
    r"|(?m:^\s{0,3}\|(?:[ \t]*:?-{3,}:?[ \t]*\|){1,40})"
    r"|\{\{-?\s{0,3}[A-Za-z_][\w .|()'\"-]{0,80}\}\}|\{%-?\s{0,3}[a-z][^%{}\n]{0,200}%\}"
    r"|\$\{[A-Za-z_][\w.]{0,40}\}|<%=?[^%>\n]{1,80}%>|<!--[^\n]{0,200}-->|#(?:REF|DIV/0|VALUE|NUM|NULL)!|#NAME\?"
    r"|\w{0,20}(?:Ã[\u0080-\u00bf]|â€[\u0080-\u00bf\u2018-\u2122]|ï¿½|锟斤拷)\w{0,20}"
    # Cyrillic and Chinese letters that were read one byte at a time.
    r"|(?:[ÐÑ][\u0080-\u00bf\u0152-\u0178\u02c6\u02dc\u2013-\u203a\u20ac\u2122]){3,}"
    r"|(?:[ä-é][\u0080-\u00bf\u0152-\u0178\u02c6\u02dc\u2013-\u203a\u20ac\u2122]{2}){2,}"
    r"|\[object [A-Z]\w{1,20}\]|\bNaN ?(?:%|°|€|\$|px\b|[cmk]m\b|kg\b)"
    # A list of a program, written as one.
    r"|(?<![\w\])])\[(?:'[^'\[\]\n]{1,80}', ){1,20}'[^'\[\]\n]{1,80}'\]"
    rf"|&(?:{_ENTITIES}|#\d{{2,6}}|#[xX][0-9a-fA-F]{{2,6}});"
    r"|\[(b|i|u|url|quote|color)(?:=[^\]\n]{1,80})?\][^\[\]\n]{1,200}\[/\2\]"
)
_SUBJECTS: Final = (
    ("<&", re.compile(r"\bX?HTML5?\b|\bXML\b|\bCSS\b|\bmarkup\b|标记语言|網頁|网页(?:代码|制作|设计)")),
    ("*#`~|[!_->:", re.compile(r"markdown", re.I)),
    ("\\$_^", re.compile(r"\b(?:La)?TeX\b|MathJax|KaTeX")),
    ("{$<", re.compile(r"\bJinja|\bVue\b|Handlebars|template (?:language|engine|syntax)|模板语法|JavaScript|\bPHP\b")),
    ("#", re.compile(r"\bExcel\b|spreadsheet|电子表格", re.I)),
)
"""What kinds of markup begin with, and the words of texts about that kind, in which it is no leftover."""
_MONOSPACE: Final = re.compile(r"mono|courier|consol|typewriter|code|menlo|cmtt|lmtt|fixed|mplus-?\dm|hack", re.I)
_SHOWN: Final = 60


def leftover_markup(text: str, meant: str = "") -> str:
    """Return the first piece of markup in a text that readers see, or an empty string.

    `meant` are the signs with which markup begins that the whole file is about.
    """
    left = (found[0].strip() for found in _MARKUP.finditer(text))
    return next((each[:_SHOWN] for each in left if each[:1] not in meant or not meant), "")


def meant_markup(written: str) -> str:
    """Return the signs with which the markup begins that a file is about: a lesson on HTML shows tags."""
    return "".join(signs for signs, subject in _SUBJECTS if subject.search(written))


def is_code_font(name: str) -> bool:
    """Whether a typeface is one for code, in which markup is shown on purpose."""
    return _MONOSPACE.search(name) is not None
