"""Reads Markdown and HTML with pandoc, within limits and without any raw markup in the result."""

import json
import re
from collections.abc import Iterator
from typing import Any, Final

from inkwright.artifacts.pandoc import Node, convert, depth, map_nodes, text_inlines, walk
from inkwright.errors import InvalidOption
from inkwright.i18n import Language, text

MAX_OPEN_BRACKETS: Final = 64

_FENCE = re.compile(r" {0,12}(`{3,}|~{3,})")
# The address follows the text of a link directly. A character after a backslash is literal.
_BRACKETS = re.compile(r"\\.|\[|\]\(|\]|\)", re.S)


def has_too_many_open_brackets(markdown: str) -> bool:
    """Whether a paragraph has more than `MAX_OPEN_BRACKETS` brackets open at once. Fenced code does not count."""
    lines = markdown.splitlines()
    return any(_opens_too_many(part) for part in _without_code(lines))


def _without_code(lines: list[str]) -> Iterator[list[str]]:
    """Yield the lines between code blocks. A fence that is never closed does not count."""
    start, fence, opened = 0, "", 0
    for number, line in enumerate(lines):
        mark = _FENCE.match(line)
        if mark is None:
            continue
        if not fence:
            fence, opened = mark[1], number
        elif mark[1].startswith(fence):
            yield lines[start:opened]
            start, fence = number + 1, ""
    yield lines[start:]


def _opens_too_many(lines: list[str]) -> bool:
    words = addresses = 0
    for line in lines:
        if not line.strip():
            words = addresses = 0
        for sign in _BRACKETS.findall(line):
            if sign == "[":
                words += 1
            elif sign == ")":
                addresses = max(0, addresses - 1)
            elif sign.startswith("]"):
                words = max(0, words - 1)
                addresses += len(sign) - 1
            if words + addresses > MAX_OPEN_BRACKETS:
                return True
    return False


MAX_NODES: Final = 200_000
MAX_DEPTH: Final = 40
MAX_FORMULA: Final = 4_000
_LONGEST_OPTION: Final = 500
_LONGEST_LINE: Final = 10_000

MARKDOWN_READER: Final = (
    # HTML is parsed so that this module can handle it: `<br>` and `<sub>` keep their meaning, other tags become text.
    "markdown-raw_attribute-raw_tex-native_divs-native_spans-markdown_in_html_blocks"
    # Macros could expand without limit; metadata was read before.
    "-latex_macros-citations-yaml_metadata_block-pandoc_title_block"
    # Models and people often leave out the empty line before a heading, a list or a quotation.
    "-blank_before_header-blank_before_blockquote+lists_without_preceding_blankline"
    "+east_asian_line_breaks+task_lists+autolink_bare_uris+tex_math_single_backslash"
)
_TAG = re.compile(r"<\s*+(/?)\s*+([a-z]++)\s*+/?\s*+>", re.I)
_PAIRS: Final = {
    "sub": "Subscript", "sup": "Superscript", "u": "Underline", "b": "Strong", "strong": "Strong", "i": "Emph",
    "em": "Emph", "s": "Strikeout", "del": "Strikeout",
}  # fmt: skip
_TEXT: Final = ("Str", "Space", "SoftBreak")
_TASKS: Final = ("☐", "☒")
_DANGLING_FENCE = re.compile(r":{3,}")


def read_body(markdown: str, language: Language) -> list[Node]:
    """Parse the body into blocks. A body that is nested too deeply or too large raises InvalidOption."""
    if has_too_many_open_brackets(markdown):
        allowed = text(language, "document.brackets", most=MAX_OPEN_BRACKETS)
        raise InvalidOption(option="body", value="[", allowed=allowed)
    written = _with_blanks(_with_option_lists(_with_skipped_numbers(markdown)))
    made = convert(written.encode(), ["-f", MARKDOWN_READER, "-t", "json"])
    try:
        blocks = json.loads(made.content)["blocks"]
    except RecursionError as problem:
        raise _too_deep(language) from problem
    if depth(blocks, MAX_DEPTH) > MAX_DEPTH:
        raise _too_deep(language)
    _check_limits(blocks, language)
    return [*map_nodes(_merge_inlines(blocks), _without_raw)]


