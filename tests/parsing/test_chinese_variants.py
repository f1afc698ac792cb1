"""Requests in traditional characters are recognised like those in simplified ones."""

from inkwright.parsing.chinese_variants import simplify_requests


def test_requests_are_simplified_and_keep_their_length() -> None:
    written = "請用第二個檔案做一份測驗，再做投影片 and a quiz"
    assert simplify_requests(written) == "请用第二个档案做一份测验，再做投影片 and a quiz"
    assert len(simplify_requests(written)) == len(written)
