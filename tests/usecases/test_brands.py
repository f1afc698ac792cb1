"""Brands in files: the logo lies in the folder of the file."""

from pathlib import Path

import pytest

from inkwright.artifacts.slides.themes.brand import Brand
from inkwright.errors import InvalidOption, UnreadableFile
from inkwright.usecases.brands import read_brand, read_home_brand
from tests.artifacts.slides.sample_slides import picture


def test_a_brand_has_colours_and_a_logo(tmp_path: Path) -> None:
    (tmp_path / "logo.png").write_bytes(picture(300, 100))
    (tmp_path / "brand.toml").write_text('color = "#8A1538"\nlogo = "logo.png"\n')
    assert read_brand(tmp_path / "brand.toml") == Brand("8A1538", "", picture(300, 100), 3.0)


@pytest.mark.parametrize("written", ["color = ", 'logo = "../logo.png"', 'logo = "none.png"'])
def test_a_brand_that_cannot_be_read_is_refused(tmp_path: Path, written: str) -> None:
    (tmp_path / "brand.toml").write_text(written)
    with pytest.raises(InvalidOption):
        read_brand(tmp_path / "brand.toml")


def test_the_home_folder_may_have_a_brand(tmp_path: Path) -> None:
    assert read_home_brand(tmp_path) is None
    (tmp_path / "brand.toml").write_text('footer = "Oak School"\nfont = "Cambria"\n')
    assert read_home_brand(tmp_path) == Brand(footer="Oak School", font="Cambria")


def test_a_missing_brand_is_reported(tmp_path: Path) -> None:
    with pytest.raises(UnreadableFile):
        read_brand(tmp_path / "brand.toml")
