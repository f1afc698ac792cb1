"""Parsers from the text of a reply to a value: pure functions that never raise on a text and take linear time."""

from inkwright.parsing.approval import approval_parser
from inkwright.parsing.envelope import envelope_parser
from inkwright.parsing.files import file_parser, parse_markdown_blocks, parse_markdown_with_skip
from inkwright.parsing.json_reply import json_parser
from inkwright.parsing.json_stream import ItemDone, JsonPath, JsonStream, StreamEvent, TextCorrected, TextGrew
from inkwright.parsing.results import Parsed, ParserResult, Rejected, result_dict
from inkwright.parsing.sections import multi_section_parser, simple_parser, simple_section_parser

__all__ = [
    "ItemDone",
    "JsonPath",
    "JsonStream",
    "Parsed",
    "ParserResult",
    "Rejected",
    "StreamEvent",
    "TextCorrected",
    "TextGrew",
    "approval_parser",
    "envelope_parser",
    "file_parser",
    "json_parser",
    "multi_section_parser",
    "parse_markdown_blocks",
    "parse_markdown_with_skip",
    "result_dict",
    "simple_parser",
    "simple_section_parser",
]
