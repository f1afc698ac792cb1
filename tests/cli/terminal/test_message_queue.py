"""What is typed while a turn runs: keys become messages that wait, and can be taken back."""

from prompt_toolkit.input.vt100_parser import Vt100Parser

from inkwright.cli.terminal.columns import width
from inkwright.cli.terminal.message_queue import MessageQueue


def typed(*keys: str) -> MessageQueue:
    queue = MessageQueue("en")
    for each in keys:
        parser = Vt100Parser(queue.press)
        parser.feed(each)
        parser.flush()
    return queue


def shown(queue: MessageQueue, columns: int = 60) -> list[str]:
    return [row.text for row in queue.rows(columns)]


def test_nothing_typed_shows_nothing() -> None:
    assert shown(typed()) == shown(typed("\r", "  \r", "\x1b")) == []


def test_messages_wait_in_the_order_in_which_they_were_typed() -> None:
    queue = typed("one\r", "第二条\r", "not sent")
    assert shown(queue) == ["Waiting: one", "Waiting: 第二条", "❯ not sent"]
    assert [queue.take(), queue.take(), queue.take()] == ["one", "第二条", None]
    assert [queue.take_draft(), queue.take_draft()] == ["not sent", ""]


def test_esc_takes_the_last_message_back_to_be_edited() -> None:
    queue = typed("one\r", "two\r", "\x1b", "\x7f", "ice\r")
    assert shown(queue) == ["Waiting: one", "Waiting: twice", "Esc takes the last one back."]
    assert shown(typed("one\r", "two\r", "\x1b", "\x1b")) == ["Waiting: one", "Esc takes the last one back."]
    assert shown(typed("one\r", "\x1b[A")) == ["❯ one"]


def test_other_keys_change_nothing_or_the_draft_alone() -> None:
    assert shown(typed("a b\x17c")) == ["❯ ac"]
    assert shown(typed("a\x15b\x1b[D\x1b[C\t\x01")) == ["❯ b"]


def test_a_paste_of_several_lines_is_one_message() -> None:
    queue = typed("\x1b[200~one\r\ntwo\rthree\x1b[201~", "\r")
    assert shown(queue)[:1] == ["Waiting: one two three"]
    assert queue.take() == "one\ntwo\nthree"


def test_after_a_stop_everything_returns_as_one_draft() -> None:
    queue = typed("one\r", "two\r", "three")
    assert (queue.take_all(), queue.take_all(), shown(queue)) == ("one\ntwo\nthree", "", [])


def test_rows_fit_the_window_and_a_long_line_is_bounded() -> None:
    queue = typed(*(f"message {number} {'很长' * 40}\r" for number in range(9)), "字" * 200 + "end")
    rows = shown(queue, 30)
    assert rows[0] == "4 more messages waiting"
    assert max(map(width, rows)) < 30
    assert (len(rows), rows[-1].startswith("❯ 字"), rows[-1].endswith("end")) == (7, True, True)
