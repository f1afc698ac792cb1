"""Conversion losses: one message for all questions with the same loss."""

from inkwright.artifacts.quizzes.losses import ConversionLoss, LossLog, loss_phrase


def test_the_same_loss_in_several_questions_is_reported_once() -> None:
    log = LossLog()
    for key, number in (("no_points", "1"), ("no_hints", ""), ("no_points", "1"), ("no_points", "2.1")):
        log.add(key, number)
    assert log.all() == [("no_points", ("1", "2.1")), ("no_hints", ())]


def test_only_the_first_questions_are_named() -> None:
    loss = ConversionLoss("no_points", tuple(map(str, range(1, 21))))
    assert "12…" in loss.message("en")
    assert "13" not in loss.message("en")
    assert "12…" in loss.message("zh")


def test_a_loss_without_a_message_is_a_phrase() -> None:
    assert ConversionLoss("colours").message("zh") == "colours"
    assert loss_phrase("colours", "en") == "colours"
    assert loss_phrase("no_points", "en") == "points"
