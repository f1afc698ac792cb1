"""Errors of the API: their status, and the language of the client."""

from inkwright.errors import InkwrightError, ModelBusy, NotDelivered, NotFound, TurnRunning, UnreadableFile
from inkwright.server.problems import language_from_header, status_of
from tests.each import each


@each(
    "header, language",
    [("", "en"), ("zh-CN,zh;q=0.9", "zh"), ("fr, en;q=0.5, zh;q=0.8", "zh"), ("de", "en"), ("zh;q=x,en", "en")],
)
def test_the_best_known_language_is_chosen(header: str, language: str) -> None:
    assert language_from_header(header) == language


@each(
    "error, status",
    [
        (NotFound(what_kind="x", id="y"), 404),
        (TurnRunning(id="x"), 409),
        (UnreadableFile(name="x", problem="y"), 422),
        (ModelBusy(model="m", problem="x"), 503),
        (NotDelivered(name="x", path="y", problem="z", id="i"), 500),
    ],
)
def test_the_nearest_class_decides_the_status(error: InkwrightError, status: int) -> None:
    assert status_of(error) == status
