"""Decide which files a turn uses: a pure function of the message, its files, and what earlier turns used and made."""

from collections.abc import Sequence
from typing import NamedTuple

from inkwright.agent import source_words as words
from inkwright.agent.intents import deliverables_in, is_question
from inkwright.agent.known_sources import KnownSource, SourceReference, folded
from inkwright.agent.source_contents import content_topic, texts_about
from inkwright.agent.source_references import find_references
from inkwright.conversation.turns import SourceReason
from inkwright.parsing.chinese_variants import simplify_requests

_MAX_CHARACTERS = 4_000
_MIN_SHARE = 0.5
"""Of the words of a topic, how many have to be in the text of a file that the message does not name."""


class ChosenSource(NamedTuple):
    """A source of a turn, and why it is one."""

    key: str
    reason: SourceReason


class SourceChoice(NamedTuple):
    """The sources of a turn, in the order in which they are used. `unclear` are those between which only the person can
    decide; `missing` is the name that the message has for one, if nothing has it.
    """

    used: tuple[ChosenSource, ...] = ()
    unclear: tuple[str, ...] = ()
    missing: str = ""


def choose_sources(message: str, known: Sequence[KnownSource]) -> SourceChoice:
    """Return the sources of a message.

    What the message names wins, together with the files that came with it. Otherwise it uses those of earlier turns if
    it refers to them: in words, or because it asks for something without a topic of its own. A new topic uses none.
    """
    examined = simplify_requests(message[:_MAX_CHARACTERS])
    if words.NO_FILES.search(examined) and not any(each.name in message for each in known):
        return SourceChoice()
    references = find_references(examined, known)
    excluded = {key for each in references if each.is_negated for key in each.keys}
    named = _chosen_among_new(_certain([each for each in references if not each.is_negated]), known)
    if excluded and not named and not any(each.is_new for each in known):
        keys = [each.key for each in known if each.is_file]
    else:
        keys = _named_keys(named)
    chosen = [ChosenSource(key, "named") for key in keys]
    if not _is_chosen_among_new(named, known):
        chosen += [ChosenSource(each.key, "attached") for each in known if each.is_new]
    if not any(each.is_unclear for each in named):
        chosen += [ChosenSource(each.key, "earlier") for each in _earlier_sources(examined, chosen, known)]
    if not chosen and not named and not excluded:
        chosen = [ChosenSource(key, "earlier") for key in _answering(examined, known)]
    if _means_one_of(examined, chosen):
        return SourceChoice((), tuple(each.key for each in chosen))
    used = {each.key: each for each in reversed(chosen) if each.key not in excluded}
    return SourceChoice(tuple(reversed(used.values())), _unclear_keys(named, used))


def _means_one_of(message: str, chosen: Sequence[ChosenSource]) -> bool:
    """Whether a message wants something made from one file, but the turn before had several: "a quiz from it"."""
    is_earlier = len(chosen) > 1 and all(each.reason == "earlier" for each in chosen)
    return is_earlier and words.ONE_FILE.search(message) is not None and bool(deliverables_in(message))


def _certain(references: list[SourceReference]) -> list[SourceReference]:
    """Next to the name of a file, a word that may be just a word names no other: "@coffee.md for tea drinkers"."""
    has_name = any(each.kind == "name" for each in references)
    return [each for each in references if not (has_name and each.is_weak)]


def _is_chosen_among_new(named: Sequence[SourceReference], known: Sequence[KnownSource]) -> bool:
    """Whether a message brings several files and chooses some of them: "I have @a.md and @b.md. Use the first one."."""
    new = {each.key for each in known if each.is_new}
    return len(new) > 1 and any(new.issuperset(each.keys) for each in named if not each.is_weak)


def _chosen_among_new(named: list[SourceReference], known: Sequence[KnownSource]) -> list[SourceReference]:
    """Return what chooses among new files: their order says more than their names."""
    new = {each.key for each in known if each.is_new}
    ordered = [each for each in named if each.kind == "order"]
    return (
        ordered if len(new) > 1 and ordered and new.issuperset(key for each in ordered for key in each.keys) else named
    )


