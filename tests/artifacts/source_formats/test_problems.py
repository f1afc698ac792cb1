"""Why a file is not read."""

import pytest

from inkwright.artifacts.source_formats.problems import NotExtractable
from inkwright.artifacts.validation import UnreadableContent
from inkwright.i18n import text
from tests.each import each


@each(
    ("key", "fields"),
    [("encrypted", {}), ("too_costly", {}), ("too_large", {"most": 32}), ("old_kind", {"ending": ".doc", "newer": ".docx"})],
)  # fmt: skip
def test_every_reason_is_a_message_in_both_languages(key: str, fields: dict[str, object]) -> None:
    with pytest.raises(UnreadableContent) as caught:
        raise NotExtractable(key, **fields)
    assert isinstance(caught.value, NotExtractable)
    assert text("en", f"reading.{key}", **caught.value.fields) != text("zh", f"reading.{key}", **caught.value.fields)
