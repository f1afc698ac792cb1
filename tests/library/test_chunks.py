"""Chunks are short, whole where the text allows it, and together they are the text."""

from inkwright.library.chunks import MAX_CHUNK, chunks_of
from tests.each import each

ENGLISH = (
    "# Plants\n\n" + "Leaves need light and water to grow well. " * 200 + "\n\n## Roots\n\n" + "Roots drink. " * 100
)
CHINESE = "# 植物\n\n" + "叶子需要光和水才能生长。" * 300


@each("text", ["", "one", ENGLISH, CHINESE, "x" * 10_000, "\n" * 5_000, "一" * 5_000, "a b " * 3_000, "\n#" * 3_000])
def test_the_chunks_of_any_text_are_short_and_together_they_are_the_text(text: str) -> None:
    chunks = list(chunks_of(text))

    assert "".join(chunk.text for chunk in chunks) == text
    assert all(chunk.text == text[chunk.start : chunk.start + len(chunk.text)] for chunk in chunks)
    assert all(0 < len(chunk.text) <= MAX_CHUNK for chunk in chunks)


@each(("text", "ends"), [(ENGLISH, (". ", "\n")), (CHINESE, ("。",))])
def test_a_chunk_ends_with_a_sentence(text: str, ends: tuple[str, ...]) -> None:
    assert all(chunk.text.endswith(ends) for chunk in chunks_of(text))


def test_a_chunk_knows_the_last_heading_above_it() -> None:
    headings = [chunk.heading for chunk in chunks_of(ENGLISH)]

    assert headings[0] == ""
    assert headings[1] == "Plants"
    assert "Plants" in headings[-1] or headings[-1] == "Roots"
