"""Whatever a PDF does by itself, carries along or brings in from elsewhere is found."""

from collections.abc import Callable
from typing import Any

import pikepdf
from pikepdf import Array, Dictionary, Name, String

from inkwright.artifacts.documents.pdf.active_content import active_content
from tests.each import each

FILE = Dictionary(Type=Name("/Filespec"), F=String("x.exe"), EF=Dictionary())


def web() -> Any:
    return Dictionary(S=Name("/URI"), URI=String("https://example.org"))


def found(change: Callable[[Any], object]) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """What is found in a PDF of one blank page that was changed."""
    with pikepdf.new() as pdf:
        pdf.add_blank_page()
        change(pdf)
        return active_content(pikepdf, pdf)


def annotation(subtype: str, **entries: Any) -> Callable[[Any], object]:
    def add(pdf: Any) -> None:
        made = Dictionary(Type=Name("/Annot"), Subtype=Name(subtype), Rect=Array([0, 0, 9, 9]), **entries)
        pdf.pages[0].obj["/Annots"] = Array([pdf.make_indirect(made)])

    return add


def link(kind: str, **entries: Any) -> Callable[[Any], object]:
    return annotation("/Link", A=Dictionary(S=Name(kind), **entries))


def root(**entries: Any) -> Callable[[Any], object]:
    def add(pdf: Any) -> None:
        for name, entry in entries.items():
            pdf.Root[f"/{name}"] = pdf.make_indirect(entry(pdf) if callable(entry) else entry)

    return add


def page(pdf: Any) -> None:
    pdf.pages[0].obj["/AA"] = Dictionary(O=web())


def test_a_plain_page_with_links_does_nothing() -> None:
    assert found(lambda _pdf: None) == ((), ())
    assert found(link("/URI", URI=String("https://example.org"))) == ((), ("https://example.org",))
    assert found(link("/Thread", D=0)) == ((), ())
    assert found(root(OpenAction=lambda pdf: Array([pdf.pages[0].obj, Name("/Fit")]))) == ((), ())
    assert found(root(OpenAction=Dictionary(S=Name("/GoTo")))) == ((), ())


@each(
    "change, what",
    [
        (annotation("/FileAttachment"), "/FileAttachment"),
        (annotation("/RichMedia"), "/RichMedia"),
        (annotation("/3D"), "/3D"),
        (annotation("/Movie"), "/Movie"),
        (link("/Launch", F=String("cmd.exe")), "/Launch"),
        (link("/GoToR", F=String("//server/x.pdf")), "/GoToR"),
        (link("/Thread", F=String("x.pdf"), D=0), "/Thread"),
        (link("/Sound"), "/Sound"),
        (link("/URI", JS=String("1")), "/URI"),
        (root(OpenAction=web()), "/URI"),
        (root(OpenAction=Dictionary(S=Name("/Hide"), Next=Array([web()]))), "/URI"),
        (page, "/URI"),
        (root(AF=Array([FILE])), "/EmbeddedFiles"),
        (root(AcroForm=Dictionary(XFA=String("<x/>"))), "/XFA"),
        (root(X=lambda pdf: pdf.make_stream(b"", Length=0, F=String("http://example.org/x.png"))), "/F"),
        (root(X=lambda pdf: pdf.make_stream(b"", Subtype=Name("/Form"), Ref=Dictionary())), "/Ref"),
    ],
)
def test_what_acts_or_comes_from_elsewhere_is_found(change: Callable[[Any], object], what: str) -> None:
    assert found(change)[0] == (what,)


def test_a_chain_of_actions_without_end_is_left() -> None:
    def loop(pdf: Any) -> None:
        action = pdf.make_indirect(Dictionary(S=Name("/Hide")))
        action["/Next"] = action
        pdf.Root["/OpenAction"] = action

    assert found(loop) == ((), ())
