"""Finds keys that contradict what the question itself says: its feedback and its explanation."""

import re
from collections.abc import Iterator
from typing import Final

from inkwright.artifacts.quizzes.compare import fold_text
from inkwright.artifacts.quizzes.model import (
    LETTERS,
    MultipleChoice,
    PartQuestion,
    SingleChoice,
    TrueFalse,
    option_index,
)

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
_SENTENCE: Final = re.compile(r"[.!?;]\s+|[。！？；\n]|[.!?]\Z")
_CONTRAST: Final = re.compile(
    r"\b(?:not|no|never|unlike|instead|rather|wrong|confus\w*|mistak\w*|incorrect|but|although|while|whereas|than|also|"
    r"other|like|similar|if|would|second|except|error)\b|n['’]t\b|[不没非误錯错但虽比也]|混淆|区别|如果|其次|除了"
)
_COMMON: Final = frozenset(
    "which what that this with from have does were following these those they them into about when where there their "
    "called name many much most".split()
)
_SHARED: Final = 2
_LONGEST: Final = 2_000
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
    if named:
        return all(letters != right for letters in named)
    return isinstance(question, SingleChoice) and _says_other_option(question)


def _says_other_option(question: SingleChoice) -> bool:
    """Whether the explanation answers the question by a wrong option, and does not mention the right one."""
    right = option_index(question.correct_answer, len(question.options))
    said = fold_text(question.explanation[:_LONGEST])
    if right is None or not said or _is_said(fold_text(question.options[right]), said):
        return False
    asked = _content_words(question.question)
    wrong = [fold_text(option) for index, option in enumerate(question.options) if index != right]
    sentences = [each for each in _SENTENCE.split(said) if each and not _CONTRAST.search(each)]
    return any(_answers(each, option, asked) for option in wrong for each in sentences)


def _answers(sentence: str, option: str, asked: set[str]) -> bool:
    """Whether a sentence says what was asked of an option, at its beginning or its end; or that a result equals it."""
    if not _is_said(option, sentence):
        return False
    quoted = re.escape(option)
    if re.search(rf"[=＝]\s?{quoted}\s?\Z", sentence):
        return True
    is_subject = re.match(
        rf"(?:it is |so |the |an? )*{quoted}(?:[,，（(]|\s(?:is|are|was|were|has|had)\b|是|为|最)", sentence
    )
    is_result = re.search(rf"(?:\b(?:is|are|was|were|called)(?: the| an?)? |[是为])[“\"]?{quoted}[”\"]?\s?\Z", sentence)
    rest = _content_words(sentence.replace(option, " "))
    return bool(is_subject or is_result) and len(asked & rest) >= _SHARED


def _is_said(option: str, text: str) -> bool:
    """Whether the text contains an option as whole words. Very short ones say too little."""
    if len(option) < 2 and not option.isdecimal():
        return False
    before, after = (r"(?<![\w.])", r"(?![\w]|[.,]\d)") if option.isascii() else ("", "")
    return re.search(rf"{before}{re.escape(option)}{after}", text) is not None


def _content_words(text: str) -> set[str]:
    """Return the longer words of a text, and its pairs of Chinese characters."""
    folded = fold_text(text)
    words = {word for word in re.findall(r"[a-z]{4,}", folded) if word not in _COMMON}
    runs = re.findall("[\u4e00-\u9fff]{2,}", folded)
    return words | {run[index : index + 2] for run in runs for index in range(len(run) - 1)}


def _truth(word: str) -> str:
    return "true" if word.lower() in _TRUE_WORDS else "false"
