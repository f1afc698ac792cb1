"""Reasons given by the agent, the conversation, the use cases and the tools."""

from collections.abc import Mapping
from typing import Final

MESSAGES: Final[Mapping[str, str]] = {
    "reason.core.too_large": "它超过 {limit} 字节",
    "reason.core.larger_than_setting": "它超过 {limit} 字节（设置 max_input）",
    "reason.core.deliverable_exists": "已有同名的成品。",
    "reason.core.agent_exists": "已有同名的助手。",
    "reason.core.one_of": "只能是其中之一：{names}。",
    "doctor.extension": "扩展 {name}",
    "doctor.extension.lost": "无法使用该扩展",
    "reason.core.tool_exists": "已有同名的工具。",
}
