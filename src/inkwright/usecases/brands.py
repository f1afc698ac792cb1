"""Brands: a small TOML file with colours, typefaces, a footer, and the name of a logo in its folder."""

from pathlib import Path
from typing import Final

from inkwright.artifacts.slides.pptx.picture_frames import picture_size
from inkwright.artifacts.slides.themes.brand import Brand, brand_of
from inkwright.errors import InvalidOption, UnreadableFile
from inkwright.i18n import Reason, system_reason
from inkwright.toml_reading import read_toml
from inkwright.usecases.folder_pictures import FolderPictures

BRAND_FILE: Final = "brand.toml"
"""The brand of all decks, in the home folder."""


def read_home_brand(home: Path) -> Brand | None:
    """Return the brand in the home folder, if there is one."""
    path = home / BRAND_FILE
    return read_brand(path) if path.is_file() else None


def read_brand(path: Path) -> Brand:
    """Return the brand in a file. A logo outside the folder of the file does not exist."""
    try:
        values = read_toml(path)
    except OSError as problem:
        raise UnreadableFile(name=path.name, problem=system_reason(problem)) from problem
    except (ValueError, RecursionError) as problem:
        raise InvalidOption(option="brand", value=path.name, allowed=Reason("reason.brand.toml")) from problem
    pictures = FolderPictures(path.parent)

    def logo(name: str) -> tuple[bytes, float]:
        if name not in pictures:
            raise InvalidOption(option="logo", value=name[:80], allowed=Reason("reason.slides.picture_missing"))
        width, height = picture_size(name, pictures[name])
        return pictures[name], width / height

    return brand_of(values, logo)
