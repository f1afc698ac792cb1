"""Pictures that a Moodle file names and does not contain."""

from inkwright.artifacts.quizzes.missing_files import holds_files, missing_files

IMAGE = '<img src="@@PLUGINFILE@@/a%20map.png">'
HELD = '<file name="a map.png" path="/" encoding="base64">AAAA</file>'


def test_a_picture_that_the_file_lacks_is_found() -> None:
    assert missing_files(IMAGE) == ["a map.png"]
    assert missing_files(IMAGE + HELD) == []
    assert holds_files(HELD)
    assert not holds_files(IMAGE)
