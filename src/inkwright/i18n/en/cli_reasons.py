"""English reasons: problems with input, options and files of the command line."""

from typing import Final

MESSAGES: Final[dict[str, str]] = {
    "reason.cli.command_name": "It must be an unused name in lowercase letters.",
    "reason.cli.empty": "it is empty",
    "reason.cli.no_words": "Give at least one character.",
    "reason.cli.not_json": "it is not JSON: {detail}",
    "reason.cli.not_utf8": "it is not UTF-8 (byte {start})",
    "reason.cli.permission_rule": "{entry} is not a rule",
    "reason.cli.permission_rules": "it is not a list of rules of version 1",
    "reason.cli.port": "0 to {maximum}; 0 takes a free one.",
    "reason.cli.schema_not_json": "{path} is not JSON ({detail})",
    "reason.cli.schema_shape": "{path} does not hold a JSON schema",
    "reason.cli.too_large": "it is larger than {limit} {limit:byte|bytes}",
    "reason.cli.too_large_input": "it is larger than {limit} {limit:byte|bytes} (setting max_input)",
    "reason.cli.whole_number": "it must be a whole number from {minimum} to {maximum}, not {value}",
    "settings.origin.default": "default",
    "settings.origin.flag": "flag",
}
