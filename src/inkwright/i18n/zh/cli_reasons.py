"""Chinese reasons: problems with input, options and files of the command line."""

from typing import Final

MESSAGES: Final[dict[str, str]] = {
    "reason.cli.command_name": "应为尚未使用的小写英文名称。",
    "reason.cli.empty": "它是空的",
    "reason.cli.no_words": "请至少写一个字。",
    "reason.cli.not_json": "它不是 JSON：{detail}",
    "reason.cli.not_utf8": "它不是 UTF-8（第 {start} 字节）",
    "reason.cli.permission_rule": "{entry} 不是一条规则",
    "reason.cli.permission_rules": "它不是版本 1 的规则列表",
    "reason.cli.port": "0 到 {maximum}；0 表示任选一个空闲的。",
    "reason.cli.schema_not_json": "{path} 不是 JSON（{detail}）",
    "reason.cli.schema_shape": "{path} 里没有 JSON Schema",
    "reason.cli.too_large": "它超过 {limit} 字节",
    "reason.cli.too_large_input": "它超过 {limit} 字节（设置 max_input）",
    "reason.cli.whole_number": "应为 {minimum} 到 {maximum} 之间的整数，而不是 {value}",
    "settings.origin.default": "默认",
    "settings.origin.flag": "命令行",
}
