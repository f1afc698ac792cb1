"""English messages: the examples."""

from typing import Final

MESSAGES: Final[dict[str, str]] = {
    "cli.command.example": "see the real program at work, with scripted replies: no model, no key, no network",
    "example.answer.abandoned": "the outline is abandoned",
    "example.answer.adopted": "the outline is adopted as it stands",
    "example.answer.answered": "the marked option",
    "example.answer.cancelled": "the question is withdrawn",
    "example.answer.edited": "the outline is changed",
    "example.answer.timeout": "no answer in time",
    "example.answer_scripted": "Nobody can be asked here, so the answer is scripted too: {answer}.",
    "example.conversation": "Example: {title}",
    "example.fast": "no pauses: replies come at once",
    "example.foot": "`inkwright example NAME` plays one. The files go into this folder, or into the one of -o.",
    "example.head": "Examples: the real program (routing, parsing, checks, files) with replies of a model that we wrote. None needs a key or the network.",
    "example.name": "which one; without it they are listed",
    "example.next": "Next",
    "example.page_run": "The page was opened in a browser at two widths and its controls were used: nothing is wrong.",
    "example.part_written": "{part} is written",
    "example.script_over": "The script of this example has no reply to that, so nothing more is made here.",
    "example.scripted_first": "{title}. The model in this example is scripted: we wrote its replies. Everything else is the real program.",
    "example.scripted_last": "This was an example: the model’s replies were scripted, and no model was asked. The files are real.",
    "example.seen": "What you have seen",
    "example.unknown": "There is no example {name!r}. There are: {names}.{near}",
    "example.waits": "The question stays open. `inkwright resume` shows it; there a model of your own would go on.",
    "example.yes": "take the scripted answers instead of asking, and write outside of the current folder",
}
