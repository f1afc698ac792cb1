"""Fields that fetch or run something are found, however their instructions are written."""

from lxml import etree

from inkwright.artifacts.documents.docx.outside_fields import outside_fields
from tests.artifacts.documents.sample_documents import zipped
from tests.each import each

W = "http://schemas.openxmlformats.org/wordprocessingml/2006/main"
STRICT = "http://purl.oclc.org/ooxml/wordprocessingml/main"


def mark(kind: str) -> str:
    return f'<w:r><w:fldChar w:fldCharType="{kind}"/></w:r>'


def field(*runs: str, result: str = "<w:r><w:t>x</w:t></w:r>") -> str:
    parts = [each if each.startswith("<") else f"<w:r><w:instrText>{each}</w:instrText></w:r>" for each in runs]
    return mark("begin") + "".join(parts) + mark("separate") + result + mark("end")


def fields_of(body: str, *, part: str = "word/document.xml", namespace: str = W) -> list[str]:
    markup = f'<w:document xmlns:w="{namespace}"><w:p>{body}</w:p></w:document>'.encode()
    return outside_fields(zipped({part: markup}), etree.fromstring)


@each(
    "body, found",
    [
        (field(' INCLUDEPICTURE "http://a.example/x.png" '), ['INCLUDEPICTURE "http://a.example/x.png"']),
        (field(" DDE", "AUTO c:\\cmd.exe "), ["DDEAUTO c:\\cmd.exe"]),
        (field("IncludeText /etc/passwd"), ["IncludeText /etc/passwd"]),
        ('<w:fldSimple w:instr=" LINK Excel.Sheet x "/>', ["LINK Excel.Sheet x"]),
        (field(field("QUOTE 68 68 69"), " x"), ["{…} x"]),
        (field("IF 1 = 1 ", field("DDE a")), ["DDE a"]),
        (field("TOC", result=field("IMPORT a")), ["IMPORT a"]),
        (mark("begin") + "<w:r><w:instrText>RD a</w:instrText></w:r>", ["RD a"]),
        (field('HYPERLINK "file://server/share"'), ['HYPERLINK "file://server/share"']),
        (field("HYPERLINK \\\\server\\x"), ["HYPERLINK \\\\server\\x"]),
        (field('HYPERLINK "https://example.org"'), []),
        (field('HYPERLINK \\l "part-2"'), []),
        (field(' TOC \\o "1-3" \\h '), []),
        (field("PAGE"), []),
        (field("REF dde"), []),
        (mark("separate") + mark("end"), []),
    ],
)
def test_a_field_that_fetches_or_runs_something_is_found(body: str, found: list[str]) -> None:
    assert fields_of(body) == found
    assert fields_of(body, part="word/header1.xml") == found
    assert fields_of(body, namespace=STRICT) == fields_of(body)
