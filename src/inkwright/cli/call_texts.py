"""Model calls in words: what they were for, and what became of them."""

from collections.abc import Mapping
from typing import Final, get_args

from inkwright.cli.shell import Shell
from inkwright.llm.models import Purpose
from inkwright.store.call_log_lines import VERDICTS
from inkwright.store.calls import StoredCall

_PURPOSES: Final = get_args(Purpose)


def purpose_text(purpose: str, shell: Shell) -> str:
    """Return what calls were for. Earlier versions logged other names, which are shown as they are."""
    return shell.text(f"purpose.{purpose}") if purpose in _PURPOSES else purpose


def verdict_counts(verdicts: Mapping[str, int], shell: Shell) -> str:
    """Return what became of how many calls."""
    return ", ".join(
        shell.text(f"verdict.count.{verdict}", count=verdicts[verdict]) for verdict in VERDICTS if verdict in verdicts
    )


def call_text(call: StoredCall, shell: Shell) -> str:
    """Return one call in a line."""
    purpose = " ".join(filter(None, [purpose_text(call.purpose, shell), call.tool, call.subject]))
    tokens = shell.text("cost.tokens", read=f"{call.prompt_tokens:,}", written=f"{call.completion_tokens:,}")
    seconds = shell.text("cost.seconds", seconds=f"{call.seconds:.1f}")
    verdict = shell.text(f"verdict.{call.verdict}")
    ended = f"{verdict}: {call.reason}" if call.reason else verdict
    return " · ".join([purpose, call.model, tokens, seconds, ended])
