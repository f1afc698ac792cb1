"""`inkwright quiz`: convert, lint or take a quiz without a model."""

import argparse
import asyncio
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

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
from inkwright.cli.arguments import Actions, CommandParser
from inkwright.cli.exit_codes import FAILED, INTERRUPTED, OK, PERMISSION, USAGE
from inkwright.cli.file_permissions import check_access
from inkwright.cli.json_output import print_json_line
from inkwright.cli.options import ConsentOptions, add_access_flag, add_json_flag
from inkwright.cli.output import print_findings, written_message
from inkwright.cli.shell import Shell, printable, read_bytes
from inkwright.errors import InvalidOption
from inkwright.extensions import load_extensions
from inkwright.i18n import Language, Reason
from inkwright.usecases.files import match_files
from inkwright.usecases.output_files import ensure_folder, save_file
from inkwright.usecases.quiz_files import QUIZ_KIND, QUIZ_SUFFIX
from inkwright.usecases.quiz_progress import (
    QuizProgress,
    forget_progress,
    load_progress,
    progress_path,
    save_progress,
)
from inkwright.usecases.quizzes import convert_quiz, lint_quiz, quiz_format_for
from inkwright.usecases.store import LOCAL_OWNER, open_store

_MAX_DIGIT: Final = 9
_STANDARD_OUTPUT: Final = "-"
AnswerParser = Callable[[str], list[str] | None]
"""Returns the answer that a line means; None if it is not an answer."""


class _QuizInputEnded(Exception):
    """The input ended."""


