"""Subtitles become running text."""

from inkwright.artifacts.text_extraction import extract_text

SRT = """1
00:00:01,000 --> 00:00:02,000
Tea comes from <i>China</i>.

2
00:00:02,500 --> 00:00:04,000
It is drunk
all over the world.
"""
VTT = """WEBVTT
Kind: captions

NOTE a remark

STYLE
::cue { color: red }

intro
00:01.000 --> 00:02.000 align:start
茶起源于

00:02.000 --> 00:03.000
茶起源于

00:03.000 --> 00:04.000
中国 &amp; 亚洲。
"""


def test_numbers_times_tags_and_repeats_are_left_out() -> None:
    assert extract_text("a.srt", SRT.encode()) == "Tea comes from China. It is drunk all over the world.\n"
    assert extract_text("a.vtt", VTT.encode()) == "茶起源于中国 & 亚洲。\n"
