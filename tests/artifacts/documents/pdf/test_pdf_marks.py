"""What is drawn on the pages of a PDF: text over text, stretched pictures, dead links."""

import io

import pikepdf
from PIL import Image

from inkwright.artifacts.documents.pdf import typesetter
from inkwright.artifacts.documents.pdf.pdf_marks import dangling_links, overprinted_text, stretched_pictures
from inkwright.artifacts.rendering.pdf import read_pdf_pages
from tests.artifacts.documents.pdf.test_pdf_checks import typeset


def pictured(size: str) -> pikepdf.Pdf:
    image = io.BytesIO()
    Image.effect_noise((400, 300), 40).save(image, "PNG")
    code = f'#image("a.png", {size}, fit: "stretch")'.encode()
    return pikepdf.open(io.BytesIO(typesetter.typeset({"main.typ": code, "a.png": image.getvalue()}).content))


def test_a_picture_in_other_proportions_is_found() -> None:
    for size, count in (("width: 4cm, height: 8cm", 1), ("width: 8cm, height: 6cm", 0)):
        with pictured(size) as pdf:
            assert stretched_pictures(pikepdf, pdf.pages[0]) == count


def test_text_over_text_is_found_and_bold_print_is_not() -> None:
    over = "#place(top + left)[Rain falls on the mountains]\n#place(top + left)[Water runs into the valleys]"
    bold = "#place(top + left)[Rain falls on the hills]\n#place(top + left, dx: 0.3pt)[Rain falls on the hills]"
    assert overprinted_text(read_pdf_pages(typeset(over))[0].chars)
    assert not overprinted_text(read_pdf_pages(typeset(bold))[0].chars)


def test_a_link_to_a_place_that_is_not_there_is_found() -> None:
    with pikepdf.open(io.BytesIO(typeset("Rain"))) as pdf:
        link = pikepdf.Dictionary(Type=pikepdf.Name.Annot, Subtype=pikepdf.Name.Link, Rect=[0, 0, 9, 9])
        link["/Dest"] = pikepdf.String("chapter9")
        pdf.pages[0]["/Annots"] = pikepdf.Array([link])
        assert dangling_links(pikepdf, pdf) == ["chapter9"]
        pdf.Root["/Dests"] = pikepdf.Dictionary({"/chapter9": pikepdf.Array([pdf.pages[0].obj, pikepdf.Name.Fit])})
        link["/Dest"] = pikepdf.Name("/chapter9")
        assert dangling_links(pikepdf, pdf) == []
