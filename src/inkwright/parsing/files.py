"""Parse one named file from a reply: a `path` block with its name and a block with its content (rulings 25–34)."""

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import chain, islice
from typing import Final, NamedTuple

from inkwright.errors import InvalidOption
from inkwright.i18n import Reason
from inkwright.parsing.fences import FenceLine, content_between, fence_lines, fenced_spans, is_inside, one_line_paths
from inkwright.parsing.filenames import filename_problem, path_problem
from inkwright.parsing.replies import reply_layers, reply_text
from inkwright.parsing.results import Parsed, ParserResult, Rejected, reject, result_dict
from inkwright.parsing.thinking import without_thinking

MAX_BLOCKS: Final = 25
# Documents may contain fences. Program code contains none: the first bare fence after it closes the block.
_DOCUMENT_TAGS: Final = frozenset(
    "adoc asciidoc htm html latex markdown md mdx org plaintext qmd rmd rst tex text txt".split()
)
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
_QUOTED_NAME = re.compile(r"""(\*\*|["'`])([^"'`*\n]+)\1""")
_NAME_LINE = re.compile(
    rf"[ \t#>*-]*(?:\d{{1,9}}[.)][ \t]+)?(?:\*\*`?|__|`)([^*`_\n][^*`\n]*?{_EXTENSION})(?:`?\*\*|__|`)[ \t:：]*"
)
_TEMPLATE = re.compile(
    r"[\[<{(【‹《]{1,2}(?:[A-Za-z][A-Za-z _-]*"
    r"|[^\]>})】›》\n]{0,20}(?:文件名|内容|名称|标题)[^\]>})】›》\n]{0,20})(?:\.\w{1,8})?[\]>})】›》]{1,2}(?:\.\w{1,8})?|(?:your_)?(?:file_?name|文件名)(?:\.\w{1,8})?|\.\.\.|…",
    re.IGNORECASE,
)
_MARKS: Final = ("```", "~~~")
_SENTENCE_ENDS: Final = (".", "!", "?", "。", "！", "？")
_SKIP_LINE: Final = r"[ \t>#*_\[【(`]*(?:{words})[ \t\]】)*_`.!。！]*(?:[:：][^\n]*)?"


@dataclass(frozen=True, slots=True)
class File:
    """A file in a reply. The name has folders only where the caller allows them."""

    name: str
    content: str


@dataclass(frozen=True, slots=True)
class SkippedFile:
    """The model skipped this file, and explained why."""

    reason: str


def file_parser(
    raw_reply: str | None, content_tag: str, skip_keywords: Sequence[str] = (), allow_folders: bool = True
) -> ParserResult:
    """Return the file of a reply: `{"file_name", "file_content"}`, or `{"skip_reason"}` for a skip keyword.

    The name may be a relative path with `/`, such as `src/app.py`, unless `allow_folders` is False.
    """
    result = parse_file(raw_reply, content_tag, tuple(skip_keywords), allow_folders=allow_folders)
    if isinstance(result, Rejected):
        return result_dict(result)
    if isinstance(result.value, SkippedFile):
        return result_dict(Parsed({"skip_reason": result.value.reason}))
    return result_dict(Parsed({"file_name": result.value.name, "file_content": result.value.content}))


def parse_markdown_blocks(response: str | None, content_tag: str) -> tuple[str | None, str | None]:
    """Return the name and content of the file, or `(None, None)` if either is missing, empty or cut off."""
    result = parse_file(response, content_tag, allow_folders=True)
    if isinstance(result, Parsed) and isinstance(result.value, File):
        return result.value.name, result.value.content
    return None, None


def parse_markdown_with_skip(
    response: str | None, content_tag: str, skip_keywords: Sequence[str] = ("SKIPPED", "SKIP")
) -> tuple[str | None, str | None, bool]:
    """Like `parse_markdown_blocks`, with a third value for a skip: `(None, response, True)`."""
    result = parse_file(response, content_tag, tuple(skip_keywords), allow_folders=True)
    if isinstance(result, Parsed) and isinstance(result.value, SkippedFile):
        return None, response, True
    if isinstance(result, Parsed) and isinstance(result.value, File):
        return result.value.name, result.value.content, False
    return None, None, False


