"""Chinese translations of argparse's error messages.

The English side is foreign text: argparse formats its messages before a subclass sees them, so they can only be
recognised by their wording. A message that is not in the table stays in English.
"""

import re
from functools import cache
from typing import Final

from inkwright.i18n import Language

_CHINESE: Final = {
    "ambiguous option: {option} could match {matches}": "{option} 有歧义，可以是 {matches}",
    "argument {name}: {problem}": "参数 {name}：{problem}",
    "expected at least one argument": "后面至少要写一个值",
    "expected one argument": "后面要写一个值",
    "ignored explicit argument {value}": "后面不能写值（{value}）",
    "invalid choice: {value} (choose from {choices})": "不能是 {value}，只能是 {choices}",
    "invalid float value: {value}": "{value} 不是数",
    "invalid int value: {value}": "{value} 不是整数",
    "not allowed with argument {other}": "不能与 {other} 同时使用",
    "one of the arguments {names} is required": "{names} 中要给出一个",
    "the following arguments are required: {names}": "缺少参数 {names}",
    "unrecognized arguments: {names}": "不认识的参数 {names}",
}
_FIELD: Final = re.compile(r"\\\{(\w+)\\\}")


def translate_usage_error(language: Language, message: str) -> str:
    """Return an error message of argparse in `language`."""
    if language == "en":
        return message
    for pattern, chinese in _patterns():
        if found := pattern.fullmatch(message):
            fields = found.groupdict()
            if "problem" in fields:
                fields["problem"] = translate_usage_error(language, fields["problem"])
            return chinese.format(**fields)
    return message


@cache
def _patterns() -> tuple[tuple[re.Pattern[str], str], ...]:
    return tuple(
        (re.compile(_FIELD.sub(r"(?P<\1>.+?)", re.escape(english)), re.DOTALL), chinese)
        for english, chinese in _CHINESE.items()
    )
