"""Fuzz every parser: none may raise, and none may take long (libFuzzer's -timeout)."""

import sys

import atheris

with atheris.instrument_imports(include=["inkwright"]):
    from inkwright import (
        JsonStream,
        approval_parser,
        envelope_parser,
        file_parser,
        json_parser,
        multi_section_parser,
        simple_parser,
    )


def every_parser(data: bytes) -> None:
    """One input through every parser, and through the stream in small pieces."""
    reply = atheris.FuzzedDataProvider(data).ConsumeUnicode(len(data))
    whole = json_parser(reply)
    json_parser(reply, allow_partial=True)
    json_parser(reply, {"type": "object", "required": ["a"]})
    file_parser(reply, "markdown", ("SKIP",))
    multi_section_parser(reply, ["[A]", "[研究计划]"])
    simple_parser(reply)
    envelope_parser(reply)
    approval_parser(reply)
    stream = JsonStream()
    for start in range(0, len(reply), 5):
        stream.feed(reply[start : start + 5])
    if stream.close() != whole:
        raise AssertionError("the stream and the whole differ")


if __name__ == "__main__":
    atheris.Setup(sys.argv, every_parser)
    atheris.Fuzz()