def parse_file(
    reply: str | None, content_tag: str, skip_keywords: tuple[str, ...] = (), *, allow_folders: bool = False
) -> Parsed[File | SkippedFile] | Rejected:
    """Return the file of a reply, the skip it declares, or the problem with it."""
    tags = _tags(content_tag)
    text = _without_thinking(reply_text(reply))
    if not text.strip():
        return reject(text, "empty", "file.empty", tag=content_tag, example=file_example(content_tag))
    name_problem = path_problem if allow_folders else filename_problem
    found = _Blocks(text, tags)
    for blocks in chain((found,), _inner_blocks(text, found)):
        file = blocks.file(name_problem)
        if file is not None:
            return Parsed(file)
    reason = _skip_reason(text, skip_keywords)
    if reason is not None and not found.is_cut:
        return Parsed(SkippedFile(reason))
    return _rejection(text, content_tag, found, name_problem)


def _without_thinking(reply: str) -> str:
    """Remove the thinking; if the first tag is inside a fence, the tags are part of the file."""
    answer = without_thinking(reply)
    if answer == reply:
        return reply
    lower = reply.lower()
    first_tag = min(position for position in (lower.find("<think"), lower.find("</think")) if position >= 0)
    if not is_inside(fenced_spans(reply), first_tag):
        return answer
    wrapped = (layer for layer in islice(reply_layers(reply), 1, None) if layer.lstrip()[:6].lower() == "<think")
    return without_thinking(next(wrapped, "")) or reply


def _inner_blocks(text: str, found: "_Blocks") -> "Iterator[_Blocks]":
    """Yield the blocks inside a fence or quote around the whole reply, or around a pair that has text before it."""
    for layer in islice(reply_layers(text), 1, None):
        yield _Blocks(layer, found.tags)
    if not any(found.names):
        for content in found.contents:
            if content.strip()[:3] in _MARKS and content.strip()[-3:] in _MARKS:
                yield _Blocks(content, found.tags)


def file_example(content_tag: str) -> str:
    """Return the smallest reply that is accepted."""
    return f"```path\nname.ext\n```\n\n```{content_tag}\n…\n```"


def _tags(content_tag: str) -> frozenset[str]:
    tag = content_tag.strip().lower()
    if not _TAG.fullmatch(tag) or tag == "path":
        raise InvalidOption(option="content_tag", value=content_tag, allowed=Reason("reason.parsing.content_tag"))
    return frozenset(next((group for group in _ALIASES if tag in group), {tag}))


_NameProblem = Callable[[str], str | None]


def _is_template(text: str) -> bool:
    return _TEMPLATE.fullmatch(text) is not None


def _is_real(file: File, name_problem: _NameProblem) -> bool:
    """Whether it is neither empty, nor an echoed template, nor has an unsafe name."""
    content = file.content.strip()
    is_template = _is_template(file.name) or _is_template(content)
    return bool(file.name and content) and not is_template and name_problem(file.name) is None


class _Block(NamedTuple):
    """A `path` block with its name, or a content block with the name on its fence."""

    is_path: bool
    text: str
    own_name: str = ""
    quotes: int = 0


