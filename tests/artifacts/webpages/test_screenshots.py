"""Tests of screenshots: whether they show anything."""

import io

import pytest
from PIL import Image, ImageDraw

from inkwright.artifacts.webpages.screenshots import has_content, png_size


def png(image: Image.Image) -> bytes:
    written = io.BytesIO()
    image.save(written, "PNG")
    return written.getvalue()


@pytest.mark.parametrize("mode", ["RGB", "RGBA"])
@pytest.mark.parametrize("colour", ["white", "black", "#123456"])
def test_one_colour_is_not_content(mode: str, colour: str) -> None:
    assert not has_content(png(Image.new(mode, (320, 200), colour)))


@pytest.mark.parametrize("mode", ["RGB", "RGBA"])
def test_a_word_is_content(mode: str) -> None:
    image = Image.new(mode, (320, 200), "white")
    ImageDraw.Draw(image).text((200, 150), "Hello", fill="black")
    assert has_content(png(image))


def test_an_invisible_shade_is_not_content() -> None:
    image = Image.new("RGB", (320, 200), (255, 255, 255))
    ImageDraw.Draw(image).rectangle((10, 10, 200, 100), fill=(250, 250, 250))
    assert not has_content(png(image))


def test_every_row_filter_is_read() -> None:
    image = Image.effect_noise((160, 100), 40).convert("RGB")
    assert has_content(png(image))
    assert png_size(png(image)) == (160, 100)


@pytest.mark.parametrize("content", [b"", b"GIF89a", b"\x89PNG\r\n\x1a\n" + b"\0" * 40])
def test_other_bytes_have_no_content(content: bytes) -> None:
    assert not has_content(content)
