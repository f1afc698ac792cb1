"""Permissions: what the person is asked, and what counts as a yes."""

import json
from pathlib import Path

import pytest

from inkwright.cli.file_permissions import permission_ask, permission_decision, permission_request
from inkwright.conversation.asks import Answer, QuestionAnswer


@pytest.fixture
def folders(tmp_path: Path) -> tuple[Path, Path, Path]:
    """The home, the workspace, and a folder outside of it."""
    made = tmp_path / "home", tmp_path / "work", tmp_path / "outside"
    for folder in made:
        folder.mkdir()
    return made


def test_the_question_names_the_resolved_path_and_recommends_to_deny(folders: tuple[Path, Path, Path]) -> None:
    _, work, outside = folders
    (work / "door").symlink_to(outside)
    wanted = permission_request("write", work / "door" / "a.md", "zh")
    ask = permission_ask(wanted, id="ask_1", turn_id="turn_1", owner="local")
    assert (ask.kind, ask.title, ask.questions[0].recommended) == ("permission", "这在你的工作区之外。", "deny")
    assert ask.questions[0].question == f"允许写入 {outside.resolve() / 'a.md'} 吗？"
    assert json.loads(ask.model_dump_json())["questions"][0]["allow_freeform"] is False
    assert [(option.label, option.value) for option in ask.questions[0].options] == [
        ("仅这一次允许", "once"),
        ("允许并记住", "remember"),
        ("拒绝", "deny"),
    ]


@pytest.mark.parametrize(
    ("answer", "decision"),
    [
        (Answer(status="answered", answers=(QuestionAnswer(id="permission", value="once"),)), "once"),
        (Answer(status="answered", answers=(QuestionAnswer(id="permission", value="remember"),)), "remember"),
        (Answer(status="answered", answers=(QuestionAnswer(id="permission", value="deny"),)), "deny"),
        (Answer(status="answered", answers=(QuestionAnswer(id="permission", value="Once"),)), "deny"),
        (Answer(status="answered", answers=(QuestionAnswer(id="permission", value="once", skipped=True),)), "deny"),
        (Answer(status="answered", answers=(QuestionAnswer(id="other", value="once"),)), "deny"),
        (Answer(status="answered"), "deny"),
        (Answer(status="cancelled", answers=(QuestionAnswer(id="permission", value="once"),)), "deny"),
        (Answer(status="timeout"), "deny"),
    ],
)
def test_whatever_does_not_clearly_allow_denies(answer: Answer, decision: str) -> None:
    assert permission_decision(answer) == decision
