"""Rectangles: their parts fill them."""

from inkwright.artifacts.slides.pptx.geometry import Rect, to_emu

BODY = Rect(10, 20, 100, 50)


def test_columns_and_rows_share_a_rectangle_out() -> None:
    assert BODY.columns(2, 20) == [Rect(10, 20, 40, 50), Rect(70, 20, 40, 50)]
    assert BODY.rows(2, 10) == [Rect(10, 20, 100, 20), Rect(10, 50, 100, 20)]


def test_rows_of_given_heights_are_stacked_from_the_top() -> None:
    assert BODY.stacked([5, 10], 2) == [Rect(10, 20, 100, 5), Rect(10, 27, 100, 10)]


def test_parts_keep_to_their_edges() -> None:
    assert BODY.left_part(30) == Rect(10, 20, 30, 50)
    assert BODY.right_part(30) == Rect(80, 20, 30, 50)
    assert BODY.top_part(5) == Rect(10, 20, 100, 5)
    assert BODY.bottom_part(5) == Rect(10, 65, 100, 5)


def test_insets_and_the_middle() -> None:
    assert BODY.inset(10, 5) == Rect(20, 25, 80, 40)
    assert BODY.inset(10) == Rect(20, 30, 80, 30)
    assert BODY.centred(20, 10) == Rect(50, 40, 20, 10)


def test_lengths_are_written_as_office_files_write_them() -> None:
    assert [to_emu(1), to_emu(0.5), to_emu(960)] == [12_700, 6_350, 12_192_000]