_OPTION_LINE = re.compile(r"([ \t]{0,12})([A-H])(?:[.．][ \t]?|[、)）][ \t]?)(?=[^\s.])(.*)")


_GRID_BORDER = re.compile(r"\s*\+[-=+:]{3,}\+\s*")
_RULE = re.compile(r"[\s_]*")
# Emphasis touches a word on the inside and none on the outside; code, formulas and addresses are not text.
_UNDERSCORES = re.compile(
    r"(?P<kept>`+[^`]*`+|\$[^$]+\$|\]\([^()]*\)|<[^<>]*>|https?://\S+|\\."
    r"|(?<!\w)(?P<mark>__{1,2})(?=[\w“《(（\"'*`])[^_]*[^\s_，。、；：！？,;(（](?P=mark)(?!\w))|_{2,}"
)


def _with_blanks(markdown: str) -> str:
    """Escape underscores that are blanks to fill in: between two blanks, pandoc reads strong text."""
    fence, grid, made = "", False, []
    for line in markdown.split("\n"):
        mark = _FENCE.match(line)
        if mark:
            fence = "" if fence and mark[1].startswith(fence) else fence or mark[1]
        grid = bool(_GRID_BORDER.fullmatch(line)) or (grid and line.lstrip().startswith("|"))
        is_text = "__" in line and not (fence or grid or _RULE.fullmatch(line))
        made.append(_UNDERSCORES.sub(_escaped_blank, line) if is_text and len(line) <= _LONGEST_LINE else line)
    return "\n".join(made)


def _escaped_blank(found: re.Match[str]) -> str:
    return found[0] if found["kept"] else "\\_" * len(found[0])


_NUMBERED_ITEM = re.compile(r"(\d{1,3})[.)][ \t]+\S")
_NEW_LIST: Final = ("", "<!-- -->", "")


def _with_skipped_numbers(markdown: str) -> str:
    """End a list where a number is left out, as in the key to questions 1, 2 and 5: pandoc would count on with 3."""
    fence, last, is_after_blank, made = "", 0, True, list[str]()
    for line in markdown.split("\n"):
        if mark := _FENCE.match(line):
            fence = "" if fence and mark[1].startswith(fence) else fence or mark[1]
        item = None if fence else _NUMBERED_ITEM.match(line)
        if item:
            number = int(item[1])
            made += _NEW_LIST if 0 < last < number - 1 else ()
            last = number
        elif line[:1].strip() and is_after_blank:
            last = 0
        is_after_blank = not line.strip()
        made.append(line)
    return "\n".join(made)


def _with_option_lists(markdown: str) -> str:
    """Write lines such as `A. one`, `B、two` as a list: pandoc wants two spaces after a letter, and no other mark."""
    lines = markdown.split("\n")
    fence, waiting = "", [_option_line(line) for line in lines]
    for number, line in enumerate(lines):
        mark = _FENCE.match(line)
        if mark:
            fence = "" if fence and mark[1].startswith(fence) else fence or mark[1]
        found = None if fence else waiting[number]
        if found is None or not _has_neighbour(waiting, lines, number):
            continue
        lines[number] = f"{found[1]}{found[2]}.  {found[3]}"
    return "\n".join(lines)


def _option_line(line: str) -> re.Match[str] | None:
    return _OPTION_LINE.fullmatch(line) if len(line) <= _LONGEST_OPTION else None


def _has_neighbour(found: list[re.Match[str] | None], lines: list[str], number: int) -> bool:
    """Whether the line belongs to options in order, also with empty lines between: the next letter follows, or the one
    before precedes.
    """
    here = found[number]
    for step in (-1, 1):
        place = number + step
        place += step * (0 <= place < len(lines) and not lines[place].strip())
        other = found[place] if 0 <= place < len(found) else None
        if here and other and other[1] == here[1] and ord(other[2]) - ord(here[2]) == step:
            return True
    return False


def _too_deep(language: Language) -> InvalidOption:
    return InvalidOption(option="body", value="…", allowed=text(language, "document.too_deep"))


