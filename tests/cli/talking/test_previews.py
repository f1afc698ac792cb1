"""The pictures of what was made: kept while they are looked at, and not for ever."""

import os
from pathlib import Path

from inkwright.cli.talking.previews import Previews

DAY = 24 * 3_600
NOW = 1_000_000_000.0


def shelf(home: Path, **days: float) -> Previews:
    """Folders of 10 bytes each, last looked at so many days ago."""
    previews = Previews(home)
    for name, age in days.items():
        folder = previews.folder(name)
        folder.mkdir(parents=True)
        (folder / "a-01.png").write_bytes(b"0123456789")
        os.utime(folder, (NOW - age * DAY, NOW - age * DAY))
    return previews


def left(home: Path) -> list[str]:
    return sorted(path.name for path in (home / "previews").iterdir())


def test_what_nobody_looked_at_for_a_month_goes(tmp_path: Path) -> None:
    shelf(tmp_path, old=31, new=29).tidy(NOW)
    assert left(tmp_path) == ["new"]


def test_of_too_much_the_oldest_goes_but_not_what_was_just_drawn(tmp_path: Path) -> None:
    shelf(tmp_path, first=3, second=2, third=1).tidy(NOW, most_bytes=20)
    assert left(tmp_path) == ["second", "third"]
    shelf(tmp_path, fresh=0, fresher=0).tidy(NOW, most_bytes=5)
    assert left(tmp_path) == ["fresh", "fresher"]


def test_to_look_at_pictures_keeps_them(tmp_path: Path) -> None:
    previews = shelf(tmp_path, seen=31)
    assert [path.name for path in previews.drawn("seen")] == ["a-01.png"]
    previews.tidy()
    assert left(tmp_path) == ["seen"]


def test_links_and_a_missing_folder_are_left_alone(tmp_path: Path) -> None:
    Previews(tmp_path / "none").tidy()
    previews = shelf(tmp_path, old=31)
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    (tmp_path / "previews" / "link").symlink_to(elsewhere)
    previews.tidy(NOW, most_bytes=0)
    assert (left(tmp_path), elsewhere.exists()) == (["link"], True)
