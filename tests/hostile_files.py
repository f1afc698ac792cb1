"""Hostile files of every kind, built here and not stored, and a program run measured with all that it starts."""

import base64
import contextlib
import io
import json
import os
import struct
import subprocess
import sys
import threading
import time
import zipfile
import zlib
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import NamedTuple

MEGABYTE = 1024 * 1024
SECRET = "secret-of-the-other-folder"


class Measured(NamedTuple):
    """A run: its exit code, the processor seconds and the peak memory of all its processes together, and what it
    printed. By the clock, a busy machine is measured.
    """

    code: int
    seconds: float
    memory: int
    printed: str


def run_measured(arguments: list[str], folder: Path, *, limit: float = 300.0) -> Measured:
    """Run the program in a folder. Its memory and that of its children is summed every few milliseconds."""
    environment = {**os.environ, "HOME": str(folder), "INKWRIGHT_HOME": str(folder / "home"), "LANG": "C.UTF-8"}
    command = [sys.executable, "-c", "import sys; from inkwright.cli.entry import main; sys.exit(main())", *arguments]
    before = _children_seconds()
    with subprocess.Popen(
        command, cwd=folder, env=environment, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT
    ) as process:
        peak = [0]
        watcher = threading.Thread(target=_watch, args=(process, peak))
        watcher.start()
        try:
            printed, _ = process.communicate(timeout=limit)
        except subprocess.TimeoutExpired:
            process.kill()
            printed, _ = process.communicate()
        watcher.join()
    return Measured(process.returncode, _children_seconds() - before, peak[0], printed.decode("utf-8", "replace"))


def _children_seconds() -> float:
    """The processor time of all programs that have ended, with what they started."""
    used = os.times()
    return used.children_user + used.children_system


def _watch(process: "subprocess.Popen[bytes]", peak: list[int]) -> None:
    while process.poll() is None:
        peak[0] = max(peak[0], _tree_memory(process.pid))
        time.sleep(0.02)


def _tree_memory(root: int) -> int:
    children: dict[int, list[int]] = {}
    for status in Path("/proc").glob("[0-9]*/stat"):
        with contextlib.suppress(OSError, ValueError, IndexError):
            parent = int(status.read_text("utf-8", "replace").rpartition(")")[2].split()[1])
            children.setdefault(parent, []).append(int(status.parent.name))
    total, waiting = 0, [root]
    while waiting:
        each = waiting.pop()
        waiting += children.get(each, [])
        with contextlib.suppress(OSError, ValueError, IndexError):
            resident, shared = Path(f"/proc/{each}/statm").read_text().split()[1:3]
            total += (int(resident) - int(shared)) * 4096
    return total


def zipped(parts: Mapping[str, bytes], *, method: int = zipfile.ZIP_DEFLATED) -> bytes:
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w", method) as package:
        for name, content in parts.items():
            package.writestr(name, content)
    return made.getvalue()


def with_part(package: bytes, name: str, content: bytes) -> bytes:
    """The package with one part replaced or added."""
    with zipfile.ZipFile(io.BytesIO(package)) as opened:
        parts = {each: opened.read(each) for each in opened.namelist()}
    return zipped({**parts, name: content})


def lying(package: bytes, name: str, stated: int) -> bytes:
    """The package, in which one part states a size and the checksum of a part of that size."""
    with zipfile.ZipFile(io.BytesIO(package)) as opened:
        crc = zlib.crc32(opened.read(name)[:stated])
        local = opened.getinfo(name).header_offset
    made = bytearray(package)
    at = made.index(b"PK\x01\x02")
    while made[at + 46 : at + 46 + struct.unpack_from("<H", made, at + 28)[0]] != name.encode():
        at = made.index(b"PK\x01\x02", at + 4)
    struct.pack_into("<I", made, at + 16, crc)
    struct.pack_into("<I", made, at + 24, stated)
    struct.pack_into("<I", made, local + 14, crc)
    struct.pack_into("<I", made, local + 22, stated)
    return bytes(made)


def png(width: int, height: int, *, rows: int | None = None) -> bytes:
    """A grey picture of this size. Fewer `rows` are really there."""
    packer = zlib.compressobj(9)
    line = b"\0" + bytes(width)
    data = b"".join(packer.compress(line) for _ in range(height if rows is None else rows)) + packer.flush()
    return _png_of(width, height, data)