class _Blocks:
    """The `path` and content blocks of a reply, in order, and the problems for the feedback."""

    def __init__(self, text: str, tags: frozenset[str]) -> None:
        self._text = text
        self.tags = tags
        self._lines = sorted(fence_lines(text) + one_line_paths(text), key=lambda line: line.start)
        self._tags_of = [_tag_of(line.info) for line in self._lines]
        self._next_paths = _next_in({"path"}, self._tags_of)
        self._next_blocks = _next_in({"path", *tags}, self._tags_of)
        self._next_closing: dict[tuple[str, int, int], int] = {}
        self.has_path = False
        self.has_content = False
        self.is_cut = False
        self.has_too_many = False
        self.is_ambiguous = False
        self.names: list[str] = []
        self.contents: list[str] = []

    def file(self, name_problem: _NameProblem) -> File | None:
        """Return the file with the first name, in its last version (ruling 30); None if the reply is cut."""
        real = [(quotes, file) for quotes, file in self._files() if _is_real(file, name_problem)]
        if not real or self.is_cut or self.has_too_many:
            return None
        fewest = min(quotes for quotes, _ in real)
        files = [file for quotes, file in real if quotes == fewest]
        return [file for file in files if file.name == files[0].name][-1]

    def _files(self) -> list[tuple[int, File]]:
        """Return every name with its content: the next block, or the previous one if the path comes last.

        The number of quote marks tells a file of the reply from one that it quotes.
        """
        found: list[tuple[int, File]] = []
        name: str | None = None
        content: _Block | None = None
        for block in self._read():
            if block.is_path:
                name = block.text
                if content is not None:
                    found.append((content.quotes, File(name, content.text)))
                    name = content = None
            elif name or block.own_name:
                if not name or (block.own_name and _is_template(name)):
                    name = block.own_name
                found.append((block.quotes, File(name, block.text)))
                name = content = None
            else:
                content = block
        return found

    def _read(self) -> list[_Block]:
        blocks: list[_Block] = []
        index = 0
        while index < len(self._lines):
            line = self._lines[index]
            tag = self._tags_of[index]
            if line.name is not None:
                self._add_path(blocks, line.name)
                index += 1
            elif tag == "path":
                index = self._path(blocks, index)
            elif tag in self.tags:
                index = self._content(blocks, index)
            else:
                index = self._other(index)
        return blocks

    def _add_path(self, blocks: list[_Block], written: str) -> None:
        name = _plain_name(written)
        self.has_path = True
        self.names.append(name)
        blocks.append(_Block(True, name))

    def _path(self, blocks: list[_Block], index: int) -> int:
        opening = self._lines[index]
        after = self._first_closing(index)
        self.has_path = True
        body = content_between(self._text, opening, self._lines[after]) if after is not None else None
        if after is None or body is None:
            self.is_cut = True
            return len(self._lines)
        self._add_path(blocks, body.strip() or opening.info[4:].strip(" :\t"))
        return after + 1

    def _content(self, blocks: list[_Block], index: int) -> int:
        opening = self._lines[index]
        self.has_content = True
        if len(self.contents) >= MAX_BLOCKS:
            self.has_too_many = True
            return len(self._lines)
        closing = self._closing(index)
        content = content_between(self._text, opening, self._lines[closing]) if closing is not None else None
        if closing is None or content is None:
            self.is_cut = True
            return self._next_paths[index]
        self.contents.append(content)
        own_name = _plain_name(_name_on_fence(self._text, opening))
        self.names += [own_name] if own_name else []
        blocks.append(_Block(False, content, own_name, opening.quotes))
        return closing + 1

    def _other(self, index: int) -> int:
        """Skip a block with another tag; enter it if it only wraps a pair, or is a lone fence before a block."""
        closing = self._first_closing(index)
        following = self._next_blocks if self._lines[index].is_bare else self._next_paths
        if closing is None or following[index] < closing:
            return index + 1
        return closing + 1

    def _first_closing(self, index: int) -> int | None:
        """Return the first fence that can close the block at `index`. Cached, so that no line is searched twice."""
        line = self._lines[index]
        kind = (line.mark, line.quotes, line.indent if line.is_item else -1)
        known = self._next_closing.get(kind, index)
        if known <= index:
            following = (n for n in range(index + 1, len(self._lines)) if self._lines[n].closes(line))
            known = self._next_closing[kind] = next(following, len(self._lines))
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
        if bare and self._tags_of[index] not in _DOCUMENT_TAGS and not open_inside:
            return bare[0]
        if not bare and len(open_inside) == 1 and open_inside[0].closes(opening):
            return self._lines.index(open_inside[0])
        return self._last_bare(bare)

    def _opens_inside(self, index: int, opening: FenceLine) -> bool:
        """Whether a block opens inside the content: a tagged fence, a pair of tildes, or an indented fence."""
        line = self._lines[index]
        if line.mark[0] != opening.mark[0]:
            return line.mark[0] == "~" and (not line.is_bare or self._first_closing(index) is not None)
        if not line.is_bare:
            return len(line.mark) >= len(opening.mark)
        # In a list, people indent the closing fence more or less than the marker asks for.
        deeper = opening.indent + (4 if opening.is_item else 2)
        return line.is_item or (line.indent >= deeper and line.closes(opening))

    def _last_bare(self, bare: list[int]) -> int | None:
        """Return the last of an odd number; of an even number the last but one, if only space follows it.

        A fence before a separate text closes the content. Fences with nothing between them are no blocks.
        """
        for first, second in zip(bare[::2], bare[1::2], strict=False):
            is_apart = _stands_apart(self._between(first, second))
            if is_apart:
                return first
            if is_apart is None and second != bare[-1]:
                self.is_ambiguous = True
                return None
        last = len(bare) - 1 if len(bare) % 2 else len(bare) - 2
        if last < 0 or (len(bare) % 2 == 0 and not self._is_blank(bare[-2], bare[-1])):
            return None
        while (
            last >= 2 and self._is_blank(bare[last - 2], bare[last - 1]) and self._is_blank(bare[last - 1], bare[last])
        ):
            last -= 2
        return bare[last]

    def _is_blank(self, first: int, second: int) -> bool:
        """Whether only white space and quote marks are between two lines."""
        return not self._between(first, second).strip("`~ \t\n")

    def _between(self, first: int, second: int) -> str:
        return self._text[self._lines[first].end : self._lines[second].start].replace(">", " ")


