"""Attached files: safe names, and limits on their text and number."""

import pytest

from inkwright import InvalidOption
from inkwright.conversation.attachments import (
    MAX_CHARACTERS,
    MAX_FILES,
    attachment_name,
    attachment_text,
    check_file_count,
)


def test_a_name_is_made_safe() -> None:
    assert "/" not in attachment_name("../notes.md")


def test_a_text_is_cleaned_and_one_that_is_too_long_is_refused() -> None:
    assert attachment_text("a.md", "It\0 rains.") == "It rains."
    with pytest.raises(InvalidOption, match="2,000,000"):
        attachment_text("a.md", "x" * (MAX_CHARACTERS + 1))


def test_one_file_too_many_is_refused_but_a_known_name_is_replaced() -> None:
    existing = [f"{number}.md" for number in range(MAX_FILES)]
    check_file_count("0.md", existing)
    with pytest.raises(InvalidOption, match=str(MAX_FILES)):
        check_file_count("new.md", existing)
