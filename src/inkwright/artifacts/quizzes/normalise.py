"""Normalises quizzes written by people and models without losing anything, and reports every change."""

import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

from inkwright.artifacts.quizzes.compare import fold_text, option_form
from inkwright.artifacts.quizzes.model import LETTERS

ReportChange = Callable[[str], None]
"""Is called with each change: where it is, and what it is."""

_OPTION_PREFIX = re.compile(r"\s*(?:([A-Z])[ \t]*[.．、:：)）][ \t]*|[(（]([A-Z])[)）][ \t]*)(?=\S)")
_LETTER_LIST = re.compile(r"[A-Za-z](?:[\s,，、;；]*[A-Za-z])*")
_TRUE: Final = frozenset("true t yes right correct 1 对 正确 是 √ ✓ 真".split())
_FALSE: Final = frozenset("false f no wrong incorrect 0 错 错误 否 不对 × ✗ 假".split())
# Forms and models fill in every field. An empty field that the type does not have is ignored.
_FIELDS_NOT_IN_TYPE: Final[Mapping[str, tuple[str, ...]]] = {
    "TRUE_FALSE": ("options", "subQuestions"),
    "FILL_IN_BLANK": ("options", "optionFeedback", "subQuestions"),
    "SHORT_ANSWER": ("options", "optionFeedback", "subQuestions"),
    "LONG_ANSWER": ("options", "optionFeedback", "subQuestions"),
    "SINGLE_CHOICE": ("subQuestions",),
    "MULTIPLE_CHOICE": ("subQuestions",),
    "MATCHING": ("optionFeedback", "subQuestions"),
    "ORDERING": ("optionFeedback", "subQuestions"),
    "COMPOSITE": ("options", "optionFeedback", "correctAnswer"),
}


def parse_truth(value: object) -> bool | None:
    """Return whether a word of either language means true or false; None if it means neither."""
    if isinstance(value, bool):
        return value
    word = fold_text(str(value)).strip(" .。")
    return True if word in _TRUE else False if word in _FALSE else None


def normalise_quiz(given: Any, report: ReportChange) -> Any:
    """Return the quiz in its normal form. Data of an unknown shape stays unchanged; validation rejects it."""
    if isinstance(given, Sequence) and not isinstance(given, str):
        given = {"questions": given}
    if not isinstance(given, Mapping):
        return given
    quiz = {key: value for key, value in given.items() if value is not None}
    if isinstance(quiz.get("language"), str):
        quiz["language"] = quiz["language"].lower().replace("_", "-").partition("-")[0]
    if isinstance(quiz.get("questions"), list):
        quiz["questions"] = _numbered(quiz["questions"], "questions", "q", report)
    return quiz


def normalise_question(given: Any, report: ReportChange, path: str = "question") -> Any:
    """Return one question in its normal form."""
    if not isinstance(given, Mapping):
        return given
    question = {_camel_case(key): value for key, value in given.items() if value is not None}
    kind = question.get("questionType")
    if isinstance(kind, str):
        question["questionType"] = kind.strip().upper().replace("-", "_").replace(" ", "_")
    for key in _FIELDS_NOT_IN_TYPE.get(str(question.get("questionType")), ()):
        if question.get(key) in ("", []):
            del question[key]
    if isinstance(question.get("subQuestions"), list):
        head = str(question.get("id") or "q")
        question["subQuestions"] = _numbered(question["subQuestions"], f"{path}.subQuestions", f"{head}.", report)
    if isinstance(question.get("tags"), str | list):
        question["tags"] = _split_tags(question["tags"])
    change = _NORMALISERS.get(str(question.get("questionType")))
    if change:
        change(question, path, report)
    return question


