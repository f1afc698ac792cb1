"""Values of settings: what is accepted, what it becomes, and what is said of the rest."""

from collections.abc import Callable

import pytest

from inkwright.setting_values import (
    InvalidValue,
    StoreAddress,
    parse_files,
    parse_hub,
    parse_mcp,
    parse_percent,
    parse_search,
    parse_size,
    parse_switch,
    parse_wait,
    parse_whole_number,
    parse_words,
)


@pytest.mark.parametrize(("written", "size"), [("1", 1), (64, 64), ("64KB", 64_000), ("8 mb", 8_000_000)])
def test_sizes_are_read_with_and_without_units(written: object, size: int) -> None:
    assert parse_size(written) == size


@pytest.mark.parametrize(
    ("parse", "written", "value"),
    [
        (parse_words, "A, B,A", ("A", "B")),
        (parse_words, "none", ()),
        (parse_files, "file:///srv/ink", "/srv/ink"),
        (parse_files, "s3://bucket/ink", "s3://bucket/ink"),
        (parse_hub, "ModelScope", "modelscope"),
        (parse_hub, "https://Mirror.example/hub", "https://Mirror.example/hub"),
        (parse_search, "https://search.example/", "https://search.example"),
        (parse_search, "mcp:web/search", "mcp:web/search"),
        (parse_wait, "0", 0.0),
        (parse_percent, "50%", 50.0),
        (parse_whole_number, "1e3", 1000),
        (parse_switch, "YES", True),
    ],
)
def test_a_value_is_read_in_each_of_its_spellings(
    parse: Callable[[object], object], written: object, value: object
) -> None:
    assert parse(written) == value


@pytest.mark.parametrize(
    ("parse", "written"),
    [
        (parse_size, "0"),
        (parse_size, "9" * 13),
        (parse_files, "folder"),
        (parse_hub, "https://user@mirror.example"),
        (parse_search, "mcp:Web"),
        (parse_wait, 86_401),
        (parse_percent, 101),
        (parse_whole_number, 1.5),
        (parse_switch, "maybe"),
        (parse_mcp, {"servers": {"web": {"command": "a", "url": "https://b"}}}),
    ],
)
def test_a_value_that_cannot_be_is_refused_with_what_was_written(
    parse: Callable[[object], object], written: object
) -> None:
    with pytest.raises(InvalidValue) as caught:
        parse(written)
    assert caught.value.reason.fields["raw"]


def test_the_password_of_an_address_is_never_shown() -> None:
    address = StoreAddress("postgresql://me:secret@db/ink")
    assert address == "postgresql://me:secret@db/ink"
    assert "secret" not in f"{address}{address!r}"


def test_a_server_of_tools_is_shown_in_one_line_with_whether_it_is_allowed() -> None:
    servers = parse_mcp(
        {"servers": {"web": {"url": "https://web.example"}, "local": {"command": "tool", "allow": True}}}
    )
    assert str(servers) == "local: tool (allowed); web: https://web.example"
