"""Find what a message refers to among the files and artifacts that it may mean: by name, title, order or kind."""

import re
import unicodedata
from collections.abc import Iterator, Sequence
from pathlib import PurePosixPath
from typing import Final

from inkwright.agent import source_words as words
from inkwright.agent.known_sources import KnownSource, SourceReference, folded
from inkwright.agent.source_descriptions import DescriptionFinder
from inkwright.parsing.chinese_variants import simplify_requests

_MIN_TITLE: Final = 2
_PAIR: Final = 2
_OPENING, _CLOSING = "\"'“‘「『《〈【(（", "\"'”’」』》〉】)）"
_BEFORE_NUMBER: Final = re.compile(r"(?<=[a-z\u3400-\u9fff])(?=\d)")
_WORD_CHARACTER: Final = re.compile(r"[0-9a-zà-ɏ]", re.IGNORECASE)


def find_references(message: str, known: Sequence[KnownSource]) -> list[SourceReference]:
    """Return the references in a message, in its order."""
    finder = _ReferenceFinder(message, known)
    found = [*finder.names(), *finder.orders(), *finder.quantities(), *finder.formats(), *finder.made()]
    found += finder.descriptions(found)
    marked = [each._replace(is_negated=_is_negated(message, each.start)) for each in found]
    return sorted(marked, key=lambda each: each.start)


def without_names(message: str, known: Sequence[KnownSource]) -> str:
    """Return the message with a NUL for each character of the names in it; its length is unchanged."""
    finder = _ReferenceFinder(message, known)
    for _ in finder.names():
        pass
    masked = zip(message, finder.masked, strict=False)
    return "".join("\0" if mask == "\0" else char for char, mask in masked)


def _is_negated(message: str, start: int) -> bool:
    return words.NEGATED.search(message[max(0, start - 60) : start]) is not None