class QuizRun:
    """Ask every question. An empty line skips a question; the end of the input ends the quiz.

    Ctrl+C keeps the progress in the file `progress`, and the next run continues there. `can_restart`: where the person
    is, an option starts over.
    """

    def __init__(self, quiz: Quiz, shell: Shell, progress: Path, *, can_restart: bool = False) -> None:
        self._quiz = quiz
        self._shell = shell
        self._progress = progress
        self._can_restart = can_restart
        self._questions = [*numbered_questions(quiz)]
        self._done = 0
        self._points = 0.0

    def run(self) -> int:
        """Return the exit code."""
        self._say(self._shell.styled(printable(self._quiz.title), "bold"))
        kept = load_progress(self._progress, len(self._questions))
        if kept.done:
            self._done, self._points = kept.done, kept.points
            said = self._shell.text("quiz.take.continued", done=kept.done, count=len(self._questions))
            more = self._shell.text("quiz.take.can_restart") if self._can_restart else ""
            self._say(f"{said} {more}".strip())
        try:
            self._ask_all()
        except KeyboardInterrupt:
            save_progress(self._progress, QuizProgress(done=self._done, points=self._points))
            self._say("\n\n" + self._shell.text("quiz.take.stopped", done=self._done, count=len(self._questions)))
            return INTERRUPTED
        forget_progress(self._progress)
        most = sum(question.points for _, question, _ in self._questions)
        self._say("\n" + self._shell.text("quiz.take.score", points=f"{self._points:g}", most=f"{most:g}"))
        return OK

    def _ask_all(self) -> None:
        shown_parent: Composite | None = None
        for number, question, parent in self._questions[self._done :]:
            if parent is not None and parent is not shown_parent:
                shown_parent = parent
                self._say(f"\n{parent.question}")
            before = self._points
            try:
                self._ask(number, question)
            except _QuizInputEnded:
                self._say("\n" + self._shell.text("quiz.take.end", count=len(self._questions) - self._done))
                return
            except KeyboardInterrupt:
                # The question is asked again, so its points do not count yet.
                self._points = before
                raise
            self._done += 1
            if parent is not None and question is parent.sub_questions[-1] and parent.explanation:
                self._say(parent.explanation)

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
        given = self._read_answer(question)
        if given is None:
            self._say(self._shell.text("quiz.take.skipped"))
        elif is_auto_graded(question):
            self._mark(question, given)
        self._explain(question, given or [])
        if given is not None and not is_auto_graded(question):
            self._self_assess(question)

    def _read_answer(self, question: PartQuestion) -> list[str] | None:
        """Return the answer in the format that is graded; None if it is skipped."""
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
                return self._read_pairs(question)
            case FillInBlank() if len(question.correct_answer) > 1:
                blanks = range(1, len(question.correct_answer) + 1)
                written = ["".join(self._read("blank", _parse_words, number=number) or [""]) for number in blanks]
                return written if any(written) else None
            case _:
                return self._read("words", _parse_words)

    def _read_pairs(self, question: Matching) -> list[str] | None:
        partners = presented_partners(question)
        found = []
        for number in range(1, len(question.options) + 1):
            chosen = self._read("pair", _letters_parser(len(partners), exactly=1), number=number)
            found.append(partners[LETTERS.index(chosen[0])] if chosen else "")
        return found if any(found) else None

    def _read(self, hint: str, parse: AnswerParser, **fields: object) -> list[str] | None:
        """Read lines until one is an answer; return None for an empty line."""
        hint_text = self._shell.text(f"quiz.take.hint.{hint}", **fields)
        prompt = hint_text
        while True:
            self._shell.out.write(f"{prompt} ")
            self._shell.out.flush()
            raw = self._shell.stdin.readline()
            if not raw:
                raise _QuizInputEnded
            line = raw.decode("utf-8", "replace").strip()
            if not line:
                return None
            if (found := parse(line)) is not None:
                return found
            again = "again_points" if hint == "points" else "again"
            prompt = self._shell.text(f"quiz.take.{again}", hint=hint_text)

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

    def _explain(self, question: PartQuestion, given: Sequence[str]) -> None:
        """Print the right answer, the feedback to the chosen options and the explanation."""
        joiner = "\n" if isinstance(question, LongAnswer) else "; "
        if answers := answer_lines(question, self._shell.language):
            self._say(self._shell.text("quiz.take.answer", answer=joiner.join(answers)))
        values = ["true", "false"] if isinstance(question, TrueFalse) else [*LETTERS]
        for value, feedback in zip(values, getattr(question, "option_feedback", ()), strict=False):
            if value in given and feedback:
                self._say(feedback)
        if question.explanation:
            self._say(question.explanation)

    def _self_assess(self, question: PartQuestion) -> None:
        limit = question.points
        self._say(self._shell.text("quiz.take.compare", most=f"{limit:g}"))
        given = self._read("points", lambda line: _parse_points(line, limit), most=f"{limit:g}")
        self._points += float(given[0]) if given else 0.0


def _letters_parser(count: int, exactly: int | None = None) -> AnswerParser:
    def parse(line: str) -> list[str] | None:
        folded = fold_text(line)
        found = _option_letters(folded, count)
        is_good = all(each in LETTERS[:count] for each in found) and len(set(found)) == len(found)
        return found if found and is_good and exactly in (None, len(found)) else None

    return parse


def _option_letters(folded: str, count: int) -> list[str]:
    """Return the letters that letters or numbers mean; empty if they mean none. Digits may be joined, as in `13`."""
    if re.fullmatch(r"[a-z](?:[\s,、;]*[a-z])*", folded):
        return re.findall("[A-Z]", folded.upper())
    pattern = r"[0-9](?:[\s,、;]*[0-9])*" if count <= _MAX_DIGIT else r"[0-9]{1,2}(?:[\s,、;]+[0-9]{1,2})*"
    if not re.fullmatch(pattern, folded):
        return []
    numbers = [int(each) for each in re.findall(r"[0-9]" if count <= _MAX_DIGIT else r"[0-9]+", folded)]
    return [LETTERS[number - 1] for number in numbers] if all(1 <= each <= count for each in numbers) else []


def _parse_truth(line: str) -> list[str] | None:
    truth = parse_truth(line)
    return None if truth is None else [str(truth).lower()]


