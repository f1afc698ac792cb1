"""`inkwright quiz`: convert, lint or take a quiz without a model."""

import argparse
import asyncio
import json
import re
import sys
from collections.abc import Callable, Sequence
from pathlib import Path

from inkwright.artifacts.quizzes.compare import fold_text
from inkwright.artifacts.quizzes.formats.registry import QuizFormat, quiz_format, readable_files, writable_formats
from inkwright.artifacts.quizzes.grade import is_auto_graded, score_answer
from inkwright.artifacts.quizzes.load import read_quiz
from inkwright.artifacts.quizzes.model import (
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
    numbered_questions,
)
from inkwright.artifacts.quizzes.normalise import parse_truth
from inkwright.artifacts.quizzes.present import answer_lines, option_lines, presented_items, presented_partners
from inkwright.cli.file_permissions import add_yes_flag, check_access
from inkwright.cli.output import print_findings
from inkwright.cli.shell import FAILED, OK, PERMISSION, USAGE, CommandParser, Shell, printable, read_bytes
from inkwright.errors import InvalidOption
from inkwright.i18n import Language, text
from inkwright.usecases.files import ensure_folder, save_file
from inkwright.usecases.quizzes import convert_quiz, lint_quiz, quiz_format_for

AnswerParser = Callable[[str], list[str] | None]
"""What a line means as an answer, or None where it is none."""


class _QuizInputEnded(Exception):
    """There is nothing more to read."""


def run_quiz(quiz: Quiz, shell: Shell) -> int:
    """Ask every question. An empty line skips one; the end of the input ends the quiz."""
    return _QuizRun(quiz, shell).run()


class _QuizRun:
    def __init__(self, quiz: Quiz, shell: Shell) -> None:
        self._quiz = quiz
        self._shell = shell
        self._points = 0.0

    def run(self) -> int:
        questions = [*numbered_questions(self._quiz)]
        most = sum(question.points for _, question, _ in questions)
        self._say(self._shell.styled(printable(self._quiz.title), "bold"))
        told: Composite | None = None
        for at, (number, question, parent) in enumerate(questions):
            if parent is not None and parent is not told:
                told = parent
                self._say(f"\n{parent.question}")
            try:
                self._ask(number, question)
            except _QuizInputEnded:
                self._say("\n" + self._shell.text("quiz.take.end", count=len(questions) - at))
                break
            if parent is not None and question is parent.sub_questions[-1] and parent.explanation:
                self._say(parent.explanation)
        self._say("\n" + self._shell.text("quiz.take.score", points=f"{self._points:g}", most=f"{most:g}"))
        return OK

    def _say(self, words: str) -> None:
        self._shell.say(printable(words) if "\x1b" not in words else words)

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
        elif is_auto_graded(question):
            self._mark(question, given)
        self._tell(question, given or [])
        if given is not None and not is_auto_graded(question):
            self._own_points(question)

    def _given(self, question: PartQuestion) -> list[str] | None:
        """The answer in the form that is marked; None where it is skipped."""
        match question:
            case SingleChoice():
                return self._read("one", _letters_parser(len(question.options), exactly=1))
            case MultipleChoice():
                return self._read("many", _letters_parser(len(question.options)))
            case TrueFalse():
                return self._read("truth", _parse_truth)
            case Ordering():
                shown = presented_items(question)
                found = self._read("order", _letters_parser(len(shown), exactly=len(shown)))
                return found and [shown[LETTERS.index(each)] for each in found]
            case Matching():
                return self._pairs(question)
            case FillInBlank() if len(question.correct_answer) > 1:
                blanks = range(1, len(question.correct_answer) + 1)
                written = ["".join(self._read("blank", _parse_words, number=at) or [""]) for at in blanks]
                return written if any(written) else None
            case _:
                return self._read("words", _parse_words)

    def _pairs(self, question: Matching) -> list[str] | None:
        partners = presented_partners(question)
        found = []
        for at in range(1, len(question.options) + 1):
            chosen = self._read("pair", _letters_parser(len(partners), exactly=1), number=at)
            found.append(partners[LETTERS.index(chosen[0])] if chosen else "")
        return found if any(found) else None

    def _read(self, hint: str, understand: AnswerParser, **fields: object) -> list[str] | None:
        told = self._shell.text(f"quiz.take.hint.{hint}", **fields)
        prompt = told
        while True:
            self._shell.out.write(f"{prompt} ")
            self._shell.out.flush()
            raw = self._shell.stdin.readline()
            if not raw:
                raise _QuizInputEnded
            line = raw.decode("utf-8", "replace").strip()
            if not line:
                return None
            if (found := understand(line)) is not None:
                return found
            again = "again_points" if hint == "points" else "again"
            prompt = self._shell.text(f"quiz.take.{again}", hint=told)

    def _mark(self, question: PartQuestion, given: Sequence[str]) -> None:
        share = score_answer(question, given)
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
        given = self._read("points", lambda line: _parse_points(line, most), most=f"{most:g}")
        self._points += float(given[0]) if given else 0.0


def _letters_parser(count: int, exactly: int | None = None) -> AnswerParser:
    def understand(line: str) -> list[str] | None:
        said = fold_text(line)
        if not re.fullmatch(r"[a-z](?:[\s,、;]*[a-z])*", said):
            return None
        found = re.findall("[A-Z]", said.upper())
        is_good = all(each in LETTERS[:count] for each in found) and len(set(found)) == len(found)
        return found if is_good and exactly in (None, len(found)) else None

    return understand


