"""`inkwright parse`: run one parser and print its result as JSON."""

import json
from dataclasses import dataclass
from typing import Any

from inkwright.cli.arguments import Actions, CommandParser
from inkwright.cli.exit_codes import FAILED, OK
from inkwright.cli.json_output import print_json
from inkwright.cli.shell import Shell
from inkwright.errors import InvalidSchema
from inkwright.i18n import Reason
from inkwright.parsing import ParserResult, envelope_parser, file_parser, json_parser, multi_section_parser


@dataclass(frozen=True, slots=True)
class ParseBlocksOptions:
    """Options of `inkwright parse blocks`."""

    file: str | None = None
    tag: str = "markdown"
    skip: bool = False


@dataclass(frozen=True, slots=True)
class ParseSectionsOptions:
    """Options of `inkwright parse sections`."""

    file: str | None = None
    header: tuple[str, ...] = ()
    any: bool = False
    list: bool = False
    allow_empty: bool = False
    regex: bool = False


@dataclass(frozen=True, slots=True)
class ParseJsonOptions:
    """Options of `inkwright parse json`."""

    file: str | None = None
    schema: str | None = None
    partial: bool = False


@dataclass(frozen=True, slots=True)
class ParseEnvelopeOptions:
    """Options of `inkwright parse envelope`."""

    file: str | None = None


ParseOptions = ParseBlocksOptions | ParseSectionsOptions | ParseJsonOptions | ParseEnvelopeOptions


def add_arguments(parser: CommandParser) -> None:
    actions = parser.add_actions("parse", is_required=True)
    blocks = _add_parser(actions, "blocks", ParseBlocksOptions)
    blocks.add_argument("--tag", default="markdown", help=parser.text("parse.tag"))
    blocks.add_switch("--skip", "parse.skip")
    sections = _add_parser(actions, "sections", ParseSectionsOptions)
    sections.add_argument("--header", action="append", default=[], help=parser.text("parse.header"))
    sections.add_switch("--any", "parse.any")
    sections.add_switch("--list", "parse.list")
    sections.add_switch("--allow-empty", "parse.empty_allowed")
    sections.add_switch("--regex", "parse.regex")
    value = _add_parser(actions, "json", ParseJsonOptions)
    value.add_argument("--schema", metavar="FILE", help=parser.text("parse.schema"))
    value.add_switch("--partial", "parse.partial")
    _add_parser(actions, "envelope", ParseEnvelopeOptions)


def _add_parser(actions: Actions, name: str, options_type: type[ParseOptions]) -> CommandParser:
    action = actions.add(name, options_type)
    action.add_argument("file", nargs="?", help=action.text("parse.file"))
    return action


def run(options: ParseOptions, shell: Shell) -> int:
    path = options.schema if isinstance(options, ParseJsonOptions) else None
    schema = load_schema(path, shell) if path is not None else None
    result = _run_parser(options, shell.read_input(options.file), schema)
    print_json(shell, result)
    return OK if result["status"] == "success" else FAILED


def _run_parser(options: ParseOptions, reply: str, schema: Any) -> ParserResult:
    match options:
        case ParseBlocksOptions():
            return file_parser(reply, options.tag, ("SKIPPED", "SKIP") if options.skip else ())
        case ParseSectionsOptions():
            return multi_section_parser(
                reply,
                list(options.header) or None,
                match_mode="ANY" if options.any else "ALL",
                return_list=options.list,
                allow_empty=options.allow_empty,
                regex_mode=options.regex,
            )
        case ParseJsonOptions():
            return json_parser(reply, schema, options.partial)
        case ParseEnvelopeOptions():
            return envelope_parser(reply)


def load_schema(path: str, shell: Shell) -> Any:
    """Load a JSON schema from a file."""
    try:
        schema = json.loads(shell.read_input(path))
    except (ValueError, RecursionError) as problem:
        raise InvalidSchema(problem=Reason("reason.cli.schema_not_json", path=path, detail=str(problem))) from problem
    if not isinstance(schema, dict | bool):
        raise InvalidSchema(problem=Reason("reason.cli.schema_shape", path=path))
    return schema
