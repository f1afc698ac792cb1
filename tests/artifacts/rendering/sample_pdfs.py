"""PDF files for the tests, good and hostile, written by hand."""

import io
import zlib
from collections.abc import Sequence
from itertools import accumulate

import pikepdf
from pikepdf import Array, Dictionary, Name, Pdf, Stream


def pdf(pages: Sequence[str], *, size: tuple[float, float] = (400, 300), rotate: int = 0, origin: float = 0) -> bytes:
    """A page for each piece of drawing; `F` is a font. The lower left corner is at `origin`."""
    with pikepdf.new() as document:
        for drawing in pages:
            _add_page(document, drawing, size, rotate, origin)
        return _saved(document)


def _add_page(document: Pdf, drawing: str, size: tuple[float, float], rotate: int, origin: float) -> None:
    font = Dictionary(Type=Name.Font, Subtype=Name.Type1, BaseFont=Name.Helvetica)
    page = Dictionary(
        Type=Name.Page,
        MediaBox=Array([origin, origin, origin + size[0], origin + size[1]]),
        Rotate=rotate,
        Resources=Dictionary(Font=Dictionary(F=font)),
        Contents=Stream(document, drawing.encode("latin-1")),
    )
    document.pages.append(pikepdf.Page(document.make_indirect(page)))


def written(words: str, x: float, y: float, size: float = 20, colour: str = "0 0 0 rg") -> str:
    """Words at a place, measured from the lower left corner."""
    return f"BT {colour} /F {size} Tf {x} {y} Td ({words}) Tj ET "


def many_pages(count: int) -> bytes:
    """Empty pages, written down directly: a library takes long over so many."""
    page = b"<</Type/Page/Parent 2 0 R/MediaBox[0 0 400 300]>>"
    kids = b" ".join(b"%d 0 R" % number for number in range(3, count + 3))
    objects = [b"<</Type/Catalog/Pages 2 0 R>>", b"<</Type/Pages/Count %d/Kids[%b]>>" % (count, kids), *[page] * count]
    parts = [b"%PDF-1.4\n", *(b"%d 0 obj%bendobj\n" % (number, each) for number, each in enumerate(objects, 1))]
    *places, end = accumulate(map(len, parts))
    size = len(objects) + 1
    parts += [b"xref\n0 %d\n0000000000 65535 f \n" % size, *(b"%010d 00000 n \n" % place for place in places)]
    parts += [b"trailer<</Size %d/Root 1 0 R>>\nstartxref\n%d\n%%%%EOF" % (size, end)]
    return b"".join(parts)


def locked() -> bytes:
    with pikepdf.open(io.BytesIO(pdf([written("Secret", 10, 10)]))) as document:
        return _saved(document, encryption=pikepdf.Encryption(owner="owner", user="user"))


def running() -> bytes:
    """A PDF that wants to run something when it is opened."""
    with pikepdf.open(io.BytesIO(pdf([written("Hello", 10, 10)]))) as document:
        document.Root.OpenAction = Dictionary(S=Name.JavaScript, JS="while (true) {}")
        return _saved(document)


def endless() -> bytes:
    """Drawings that draw each other, ten times each, fourteen deep."""
    with pikepdf.open(io.BytesIO(pdf([""]))) as document:
        last = document.make_indirect(_form(document, b"0 0 9 9 re f", None))
        for _ in range(14):
            last = document.make_indirect(_form(document, b"/X Do " * 10, last))
        page = document.pages[0]
        page.obj.Resources = Dictionary(XObject=Dictionary(X=last))
        page.obj.Contents = Stream(document, b"/X Do")
        return _saved(document)


def _form(document: Pdf, drawing: bytes, inner: pikepdf.Object | None) -> Stream:
    form = Stream(document, drawing, Type=Name.XObject, Subtype=Name.Form, BBox=Array([0, 0, 99, 99]))
    form.Resources = Dictionary(XObject=Dictionary(X=inner)) if inner is not None else Dictionary()
    return form


def bomb() -> bytes:
    """A drawing of a few megabytes that unpacks to four gigabytes."""
    packer = zlib.compressobj(9)
    head = packer.compress(b" ") + packer.flush(zlib.Z_FULL_FLUSH)
    # After a full flush the same megabyte is the same bytes again, however often.
    megabyte = packer.compress(b" " * (1 << 20)) + packer.flush(zlib.Z_FULL_FLUSH)
    packed = head + megabyte * 4096 + packer.flush()
    with pikepdf.open(io.BytesIO(pdf([""]))) as document:
        document.pages[0].obj.Contents = Stream(document, packed, Filter=Name.FlateDecode)
        made = io.BytesIO()
        document.save(made, stream_decode_level=pikepdf.StreamDecodeLevel.none, compress_streams=False)
        return made.getvalue()


def _saved(document: Pdf, encryption: pikepdf.Encryption | bool = False) -> bytes:
    made = io.BytesIO()
    document.save(made, encryption=encryption)
    return made.getvalue()