def _check_limits(blocks: list[Node], language: Language) -> None:
    nodes = [*walk(blocks)]
    if len(nodes) > MAX_NODES:
        allowed = text(language, "document.too_much", most=MAX_NODES)
        raise InvalidOption(option="body", value=len(nodes), allowed=allowed)
    for node in nodes:
        if node["t"] == "Math" and len(node["c"][1]) > MAX_FORMULA:
            allowed = text(language, "document.long_formula", most=MAX_FORMULA)
            raise InvalidOption(option="body", value=node["c"][1][:80], allowed=allowed)
        if node["t"] == "Str" and _DANGLING_FENCE.fullmatch(node["c"]):
            raise InvalidOption(option="body", value=node["c"], allowed=text(language, "document.fence"))


def _without_raw(node: Node) -> Any:
    """Return the node without raw content, which a writer would pass on unchecked."""
    kind = node["t"]
    content: Any = node.get("c")
    if kind == "RawInline":
        return _inline_html(content[1])
    if kind == "RawBlock":
        written = _without_comments(content[1]).strip()
        return [{"t": "CodeBlock", "c": [["", [], []], written]}] if written else []
    if kind == "LineBlock":
        lines = [[*line, {"t": "LineBreak"}] for line in content]
        return {"t": "Para", "c": [piece for line in lines for piece in line][:-1]}
    if kind == "Cite":
        return list(content[1])
    return node


def _inline_html(written: str) -> list[Node]:
    tag = _TAG.fullmatch(written)
    if tag and tag[2].lower() == "br":
        return [{"t": "LineBreak"}]
    return text_inlines(_without_comments(written))


def _without_comments(written: str) -> str:
    first, *rest = written.split("<!--")
    return first + "".join(piece.partition("-->")[2] for piece in rest)


def _merge_inlines(tree: Any) -> Any:
    """Join words into runs of text, and turn pairs such as `<sub>2</sub>` into nodes.

    Pandoc makes a node of every word, which is slow to walk. A tag without its partner is shown as text.
    """
    if isinstance(tree, dict):
        return {key: _merge_inlines(value) for key, value in tree.items()}
    if not isinstance(tree, list):
        return tree
    made: list[Any] = []
    opened: list[tuple[str, int]] = []
    for part in tree:
        tag = _paired_tag(part)
        if tag is None:
            made.append(_merge_inlines(part))
        elif not tag[1]:
            opened.append((tag[0], len(made)))
            made.append(part)
        elif opened and opened[-1][0] == tag[0]:
            _, start = opened.pop()
            made[start:] = [{"t": _PAIRS[tag[0]], "c": _join_text(made[start + 1 :])}]
        else:
            made.append(part)
    return _join_text(made)


def _join_text(parts: list[Any]) -> list[Any]:
    made: list[Any] = []
    for part in parts:
        # Pandoc recognises a task by a box and a space in separate nodes.
        is_task = len(made) == 2 and isinstance(made[0], dict) and made[0].get("c") in _TASKS
        if made and not is_task and _is_text(part) and _is_text(made[-1]):
            made[-1] = {"t": "Str", "c": made[-1].get("c", " ") + part.get("c", " ")}
        else:
            made.append(part)
    return made


def _is_text(part: Any) -> bool:
    return isinstance(part, dict) and part.get("t") in _TEXT and part.get("c") not in _TASKS


def _paired_tag(part: Any) -> tuple[str, bool] | None:
    """Return the name of a paired tag and whether it is an end tag."""
    if not isinstance(part, dict) or part.get("t") != "RawInline":
        return None
    tag = _TAG.fullmatch(part["c"][1])
    return (tag[2].lower(), bool(tag[1])) if tag and tag[2].lower() in _PAIRS else None


# The subset of pandoc's Markdown that our reader accepts.
_MARKDOWN_WRITER: Final = (
    "markdown-raw_html-raw_attribute-raw_tex-native_divs-native_spans-fenced_divs-bracketed_spans"
    "-header_attributes-link_attributes-fenced_code_attributes-inline_code_attributes-smart-citations"
)
# Pages contain formulas as TeX between dollars or escaped brackets.
_HTML_READER: Final = "html-native_divs-native_spans+tex_math_dollars+tex_math_single_backslash"


def markdown_from_html(html: str) -> str:
    """Return the content of a page as Markdown. Pictures stay as links until the document is built."""
    made = convert(html.encode(), ["-f", _HTML_READER, "-t", _MARKDOWN_WRITER, "--wrap=none"])
    return made.content.decode("utf-8", "replace").strip() + "\n"