def _stands_apart(between: str) -> bool | None:
    """Whether a text between two bare fences is text between two blocks, not a block; None if it could be either.

    Text has blank lines around it and ends like a sentence, or introduces the next block with a colon.
    """
    text = between.strip("`~ \t\n")
    if not text:
        return False
    lines = between.split("\n")[:-1]
    starts_apart, has_colon = not lines[0].strip(), text.endswith((":", "："))
    if starts_apart and (has_colon or (not lines[-1].strip() and text.endswith(_SENTENCE_ENDS))):
        return True
    return None if starts_apart or (has_colon and "\n" not in text) else False


def _next_in(wanted: set[str], tags: list[str]) -> list[int]:
    """Return for each line the index of the next line after it with one of the tags."""
    following = [len(tags)] * len(tags)
    for n in range(len(tags) - 2, -1, -1):
        following[n] = n + 1 if tags[n + 1] in wanted else following[n + 1]
    return following


def _plain_name(name: str) -> str:
    """Return the name without the quotes around it, and without a leading `./`."""
    quoted = _QUOTED_NAME.fullmatch(name)
    return (quoted[2] if quoted else name).removeprefix("./")


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
    before = text[max(0, opening.start - 400) : opening.start].rstrip("> \t\n").rsplit("\n", 1)[-1]
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


def _rejection(text: str, content_tag: str, found: _Blocks, name_problem: _NameProblem) -> Rejected:
    unsafe = next((name for name in found.names if name and not _is_template(name) and name_problem(name)), "")
    reason = _rejection_reason(found, unsafe)
    problem = name_problem(unsafe) if unsafe else None
    if problem == "folder" and name_problem is path_problem:
        problem = "path"
    return reject(
        text,
        reason,
        f"file.unsafe_name.{problem}" if reason == "unsafe_name" else f"file.{reason}",
        example=file_example(content_tag),
        tag=content_tag,
        name=unsafe[:80],
        most=MAX_BLOCKS,
    )


def _rejection_reason(found: _Blocks, unsafe: str) -> str:
    if found.has_too_many:
        return "too_many"
    if found.is_ambiguous:
        return "ambiguous"
    if found.is_cut:
        return "truncated"
    if unsafe:
        return "unsafe_name"
    if not found.has_content:
        return "no_content"
    if not any(content.strip() for content in found.contents):
        return "empty_content"
    if found.has_path and not any(found.names):
        return "empty_name"
    return "no_name"