def _parse_words(line: str) -> list[str] | None:
    return [line]


def _parse_points(line: str, limit: float) -> list[str] | None:
    folded = fold_text(line)
    return [folded] if re.fullmatch(r"[0-9]{1,4}(?:\.[0-9]{1,3})?", folded) and float(folded) <= limit else None


@dataclass(frozen=True, slots=True)
class QuizUsageOptions:
    """No action was given: the usage is printed."""


@dataclass(frozen=True, slots=True)
class QuizConvertOptions:
    """Options of `inkwright quiz convert`."""

    file: str
    to: str | None = None
    output: str | None = None
    key: bool | None = None
    overwrite: bool = False
    consent: ConsentOptions = field(default_factory=ConsentOptions)
    json: bool = False


@dataclass(frozen=True, slots=True)
class QuizLintOptions:
    """Options of `inkwright quiz lint`."""

    file: str
    consent: ConsentOptions = field(default_factory=ConsentOptions)
    json: bool = False


@dataclass(frozen=True, slots=True)
class QuizTakeOptions:
    """Options of `inkwright quiz take`."""

    file: str
    restart: bool = False
    consent: ConsentOptions = field(default_factory=ConsentOptions)


def add_arguments(parser: CommandParser) -> None:
    parser.parse_into(QuizUsageOptions)
    load_extensions("inkwright.quiz_formats")
    actions = parser.add_actions("quiz")
    convert = _add_action(actions, "convert", QuizConvertOptions)
    formats = writable_formats()
    lines = [_format_line(each, parser.language) for each in formats]
    convert.epilog = "\n".join([parser.text("quiz.convert.formats"), *lines])
    convert.add_argument("--to", metavar="FORMAT", choices=[each.name for each in formats], help=parser.text("quiz.to"))
    convert.add_argument("-o", "--output", metavar="FILE", help=parser.text("quiz.output"))
    with_key = ", ".join(each.name for each in formats if each.write_with_key)
    key_help = parser.text("quiz.convert.key", known=with_key)
    convert.add_argument("--key", action=argparse.BooleanOptionalAction, default=None, help=key_help)
    convert.add_switch("--overwrite", "write.overwrite")
    add_json_flag(convert)
    add_json_flag(_add_action(actions, "lint", QuizLintOptions))
    _add_action(actions, "take", QuizTakeOptions).add_switch("--restart", "quiz.take.restart")


def _add_action(actions: Actions, name: str, options_type: type[object]) -> CommandParser:
    action = actions.add(name, options_type)
    action.add_argument("file", metavar="FILE", help=action.text("quiz.convert.file", known=readable_files()))
    add_access_flag(action)
    return action


def _format_line(each: QuizFormat, language: Language) -> str:
    limits = each.limits(language)
    return f"  {each.name:<9} {each.title} ({each.extension})" + (f": {limits}" if limits else "")


def run(options: QuizUsageOptions | QuizConvertOptions | QuizLintOptions | QuizTakeOptions, shell: Shell) -> int:
    if isinstance(options, QuizUsageOptions):
        return _print_usage(shell)
    writes = [_output_path(options).parent] if isinstance(options, QuizConvertOptions) else []
    if not check_access(options.consent, shell, writes=writes):
        return PERMISSION
    match options:
        case QuizConvertOptions():
            return _convert(options, shell)
        case QuizLintOptions():
            return _lint(options, shell)
        case QuizTakeOptions():
            return _take_quiz(options, shell)


def _print_usage(shell: Shell) -> int:
    shell.note("inkwright quiz convert|lint|take FILE")
    for name in ("convert", "lint", "take"):
        shell.note(f"  {name:<8} {shell.text(f'quiz.{name}')}")
    return USAGE