def _png_of(width: int, height: int, data: bytes) -> bytes:
    def chunk(kind: bytes, content: bytes) -> bytes:
        return struct.pack(">I", len(content)) + kind + content + struct.pack(">I", zlib.crc32(kind + content))

    head = struct.pack(">IIBBBBB", width, height, 8, 0, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", data) + chunk(b"IEND", b"")


def gif(width: int, height: int) -> bytes:
    return (
        b"GIF89a"
        + struct.pack("<HH", width, height)
        + b"\x80\0\0\0\0\0\xff\xff\xff,"
        + struct.pack("<HHHH", 0, 0, width, height)
        + b"\0\x02\x02D\x01\0;"
    )


def pdf(objects: list[bytes], trailer: bytes = b"/Root 1 0 R") -> bytes:
    made, places = b"%PDF-1.7\n", []
    for number, content in enumerate(objects, 1):
        places.append(len(made))
        made += b"%d 0 obj\n%s\nendobj\n" % (number, content)
    table = b"".join(b"%010d 00000 n \n" % place for place in places)
    return made + b"xref\n0 %d\n0000000000 65535 f \n%strailer\n<</Size %d %s>>\nstartxref\n%d\n%%%%EOF" % (
        len(objects) + 1,
        table,
        len(objects) + 1,
        trailer,
        len(made),
    )


def pdf_page(content: bytes, *, box: bytes = b"0 0 595 842", filters: bytes = b"", count: int = 1) -> bytes:
    kids = b" ".join(b"3 0 R" for _ in range(count))
    return pdf(
        [
            b"<</Type/Catalog/Pages 2 0 R>>",
            b"<</Type/Pages/Kids[%s]/Count %d>>" % (kids, count),
            b"<</Type/Page/Parent 2 0 R/MediaBox[%s]/Contents 4 0 R/Resources<</Font<</F 5 0 R>>>>>>" % box,
            b"<</Length %d%s>>\nstream\n%s\nendstream" % (len(content), filters, content),
            b"<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>",
        ]
    )


def nested_deflate(size: int, layers: int = 1) -> bytes:
    packer = zlib.compressobj(9)
    made = b"".join(packer.compress(b" " * MEGABYTE) for _ in range(size // MEGABYTE)) + packer.flush()
    for _ in range(layers - 1):
        made = zlib.compress(made, 9)
    return made


_ENTITIES = "".join(f"<!ENTITY {chr(98 + i)} '" + f"&{chr(97 + i)};" * 10 + "'>" for i in range(9))
LAUGHS = f"<!DOCTYPE l [<!ENTITY a 'ha'>{_ENTITIES}]>"
OUTSIDE = "<!DOCTYPE x [<!ENTITY e SYSTEM 'file://{path}'>]>"

HOSTILE_FORMULAS = (
    r"\hspace{900000em}",
    r"\kern900000em",
    r"\hskip 1e9em",
    r"a\rule{99999cm}{99999cm}",
    r"\hspace{-900000em}",
    r"\def\a{xx}" + "".join(rf"\def\{chr(98 + i)}{{\{chr(97 + i)}\{chr(97 + i)}}}" for i in range(24)) + r"\y\y\y",
    "".join(rf"\newcommand{{\{chr(97 + i)}}}{{\{chr(98 + i)}\{chr(98 + i)}}}" for i in range(24)) + r"\a",
    r"\def\a{\a\a}\a",
    r"\loop\iftrue x\repeat",
    "{" * 4_000 + "}" * 4_000,
    r"\left(" * 900 + r"\right)" * 900,
    r"\sqrt{" * 700 + "x" + "}" * 700,
    "x^{" * 900 + "x" + "}" * 900,
    r"\frac{" * 500 + "1" + "}{2}" * 500,
    r"\begin{matrix}" * 300 + "x" + r"\end{matrix}" * 300,
    r"\begin{array}{" + "c" * 9_000 + "}x" + r"\end{array}",
    r"\begin{pmatrix}" + ("1&" * 200 + r"1\\") * 20 + r"\end{pmatrix}",
    r"\input{/etc/passwd}",
    "x" * 100_000,
    r"\text{" + "a" * 9_000 + "}",
    "\\" * 9_001,
    "$" * 9_000,
    r"\vspace{99999999999999999999cm}",
    r"\raisebox{9e9pt}{x}",
    r"\overset{" * 400 + "x" + "}{y}" * 400,
    r"\underbrace{" * 400 + "x" + "}" * 400,
    r"\color{" + "r" * 9_000 + "}",
    r"\hphantom{" + "m" * 9_000 + "}",
    r"\scalebox{99999}{x}",
    r"\mbox{" * 900 + "}" * 900,
    r"\csname a\endcsname" * 500,
)

HOSTILE_PIECES = (
    "(",
    "[",
    "{",
    "<",
    "*",
    "**",
    "_",
    "`",
    "$",
    "$$",
    "\\",
    "\\(",
    " ",
    "\t",
    "\n",
    "#",
    "- ",
    "> ",
    "|",
    "| ",
    "![",
    "](",
    "[a](",
    "<a ",
    "<!--",
    "&amp",
    "```\n",
    "~~~\n",
    "::\n",
    "~=",
    "=~{",
    "{~",
    "A) ",
    "1. ",
    "。",
    "“",
    "（",
    ": ",
    ":",
    "a",
    "1",
    "1.",
    "-",
    "---\n",
    "www.",
    "http://",
    "@",
    "e.g. ",
    "\u200b",
    "\u3000",
    "\r",
    "| a ",
    "~~",
    "^",
    "==",
)


def write_hostile_files(folder: Path, deck: bytes, document: bytes, sheet: bytes) -> Iterator[tuple[str, list[str]]]:
    """Write one hostile file after another, and yield its name and the command that reads it."""
    secret = folder.parent / "outside.txt"
    secret.write_text(SECRET)
    for number, (name, arguments, content) in enumerate(_hostile_files(deck, document, sheet, secret)):
        path = folder / f"{number}-{name}"
        path.write_bytes(content)
        yield path.name, [each.replace("FILE", path.name).replace("OUT", f"out-{number}") for each in arguments]


Case = tuple[str, list[str], bytes]


def _hostile_files(deck: bytes, document: bytes, sheet: bytes, secret: Path) -> Iterator[Case]:
    yield from _packages(deck, document, sheet, secret)
    yield from _pictures()
    yield from _formulas()
    yield from _pdfs()
    yield from _texts(secret)
    yield from _quizzes(sheet, secret)


_MAKE = ["make", "quiz", "Quiz", "--from", "FILE", "--model", "rule", "--yes", "--out", "OUT"]
_SLIDES = ["make", "slides", "Slides", "--from", "FILE", "--model", "rule", "--yes", "--out", "OUT"]


def _packages(deck: bytes, document: bytes, sheet: bytes, secret: Path) -> Iterator[Case]:
    main = {".pptx": ("ppt/presentation.xml", deck), ".docx": ("word/document.xml", document)}
    blank = b"<a>" + b" " * (300 * MEGABYTE) + b"</a>"
    for ending, (name, good) in main.items():
        for label, package in _broken_packages(name, good, blank, secret).items():
            yield f"{label}{ending}", ["check", "FILE"], package
            yield f"{label}{ending}", ["preview", "FILE", "-o", "OUT"], package
            yield f"{label}{ending}", _MAKE, package
    for label, package in _broken_packages("xl/workbook.xml", sheet, blank, secret).items():
        yield f"{label}.xlsx", ["quiz", "convert", "FILE", "--to", "gift", "-o", "OUT.gift"], package


def _broken_packages(name: str, good: bytes, blank: bytes, secret: Path) -> dict[str, bytes]:
    def xml(head: str, body: str = "<a/>") -> bytes:
        return f"<?xml version='1.0'?>{head}{body}".encode()

    deep = b"<a>" * 300_000 + b"</a>" * 300_000
    return {
        "lies": lying(with_part(good, name, blank), name, 1_000),
        "large": with_part(good, name, blank),
        "large-media": with_part(good, "media/x.bin", bytes(600 * MEGABYTE)),
        "laughs": with_part(good, name, xml(LAUGHS, "<l>&j;</l>")),
        "laughs16": with_part(good, name, xml(LAUGHS, "<l>&j;</l>").decode().encode("utf-16")),
        "outside": with_part(good, name, xml(OUTSIDE.format(path=secret), "<x>&e;</x>")),
        "deep": with_part(good, name, deep),
        "attributes": with_part(good, name, b"<a " + b"".join(b'a%d="" ' % i for i in range(400_000)) + b"/>"),
        "parts": zipped({f"{i}.xml": b"" for i in range(60_000)}),
        "cut": good[: len(good) // 2],
        "lzma": zipped({"[Content_Types].xml": b"<a/>", name: blank}, method=zipfile.ZIP_LZMA),
        "path": with_part(good, "../../../outside.txt", b"x"),
    }


def _pictures() -> Iterator[Case]:
    pictures = {
        "wide.png": png(30_000, 30_000),
        "short.png": png(30_000, 30_000, rows=1),
        "near.png": png(6_300, 6_300),
        "wide.gif": gif(65_535, 65_535),
        "thin.png": png(1_000_000, 1),
        "bomb.png": _png_of(10, 10, nested_deflate(500 * MEGABYTE)),
    }
    for name, content in pictures.items():
        kind = name.rpartition(".")[2]
        inline = f"# P\n\n![x](data:image/{kind};base64,{base64.b64encode(content).decode()})\n".encode()
        for target in ("docx", "pdf", "pptx"):
            yield f"{name}.md", ["render", "FILE", "-o", f"OUT.{target}", "--yes"], inline
    uses = "".join(f"<g id='a{i + 1}'>" + f"<use href='#a{i}'/>" * 10 + "</g>" for i in range(20))
    svgs = {
        "use": f"<defs><g id='a0'><rect width='1' height='1'/></g>{uses}</defs><use href='#a20'/>",
        "outside": "<image href='file:///etc/passwd' width='9' height='9'/><image href='http://127.0.0.1:9/x'/>",
        "blur": "<filter id='f'><feGaussianBlur stdDeviation='100000'/></filter>"
        "<rect filter='url(#f)' width='9000' height='9000'/>",
        "deep": "<g>" * 50_000 + "</g>" * 50_000,
    }
    for name, inside in svgs.items():
        svg = f"<svg xmlns='http://www.w3.org/2000/svg' width='90000' height='90000'>{inside}</svg>".encode()
        inline = f"# P\n\n![x](data:image/svg+xml;base64,{base64.b64encode(svg).decode()})\n".encode()
        for target in ("docx", "pdf"):
            yield f"svg-{name}.md", ["render", "FILE", "-o", f"OUT.{target}", "--yes"], inline


def _formulas() -> Iterator[Case]:
    for number, formula in enumerate(HOSTILE_FORMULAS):
        source = f"# F\n\n## One\n\n$$\n{formula}\n$$\n\nText ${formula}$ text.\n".encode()
        for target in ("docx", "pdf", "pptx") if number < 8 else ("pdf", "pptx"):
            yield f"formula{number}.md", ["render", "FILE", "-o", f"OUT.{target}", "--yes"], source
    every = [f"Q{n}: ${formula}$?\n- [x] ${formula}$\n- [ ] b\n" for n, formula in enumerate(HOSTILE_FORMULAS)]
    for target in ("docx", "html", "pdf", "moodle"):
        yield "formulas.md", ["quiz", "convert", "FILE", "--to", target, "-o", "OUT"], "\n".join(every).encode()


def _pdfs() -> Iterator[Case]:
    flate = b"/Filter/FlateDecode"
    files = {
        "bomb": pdf_page(nested_deflate(1_500 * MEGABYTE), filters=flate),
        "bombs": pdf_page(nested_deflate(900 * MEGABYTE, 2), filters=b"/Filter[/FlateDecode/FlateDecode]"),
        "huge": pdf_page(b"", box=b"0 0 999999999 999999999"),
        "pages": pdf_page(b"BT /F 9 Tf (hi) Tj ET", count=50_000),
        "texts": pdf_page(b"BT /F 9 Tf " + b"(hello hello hello) Tj " * 400_000 + b"ET"),
        "lines": pdf_page(b"0 0 m 500 500 l S " * 500_000),
        "states": pdf_page(b"q " * 2_000_000),
        "cycle": pdf([b"<</Type/Catalog/Pages 2 0 R>>", b"<</Type/Pages/Kids[2 0 R 2 0 R]/Count 2>>"]),
        "arrays": pdf([b"<</Type/Catalog/Pages " + b"[" * 200_000 + b"]" * 200_000 + b">>"]),
        "cut": pdf_page(b"")[:200],
    }
    for name, content in files.items():
        yield f"{name}.pdf", ["check", "FILE"], content
        yield f"{name}.pdf", ["preview", "FILE", "-o", "OUT"], content
        yield f"{name}.pdf", _MAKE, content


def _texts(secret: Path) -> Iterator[Case]:
    html = {
        "deep": "<div>" * 200_000,
        "span": "<table><tr><td colspan=99999999 rowspan=99999999>x</table>",
        "attributes": "<a " + "b=c " * 300_000 + ">",
        "open": "<" * 500_000,
        "entities": "&amp;" * 500_000,
        "frame": f"<iframe src='file://{secret}'></iframe><object data='file://{secret}'></object>",
    }
    for name, content in html.items():
        yield f"{name}.html", _MAKE, content.encode()
    yaml = {
        "aliases": "a: &a [x,x,x,x,x,x,x,x,x]\n"
        + "".join(f"{chr(98 + i)}: &{chr(98 + i)} [{','.join([f'*{chr(97 + i)}'] * 9)}]\n" for i in range(9)),
        "deep": "[" * 200_000,
        "open": "{" * 200_000,
        "keys": "? " * 200_000,
        "sixty": "a: 1" + ":1" * 400_000,
        "integer": "a: " + "9" * 3_000_000,
        "tag": "!!python/object/apply:os.system ['true']",
        "quotes": 'a: "' + "\\x41" * 500_000,
    }
    for name, content in yaml.items():
        yield f"{name}.yaml", ["render", "FILE", "-o", "OUT.pptx", "--yes"], content.encode()
        yield f"{name}.yaml", ["render", "FILE", "-o", "OUT.pdf", "--yes"], content.encode()
        yield (
            f"{name}.md",
            ["render", "FILE", "-o", "OUT.docx", "--yes"],
            f"---\n{content}\n---\n\n# T\n\ntext\n".encode(),
        )
    include = f"# T\n\n![x]({secret})\n\n\\input{{{secret}}}\n\n```{{=latex}}\n\\input{{{secret}}}\n```\n\n<img src='file://{secret}'>\n"
    for target in ("docx", "pdf", "tex", "pptx"):
        yield "include.md", ["render", "FILE", "-o", f"OUT.{target}", "--yes"], include.encode()
    for piece in HOSTILE_PIECES:
        text = ("# Rivers\n\nA river is a stream. " + piece * (400_000 // len(piece)) + "\n").encode()
        yield "text.md", _SLIDES, text
        yield "text.md", _MAKE, text
        yield "text.md", ["render", "FILE", "-o", "OUT.pptx", "--yes", "--no-look"], text
        yield "text.tex", ["check", "FILE"], text


def _quizzes(sheet: bytes, secret: Path) -> Iterator[Case]:
    convert = ["quiz", "convert", "FILE", "--to", "json", "-o", "OUT.json"]
    moodle = {
        "laughs": f"{LAUGHS}<quiz>&j;</quiz>",
        "outside": OUTSIDE.format(path=secret) + "<quiz>&e;</quiz>",
        "deep": "<quiz>" + "<a>" * 500_000,
        "html": "<quiz><question type='essay'><questiontext><text><![CDATA["
        + "<b>" * 800_000
        + "]]></text></questiontext></question></quiz>",
        "many": "<quiz>"
        + "<question type='essay'><questiontext><text>x</text></questiontext></question>" * 100_000
        + "</quiz>",
    }
    for name, described in moodle.items():
        yield f"{name}.xml", convert, described.encode()
    yield "deep.json", convert, b"[" * 3_000_000
    yield "deep2.json", convert, b'{"questions":' * 500_000
    yield "number.json", convert, b'{"title": ' + b"9" * 3_000_000 + b', "questions": []}'
    many = [{"type": "single", "question": "Q", "options": ["a", "b"], "answer": "A"}] * 60_000
    yield "many.json", convert, json.dumps({"title": "T", "questions": many}).encode()
    for piece in HOSTILE_PIECES:
        written = ("1. What?\n" + piece * (300_000 // len(piece)) + "\n").encode()
        yield "text.md", convert, written
        yield "text.gift", convert, b"::T:: " + written
    rows = b"".join(b'<row r="%d"><c r="A%d"><v>1</v></c></row>' % (i, i) for i in range(1, 150_000))
    head = b'<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main">'
    merged = b"".join(b'<mergeCell ref="A%d:A%d"/>' % (i, 1_048_576) for i in range(1, 50_000))
    for name, content in {
        "rows": head + b"<sheetData>" + rows + b"</sheetData></worksheet>",
        "far": head + b'<sheetData><row r="1048576"><c r="XFD1048576"><v>1</v></c></row></sheetData></worksheet>',
        "merged": head + b"<sheetData/><mergeCells>" + merged + b"</mergeCells></worksheet>",
    }.items():
        yield f"{name}.xlsx", convert, with_part(sheet, "xl/worksheets/sheet1.xml", content)
