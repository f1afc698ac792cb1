"""`inkwright parse`: run one parser and print its result as JSON."""

import argparse
import json
from typing import Any

from inkwright.cli.shell import FAILED, OK, CommandParser, Shell
from inkwright.errors import InvalidSchema
from inkwright.i18n import text
from inkwright.parsing import ParserResult, envelope_parser, file_parser, json_parser, multi_section_parser


def add_arguments(parser: CommandParser) -> None:
    say = parser.language
    kinds = parser.add_subparsers(dest="kind", required=True, metavar="blocks|sections|json|envelope")

    def add(name: str) -> argparse.ArgumentParser:
        kind = kinds.add_parser(
            name, help=text(say, f"parse.{name}"), description=text(say, f"parse.{name}"), language=say
        )
        kind.add_argument("file", nargs="?", help=text(say, "parse.file"))
        return kind

    blocks = add("blocks")
    blocks.add_argument("--tag", default="markdown", help=text(say, "parse.tag"))
    blocks.add_argument("--skip", action="store_true", help=text(say, "parse.skip"))
    sections = add("sections")
    sections.add_argument("--header", action="append", default=[], help=text(say, "parse.header"))
    sections.add_argument("--any", action="store_true", help=text(say, "parse.any"))
    sections.add_argument("--list", action="store_true", help=text(say, "parse.list"))
    sections.add_argument("--allow-empty", action="store_true", help=text(say, "parse.empty_allowed"))
    sections.add_argument("--regex", action="store_true", help=text(say, "parse.regex"))
    value = add("json")
    value.add_argument("--schema", metavar="FILE", help=text(say, "parse.schema"))
    value.add_argument("--partial", action="store_true", help=text(say, "parse.partial"))
    add("envelope")


def run(arguments: argparse.Namespace, shell: Shell) -> int:
    path = getattr(arguments, "schema", None)
    schema = load_schema(path, shell) if path is not None else None
    result = _run_parser(arguments, shell.read_input(arguments.file), schema)
    shell.say(json.dumps(result, ensure_ascii=False, indent=2))
    return OK if result["status"] == "success" else FAILED


def _run_parser(arguments: argparse.Namespace, reply: str, schema: Any) -> ParserResult:
    if arguments.kind == "blocks":
        return file_parser(reply, arguments.tag, ("SKIPPED", "SKIP") if arguments.skip else ())
    if arguments.kind == "sections":
        return multi_section_parser(
            reply,
            arguments.header,
            match_mode="ANY" if arguments.any else "ALL",
            return_list=arguments.list,
            allow_empty=arguments.allow_empty,
            regex_mode=arguments.regex,
        )
    if arguments.kind == "json":
        return json_parser(reply, schema, arguments.partial)
    return envelope_parser(reply)


def load_schema(path: str, shell: Shell) -> Any:
    """The JSON schema of a file."""
    try:
        schema = json.loads(shell.read_input(path))
    except (ValueError, RecursionError) as problem:
        raise InvalidSchema(problem=f"{path} is not JSON ({problem})") from problem
    if not isinstance(schema, dict | bool):
        raise InvalidSchema(problem=f"{path} does not hold a JSON schema")
    return schema