def _output_path(options: QuizConvertOptions) -> Path:
    """Return the path of the converted file: by default next to the quiz, with the suffix of the format."""
    if options.output:
        return Path(options.output)
    if not options.to:
        raise InvalidOption(option="output", value=None, allowed=Reason("quiz.no_target"))
    return Path(options.file).with_suffix(quiz_format(options.to).extension)


def _print_converted(content: bytes, quiz_format: str, shell: Shell) -> None:
    """Print a quiz in a text format. InvalidOption for a format of bytes."""
    try:
        shell.out.write(content.decode())
    except UnicodeDecodeError as problem:
        why = Reason("quiz.not_printable", format=quiz_format)
        raise InvalidOption(option="output", value=_STANDARD_OUTPUT, allowed=why) from problem


def _convert(options: QuizConvertOptions, shell: Shell) -> int:
    source, target = Path(options.file), _output_path(options)
    quiz_format = options.to or quiz_format_for(target.name)
    content = _quiz_content(options.file, shell)
    converted = asyncio.run(
        convert_quiz(content, source.name, quiz_format, with_key=options.key, language=shell.language)
    )
    notes = [note.message(shell.language) for note in converted.notes]
    if options.output == _STANDARD_OUTPUT:
        _print_converted(converted.content, quiz_format, shell)
        for note in notes:
            shell.note(f"{shell.styled('!', 'yellow')} {note}")
        return OK
    ensure_folder(target.parent)
    path = save_file(target.parent, target.name, converted.content, overwrite=options.overwrite)
    errors = sum(found.severity == "error" for found in converted.findings)
    if options.json:
        result = {"path": str(path), "questions": converted.questions, "notes": notes, "good": not errors}
        found = [each.to_json(shell.language) for each in converted.findings]
        print_json_line(shell, {**result, "findings": found})
        return OK
    print_findings(shell, converted.findings, is_note=True)
    for note in notes:
        shell.note(f"{shell.styled('!', 'yellow')} {note}")
    shell.say(written_message(shell, path, len(converted.content)))
    if errors:
        shell.note(shell.text("quiz.convert.wrong", count=errors))
    return OK


def _lint(options: QuizLintOptions, shell: Shell) -> int:
    name = Path(options.file).name
    findings, notes = lint_quiz(_quiz_content(options.file, shell), name, shell.language)
    is_good = all(found.severity != "error" for found in findings)
    note_lines = [note.message(shell.language) for note in notes]
    if options.json:
        found = [each.to_json(shell.language) for each in findings]
        print_json_line(shell, {"good": is_good, "findings": found, "notes": note_lines})
        return OK if is_good else FAILED
    for note in note_lines:
        shell.note(f"{shell.styled('!', 'yellow')} {note}")
    print_findings(shell, findings)
    if is_good:
        key = "check.usable" if findings else "quiz.lint.good"
        shell.say(shell.text(key, name=options.file, count=len(findings)))
    return OK if is_good else FAILED


def _take_quiz(options: QuizTakeOptions, shell: Shell) -> int:
    content = _quiz_content(options.file, shell)
    quiz = read_quiz(content, Path(options.file).name, shell.language).quiz
    progress = progress_path(shell.settings.home, content)
    if options.restart:
        forget_progress(progress)
    return QuizRun(quiz, shell, progress, can_restart=True).run()


def _quiz_content(written: str, shell: Shell) -> bytes:
    """Return the content of a file; if there is none, of the quiz of this name in the library."""
    if not Path(written).exists() and written.endswith(QUIZ_SUFFIX):
        stored = asyncio.run(_stored_quiz(written, shell))
        if stored is not None:
            return stored
    return read_bytes(written)


async def _stored_quiz(name: str, shell: Shell) -> bytes | None:
    """Return the content of the quiz of this name; of several, the one made last."""
    async with open_store(shell.settings) as store:
        found = [each for each in await match_files(store, name, owner=LOCAL_OWNER) if each.kind == QUIZ_KIND]
        return await store.vault.read(found[0].id, owner=LOCAL_OWNER) if found else None
