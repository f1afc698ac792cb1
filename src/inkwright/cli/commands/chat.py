"""`inkwright chat`: chat in the terminal or over a pipe."""

import asyncio
from dataclasses import dataclass, field
from pathlib import Path

from inkwright.cli.arguments import CommandParser
from inkwright.cli.exit_codes import CLARIFY, PERMISSION
from inkwright.cli.options import (
    ConsentOptions,
    RemoteOptions,
    add_output_folder,
    add_project_flag,
    add_server_flags,
    add_source_flag,
)
from inkwright.cli.shell import Shell


@dataclass(frozen=True, slots=True)
class ChatOptions:
    """Options of `inkwright chat`."""

    conversation: str | None = None
    continues: bool = False
    project: str | None = None
    model: str | None = None
    sources: tuple[str, ...] = ()
    output: Path = Path()
    consent: ConsentOptions = field(default_factory=ConsentOptions)
    json: bool = False
    remote: RemoteOptions = field(default_factory=RemoteOptions)


def add_arguments(parser: CommandParser) -> None:
    parser.parse_into(ChatOptions)
    parser.add_argument("--conversation", metavar="ID", help=parser.text("ask.conversation"))
    parser.add_argument("--continue", dest="continues", action="store_true", help=parser.text("chat.continue"))
    add_project_flag(parser)
    parser.add_argument("--model", metavar="NAME", help=parser.text("chat.model"))
    add_source_flag(parser)
    add_output_folder(parser)
    add_server_flags(parser)
    parser.add_switch("--yes", "turns.yes")
    parser.add_switch("--json", "make.json")


def run(options: ChatOptions, shell: Shell) -> int:
    if options.output != Path() and not _has_permission(options, shell):
        return PERMISSION
    if options.project is not None and not options.remote.server and not _ensure_project(options, shell):
        return CLARIFY
    if shell.stdin.isatty() and shell.out.isatty() and not options.json:
        from inkwright.cli.chat.terminal_loop import chat_at_terminal  # noqa: PLC0415 - prompt_toolkit is slow to import

        return asyncio.run(chat_at_terminal(options, shell))
    from inkwright.cli.chat.line_loop import chat_on_lines  # noqa: PLC0415 - imports the agent and the store

    return asyncio.run(chat_on_lines(options, shell))


def _has_permission(options: ChatOptions, shell: Shell) -> bool:
    from inkwright.cli.file_permissions import check_access  # noqa: PLC0415 - few chats need it, and the prompt would wait

    return check_access(options.consent, shell, writes=[options.output])


def _ensure_project(options: ChatOptions, shell: Shell) -> bool:
    from inkwright.cli.turns import ensure_project  # noqa: PLC0415 - imports the store

    return ensure_project(options.project, options.consent, shell, conversation=options.conversation)