def _named_keys(named: Sequence[SourceReference]) -> list[str]:
    """Return the keys of clear references."""
    clear = [each for each in named if not each.is_unclear]
    return [key for each in clear for key in each.keys]


def _unclear_keys(named: Sequence[SourceReference], used: dict[str, ChosenSource]) -> tuple[str, ...]:
    """Return what the first unclear reference may mean, unless one of it is used anyway."""
    unclear = next((each.keys for each in named if each.is_unclear and not used.keys() & set(each.keys)), ())
    return tuple(unclear)


def _earlier_sources(message: str, chosen: Sequence[ChosenSource], known: Sequence[KnownSource]) -> list[KnownSource]:
    """Return the sources of the latest turn that had any, if the message refers to them."""
    latest = _latest_sources(known)
    if chosen:
        return latest if _joins_earlier(message, chosen, known) else []
    if not latest or not _refers_back(message, latest):
        return []
    topic = words.topic_words(_named_topic(message)) if deliverables_in(message) else []
    return [each for each in latest if topic and _is_in_texts(topic, [each])] or latest


def _answering(message: str, known: Sequence[KnownSource]) -> tuple[str, ...]:
    """Return the one file that a question is clearly about, although it refers to none."""
    files = [each for each in known if each.is_file and each.text]
    topic = words.topic_words(message) if is_question(message) else []
    about = texts_about(topic, [f"{each.title}\n{each.text}" for each in files]) if len(topic) > 1 else ()
    return (files[about[0]].key,) if len(about) == 1 and _is_in_texts(topic, [files[about[0]]]) else ()


def _joins_earlier(message: str, chosen: Sequence[ChosenSource], known: Sequence[KnownSource]) -> bool:
    """Whether new files are to be used together with the earlier ones: "compare it with @b.md"."""
    has_only_new = {each.key for each in chosen} <= {each.key for each in known if each.is_new}
    return has_only_new and words.JOINING.search(message) is not None and words.BACK.search(message) is not None


def _latest_sources(known: Sequence[KnownSource]) -> list[KnownSource]:
    """Return the files that the latest turn with any source used; or what it made, if it used none."""
    earlier = [each for each in known if each.turn and not each.is_new]
    latest = max((each.turn for each in earlier), default=0)
    of_turn = [each for each in earlier if each.turn == latest]
    files = [each for each in of_turn if each.is_file]
    if files:
        return files
    origins = {key for each in of_turn for key in each.made_from}
    return [each for each in known if each.key in origins] or of_turn[-1:]


def _refers_back(message: str, latest: Sequence[KnownSource]) -> bool:
    if about := words.FILE_ABOUT.search(message):
        return _is_in_texts(content_topic(about), latest)
    if words.SAME_FILES.search(message):
        return True
    topic = _topic(message)
    is_request = bool(deliverables_in(message)) or words.EDITING.search(message) is not None
    if words.EDITING.search(message) and words.PRONOUN.search(message) and not _named_topic(message):
        return True
    if not topic:
        return is_request or words.PRONOUN.search(message) is not None
    return _is_in_texts(topic, latest)


def _named_topic(message: str) -> str:
    """Return the topic that a message names with "about" or a word like it."""
    match = words.TOPIC.search(message)
    if match is None:
        return ""
    written = match["en"] or match["on"] or match["zh"]
    return words.TOPIC_END.split(written, maxsplit=1)[0].strip()


def _topic(message: str) -> list[str]:
    named = _named_topic(message)
    return words.topic_words(named) or words.topic_words(message)


def _is_in_texts(topic: Sequence[str], latest: Sequence[KnownSource]) -> bool:
    """Whether the files are about the topic."""
    texts = [folded(f"{each.title}\n{each.text}") for each in latest]
    found = sum(any(_root(word) in text for text in texts) for word in topic)
    return found >= max(1, _MIN_SHARE * len(topic))


def _root(word: str) -> str:
    return folded(word[:-1] if word.isascii() and word.endswith("s") else word)