def _numbered(questions: list[Any], path: str, head: str, report: ReportChange) -> list[Any]:
    """Return the questions sorted by their own order if each has one, with an id and a number each."""
    orders = [each.get("order") for each in questions if isinstance(each, Mapping)]
    numbers = [order for order in orders if isinstance(order, int) and order > 0]
    if len(set(numbers)) == len(questions) and numbers != sorted(numbers):
        report(f"{path}: sorted by order")
        questions = sorted(questions, key=lambda each: int(each["order"]))
    taken = {str(each.get("id")) for each in questions if isinstance(each, Mapping)}
    found: list[Any] = []
    for number, each in enumerate(questions, 1):
        if not isinstance(each, Mapping):
            found.append(each)
            continue
        name = each.get("id") or _free_id(f"{head}{number}", taken)
        found.append(normalise_question({**each, "id": name, "order": number}, report, f"{path}[{number - 1}]"))
    return found


def _free_id(name: str, taken: set[str]) -> str:
    """Return this name, or a similar one that is free."""
    while name in taken:
        name += "b"
    taken.add(name)
    return name


def _split_tags(given: str | list[Any]) -> list[Any]:
    """Return single tags, split at commas."""
    found: list[Any] = []
    for each in [given] if isinstance(given, str) else given:
        parts = re.split("[,，、;；]", each) if isinstance(each, str) else [each]
        found += [part for part in parts if not isinstance(part, str) or part.strip()]
    return found


def _camel_case(key: object) -> str:
    head, *rest = str(key).split("_")
    return head + "".join(word.capitalize() for word in rest)


def _as_texts(value: Any) -> list[str] | None:
    is_list = isinstance(value, list) and all(isinstance(each, str | int | float) for each in value)
    return [str(each) for each in value] if is_list else None


def _clean_options(question: dict[str, Any], path: str, report: ReportChange) -> list[str]:
    """Return the options without their letters, if each begins with its own letter."""
    given = question.get("options")
    if isinstance(given, Mapping) and list(given) == list(LETTERS[: len(given)]):
        report(f"{path}.options: object turned into a list")
        given = list(given.values())
    options = _as_texts(given)
    if options is None:
        return []
    found = [_OPTION_PREFIX.match(option) for option in options]
    if len(options) > 1 and [each and (each[1] or each[2]) for each in found] == list(LETTERS[: len(options)]):
        report(f"{path}.options: letters removed")
        options = [option[match.end() :] for option, match in zip(options, found, strict=True) if match]
    question["options"] = options
    feedback = question.get("optionFeedback")
    if isinstance(feedback, Mapping) and set(feedback) <= set(LETTERS[: len(options)]):
        report(f"{path}.optionFeedback: object turned into a list")
        question["optionFeedback"] = [feedback.get(each, "") for each in LETTERS[: len(options)]]
    return options


def _option_letter(written: object, options: Sequence[str]) -> str | None:
    """Return the letter of the option that is named by letter, text, or both."""
    word = str(written).strip()
    letters = LETTERS[: len(options)]
    if len(word) == 1 and word in letters:
        return word
    for normalise in (option_form, fold_text):
        same = [index for index, option in enumerate(options) if normalise(option) == normalise(word)]
        if len(same) == 1:
            return letters[same[0]]
    if len(word) == 1 and word.upper() in letters:
        return word.upper()
    prefix = _OPTION_PREFIX.match(word)
    rest = _option_letter(word[prefix.end() :], options) if prefix else None
    return rest if prefix and rest == (prefix[1] or prefix[2]) else None


def _single_choice(question: dict[str, Any], path: str, report: ReportChange) -> None:
    options = _clean_options(question, path, report)
    answer = question.get("correctAnswer", "")
    if isinstance(answer, list) and len(answer) == 1:
        answer = answer[0]
    if isinstance(answer, list) and all(isinstance(each, str) for each in answer):
        # Several right options are not a single choice. The lint reports that.
        answer = ", ".join(_option_letter(each, options) or each for each in answer)
    _set_field(question, "correctAnswer", _option_letter(answer, options) or answer, path, report)