def _parse_truth(line: str) -> list[str] | None:
    truth = parse_truth(line)
    return None if truth is None else [str(truth).lower()]


def _parse_words(line: str) -> list[str] | None:
    return [line]


def _parse_points(line: str, most: float) -> list[str] | None:
    said = fold_text(line)
    return [said] if re.fullmatch(r"[0-9]{1,4}(?:\.[0-9]{1,3})?", said) and float(said) <= most else None


def add_arguments(parser: CommandParser) -> None:
    say = parser.language
    doings = parser.add_subparsers(dest="doing", metavar="convert|lint|take")

    def add(name: str) -> CommandParser:
        told = text(say, f"quiz.{name}")
        doing: CommandParser = doings.add_parser(name, help=told, description=told, language=say)
        doing.add_argument("file", metavar="FILE", help=text(say, "quiz.convert.file", known=readable_files()))
        add_yes_flag(doing)
        return doing

    converting = add("convert")
    formats = writable_formats()
    converting.epilog = "\n".join([text(say, "quiz.convert.formats"), *(_format_line(each, say) for each in formats)])
    converting.add_argument("--to", choices=[each.name for each in formats], help=text(say, "quiz.to"))
    converting.add_argument("-o", "--output", metavar="FILE", help=text(say, "quiz.output"))
    key = argparse.BooleanOptionalAction
    with_key = ", ".join(each.name for each in formats if each.write_with_key)
    converting.add_argument("--key", action=key, default=None, help=text(say, "quiz.convert.key", known=with_key))
    converting.add_argument("--overwrite", action="store_true", help=text(say, "write.overwrite"))
    converting.add_argument("--json", action="store_true", help=text(say, "cli.flag.json"))
    add("lint").add_argument("--json", action="store_true", help=text(say, "cli.flag.json"))
    add("take")


def _format_line(each: QuizFormat, language: Language) -> str:
    limits = each.limits(language)
    return f"  {each.name:<9} {each.title} ({each.extension})" + (f": {limits}" if limits else "")


def run(arguments: argparse.Namespace, shell: Shell) -> int:
    doings = {"convert": _convert, "lint": _lint, "take": _take_quiz}
    if arguments.doing not in doings:
        told = [f"  {name:<8} {shell.text(f'quiz.{name}')}" for name in doings]
        print("\n".join(["inkwright quiz convert|lint|take FILE", *told]), file=sys.stderr)
        return USAGE
    writes = [_output_path(arguments, shell).parent] if arguments.doing == "convert" else []
    if not check_access(arguments, shell, reads=[arguments.file], writes=writes):
        return PERMISSION
    return doings[arguments.doing](arguments, shell)


def _output_path(arguments: argparse.Namespace, shell: Shell) -> Path:
    """The file to make: where none is named, beside the quiz, with the ending of its form."""
    if arguments.output:
        return Path(arguments.output)
    if not arguments.to:
        raise InvalidOption(option="output", value=None, allowed=shell.text("quiz.no_target"))
    return Path(arguments.file).with_suffix(quiz_format(arguments.to).extension)


def _convert(arguments: argparse.Namespace, shell: Shell) -> int:
    source, target = Path(arguments.file), _output_path(arguments, shell)
    form = arguments.to or quiz_format_for(target.name)
    made = asyncio.run(
        convert_quiz(read_bytes(str(source)), source.name, form, with_key=arguments.key, language=shell.language)
    )
    ensure_folder(target.parent)
    path = save_file(target.parent, target.name, made.content, overwrite=arguments.overwrite)
    notes = [note.message(shell.language) for note in made.notes]
    wrong = sum(found.severity == "error" for found in made.findings)
    if arguments.json:
        told = {"path": str(path), "questions": made.questions, "notes": notes, "good": not wrong}
        shell.say(
            json.dumps(
                {**told, "findings": [each.to_json(shell.language) for each in made.findings]}, ensure_ascii=False
            )
        )
        return OK
    print_findings(shell, made.findings, out=sys.stderr)
    for note in notes:
        print(f"{shell.styled('!', 'yellow')} {note}", file=sys.stderr)
    shell.say(shell.text("write.done", path=path, size=f"{len(made.content):,}"))
    if wrong:
        print(shell.text("quiz.convert.wrong", count=wrong), file=sys.stderr)
    return OK


def _lint(arguments: argparse.Namespace, shell: Shell) -> int:
    name = Path(arguments.file).name
    findings, notes = lint_quiz(read_bytes(arguments.file), name, shell.language)
    is_good = all(found.severity != "error" for found in findings)
    told = [note.message(shell.language) for note in notes]
    if arguments.json:
        found = [each.to_json(shell.language) for each in findings]
        shell.say(json.dumps({"good": is_good, "findings": found, "notes": told}, ensure_ascii=False))
        return OK if is_good else FAILED
    for note in told:
        print(f"{shell.styled('!', 'yellow')} {note}", file=sys.stderr)
    print_findings(shell, findings)
    if is_good:
        key = "check.usable" if findings else "quiz.lint.good"
        shell.say(shell.text(key, name=arguments.file, count=len(findings)))
    return OK if is_good else FAILED


def _take_quiz(arguments: argparse.Namespace, shell: Shell) -> int:
    quiz = read_quiz(read_bytes(arguments.file), Path(arguments.file).name, shell.language).quiz
    return run_quiz(quiz, shell)
