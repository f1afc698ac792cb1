"""English messages: the examples."""

from typing import Final

MESSAGES: Final[dict[str, str]] = {
    "cli.command.example": "run the real program with scripted replies: no model, key or network needed",
    "example.answer.abandoned": "discard the outline",
    "example.answer.adopted": "accept the outline as it is",
    "example.answer.answered": "choose the marked option",
    "example.answer.cancelled": "withdraw the question",
    "example.answer.edited": "edit the outline",
    "example.answer.timeout": "no answer in time",
    "example.answer_scripted": "There is no terminal to ask in, so the answer is scripted too: {answer}.",
    "example.conversation": "Example: {title}",
    "example.fast": "show replies immediately, without pauses",
    "example.foot": "Run one: `inkwright example NAME`. Files are written to the current folder, or to the folder given with -o.",
    "example.head": "Examples run the real program (routing, parsing, checks, files) with model replies that we wrote. They need no key and no network.",
    "example.name": "the example to run (default: list all examples)",
    "example.next": "Next",
    "example.page_run": "The page was opened in a browser at two widths, and its controls were tried. No problems found.",
    "example.part_written": "{part} is written",
    "example.script_over": "The script of this example has no reply to that, so the example ends here.",
    "example.scripted_first": "{title}. The model in this example is scripted: we wrote its replies. Everything else is the real program.",
    "example.scripted_last": "This was an example. The model’s replies were scripted, and no model was called. The files are real.",
    "example.seen": "What you saw",
    "example.unknown": "Unknown example {name!r}. Available: {names}.{near}",
    "example.waits": "The question stays open, and the example ends here. In your own conversations, `inkwright resume` continues with the answer.",
    "example.yes": "use the scripted answers instead of asking, and allow writing outside the current folder",
}
