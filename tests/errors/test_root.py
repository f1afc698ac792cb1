"""The tree of errors: as drawn, each with a unique code and texts in every language."""

import errno
import pickle
import re

import pytest

from inkwright import errors
from inkwright.errors import InkwrightError, InvalidOption, InvalidSetting, UnreadableInput
from inkwright.i18n import LANGUAGES, Language, Reason, error_text, system_reason


def tree(kind: type[InkwrightError]) -> list[type[InkwrightError]]:
    return [kind, *(each for child in kind.__subclasses__() for each in tree(child))]


def test_the_drawing_shows_every_error_under_its_parent() -> None:
    drawn = re.findall(r"^([│├└─ ]*)(\w+)", (errors.__doc__ or "").split("\n\n")[1], re.MULTILINE)
    parents: list[str] = []
    found = {}
    for indent, name in drawn:
        depth = len(indent) // 4
        found[name] = parents[depth - 1] if depth else ""
        parents[depth:] = [name]
    assert found == {
        kind.__name__: kind.__bases__[0].__name__ if kind is not InkwrightError else "" for kind in tree(InkwrightError)
    }


def test_every_error_is_imported_from_one_place() -> None:
    names = {kind.__name__ for kind in tree(InkwrightError)}
    assert names | {"Attempt"} == set(errors.__all__)
    assert all(hasattr(errors, name) for name in names)


def test_every_error_has_a_code_of_its_own() -> None:
    codes = [kind.code for kind in tree(InkwrightError)]
    assert len(set(codes)) == len(codes)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(
    "error",
    [
        InvalidOption(option="match_mode", value="SOME", allowed="It is 'ALL' or 'ANY'."),
        InvalidSetting(name="language", origin="$INKWRIGHT_LANGUAGE", problem="it must be one of auto, en, zh"),
        UnreadableInput(name="reply.md", problem=system_reason(OSError(errno.ENOENT, ""))),
    ],
)
def test_an_error_says_what_happened_and_what_to_do(language: str, error: InkwrightError) -> None:
    spoken: Language = "zh" if language == "zh" else "en"
    what, todo = error_text(spoken, error)
    shown = [field.text(spoken) if isinstance(field, Reason) else str(field) for field in error.fields.values()]
    assert all(field in what + todo for field in shown)
    assert todo


def test_an_error_reads_as_a_sentence_without_any_door() -> None:
    error = InvalidOption(option="match_mode", value="SOME", allowed="It is 'ALL' or 'ANY'.")
    assert str(error) == "Invalid value for match_mode: 'SOME'. It is 'ALL' or 'ANY'."
    assert isinstance(error, ValueError)


def test_an_error_with_its_fields_is_passed_between_processes() -> None:
    sent = UnreadableInput(name="reply.md", problem="it is a folder")
    arrived = pickle.loads(pickle.dumps(sent))
    assert (type(arrived), arrived.fields, str(arrived)) == (UnreadableInput, sent.fields, str(sent))
