"""A paper from notes by rule: their sentences, lists, tables and formulas under the right sections, nothing else."""

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from inkwright.i18n import Language, text
from inkwright.papers.assembly import assemble_paper
from inkwright.papers.forms import escape_tex
from inkwright.papers.quotes import quotes_of

_CUES: Final = {
    "abstract": r"^abstract|^summary|摘要",
    "related_work": r"related work|prior work|literature|state of the art|相关工作|文献|研究现状",
    "methods": r"method|approach|design|material|procedure|algorithm|model\b|setup|方法|设计|模型|算法|材料|步骤",
    "experiments": r"result|experiment|evaluation|finding|measurement|analysis|discussion"
    r"|结果|实验|评估|发现|讨论|分析",
    "conclusion": r"conclusion|outlook|future work|next steps|limitation|总结|结论|展望|局限",
    "introduction": r"introduction|background|motivation|problem|overview|aim|goal|引言|背景|动机|问题|目标|概述|绪论",
}
_ORDER: Final = ("introduction", "related_work", "methods", "experiments", "conclusion")
_LEAST: Final = 2
"""Sections that the headings of the notes must name, before their order is trusted."""
_HEADING = re.compile(r"(#{1,6})[ \t]+(.{1,200}?)[ \t#]*$")
_FILE_NAME = re.compile(r"\S\.[A-Za-z]{1,5}$")
_ITEM = re.compile(r"[ \t]{0,9}(?:[-*+]|(?P<number>\d{1,3}[.)]))[ \t]+(?P<text>.+)$")
_ROW = re.compile(r"[ \t]{0,3}\|(?P<cells>.*)\|[ \t]*$")
_RULE = re.compile(r"[ \t|:-]+$")
_FENCE = re.compile(r"[ \t]{0,3}(?:```|~~~)")
_INLINE = re.compile(
    r"\$\$(?P<display>[^$]{1,2000})\$\$|(?<![\\$\w])\$(?P<math>[^\s$](?:[^$\n]{0,300}?[^\s$\\])?)\$(?![\d$])"
    r"|!\[(?P<caption>[^\[\]\n]{0,300})\]\((?P<picture>[^()\s]{1,300})[^()\n]{0,100}\)"
    r"|\[(?P<keys>@[\w:.-]{1,80}(?:;[ ]?@[\w:.-]{1,80}){0,9})\]|\\cite\{(?P<cited>[\w:.,\s-]{1,200})\}"
    r"|\[(?P<link>[^\[\]\n]{1,300})\]\([^()\s]{1,500}\)"
    r"|`(?P<code>[^`\n]{1,300})`|\*\*(?P<bold>[^*\n]{1,300})\*\*|(?<!\*)\*(?P<italic>[^*\s][^*\n]{0,300})\*"
)
_MATH_COMMANDS: Final = re.compile(
    r"\\(?:begin|end|input|include|write|def|let|csname|catcode|immediate|open\w+)(?![a-z])"
)


def draft_of_notes(notes: str, framework: str, books: tuple[str, ...], *, template: str, language: Language) -> str:
    """Return the paper; empty if the headings of the notes do not say what belongs to which section.

    `notes` are the merged sources, each under a heading with its name. The title is that of the framework.
    """
    headings = (found[2] for line in notes.splitlines() if (found := _HEADING.match(line)))
    if len({_section_named(heading) for heading in headings} & set(_ORDER)) < _LEAST:
        return ""
    sections = _sections_of(notes)
    keys = _known_keys(books)
    heading = "chapter" if template == "thesis" else "section"
    written = {
        name: f"\\{heading}{{{text(language, f'paper.section.{name}')}}}\n\n{body}"
        for name in _ORDER
        if (body := _latex(sections.get(name, ()), keys))
    }
    abstract = _latex(sections.get("abstract", ()), keys) or _first_sentences(sections, keys)
    paper = assemble_paper(framework, {"abstract": abstract, **written}, books, template=template, language=language)
    # Without it, LaTeX writes the date of today.
    paper = paper.replace("\\author{}\n", "\\author{}\n\\date{}\n", 1)
    return paper.replace("\\subsection{", "\\section{") if heading == "chapter" else paper


def _sections_of(notes: str) -> dict[str, list[str]]:
    """Return the lines of the notes by section; a heading that names none stays as a heading inside its section."""
    found: dict[str, list[str]] = {}
    place = "introduction"
    is_code = False
    for line in notes.splitlines():
        is_code ^= bool(_FENCE.match(line))
        heading = None if is_code else _HEADING.match(line)
        if heading is None:
            found.setdefault(place, []).append(line)
            continue
        named = _section_named(heading[2])
        place = named or place
        if named is None and len(heading[1]) > 1:
            found.setdefault(place, []).append(line)
    return {name: lines for name, lines in found.items() if any(line.strip() for line in lines)}


def _section_named(heading: str) -> str | None:
    if _FILE_NAME.search(heading):
        return None
    return next((name for name, cue in _CUES.items() if re.search(cue, heading, re.IGNORECASE)), None)


