"""The library measured: how fast and how well passages are found, how fast a long PDF is read, and a large import."""

import asyncio
import io
import random
import re
import statistics
import tempfile
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Final, NamedTuple

import pikepdf

from inkwright.artifacts.documents.document_builder import build_document
from inkwright.artifacts.documents.source import read_document
from inkwright.grounding.language import chinese, english
from inkwright.grounding.sentences import sentences_in
from inkwright.library.records import DocumentPage
from inkwright.settings import load_settings
from inkwright.usecases.library import LibraryImport
from inkwright.usecases.store import Store, open_store
from tests.hostile_files import run_measured

ROOT: Final = Path(__file__).resolve().parent.parent
OWNER: Final = "me"
CHUNKS: Final = 20_000
QUESTIONS: Final = 100
DOCUMENTS: Final = 50
PDF_PAGES: Final = 200
IMPORTED: Final = 500
MAX_SEARCH_MS: Final = 40
MIN_RECALL: Final = 0.9
MAX_PDF_SECONDS: Final = 20
MAX_IMPORT_BYTES: Final = 1024**3
_HAN: Final = re.compile("[\u3400-\u9fff]")
_MIN_CHARACTERS: Final = 500
_MIN_WORDS: Final = 6


class Question(NamedTuple):
    """Half of the telling words of a sentence; the answer is the passage with the sentence."""

    words: str
    document: str
    sentence: str


class LibraryFigures(NamedTuple):
    """What was measured. The medians are milliseconds by language; recall is by language too."""

    search_ms: dict[str, float]
    recall: dict[str, float]
    pdf_seconds: float
    import_seconds: float
    import_bytes: int


def texts(language: str) -> dict[str, str]:
    """Texts that every machine with the sources has: topics of Python's help, and Chinese pages of this repository."""
    if language == "en":
        from pydoc_data.topics import topics  # noqa: PLC0415 - half a megabyte of text

        found = {f"{name}.md": text for name, text in sorted(topics.items())}
    else:
        paths = [
            path for folder in ("bench", "docs", "src", "tests") for path in (ROOT / folder).rglob("*zh*.[mt][dx]*")
        ]
        found = {
            "-".join(path.parts[-3:]): path.read_text(encoding="utf-8")
            for path in [ROOT / "README.zh.md", *sorted(paths)]
        }
    return {name: text for name, text in found.items() if _says_enough(text, language)}


def _says_enough(text: str, language: str) -> bool:
    count = len(_HAN.findall(text)) if language == "zh" else len(text) // 4
    return count >= _MIN_CHARACTERS


def sentences(text: str, language: str) -> list[str]:
    """The sentences of a text with enough telling words to ask about."""
    parts = re.split(r"\n\s*\n|(?<=[。！？])", text) if language == "zh" else re.split(r"\n\s*\n", text)
    found = (sentence for part in parts for _, sentence in sentences_in(" ".join(part.split())))
    return [each for each in found if len(telling_words(each, language)) >= _MIN_WORDS]


def telling_words(sentence: str, language: str) -> list[str]:
    """The words of a sentence that are no words of questions, each once."""
    if language == "zh":
        words = [word.text for word in chinese.words_of(sentence) if len(word.text) > 1 and _HAN.match(word.text)]
        return list(dict.fromkeys(word for word in words if word not in chinese.QUESTION_WORDS))
    words = re.findall(r"[A-Za-z]{3,}", sentence)
    return list(dict.fromkeys(word for word in words if word.lower() not in english.QUESTION_WORDS))


