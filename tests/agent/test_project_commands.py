"""Commands in a project that need no model: only if they are the whole message."""

from inkwright.agent.project_commands import parse_command
from tests.each import each


@each(
    "message, tool, arguments",
    [
        ("继续", "advance_to_phase", {}),
        ("Continue.", "advance_to_phase", {}),
        ("进入外延设计", "advance_to_phase", {"target_phase": "外延设计"}),
        ("进入 内涵生产 阶段。", "advance_to_phase", {"target_phase": "内涵生产 阶段"}),
        ("好的，请进入下一阶段吧！", "advance_to_phase", {}),
        ("繼續", "advance_to_phase", {}),
        ("OK, go to the next phase please", "advance_to_phase", {}),
        ("那就回到「意图分析」吧", "advance_to_phase", {"target_phase": "「意图分析」"}),
        ("move on to the evaluation phase", "advance_to_phase", {"target_phase": "the evaluation phase"}),
        ("请閱讀＠結尾", "read_field", {"field_name": "結尾"}),
        ("go to outer design", "advance_to_phase", {"target_phase": "outer design"}),
        ("阅读 @第一章 概述", "read_field", {"field_name": "第一章 概述"}),
        ("show @Intro", "read_field", {"field_name": "Intro"}),
    ],
)
def test_a_command_is_understood(message: str, tool: str, arguments: dict[str, str]) -> None:
    call = parse_command(message)
    assert call is not None
    assert (call.tool, {key: value.strip() for key, value in call.arguments.items()}) == (
        tool,
        {key: value.strip() for key, value in arguments.items()},
    )


@each(
    "message",
    [
        *("继续写第一章", "进入大海", "进入", "read the news", "show me a deck", "请阅读第一章并修改", ""),
        *("不要继续", "要继续吗", "继续教育是什么", "next time, use short words", "don't continue", "evaluate"),
    ],
)
def test_anything_else_is_not_a_command(message: str) -> None:
    assert parse_command(message) is None