def _multiple_choice(question: dict[str, Any], path: str, report: ReportChange) -> None:
    options = _clean_options(question, path, report)
    answer = question.get("correctAnswer", [])
    if isinstance(answer, str):
        letter = _option_letter(answer, options)
        is_list = letter is None and _LETTER_LIST.fullmatch(answer.strip())
        answer = re.findall("[A-Za-z]", answer) if is_list else [answer] if answer.strip() else []
    if not isinstance(answer, list):
        return
    letters = [_option_letter(each, options) or each for each in answer]
    is_known = all(isinstance(each, str) and each in [*LETTERS[: len(options)]] for each in letters)
    _set_field(question, "correctAnswer", sorted(set(letters)) if is_known and letters else letters, path, report)


def _true_false(question: dict[str, Any], path: str, report: ReportChange) -> None:
    options, answer = _as_texts(question.get("options")) or [], question.get("correctAnswer", "")
    answer = answer[0] if isinstance(answer, list) and len(answer) == 1 else answer
    truths = [parse_truth(option.split(".", 1)[-1]) for option in options]
    if set(truths) == {True, False} and len(options) == 2:
        if letter := _option_letter(answer, options):
            answer = truths[LETTERS.index(letter)]
        if truths == [False, True] and isinstance(question.get("optionFeedback"), list):
            question["optionFeedback"] = question["optionFeedback"][::-1]
        report(f"{path}.options: removed from a statement")
        options = []
    if not options:
        question.pop("options", None)
    truth = parse_truth(answer)
    _set_field(question, "correctAnswer", answer if truth is None else str(truth).lower(), path, report)


def _fill_in_blank(question: dict[str, Any], path: str, report: ReportChange) -> None:
    answer = question.get("correctAnswer", [])
    answers = answer if isinstance(answer, list) else [answer] if str(answer).strip() else []
    plain = [each[0] if isinstance(each, list) and len(each) == 1 else each for each in answers]
    _set_field(question, "correctAnswer", plain, path, report)


def _short_answer(question: dict[str, Any], path: str, report: ReportChange) -> None:
    answer = question.get("correctAnswer", "")
    if isinstance(answer, list) and len(answer) < 2:
        _set_field(question, "correctAnswer", answer[0] if answer else "", path, report)


def _matching(question: dict[str, Any], path: str, report: ReportChange) -> None:
    answer, options = question.get("correctAnswer"), question.get("options")
    if isinstance(options, list) and options and all(isinstance(each, Mapping) for each in options):
        pairs = [(each.get("left"), each.get("right")) for each in options]
        if all(left is not None and right is not None for left, right in pairs):
            report(f"{path}.options: pairs split")
            question["options"] = [left for left, _ in pairs]
            question["correctAnswer"] = [right for _, right in pairs]
    elif isinstance(answer, Mapping):
        names = options if isinstance(options, list) else list(answer)
        if set(map(str, names)) == set(map(str, answer)):
            report(f"{path}.correctAnswer: pairs split")
            question["options"] = names
            question["correctAnswer"] = [answer[name] for name in names]


def _ordering(question: dict[str, Any], path: str, report: ReportChange) -> None:
    options = _clean_options(question, path, report)
    answer = question.get("correctAnswer", [])
    if isinstance(answer, str) and _LETTER_LIST.fullmatch(answer.strip()):
        answer = re.findall("[A-Za-z]", answer)
    if isinstance(answer, list) and not options and "options" not in question:
        question["options"] = options = [str(each) for each in answer]
    if isinstance(answer, list):
        letters = [_option_letter(each, options) or each for each in answer]
        _set_field(question, "correctAnswer", letters, path, report)


def _set_field(question: dict[str, Any], key: str, value: object, path: str, report: ReportChange) -> None:
    if key in question and question[key] != value:
        report(f"{path}.{key}: {question[key]!r} became {value!r}")
    question[key] = value


_NORMALISERS: Final[Mapping[str, Callable[[dict[str, Any], str, ReportChange], None]]] = {
    "SINGLE_CHOICE": _single_choice,
    "MULTIPLE_CHOICE": _multiple_choice,
    "TRUE_FALSE": _true_false,
    "FILL_IN_BLANK": _fill_in_blank,
    "SHORT_ANSWER": _short_answer,
    "MATCHING": _matching,
    "ORDERING": _ordering,
}