class _ReferenceFinder:
    """Searches one message. Names that were found are masked, so that shorter names inside of them are not found."""

    def __init__(self, message: str, known: Sequence[KnownSource]) -> None:
        self.text = simplify_requests(unicodedata.normalize("NFC", message))
        self.masked = list(folded(self.text))
        self.known = known
        self.files = [each for each in known if each.is_file]

    # By name.

    def names(self) -> Iterator[SourceReference]:
        """Yield names, longest first: paths, file names, names without extension, titles."""
        spellings: dict[str, list[KnownSource]] = {}
        for source in self.known:
            for spelling in _spellings(source):
                spellings.setdefault(spelling, []).append(source)
        for spelling in sorted(spellings, key=len, reverse=True):
            for start in self._places(spelling):
                found = self._named(start, spellings[spelling])
                is_word = "." not in spelling and "/" not in spelling
                yield found._replace(kind="word", is_weak=self._is_weak(start, spelling)) if is_word else found

    def _places(self, spelling: str) -> Iterator[int]:
        haystack, start = "".join(self.masked), 0
        while (start := haystack.find(spelling, start)) >= 0:
            end = start + len(spelling)
            if self._is_whole(haystack, start, end) and self._has_cue(spelling, start, end):
                self.masked[start:end] = "\0" * len(spelling)
                yield start
            start = end

    @staticmethod
    def _is_whole(haystack: str, start: int, end: int) -> bool:
        """Whether no English word continues on either side."""
        before, after = haystack[start - 1 : start], haystack[end : end + 1]
        joins_before = _WORD_CHARACTER.match(before) and _WORD_CHARACTER.match(haystack[start])
        joins_after = _WORD_CHARACTER.match(after) and _WORD_CHARACTER.match(haystack[end - 1])
        return not (joins_before or joins_after)

    def _has_cue(self, spelling: str, start: int, end: int) -> bool:
        """Whether an ordinary word is used as a name here: after `@` or "the", or in quotes."""
        before, after = self.text[:start], self.text[end : end + 1]
        is_marked = before.endswith("@") or (before[-1:] in _OPENING and before and after in _CLOSING and after)
        if is_marked:
            return True
        if spelling in words.EMPTY_WORDS_EN or (len(spelling) == 1 and spelling.isascii()):
            is_generic = spelling in words.GENERIC_NAMES and words.GENERIC_CUE.search(before[-12:]) is not None
            return is_generic or words.NAMED_AFTER.match(self.text[end:]) is not None
        return spelling not in words.GENERIC_NAMES or words.GENERIC_CUE.search(before[-12:]) is not None

    def _is_weak(self, start: int, spelling: str) -> bool:
        if any(map(str.isdigit, spelling)):
            return False
        has_cue = words.NAME_CUE.search(self.text[max(0, start - 20) : start]) is not None
        return not has_cue and words.NAMED_AFTER.match(self.text[start + len(spelling) :]) is None

    def _named(self, start: int, sources: Sequence[KnownSource]) -> SourceReference:
        """A name of several sources means those of this message, or else the files rather than what was made."""
        chosen = [each for each in sources if each.is_new] or [each for each in sources if each.is_file]
        if not chosen:
            newest = max(each.turn for each in sources)
            chosen = [each for each in sources if each.turn == newest][-1:]
        keys = tuple(dict.fromkeys(each.key for each in chosen))
        return SourceReference(start, "name", keys, is_unclear=len(keys) > 1)

    # By order and number.

    def orders(self) -> Iterator[SourceReference]:
        """Yield ordinals: "the second file", "第一和第三个文件", "最后一个文件"."""
        new = [each for each in self.files if each.is_new]
        files = new if len(new) > 1 else self.files
        for pattern in words.ORDINAL_FILES:
            for match in pattern.finditer(self._rest()):
                places = [_ordinal(each) for each in match.groups() if each]
                keys = [files[place].key for place in places if -len(files) <= place < len(files)]
                if keys and len(keys) == len(places):
                    self._mask(match)
                    yield SourceReference(match.start(), "order", tuple(keys))
        yield from self._one_of_two(new)
        for pattern, index in ((words.FIRST_FILE_ZH, 0), (words.LAST_FILE_ZH, -1)):
            if self.files and (found := pattern.search(self._rest())):
                self._mask(found)
                yield SourceReference(found.start(), "order", (self.files[index].key,))

    def _one_of_two(self, new: Sequence[KnownSource]) -> Iterator[SourceReference]:
        """Yield "the former" and "后者"."""
        match = words.FORMER.search(self._rest())
        two = new if len(new) > 1 else self._latest(_PAIR)
        if match and len(two) == _PAIR:
            self._mask(match)
            chosen = two[0] if match["first"] or match["zh_first"] else two[1]
            yield SourceReference(match.start(), "order", (chosen.key,))

    def quantities(self) -> Iterator[SourceReference]:
        """Yield "both files", "all files", "these three notes", "the other one"."""
        if len(self.files) < 2:
            return
        about = words.FILE_ABOUT.search(self._rest())
        for pattern in words.COUNTED_FILES:
            for match in pattern.finditer(self._rest()):
                keys = () if about and match.start() < about.end() <= match.end() else self._counted(match)
                if keys:
                    self._mask(match)
                    yield SourceReference(match.start(), "all", keys)
        if found := words.ALL.search(self._rest()):
            yield SourceReference(found.start(), "all", tuple(each.key for each in self.files))
        elif found := words.BOTH.search(self._rest()):
            yield SourceReference(found.start(), "all", tuple(each.key for each in self._latest(2)))
        yield from self._others()

    def _counted(self, match: re.Match[str]) -> tuple[str, ...]:
        which, count = match[1], _number(match[2])
        if not 2 <= count <= len(self.files):
            return ()
        end = (which or "").lower()
        if end in words.FROM_START or end in words.FROM_END:
            chosen = self.files[:count] if end in words.FROM_START else self.files[-count:]
        else:
            chosen = self._latest(count)
        return tuple(each.key for each in chosen)

    def _latest(self, count: int) -> list[KnownSource]:
        """Return the files that were used most recently, in their order."""
        ranked = sorted(enumerate(self.files), key=lambda each: (each[1].is_new, each[1].turn, each[0]))
        return [self.files[index] for index in sorted(index for index, _ in ranked[-count:])]

    def _others(self) -> Iterator[SourceReference]:
        latest = max(each.turn for each in self.files)
        unused = [each.key for each in self.files if each.turn < latest or not latest]
        if not unused:
            return
        if match := words.OTHERS.search(self._rest()):
            yield SourceReference(match.start(), "other", tuple(unused))
        elif match := words.OTHER.search(self._rest()):
            yield SourceReference(match.start(), "other", tuple(unused), is_unclear=len(unused) > 1)

    # By kind.

    def formats(self) -> Iterator[SourceReference]:
        """Yield "the PDF", "the spreadsheet": the latest file of that format."""
        for pattern, suffixes in words.FORMAT_FILES:
            found = [each for each in self.files if PurePosixPath(each.name.lower()).suffix in suffixes]
            match = pattern.search(self._rest())
            if match and found:
                self._mask(match)
                latest = max(each.turn for each in found)
                keys = tuple(each.key for each in found if each.turn == latest)
                yield SourceReference(match.start(), "format", keys, is_unclear=len(keys) > 1)

    def made(self) -> Iterator[SourceReference]:
        """Yield artifacts of earlier turns: "the quiz", "刚才的幻灯片"; but not in "make the quiz again"."""
        for match in words.MADE_REFERENCE.finditer(self._rest()):
            noun = match["en"] or match["zh"] or match["used"]
            kind = next(kind for kind, pattern in words.MADE_NOUNS.items() if pattern.fullmatch(noun))
            found = [each for each in self.known if each.kind == kind]
            if not found or self._is_ordered(match):
                continue
            nth = match["ordinal"] or match["nth"]
            place = _ordinal(nth) if nth else -1
            if -len(found) <= place < len(found):
                yield SourceReference(match.start(), "made", (found[place].key,))

    def _is_ordered(self, match: re.Match[str]) -> bool:
        """Whether this is what to make, or what that should be like, rather than an artifact whose content is meant."""
        before, after = self.text[max(0, match.start() - 20) : match.start()], self.text[match.end() :][:40]
        is_told = bool(match["verb"]) or words.ORDERED_BEFORE.search(before) is not None
        if is_told or words.SAME_KIND.search(match[0]):
            return words.COMPARED_AFTER.match(after) is None
        is_first = not before.strip() or words.CLAUSE_START.search(before) is not None
        return (
            words.LIKE_BEFORE.search(before) is not None
            or (words.LIKE_AFTER if not is_first else words.AGAIN_AFTER).match(after) is not None
        )

    def descriptions(self, found: Sequence[SourceReference]) -> list[SourceReference]:
        """Return the files that are described, where none is named."""
        finder = DescriptionFinder(self._rest(), self.files)
        described = [*finder.by_words(), *finder.by_slips()]
        if not any(each.kind in ("name", "word") for each in [*found, *described]):
            described += finder.by_contents()
        return described

    def _rest(self) -> str:
        return "".join(self.masked)

    def _mask(self, match: re.Match[str]) -> None:
        self.masked[match.start() : match.end()] = "\0" * (match.end() - match.start())


def _spellings(source: KnownSource) -> Iterator[str]:
    """Yield how a source may be named, folded."""
    parts = PurePosixPath(source.path).parts
    for count in range(2, len(parts) + 1):
        yield folded("/".join(parts[-count:]).replace("//", "/"))
    yield folded(source.name)
    if source.path and PurePosixPath(source.path).name != source.name:
        yield folded(PurePosixPath(source.path).name)
        yield folded(PurePosixPath(source.path).stem)
    stem, title = folded(source.stem).strip(), folded(source.title).strip()
    if stem:
        yield stem
    if (spaced := _BEFORE_NUMBER.sub(" ", stem)) != stem:
        yield spaced
    if len(title) >= _MIN_TITLE and title != stem:
        yield title


def _number(written: str) -> int:
    return int(written) if written.isdigit() else words.NUMBERS.get(written.lower(), 0)


def _ordinal(written: str) -> int:
    """Return the index that an ordinal means; -1 is the last one."""
    place = words.ORDINALS.get(written.lower()) or _number(written)
    return place if place < 0 else place - 1