def _known_keys(books: Sequence[str]) -> frozenset[str]:
    return frozenset(
        key for book in books for key in re.findall(r"@\w{1,40}\s{0,9}\{\s{0,9}([^,\s{}]{1,200})\s{0,9},", book)
    )


def _first_sentences(sections: Mapping[str, Sequence[str]], keys: frozenset[str]) -> str:
    """Return the first sentence of each part, as an abstract."""
    firsts = [quotes_of("\n".join(sections.get(name, ())))[:1] for name in _ORDER if name != "related_work"]
    return " ".join(_inline(sentence, keys) for sentences in firsts for sentence in sentences)


def _latex(lines: Sequence[str], keys: frozenset[str]) -> str:
    return "\n\n".join(_blocks(lines, keys)).strip()


def _blocks(lines: Sequence[str], keys: frozenset[str]) -> Iterator[str]:
    """Yield the blocks of a section as LaTeX: headings, tables, lists, code and paragraphs."""
    for kind, block in _grouped(lines):
        if kind == "heading" and (heading := _HEADING.match(block[0])):
            yield f"\\subsection{{{_inline(heading[2], keys)}}}"
        elif kind == "table":
            yield _table(block, keys)
        elif kind == "list":
            yield _list(block, keys)
        elif kind == "code":
            yield "\\begin{quote}\\ttfamily\n" + "\\\\\n".join(map(escape_tex, block)) + "\n\\end{quote}"
        elif kind == "text":
            yield _inline(" ".join(line.strip().removeprefix("> ") for line in block), keys)


def _grouped(lines: Sequence[str]) -> Iterator[tuple[str, list[str]]]:
    """Yield lines that belong together, with their kind."""
    kind, block, is_code = "", list[str](), False
    for line in lines:
        if _FENCE.match(line):
            is_code = not is_code
            new = "fence"
        else:
            new = "code" if is_code else _kind(line)
        is_continued = new == "text" and kind == "list" and line[:1] in " \t"
        if new != kind and not is_continued and block:
            yield kind, block
            block = []
        kind = kind if is_continued else new
        if new in ("heading", "blank", "fence") and block:
            yield kind, block
            block = []
        if new not in ("blank", "fence"):
            block.append(line)
    if block:
        yield kind, block


def _kind(line: str) -> str:
    if not line.strip():
        return "blank"
    if _HEADING.match(line):
        return "heading"
    if _ROW.match(line):
        return "table"
    return "list" if _ITEM.match(line) else "text"


def _list(lines: Sequence[str], keys: frozenset[str]) -> str:
    items: list[str] = []
    is_numbered = False
    for line in lines:
        if item := _ITEM.match(line):
            is_numbered = is_numbered or bool(item["number"])
            items.append(item["text"])
        elif items:
            items[-1] += f" {line.strip()}"
    name = "enumerate" if is_numbered else "itemize"
    body = "\n".join(f"\\item {_inline(item, keys)}" for item in items)
    return f"\\begin{{{name}}}\n{body}\n\\end{{{name}}}"


def _table(lines: Sequence[str], keys: frozenset[str]) -> str:
    rows = [
        [_inline(cell.strip(), keys) for cell in found["cells"].split("|")]
        for line in lines
        if (found := _ROW.match(line)) and not _RULE.fullmatch(line)
    ]
    if not rows:
        return ""
    width = max(map(len, rows))
    head, *body = [" & ".join([*row, *[""] * (width - len(row))]) + r" \\" for row in rows]
    inside = "\n".join([r"\hline", head, r"\hline", *body, *([r"\hline"] if body else [])])
    return f"\\begin{{center}}\n\\begin{{tabular}}{{{'l' * width}}}\n{inside}\n\\end{{tabular}}\n\\end{{center}}"


def _inline(written: str, keys: frozenset[str]) -> str:
    """Return a line as LaTeX: formulas, citations and emphasis as such, all else escaped."""
    parts: list[str] = []
    place = 0
    for found in _INLINE.finditer(written):
        parts += [escape_tex(written[place : found.start()]), _marked(found, keys)]
        place = found.end()
    return "".join([*parts, escape_tex(written[place:])]).strip()


def _marked(found: re.Match[str], keys: frozenset[str]) -> str:
    given = found.groupdict()
    math = given["display"] or given["math"]
    if math and not _MATH_COMMANDS.search(math) and math.count("{") == math.count("}"):
        return f"\n\\[ {math.strip()} \\]\n" if given["display"] else f"${math}$"
    if cited := given["keys"] or given["cited"]:
        named = [key.strip().lstrip("@") for key in re.split("[;,]", cited)]
        return f"\\cite{{{','.join(named)}}}" if set(named) <= keys else escape_tex(found[0])
    if given["picture"]:
        return f"\\emph{{{escape_tex(given['caption'])}}} (\\texttt{{{escape_tex(given['picture'])}}})"
    for name, command in (("code", "texttt"), ("bold", "textbf"), ("italic", "emph")):
        if given[name]:
            return f"\\{command}{{{escape_tex(given[name])}}}"
    return escape_tex(given["link"] or found[0])
