"""English reasons of papers and authoring, to be put into errors."""

from typing import Final

MESSAGES: Final[dict[str, str]] = {
    "reason.authoring.empty_markup": "the markup of the page is empty",
    "reason.authoring.no_code": "it contains no code",
    "reason.papers.repeated_quote": "each sentence may be chosen only once",
}
