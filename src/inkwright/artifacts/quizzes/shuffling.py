"""The order in which things are shown, so that it does not tell the answer. The same question is always the same."""

import hashlib
from collections.abc import Sequence

from inkwright.artifacts.quizzes.specs import Matching, Ordering, letter


def shuffled(items: Sequence[str], seed: str) -> list[str]:
    """The items in an order that depends on nothing but them and the seed; never the one given, where there is one."""

    def key(item: tuple[int, str]) -> bytes:
        return hashlib.sha256(f"{seed}\n{item[0]}\n{item[1]}".encode()).digest()

    found = [item for _, item in sorted(enumerate(items), key=key)]
    return [*found[1:], found[0]] if len(set(items)) > 1 and found == list(items) else found


def shown_items(question: Ordering) -> list[str]:
    """The items of an ordering: as they stand, or shuffled where they stand in their right order already."""
    in_order = [letter(at) for at in range(len(question.options))]
    is_given_away = question.correct_answer == in_order
    return shuffled(question.options, question.question) if is_given_away else list(question.options)


def right_items(question: Ordering) -> list[str]:
    """The items of an ordering in their right order."""
    places = {letter(at): option for at, option in enumerate(question.options)}
    return [places[each] for each in question.correct_answer if each in places]


def shown_partners(question: Matching) -> list[str]:
    """What may belong to the options of a matching, each once, shuffled."""
    return shuffled(list(dict.fromkeys([*question.correct_answer, *question.distractors])), question.question)
