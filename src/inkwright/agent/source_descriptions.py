"""The files that a message describes: by a word of the name or folder, a name with a slip, or what a text is about."""

import difflib
import re
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import PurePosixPath
from typing import Final

from inkwright.agent import source_words as words
from inkwright.agent.known_sources import KnownSource, SourceReference, folded
from inkwright.agent.source_contents import content_topic, content_words, texts_about

_SAME_NAME: Final = 0.78
"""So alike are a name and the same name with a slip of the finger."""
_MIN_SLIP: Final = 4
_HAN: Final = re.compile(r"[\u3400-\u9fff]")
_WRITTEN_NAME: Final = re.compile(
    r"(?<![\w@.])@(?P<name>[^\s@，。；：！？、,;:!?\"'“”()（）]{1,120}?\.[a-z][a-z0-9]{1,4})(?![\w.])"
    r"|(?<![\w@.])@(?P<plain>[^\s@，。；：！？、,;:!?.\"'“”()（）/]{3,60})"
)
_ONE_WORD: Final = re.compile(rf"\bthe\s+(?P<en>[a-zà-ɏ]{{3,40}})\s+(?:{words.FILE_NOUNS}|one)\b")
_WITH_CLASSIFIER: Final = re.compile(
    r"(?P<zh>[\u3400-\u9fff]{2,12}?)(?<![说讲写提])(?<![说讲写提][到的])(?<![说讲写提]到的)"
    rf"的?[那这]一?(?:{words.CLASSIFIERS_ZH})"
)
"""What describes a file; but "里说的那个" is something that a file mentions."""


class DescriptionFinder:
    """Searches a message, folded and with a NUL for each character of the names that it has, for descriptions."""

    def __init__(self, rest: str, files: Sequence[KnownSource]) -> None:
        self._rest = rest
        self._files = files
        self._own = _own_words(files)

    def by_words(self) -> Iterator[SourceReference]:
        """Yield files with a word that only one file has: "the tea note", "关于茶的那份笔记"."""
        for source in self._files:
            others = {word for key, own in self._own.items() if key != source.key for word in own}
            for word in sorted(self._own[source.key] - others):
                match = _described(word, self._rest) if word in self._rest else None
                if match:
                    is_before_name = self._rest[match.end() :].lstrip().startswith("\0")
                    is_weak = not is_before_name and words.FILE_NOUN.search(match[0]) is None
                    yield SourceReference(match.start(), "word", (source.key,), is_weak=is_weak)
                    break
        yield from self._by_parts_of_names()

    def _by_parts_of_names(self) -> Iterator[SourceReference]:
        """Yield files that a Chinese word describes that is a part of the name or title of one file alone."""
        for match in words.NAME_PART_ZH.finditer(self._rest):
            parts = [each for each in words.topic_words(match["after"] or match["before"]) if not each.isascii()]
            names = {each.key: folded(f"{each.stem} {each.title}") for each in self._files}
            fitting = [key for key, name in names.items() if parts and all(part in name for part in parts)]
            if len(fitting) == 1:
                yield SourceReference(match.start(), "word", (fitting[0],))

    def by_slips(self) -> Iterator[SourceReference]:
        """Yield files whose names are written with a slip: "@antibotics.md", "the pengiun file"."""
        for match in _WRITTEN_NAME.finditer(self._rest):
            written = match["name"] or match["plain"]
            names = [(each.key, folded(each.name if match["name"] else each.stem)) for each in self._files]
            if keys := _alike(written, names):
                yield SourceReference(match.start(), "name", keys, is_unclear=len(keys) > 1)
        spellings = [(key, word) for key, own in self._own.items() for word in own]
        for match in (*_ONE_WORD.finditer(self._rest), *_WITH_CLASSIFIER.finditer(self._rest)):
            written = _singular(match[1])
            if written not in words.EMPTY_WORDS_EN and (keys := _alike(written, spellings)):
                yield SourceReference(match.start(), "word", keys, is_unclear=len(keys) > 1)

    def by_contents(self) -> Iterator[SourceReference]:
        """Yield files that are described by what only their texts mention: "the file about caffeine"."""
        texts = [f"{each.title}\n{each.text}" for each in self._files]
        match = words.FILE_ABOUT.search(self._rest)
        topic = content_topic(match) if match else []
        if match is None and (match := _ONE_WORD.search(self._rest)):
            topic = [] if match[1] in words.EMPTY_WORDS_EN | words.GENERIC_NAMES else [match[1]]
        if match is None and (match := _WITH_CLASSIFIER.search(self._rest)):
            topic = content_words(match[1])
        if match is None or not topic:
            return
        found = texts_about(topic, texts)
        if count := words.NUMBERS.get(match.groupdict().get("count") or "", 0):
            found = tuple(place for place, each in enumerate(texts) if texts_about(topic, [each]))
            found = found if len(found) == count else tuple(range(len(texts)))
        keys = tuple(self._files[place].key for place in found) or self._of_other_language(topic)
        if keys:
            yield SourceReference(match.start(), "word", keys, is_unclear=len(keys) not in (1, count))

    def _of_other_language(self, topic: Sequence[str]) -> tuple[str, ...]:
        """Return the one file in another language, if no file in the language of the topic is about it."""
        is_chinese = any(map(_HAN.search, topic))
        others = [each.key for each in self._files if each.text and (_HAN.search(each.text) is not None) != is_chinese]
        return tuple(others) if len(others) == 1 and len(self._files) > 1 else ()


