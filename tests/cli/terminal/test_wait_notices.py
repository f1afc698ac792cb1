"""Notices while a model does not answer: soon, then rarely, with the attempt and how to stop."""

import threading

from inkwright.cli.terminal.wait_notices import WaitNotices, wait_notices, wait_text
from inkwright.llm.waiting import ModelWait, WaitBoard


def test_a_wait_is_reported_at_a_few_moments_that_become_rare() -> None:
    now = [0.0]
    board = WaitBoard(lambda: now[0])
    notices = WaitNotices("en", board)
    reported: list[str] = []
    with board.waiting("openai:gpt-5", 1, 3):
        for second in range(400):
            now[0] = float(second)
            if notice := notices.due():
                reported.append(notice)
    assert reported[0] == "Waiting for openai:gpt-5, 5 s. Ctrl+C stops."
    assert [notice.split(", ")[1].split(" ")[0] for notice in reported] == [
        "5", "15", "30", "60", "120", "180", "240", "300", "360"
    ]  # fmt: skip
    assert notices.due() is None


def test_each_attempt_is_reported_anew_with_its_number() -> None:
    now = [0.0]
    board = WaitBoard(lambda: now[0])
    notices = WaitNotices("zh", board)
    reported = []
    for attempt in (1, 2):
        with board.waiting("m", attempt, 3):
            now[0] += 6
            reported.append(notices.due())
    assert reported[-1] == "正在等待 m，已 6 秒，第 2 次尝试，共 3 次。按 Ctrl+C 停止。"


def test_the_name_of_a_model_does_not_control_the_terminal() -> None:
    assert "\x1b" not in wait_text("en", ModelWait("m\x1b[2J", 2, 3, 0.0), 7)


def test_the_watch_ends_with_its_block() -> None:
    with wait_notices("en"):
        assert "wait notices" in [thread.name for thread in threading.enumerate()]
    assert "wait notices" not in [thread.name for thread in threading.enumerate()]