def questions(chosen: dict[str, str], language: str, count: int) -> list[Question]:
    """Questions by rule: from each document, sentences at even distances, and of each every second telling word."""
    found: list[Question] = []
    each_has = -(-count // len(chosen))
    for name, text in chosen.items():
        known = sentences(text, language)
        for number in range(min(each_has, len(known))):
            sentence = known[(2 * number + 1) * len(known) // (2 * each_has)]
            asked = " ".join(telling_words(sentence, language)[::2])
            found.append(
                Question(f"哪里说到 {asked}？" if language == "zh" else f"What about {asked}?", name, sentence)
            )
    return found[:count]


async def put(store: Store, name: str, pages: Sequence[str]) -> None:
    document = await store.library.add(name, 1, owner=OWNER)
    kept = [DocumentPage(number, text) for number, text in enumerate(pages, 1)]
    await store.library.put_pages(document.id, kept, owner=OWNER)
    await store.library.finish(document.id, owner=OWNER)


async def measure_recall(folder: Path) -> dict[str, float]:
    """The share of questions whose passage is among the first five; all documents are in one library."""
    in_chinese = dict(list(texts("zh").items())[: DOCUMENTS // 2])
    chosen = {"zh": in_chinese, "en": dict(list(texts("en").items())[: DOCUMENTS - len(in_chinese)])}
    async with open_store(load_settings(flags={}, environ={}, folder=folder, home=folder)) as store:
        for documents in chosen.values():
            for name, text in documents.items():
                await put(store, name, [text])
        found = {}
        for language, documents in chosen.items():
            asked = questions(documents, language, QUESTIONS // 2)
            found[language] = sum([await _is_found(store, each) for each in asked]) / len(asked)
    return found


async def _is_found(store: Store, question: Question) -> bool:
    passages = await store.library.search(question.words, owner=OWNER, limit=5)
    start = _plain(question.sentence)[:40]
    return any(each.name.endswith(question.document) and start in _plain(each.text) for each in passages)


def _plain(text: str) -> str:
    return re.sub(r"\W+", "", text)


def _pages(known: Sequence[str], language: str, count: int, rng: random.Random) -> Iterator[str]:
    """Pages of one chunk each, of sentences in a random order."""
    length, joint = (600, "") if language == "zh" else (1_200, " ")
    for _ in range(count):
        text = ""
        while len(text) < length:
            text += rng.choice(known) + joint
        yield text[: length + 90]


async def measure_search(folder: Path) -> dict[str, float]:
    """The median time of a search in a library of `CHUNKS` chunks, half of them in each language."""
    medians = {}
    rng = random.Random(25)
    async with open_store(load_settings(flags={}, environ={}, folder=folder, home=folder)) as store:
        pools = {
            language: [each for text in texts(language).values() for each in sentences(text, language)]
            for language in ("zh", "en")
        }
        for language, known in pools.items():
            for number in range(100):
                await put(store, f"{language} {number}.md", [*_pages(known, language, CHUNKS // 200, rng)])
        for language, known in pools.items():
            queries = [" ".join(telling_words(each, language)[::2]) for each in rng.sample(known, 100)]
            medians[language] = statistics.median([await _search_ms(store, query) for query in queries])
    return medians


async def _search_ms(store: Store, query: str) -> float:
    started = time.perf_counter()
    await store.library.search(query, owner=OWNER)
    return 1_000 * (time.perf_counter() - started)


def long_pdf() -> bytes:
    """A PDF of 200 pages: the pages of a shorter one, again and again."""
    known = [each for text in texts("en").values() for each in sentences(text, "en")]
    rng = random.Random(25)
    paragraphs = [re.sub(r"[^\w .,;-]", "", " ".join(rng.sample(known, 6))) for _ in range(120)]
    part = build_document(read_document("# Long\n\n" + "\n\n".join(paragraphs)), "pdf").main
    whole, made = pikepdf.new(), io.BytesIO()
    with pikepdf.open(io.BytesIO(part)) as short:
        for number in range(PDF_PAGES):
            whole.pages.append(short.pages[number % len(short.pages)])
        whole.save(made)
    return made.getvalue()


async def measure_pdf(folder: Path) -> float:
    """The seconds to read and index a long PDF."""
    path = folder / "long.pdf"
    path.write_bytes(long_pdf())
    async with open_store(load_settings(flags={}, environ={}, folder=folder, home=folder / "home")) as store:
        started = time.perf_counter()
        document = await LibraryImport(library=store.library, owner=OWNER).add(path)
        assert document.pages == PDF_PAGES
        return time.perf_counter() - started


def measure_import(folder: Path) -> tuple[float, int]:
    """The seconds and the peak memory of all processes of an import of `IMPORTED` files of several formats."""
    known = [each for text in texts("en").values() for each in sentences(text, "en")]
    rng = random.Random(25)
    files = folder / "files"
    files.mkdir()
    pdf, docx = (
        build_document(read_document("# Rain\n\n" + " ".join(known[:40])), kind).main for kind in ("pdf", "docx")
    )
    for number in range(IMPORTED):
        text = "\n\n".join(rng.sample(known, 60))
        suffix, content = [
            (".md", text.encode()),
            (".txt", text.encode()),
            (".html", f"<html><body><p>{text}</p></body></html>".encode()),
            (".csv", "\n".join(f'{line},"{each}"' for line, each in enumerate(text.split("\n\n"))).encode()),
            (".pdf", pdf),
            (".docx", docx),
        ][number % 6]
        (files / f"{number}{suffix}").write_bytes(content)
    done = run_measured(["library", "add", str(files)], folder, limit=1_800)
    assert done.printed.count(": ready") == IMPORTED, done.printed[-500:]
    return done.seconds, done.memory


def figures() -> LibraryFigures:
    with tempfile.TemporaryDirectory() as folder:
        homes = [Path(folder) / name for name in ("recall", "search", "pdf", "import")]
        for home in homes:
            home.mkdir()
        recall = asyncio.run(measure_recall(homes[0]))
        search = asyncio.run(measure_search(homes[1]))
        return LibraryFigures(search, recall, asyncio.run(measure_pdf(homes[2])), *measure_import(homes[3]))


def main() -> None:
    measured = figures()
    for language, name in (("zh", "Chinese"), ("en", "English")):
        print(f"{name}: search {measured.search_ms[language]:.1f} ms, recall@5 {measured.recall[language]:.2f}")
    print(f"{PDF_PAGES} pages: {measured.pdf_seconds:.1f} s")
    print(f"{IMPORTED} documents: {measured.import_seconds:.0f} s, {measured.import_bytes / 1024**2:.0f} MB")


if __name__ == "__main__":
    main()
