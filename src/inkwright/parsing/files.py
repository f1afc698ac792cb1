"""Parse one named file from a reply: a `path` block with its name and a block with its content (rulings 25–34)."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from inkwright.errors import InvalidOption
from inkwright.i18n import Reason
from inkwright.parsing.fences import FenceLine, body_between, fence_lines, fenced_spans, is_inside, one_line_paths
from inkwright.parsing.filenames import filename_problem
from inkwright.parsing.results import Parsed, ParserResult, Rejected, reject, result_dict
from inkwright.parsing.thinking import without_thinking

MAX_BLOCKS: Final = 25
# Program code contains no fences: the first bare fence after it closes the block.
_CODE_TAGS: Final = frozenset("css csv javascript js json py python sql yaml yml".split())
_ALIASES: Final = (
    {"markdown", "md"},
    {"latex", "tex"},
    {"text", "txt", "plaintext"},
    {"python", "py"},
    {"javascript", "js"},
    {"yaml", "yml"},
    {"html", "htm"},
)
_TAG = re.compile(r"[\w+#.-]+")
_ATTRIBUTE = re.compile(
    r"""\b(?:file|filename|name|path|title)\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s}]+))""", re.IGNORECASE
)
_EXTENSION: Final = r"\.(?=[A-Za-z0-9]*[A-Za-z])[A-Za-z0-9]{1,8}"
_LONE_NAME = re.compile(rf"[^\s{{}}=\"'`]+{_EXTENSION}")
_NAME_LINE = re.compile(rf"[ \t#>*-]*(?:\*\*`?|__|`)([^*`_\n][^*`\n]*?{_EXTENSION})(?:`?\*\*|__|`)[ \t:：]*")
_TEMPLATE = re.compile(
    r"[\[<{(【‹《]{1,2}(?:[A-Za-z][A-Za-z _-]*"
    r"|[^\]>})】›》\n]{0,20}(?:文件名|内容|名称|标题)[^\]>})】›》\n]{0,20})(?:\.\w{1,8})?[\]>})】›》]{1,2}(?:\.\w{1,8})?|(?:your_)?(?:file_?name|文件名)(?:\.\w{1,8})?|\.\.\.|…",
    re.IGNORECASE,
)
_SKIP_LINE: Final = r"[ \t>#*_\[【(`]*(?:{words})[ \t\]】)*_`.!。！]*(?:[:：][^\n]*)?"


@dataclass(frozen=True, slots=True)
class File:
    """A file in a reply. The name has no folder."""

    name: str
    content: str


@dataclass(frozen=True, slots=True)
class SkippedFile:
    """The model skipped this file, and explained why."""

    reason: str


def file_parser(raw_reply: str, content_tag: str, skip_keywords: Sequence[str] = ()) -> ParserResult:
    """Return the file of a reply: `{"file_name", "file_content"}`, or `{"skip_reason"}` for a skip keyword."""
    result = parse_file(raw_reply, content_tag, tuple(skip_keywords))
    if isinstance(result, Rejected):
        return result_dict(result)
    if isinstance(result.value, SkippedFile):
        return result_dict(Parsed({"skip_reason": result.value.reason}))
    return result_dict(Parsed({"file_name": result.value.name, "file_content": result.value.content}))


def parse_markdown_blocks(response: str, content_tag: str) -> tuple[str | None, str | None]:
    """Return the name and content of the file, or `(None, None)` if either is missing, empty or cut off."""
    result = parse_file(response, content_tag)
    if isinstance(result, Parsed) and isinstance(result.value, File):
        return result.value.name, result.value.content
    return None, None


def parse_markdown_with_skip(
    response: str, content_tag: str, skip_keywords: Sequence[str] = ("SKIPPED", "SKIP")
) -> tuple[str | None, str | None, bool]:
    """Like `parse_markdown_blocks`, with a third value for a skip: `(None, response, True)`."""
    result = parse_file(response, content_tag, tuple(skip_keywords))
    if isinstance(result, Parsed) and isinstance(result.value, SkippedFile):
        return None, response, True
    if isinstance(result, Parsed) and isinstance(result.value, File):
        return result.value.name, result.value.content, False
    return None, None, False


def parse_file(
    reply: str, content_tag: str, skip_keywords: tuple[str, ...] = ()
) -> Parsed[File | SkippedFile] | Rejected:
    """Return the file of a reply, the skip it declares, or the problem with it."""
    tags = _tags(content_tag)
    text = _without_thinking(reply.replace("\r\n", "\n").lstrip("\ufeff"))
    if not text.strip():
        return reject(reply, "empty", "file.empty", tag=content_tag, example=file_example(content_tag))
    found = _Blocks(text, tags)
    file = _choose([_Pair(name, content) for name, content in found.pairs()])
    if file is not None and not (found.is_cut or found.has_too_many):
        return Parsed(file)
    reason = _skip_reason(text, skip_keywords)
    if reason is not None and not found.is_cut:
        return Parsed(SkippedFile(reason))
    return _rejection(reply, content_tag, found)


def _without_thinking(reply: str) -> str:
    """Remove the thinking; if the first tag is inside a fence, the tags are part of the file."""
    answer = without_thinking(reply)
    if answer == reply:
        return reply
    lower = reply.lower()
    first_tag = min(position for position in (lower.find("<think"), lower.find("</think")) if position >= 0)
    return reply if is_inside(fenced_spans(reply), first_tag) else answer


def file_example(content_tag: str) -> str:
    """Return the smallest reply that is accepted."""
    return f"```path\nname.ext\n```\n\n```{content_tag}\n…\n```"


def _tags(content_tag: str) -> frozenset[str]:
    tag = content_tag.strip().lower()
    if not _TAG.fullmatch(tag) or tag == "path":
        raise InvalidOption(option="content_tag", value=content_tag, allowed=Reason("reason.parsing.content_tag"))
    return frozenset(next((group for group in _ALIASES if tag in group), {tag}))


@dataclass(frozen=True, slots=True)
class _Pair:
    name: str
    content: str

    @property
    def is_real(self) -> bool:
        """Whether it is neither empty, nor an echoed template, nor an unsafe name."""
        return (
            bool(self.name and self.content.strip())
            and not _is_template(self.name)
            and not _is_template(self.content.strip())
            and filename_problem(self.name) is None
        )


def _is_template(text: str) -> bool:
    return _TEMPLATE.fullmatch(text) is not None


def _choose(pairs: list[_Pair]) -> File | None:
    """Return the first name, with its last content (ruling 30)."""
    real = [pair for pair in pairs if pair.is_real]
    if not real:
        return None
    best = [pair for pair in real if pair.name == real[0].name][-1]
    return File(best.name, best.content)


class _Blocks:
    """The `path` and content blocks of a reply, in order, and the problems for the feedback."""

    def __init__(self, text: str, tags: frozenset[str]) -> None:
        self._text = text
        self._tags = tags
        self._lines = sorted(fence_lines(text) + one_line_paths(text), key=lambda line: line.start)
        self._tags_of = [_tag_of(line.info) for line in self._lines]
        self._next_paths = _next_paths(self._tags_of)
        self._next_closing: dict[str, int] = {}
        self.has_path = False
        self.has_content = False
        self.is_cut = False
        self.has_too_many = False
        self.names: list[str] = []
        self.contents: list[str] = []

    def pairs(self) -> list[tuple[str, str]]:
        """Return every name with its content: the next block, or the previous one if the path comes last."""
        found: list[tuple[str, str]] = []
        name: str | None = None
        content: str | None = None
        for kind, value, own_name in self._read():
            if kind == "path":
                name = value
                if content is not None:
                    found.append((name, content))
                    name = content = None
            elif name or own_name:
                found.append((name or own_name, value))
                name = content = None
            else:
                content = value
        return found

    def _read(self) -> list[tuple[str, str, str]]:
        blocks: list[tuple[str, str, str]] = []
        index = 0
        while index < len(self._lines):
            line = self._lines[index]
            tag = self._tags_of[index]
            if line.name is not None:
                self._add_path(blocks, line.name)
                index += 1
            elif tag == "path":
                index = self._path(blocks, index)
            elif tag in self._tags:
                index = self._content(blocks, index)
            else:
                index = self._other(index)
        return blocks

    def _add_path(self, blocks: list[tuple[str, str, str]], name: str) -> None:
        self.has_path = True
        self.names.append(name)
        blocks.append(("path", name, ""))

    def _path(self, blocks: list[tuple[str, str, str]], index: int) -> int:
        opening = self._lines[index]
        after = self._first_closing(index)
        self.has_path = True
        if after is None:
            self.is_cut = True
            return len(self._lines)
        body = body_between(self._text, opening, self._lines[after]).strip()
        self._add_path(blocks, body or opening.info[4:].strip(" :\t"))
        return after + 1

    def _content(self, blocks: list[tuple[str, str, str]], index: int) -> int:
        opening = self._lines[index]
        self.has_content = True
        if len(self.contents) >= MAX_BLOCKS:
            self.has_too_many = True
            return len(self._lines)
        closing = self._closing(index)
        if closing is None:
            self.is_cut = True
            return self._next_paths[index]
        content = body_between(self._text, opening, self._lines[closing])
        self.contents.append(content)
        own_name = _name_on_fence(self._text, opening)
        self.names += [own_name] if own_name else []
        blocks.append(("content", content, own_name))
        return closing + 1

    def _other(self, index: int) -> int:
        """Skip a block with another tag; enter it if it only wraps a pair."""
        closing = self._first_closing(index)
        if closing is None or self._next_paths[index] < closing:
            return index + 1
        return closing + 1

    def _first_closing(self, index: int) -> int | None:
        """Return the first fence that can close the block at `index`. Cached per mark: no line is searched twice."""
        mark = self._lines[index].mark
        known = self._next_closing.get(mark, index)
        if known <= index:
            following = (n for n in range(index + 1, len(self._lines)) if self._lines[n].closes(self._lines[index]))
            known = self._next_closing[mark] = next(following, len(self._lines))
        return known if known < len(self._lines) else None

    def _closing(self, index: int) -> int | None:
        """Return the fence that closes the content at `index`, with its inner fences paired (ruling 28)."""
        opening = self._lines[index]
        open_inside: list[FenceLine] = []
        bare: list[int] = []
        for n in range(index + 1, len(self._lines)):
            line = self._lines[n]
            if self._tags_of[n] == "path" and len(line.mark) >= len(opening.mark) and line.mark[0] == opening.mark[0]:
                break
            if open_inside:
                if line.closes(open_inside[-1]):
                    open_inside.pop()
                elif not line.is_bare and line.mark[0] == open_inside[-1].mark[0]:
                    open_inside.append(line)
            elif self._opens_inside(n, opening):
                open_inside.append(line)
            elif line.closes(opening):
                bare.append(n)
        if bare and self._tags_of[index] in _CODE_TAGS and not open_inside:
            return bare[0]
        return self._last_bare(bare)

    def _opens_inside(self, index: int, opening: FenceLine) -> bool:
        """Whether a block opens inside the content: a tagged fence, a pair of tildes, or an indented fence."""
        line = self._lines[index]
        if line.mark[0] != opening.mark[0]:
            return line.mark[0] == "~" and (not line.is_bare or self._first_closing(index) is not None)
        if not line.is_bare:
            return len(line.mark) >= len(opening.mark)
        return line.is_item or (line.indent >= opening.indent + 2 and line.closes(opening))

    def _last_bare(self, bare: list[int]) -> int | None:
        """Return the last of an odd number; of an even number the last but one, if only space follows it."""
        if len(bare) % 2:
            return bare[-1]
        if bare and not self._text[self._lines[bare[-2]].end : self._lines[bare[-1]].start].strip():
            return bare[-2]
        return None


def _next_paths(tags: list[str]) -> list[int]:
    """Return for each line the index of the next `path` block after it."""
    following = [len(tags)] * len(tags)
    for n in range(len(tags) - 2, -1, -1):
        following[n] = n + 1 if tags[n + 1] == "path" else following[n + 1]
    return following


def _tag_of(info: str) -> str:
    if not info:
        return ""
    word = info.split(maxsplit=1)[0]
    return word.split(":", 1)[0].split("{", 1)[0].strip(".").lower()


def _name_on_fence(text: str, opening: FenceLine) -> str:
    """Return the name on the content fence, or alone on the line before it."""
    attribute = _ATTRIBUTE.search(opening.info)
    if attribute:
        return next(value for value in attribute.groups() if value is not None).strip()
    first, _, rest = opening.info.partition(" ")
    if ":" in first:
        return first.split(":", 1)[1].strip()
    if _LONE_NAME.fullmatch(rest.strip()):
        return rest.strip()
    before = text[max(0, opening.start - 400) : opening.start].rstrip("\n").rsplit("\n", 1)[-1]
    name = _NAME_LINE.fullmatch(before.rstrip())
    return name[1].strip() if name else ""


def _skip_reason(text: str, keywords: tuple[str, ...]) -> str | None:
    """Return the reason of an explicit skip: a marker alone on its line (ruling 33)."""
    if not keywords:
        return None
    words = "|".join(re.escape(word) for word in sorted(keywords, key=len, reverse=True))
    marker = re.compile(rf"^{_SKIP_LINE.format(words=words)}$", re.MULTILINE | re.IGNORECASE)
    markers = [found.start() for found in marker.finditer(text)]
    fenced = fenced_spans(text) if markers else []
    return text.strip() if any(not is_inside(fenced, start) for start in markers) else None


def _rejection(reply: str, content_tag: str, found: _Blocks) -> Rejected:
    reason = _rejection_reason(found)
    unsafe = next((name for name in found.names if name and filename_problem(name)), "")
    return reject(
        reply,
        reason,
        f"file.{reason}",
        example=file_example(content_tag),
        tag=content_tag,
        name=unsafe[:80],
        most=MAX_BLOCKS,
    )


def _rejection_reason(found: _Blocks) -> str:
    names = [name for name in found.names if name]
    if found.has_too_many:
        return "too_many"
    if found.is_cut:
        return "truncated"
    if any(filename_problem(name) for name in names if not _is_template(name)):
        return "unsafe_name"
    if not found.has_content:
        return "no_content"
    if not any(content.strip() for content in found.contents):
        return "empty_content"
    if found.has_path and not names:
        return "empty_name"
    return "no_name"
