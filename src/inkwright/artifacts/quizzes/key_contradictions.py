"""Finds keys that contradict what the question itself says: its feedback and its explanation."""

import re
from collections.abc import Iterator
from typing import Final

from inkwright.artifacts.quizzes.model import LETTERS, MultipleChoice, PartQuestion, SingleChoice, TrueFalse

_END: Final = r"(?=[,.!:;，。！：；]|\s*$)"
_CALLED_WRONG: Final = re.compile(
    rf"(?:(?:that|this) is )?(?:no|wrong|incorrect|not quite|not (?:right|correct)){_END}"
    rf"|(?:回答)?(?:错误|错了|错|不对|不正确){_END}",
    re.I,
)
_CALLED_RIGHT: Final = re.compile(
    rf"(?:(?:that|this) is )?(?:yes|right|correct|exactly|well done){_END}"
    rf"|(?:回答)?(?:正确|没错|对了|答对了|对){_END}",
    re.I,
)
_ANSWER_LETTERS: Final = re.compile(
    rf"\banswer is (?:option )?\(?([A-Z])\)?{_END}"
    rf"|(?<![A-Za-z])\(?([B-Z])\)? is (?:the )?(?:right|correct)(?: (?:answer|option|choice|one))?{_END}"
    rf"|(?:答案(?:是|为|：|:)|(?:故|应|因此)选(?:择)?)\s*([A-Z]{{1,6}}){_END}"
)
_STATEMENT: Final = re.compile(
    r"\b(?:this|the) (?:statement|claim|sentence) is (true|correct|false|wrong|incorrect)\b"
    r"|\A\W{0,3}(?:(?:this|that|it) is )?(true|false|correct|incorrect|正确|错误|对|错)(?=\s*[:：,，.。!！])"
    r"|(?:该|此|这个|这种|本题)(?:说法|表述|叙述|句子|题)(?:是)?(正确|对|错误|不正确|不对|错)的?[。，；！]?",
    re.I,
)
_TRUE_WORDS: Final = frozenset({"true", "correct", "正确", "对"})


def contradictions(question: PartQuestion) -> Iterator[str]:
    """Yield the paths of the texts that contradict the key, such as `.optionFeedback[1]`."""
    if not isinstance(question, SingleChoice | MultipleChoice | TrueFalse) or not question.correct_answer:
        return
    right = _right_values(question)
    values = ("true", "false") if isinstance(question, TrueFalse) else LETTERS
    for index, (value, remark) in enumerate(zip(values, question.option_feedback, strict=False)):
        denied = _CALLED_WRONG if value in right else _CALLED_RIGHT
        if denied.match(remark):
            yield f".optionFeedback[{index}]"
    if _is_contradicted(question, right):
        yield ".explanation"


def _right_values(question: SingleChoice | MultipleChoice | TrueFalse) -> set[str]:
    answer = question.correct_answer
    return set(answer) if isinstance(answer, list) else {answer}


def _is_contradicted(question: PartQuestion, right: set[str]) -> bool:
    """Whether the explanation names another answer than the key."""
    if isinstance(question, TrueFalse):
        said = _STATEMENT.search(question.explanation)
        return said is not None and {_truth(next(filter(None, said.groups())))} != right
    named = [set("".join(groups)) for groups in _ANSWER_LETTERS.findall(question.explanation)]
    return bool(named) and all(letters != right for letters in named)


def _truth(word: str) -> str:
    return "true" if word.lower() in _TRUE_WORDS else "false"
