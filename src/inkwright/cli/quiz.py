"""`inkwright quiz`: a quiz is converted, linted, or taken here. No model is asked."""

import argparse
import asyncio
import json
import sys
from pathlib import Path

from inkwright.artifacts.quizzes.exports import ENDINGS, QUIZ_FORMS
from inkwright.artifacts.quizzes.reading import read_quiz
from inkwright.cli.file_bytes import read_bytes
from inkwright.cli.findings import show_findings
from inkwright.cli.quiz_taking import take
from inkwright.cli.shell import FAILED, OK, PERMISSION, USAGE, Parser, Shell
from inkwright.cli.talking.access import add_yes, may_use
from inkwright.errors import InvalidOption
from inkwright.i18n import text
from inkwright.usecases.convert_quiz import convert_quiz, quiz_form_of
from inkwright.usecases.keep_file import ensure_folder, keep_file
from inkwright.usecases.lint_quiz import lint_quiz


def add_arguments(parser: Parser) -> None:
    say = parser.language
    doings = parser.add_subparsers(dest="doing", metavar="convert|lint|take")

    def add(name: str) -> Parser:
        told = text(say, f"quiz.{name}")
        doing: Parser = doings.add_parser(name, help=told, description=told, language=say)
        doing.add_argument("file", metavar="FILE", help=text(say, "quiz.file"))
        add_yes(doing)
        return doing

    converting = add("convert")
    converting.add_argument("--to", choices=QUIZ_FORMS, help=text(say, "quiz.to"))
    converting.add_argument("-o", "--output", metavar="FILE", help=text(say, "quiz.output"))
    key = argparse.BooleanOptionalAction
    converting.add_argument("--key", action=key, default=None, help=text(say, "quiz.key"))
    converting.add_argument("--overwrite", action="store_true", help=text(say, "write.overwrite"))
    converting.add_argument("--json", action="store_true", help=text(say, "cli.flag.json"))
    add("lint").add_argument("--json", action="store_true", help=text(say, "cli.flag.json"))
    add("take")


def run(arguments: argparse.Namespace, shell: Shell) -> int:
    doings = {"convert": _convert, "lint": _lint, "take": _take}
    if arguments.doing not in doings:
        told = [f"  {name:<8} {shell.text(f'quiz.{name}')}" for name in doings]
        print("\n".join(["inkwright quiz convert|lint|take FILE", *told]), file=sys.stderr)
        return USAGE
    writes = [_target(arguments, shell).parent] if arguments.doing == "convert" else []
    if not may_use(arguments, shell, reads=[arguments.file], writes=writes):
        return PERMISSION
    return doings[arguments.doing](arguments, shell)


def _target(arguments: argparse.Namespace, shell: Shell) -> Path:
    """The file to make: where none is named, beside the quiz, with the ending of its form."""
    if arguments.output:
        return Path(arguments.output)
    if not arguments.to:
        raise InvalidOption(option="output", value=None, allowed=shell.text("quiz.no_target"))
    return Path(arguments.file).with_suffix(ENDINGS[arguments.to])


def _convert(arguments: argparse.Namespace, shell: Shell) -> int:
    source, target = Path(arguments.file), _target(arguments, shell)
    form = arguments.to or quiz_form_of(target.name)
    made = asyncio.run(
        convert_quiz(read_bytes(str(source)), source.name, form, with_key=arguments.key, language=shell.language)
    )
    ensure_folder(target.parent)
    path = keep_file(target.parent, target.name, made.content, overwrite=arguments.overwrite)
    notes = [note.told(shell.language) for note in made.notes]
    wrong = sum(found.severity == "error" for found in made.findings)
    if arguments.json:
        told = {"path": str(path), "questions": made.questions, "notes": notes, "good": not wrong}
        shell.say(json.dumps({**told, "findings": [each.model_dump() for each in made.findings]}, ensure_ascii=False))
        return OK
    show_findings(shell, made.findings, out=sys.stderr)
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
    told = [note.told(shell.language) for note in notes]
    if arguments.json:
        found = [each.model_dump() for each in findings]
        shell.say(json.dumps({"good": is_good, "findings": found, "notes": told}, ensure_ascii=False))
        return OK if is_good else FAILED
    for note in told:
        print(f"{shell.styled('!', 'yellow')} {note}", file=sys.stderr)
    show_findings(shell, findings)
    if is_good:
        key = "check.usable" if findings else "quiz.lint.good"
        shell.say(shell.text(key, name=arguments.file, count=len(findings)))
    return OK if is_good else FAILED


def _take(arguments: argparse.Namespace, shell: Shell) -> int:
    quiz = read_quiz(read_bytes(arguments.file), Path(arguments.file).name, shell.language).quiz
    return take(quiz, shell)