def describes_file(message: str) -> bool:
    """Whether a message has a word before a noun for files, which may be what the text of one is about."""
    said = folded(message)
    return _ONE_WORD.search(said) is not None or _WITH_CLASSIFIER.search(said) is not None


def unknown_mentions(message: str, known: Sequence[KnownSource]) -> list[tuple[int, str]]:
    """Return the names of files after an `@` that nothing has, with their places, as they are written."""
    names = [folded(each.name) for each in known] + [folded(each.path) for each in known if each.path]
    return [
        (match.start(), match["name"])
        for match in _WRITTEN_NAME.finditer(message)
        if match["name"] and not any(name.endswith(folded(match["name"])) for name in names)
    ]


def similar_files(written: str, files: Sequence[KnownSource]) -> tuple[str, ...]:
    """Return the files that an unknown name may mean: those with a similar one, or else all."""
    stem = folded(PurePosixPath(written).stem)
    similar = [
        each.key for each in files if difflib.SequenceMatcher(None, stem, folded(each.stem)).ratio() >= _SAME_NAME
    ]
    return tuple(similar or [each.key for each in files])


def _alike(written: str, spellings: Sequence[tuple[str, str]]) -> tuple[str, ...]:
    """Return the files whose name differs from what is written by a slip; another number is another name."""
    if len(written) < _MIN_SLIP or any(written == spelling for _, spelling in spellings):
        return ()
    ratios = [
        (difflib.SequenceMatcher(None, written, spelling, autojunk=False).ratio(), key)
        for key, spelling in spellings
        if _digits(written) == _digits(spelling) and len(spelling) >= _MIN_SLIP
    ]
    best = max((ratio for ratio, _ in ratios), default=0)
    return tuple(dict.fromkeys(key for ratio, key in ratios if ratio == best)) if best >= _SAME_NAME else ()


def _digits(written: str) -> list[str]:
    return re.findall(r"\d+", written)


def _own_words(files: Sequence[KnownSource]) -> dict[str, set[str]]:
    """Return the words that describe each file: those of its name and title that are not ordinary, and its folders."""
    folders = {each.key: set(map(folded, PurePosixPath(each.path).parts[:-1])) for each in files}
    counts = Counter(folder for own in folders.values() for folder in own)
    return {
        each.key: _words_of(f"{each.stem} {each.title}")
        | {word for folder in folders[each.key] if counts[folder] < len(files) for word in _words_of(folder)}
        for each in files
    }


def _words_of(name: str) -> set[str]:
    written = folded(name)
    latin = {_singular(word) for word in re.findall(r"[a-zà-ɏ]{3,}", written)}
    chinese = {part for run in re.findall(r"[\u3400-\u9fff]+", written) for part in _chinese_parts(run)}
    return {word for word in latin | chinese if word not in words.GENERIC_NAMES and word not in words.EMPTY_WORDS_EN}


def _chinese_parts(run: str) -> list[str]:
    return [part for part in re.split(f"的|与|和|及|之|{words.FILE_NOUNS_ZH}|概述|简介|介绍|历史", run) if part]


def _singular(word: str) -> str:
    return word[:-1] if word.endswith("s") and not word.endswith("ss") and len(word) > 3 else word


def _described(word: str, rest: str) -> re.Match[str] | None:
    """Return where a word describes a file: next to a noun for files, or as the topic."""
    own = re.escape(word)
    if word.isascii():
        plural = rf"\b{own}s?\b"
        return re.search(
            rf"{plural}(?:\s+\w+){{0,2}}\s+(?:{words.FILE_NOUNS}|one|pdf|sheet|table|story)\b"
            rf"|\b(?:{words.FILE_NOUNS}|one|pdf|sheet|table)\s+(?:about|on|of|for|with)\s+(?:the\s+|my\s+)?(?:\w+\s+){{0,2}}?{plural}"
            rf"|\b(?:about|on|regarding|using|use|from)\s+(?:the\s+|my\s+)?(?:\w+\s+){{0,2}}?{plural}"
            rf"|\b{own}s?\s+(?=\0)|\b(?:of|in)\s+(?:the|my|our)\s+{plural}|(?:^|[.!?:,]\s*){plural}\s+(?:next|now|too|again|please)\b"
            rf"|\bsame(?: again| thing)? (?:for|with) (?:the )?{plural}\s*(?:$|[.!?,]|\b(?:please|now|too)\b)",
            rest,
        )
    nouns = words.FILE_NOUNS_ZH
    return re.search(
        rf"{own}[^，。,.]{{0,4}}?(?:那|这)?(?:一)?(?:{words.CLASSIFIERS_ZH})?(?:{nouns})|(?:关于|有关|讲|介绍|说)[^，。,.]{{0,4}}?{own}"
        rf"|(?:用|根据|依据|基于|从|换成|改用|拿)\s*{own}|{own}(?:那|这)(?:一)?(?:{words.CLASSIFIERS_ZH})|{own}的(?:测验|幻灯片|课件|题)"
        rf"|(?:^|[再把将给要，。])\s*{own}(?:的|那次的?|那边的?)(?:也|再|呢|来|做|出|整理|[，。？?]|$)",
        rest,
    )
