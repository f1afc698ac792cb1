"""A quiz taken line by line, in the terminal or on a pipe: each answer is marked at once, and the score comes last."""

import re
from collections.abc import Callable, Sequence

from inkwright.artifacts.quizzes.answer_texts import answer_lines, option_lines
from inkwright.artifacts.quizzes.coercing import truth_of
from inkwright.artifacts.quizzes.comparing import folded
from inkwright.artifacts.quizzes.marking import is_marked, share_of
from inkwright.artifacts.quizzes.shuffling import shown_items, shown_partners
from inkwright.artifacts.quizzes.specs import (
    LETTERS,
    Composite,
    FillInBlank,
    LongAnswer,
    Matching,
    MultipleChoice,
    Ordering,
    PartQuestion,
    Quiz,
    SingleChoice,
    TrueFalse,
    asked,
)
from inkwright.cli.shell import OK, Shell, plain

Understand = Callable[[str], list[str] | None]
"""What a line means as an answer, or None where it is none."""


class _Ended(Exception):
    """There is nothing more to read."""


def take(quiz: Quiz, shell: Shell) -> int:
    """Ask every question. An empty line skips one; the end of the input ends the quiz."""
    return _Taking(quiz, shell).run()


class _Taking:
    def __init__(self, quiz: Quiz, shell: Shell) -> None:
        self._quiz = quiz
        self._shell = shell
        self._points = 0.0

    def run(self) -> int:
        questions = [*asked(self._quiz)]
        most = sum(question.points for _, question, _ in questions)
        self._say(self._shell.styled(plain(self._quiz.title), "bold"))
        told: Composite | None = None
        for at, (number, question, parent) in enumerate(questions):
            if parent is not None and parent is not told:
                told = parent
                self._say(f"\n{parent.question}")
            try:
                self._ask(number, question)
            except _Ended:
                self._say("\n" + self._shell.text("quiz.take.end", count=len(questions) - at))
                break
            if parent is not None and question is parent.sub_questions[-1] and parent.explanation:
                self._say(parent.explanation)
        self._say("\n" + self._shell.text("quiz.take.score", points=f"{self._points:g}", most=f"{most:g}"))
        return OK

    def _say(self, words: str) -> None:
        self._shell.say(plain(words) if "\x1b" not in words else words)

    def _ask(self, number: str, question: PartQuestion) -> None:
        count = len(self._quiz.questions)
        worth = self._shell.text("quiz.print.points", points=f"{question.points:g}")
        head = f"{self._shell.text('quiz.take.head', number=number, count=count)} {worth}"
        self._say("")
        self._say(self._shell.styled(head, "cyan"))
        self._say(question.question)
        for line in option_lines(question, self._shell.language):
            self._say(f"  {line}")
        given = self._given(question)
        if given is None:
            self._say(self._shell.text("quiz.take.skipped"))
        elif is_marked(question):
            self._mark(question, given)
        self._tell(question, given or [])
        if given is not None and not is_marked(question):
            self._own_points(question)

    def _given(self, question: PartQuestion) -> list[str] | None:
        """The answer in the form that is marked; None where it is skipped."""
        match question:
            case SingleChoice():
                return self._read("one", _letters(len(question.options), exactly=1))
            case MultipleChoice():
                return self._read("many", _letters(len(question.options)))
            case TrueFalse():
                return self._read("truth", _truth)
            case Ordering():
                shown = shown_items(question)
                found = self._read("order", _letters(len(shown), exactly=len(shown)))
                return found and [shown[LETTERS.index(each)] for each in found]
            case Matching():
                return self._pairs(question)
            case FillInBlank() if len(question.correct_answer) > 1:
                blanks = range(1, len(question.correct_answer) + 1)
                written = ["".join(self._read("blank", _words, number=at) or [""]) for at in blanks]
                return written if any(written) else None
            case _:
                return self._read("words", _words)

    def _pairs(self, question: Matching) -> list[str] | None:
        partners = shown_partners(question)
        found = []
        for at in range(1, len(question.options) + 1):
            chosen = self._read("pair", _letters(len(partners), exactly=1), number=at)
            found.append(partners[LETTERS.index(chosen[0])] if chosen else "")
        return found if any(found) else None

    def _read(self, hint: str, understand: Understand, **fields: object) -> list[str] | None:
        told = self._shell.text(f"quiz.take.hint.{hint}", **fields)
        prompt = told
        while True:
            self._shell.out.write(f"{prompt} ")
            self._shell.out.flush()
            raw = self._shell.stdin.readline()
            if not raw:
                raise _Ended
            line = raw.decode("utf-8", "replace").strip()
            if not line:
                return None
            if (found := understand(line)) is not None:
                return found
            again = "again_points" if hint == "points" else "again"
            prompt = self._shell.text(f"quiz.take.{again}", hint=told)

    def _mark(self, question: PartQuestion, given: Sequence[str]) -> None:
        share = share_of(question, given)
        points = share * question.points
        self._points += points
        if share == 1:
            self._say(self._shell.styled(self._shell.text("quiz.take.right"), "green"))
        elif share > 0:
            fields = {"points": f"{points:g}", "most": f"{question.points:g}"}
            self._say(self._shell.styled(self._shell.text("quiz.take.partly", **fields), "yellow"))
        else:
            self._say(self._shell.styled(self._shell.text("quiz.take.wrong"), "red"))

    def _tell(self, question: PartQuestion, given: Sequence[str]) -> None:
        """What was right, what is told about the choice, and why."""
        joiner = "\n" if isinstance(question, LongAnswer) else "; "
        if answers := answer_lines(question, self._shell.language):
            self._say(self._shell.text("quiz.take.answer", answer=joiner.join(answers)))
        values = ["true", "false"] if isinstance(question, TrueFalse) else [*LETTERS]
        for value, told in zip(values, getattr(question, "option_feedback", ()), strict=False):
            if value in given and told:
                self._say(told)
        if question.explanation:
            self._say(question.explanation)

    def _own_points(self, question: PartQuestion) -> None:
        most = question.points
        self._say(self._shell.text("quiz.take.compare", most=f"{most:g}"))
        given = self._read("points", lambda line: _points(line, most), most=f"{most:g}")
        self._points += float(given[0]) if given else 0.0


def _letters(count: int, exactly: int | None = None) -> Understand:
    def understand(line: str) -> list[str] | None:
        said = folded(line)
        if not re.fullmatch(r"[a-z](?:[\s,、;]*[a-z])*", said):
            return None
        found = re.findall("[A-Z]", said.upper())
        is_good = all(each in LETTERS[:count] for each in found) and len(set(found)) == len(found)
        return found if is_good and exactly in (None, len(found)) else None

    return understand


def _truth(line: str) -> list[str] | None:
    truth = truth_of(line)
    return None if truth is None else [str(truth).lower()]


def _words(line: str) -> list[str] | None:
    return [line]


def _points(line: str, most: float) -> list[str] | None:
    said = folded(line)
    return [said] if re.fullmatch(r"[0-9]{1,4}(?:\.[0-9]{1,3})?", said) and float(said) <= most else None
