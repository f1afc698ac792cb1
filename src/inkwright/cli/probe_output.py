"""Print the result of a model's test."""

from typing import Final

from inkwright.cli.shell import Shell
from inkwright.i18n import error_text
from inkwright.usecases.model_tests import ModelCheck, ProbeResult

_MIN_SHOWN_SECONDS: Final = 0.05


def print_probe(probe: ProbeResult, shell: Shell) -> None:
    """Print the result of each test of a model, and the next step if it cannot be asked."""
    spent = probe.usage
    tokens = spent.prompt_tokens + spent.completion_tokens
    figures = shell.text("models.spent", seconds=f"{probe.seconds:.1f}", tokens=tokens)
    shell.say(f"{shell.styled(probe.model, 'bold')}  {shell.styled(figures, 'dim')}")
    what, todo = error_text(shell.language, probe.error) if probe.error else ("", "")
    for check in probe.checks:
        shell.say("  " + _check_text(check, shell, what or shell.reason_text(check.problem)))
    if todo:
        shell.say(f"  {todo}")


def _check_text(check: ModelCheck, shell: Shell, problem: str) -> str:
    mark = shell.styled("✓", "green") if check.worked else shell.styled("✗", "red")
    took = f" {check.seconds:.1f} s" if check.seconds >= _MIN_SHOWN_SECONDS else ""
    details = f": {problem}" if problem else ""
    if check.kind == "tools" and not check.worked:
        details += f" ({shell.text('models.tools_in_text')})"
    return f"{mark} {shell.text(f'models.check.{check.kind}')}{took}{details}"
