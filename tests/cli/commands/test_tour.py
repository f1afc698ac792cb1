"""`inkwright tour`: the sample in both languages, and a reply of one's own."""

from pathlib import Path

import pytest

from tests.cli.test_main import inkwright


@pytest.mark.parametrize(
    ("language", "found"),
    [
        ("en", ['"title": "Volume of a cone"', "cone-handout.md", '"[Plan]"', '"approved": true', "item questions.0"]),
        ("zh", ['"标题": "圆锥的体积"', "圆锥讲义.md", '"[教学计划]"', '"approved": true', "题目.0"]),
    ],
)
def test_every_parser_finds_its_part_of_the_sample(language: str, found: list[str]) -> None:
    done = inkwright("tour", "--language", language)
    assert done.returncode == 0
    assert [part for part in found if part not in done.stdout] == []
    assert "✗" not in done.stdout


def test_a_reply_of_ones_own_shows_what_the_model_would_be_told(tmp_path: Path) -> None:
    reply = tmp_path / "reply.md"
    reply.write_text("just prose", encoding="utf-8")
    done = inkwright("tour", str(reply))
    assert "The reply contains no JSON." in done.stdout
