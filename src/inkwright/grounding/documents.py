"""Documents of a person's own text in Markdown: study notes, a summary, a worksheet; all of it extracted."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final, Literal

from inkwright.errors import TextLacks
from inkwright.grounding.clauses import leans
from inkwright.grounding.definitions import Definition, definitions_of
from inkwright.grounding.markdown_writing import bullets, steps, table, written
from inkwright.grounding.material import Choose, Grounded, Listing, Material, Place, Row, Section, Sentence, Table
from inkwright.grounding.outlines import before_each, lead_of, parts_of, titled
from inkwright.grounding.quoting import place_of
from inkwright.grounding.ranking import Ranking, ranking_of
from inkwright.grounding.terms import terms_of
from inkwright.grounding.timelines import events_of
from inkwright.grounding.worksheets import worksheet_from
from inkwright.i18n import text

DocumentSort = Literal["notes", "summary", "worksheet"]

SUMMARY_SHARE: Final = 0.2
"""So much of the sentences a summary holds."""

_NOTES_SHARE: Final = 0.5
_LEAST_OF_A_PART: Final = 2
_LEAST_OF_A_SUMMARY: Final = 3
_MOST_OF_A_SUMMARY: Final = 40
_FEW_EVENTS: Final = 3
# So many sentences of a summary stand under headings.
_MANY: Final = 10
_CANDIDATES: Final = 3


@dataclass(frozen=True, slots=True)
class DocumentWish:
    """What is wanted of a document; without a title it is called as the text is."""

    kind: DocumentSort
    title: str
    seed: int = 0


async def document_from(
    material: Material, wish: DocumentWish, choose: Choose
) -> tuple[str, tuple[Grounded[str], ...]]:
    """The body in Markdown, without its title, and each sentence of it with its place."""
    if wish.kind == "worksheet":
        return await worksheet_from(material, wish.seed, choose)
    draft = _Draft(material)
    parts = draft.parts()
    if all(part.is_bare for part in parts):
        raise TextLacks(
            wanted=text(material.language, "grounded.kind.document"),
            lacking=text(material.language, "grounded.lacks.sentences"),
            instead=text(material.language, "grounded.instead.none"),
        )
    if wish.kind == "summary":
        await draft.summarise(parts, titled(material, wish.title), choose)
    else:
        draft.note(parts)
    return "\n\n".join(draft.blocks) + "\n", tuple(draft.grounded)


@dataclass
class _Draft:
    """A document that is being written. `places` are those of its footnotes."""

    material: Material
    blocks: list[str] = field(default_factory=list)
    grounded: list[Grounded[str]] = field(default_factory=list)
    places: list[str] = field(default_factory=list)
    ranking: Ranking = field(init=False)
    definitions: dict[Sentence, Definition] = field(init=False)
    before: dict[Sentence, Sentence] = field(init=False)

    def __post_init__(self) -> None:
        definitions = definitions_of(self.material)
        self.ranking = ranking_of(self.material, terms_of(self.material), definitions)
        self.definitions = {found.sentence: found for found in definitions}
        self.before = before_each(self.material)

    def parts(self) -> list[Section]:
        """The sections; what has none is taken apart."""
        return parts_of(self.material, self.ranking)

    def note(self, parts: Sequence[Section]) -> None:
        """Study notes: for each part the terms with their meaning, the key sentences, the lists, and the place."""
        for part in parts:
            self._head(part, parts)
            terms = [self.definitions[each] for each in part.sentences if each in self.definitions]
            self._explain(terms)
            explained = {found.sentence for found in terms}
            self._points([sentence for sentence in part.sentences if sentence not in explained])
            for listing in part.listings:
                self._list(listing, part)
            for each in part.tables:
                self._table(each)
            self._source([each.place for each in _all_of(part)])
        self._events()

    async def summarise(self, parts: Sequence[Section], title: str, choose: Choose) -> None:
        """The best sentences in their order, a paragraph for each part, with a footnote that names the place."""
        kept = self._shared_out(parts)
        said = [sentence for part in parts for sentence in part.sentences if sentence in kept]
        lead = await self._lead(said, title, choose)
        told = [(part, [each for each in part.sentences if each in kept - {lead}]) for part in parts]
        spoken = [(part, sentences) for part, sentences in told if sentences]
        for part, sentences in spoken:
            if len(kept) >= _MANY:
                self._head(part, parts)
            self._paragraph(sentences)
        if not kept:
            self.note(parts)
        self.blocks += [f"[^{number}]: {written(place)}" for number, place in enumerate(self.places, 1)]

    async def _lead(self, sentences: Sequence[Sentence], title: str, choose: Choose) -> Sentence | None:
        """The sentence that was chosen to stand first; None where nobody chose."""
        standing = [sentence for sentence in sentences if not leans(sentence.text)]
        options = sorted(standing, key=lambda each: -self.ranking.score(each))[:_CANDIDATES]
        if len(options) < 2:
            return None
        why = text(self.material.language, "grounded.why.summary", title=title)
        chosen = await choose(why, tuple(sentence.text for sentence in options))
        if chosen is None or not 0 <= chosen < len(options):
            return None
        first = options[chosen]
        self.blocks.append(f"> {written(first.text)}{self._footnote([first])}")
        self.grounded.append(Grounded(first.text, first.place, by_model=True))
        return first

    def _paragraph(self, sentences: Sequence[Sentence]) -> None:
        gap = "" if self.material.language == "zh" else " "
        self.blocks.append(gap.join(written(each.text) for each in sentences) + self._footnote(sentences))
        self.grounded += [Grounded(each.text, each.place) for each in sentences]

    def _shared_out(self, parts: Sequence[Section]) -> set[Sentence]:
        """The best sentences of the whole; every part has its best among them where there are enough."""
        count = sum(len(part.sentences) for part in parts)
        wanted = min(max(round(SUMMARY_SHARE * count), _LEAST_OF_A_SUMMARY), _MOST_OF_A_SUMMARY)
        firsts = [found for part in parts for found in self._best(part.sentences, 1)]
        firsts.sort(key=lambda sentence: -self.ranking.score(sentence))
        kept = set(firsts[:wanted])
        rest = [sentence for part in parts for sentence in part.sentences if not leans(sentence.text)]
        for sentence in sorted(rest, key=lambda each: -self.ranking.score(each)):
            if len(kept) < wanted:
                kept.add(sentence)
        return kept

    def _best(self, sentences: Sequence[Sentence], wanted: int) -> list[Sentence]:
        """The best sentences in their order; one that leans on the one before it comes only with that."""
        scores = {sentence: self.ranking.score(sentence, is_first=at == 0) for at, sentence in enumerate(sentences)}
        ranked = sorted(sentences, key=lambda sentence: -scores[sentence])
        picked: set[Sentence] = set()
        # Twice, because what a sentence leans on may be picked after it.
        for sentence in [*ranked, *ranked]:
            if len(picked) < wanted and (not leans(sentence.text) or self.before.get(sentence) in picked):
                picked.add(sentence)
        return [sentence for sentence in sentences if sentence in picked]

    def _footnote(self, sentences: Sequence[Sentence]) -> str:
        self.places.append(place_of([sentence.place for sentence in sentences], self.material.language))
        return f"[^{len(self.places)}]"

    def _head(self, part: Section, parts: Sequence[Section]) -> None:
        highest = min(each.level for each in parts)
        marks = "#" * min(2 + part.level - highest, 4)
        self.blocks.append(f"{marks} {written(part.title)}")

    def _explain(self, terms: Sequence[Definition]) -> None:
        if not terms:
            return
        language = self.material.language
        header = [text(language, "grounded.term"), text(language, "grounded.meaning")]
        self.blocks.append(f"**{text(language, 'grounded.key_terms')}**")
        rows = [[found.term, found.meaning] for found in terms]
        alone = text(language, "grounded.titled", title=f"- **{written(rows[0][0])}**", of=written(rows[0][1]))
        self.blocks.append(table(header, rows) if len(rows) > 1 else alone)
        self.grounded += [Grounded(found.sentence.text, found.sentence.place) for found in terms]

    def _points(self, sentences: Sequence[Sentence]) -> None:
        if not sentences:
            return
        wanted = max(round(_NOTES_SHARE * len(sentences)), _LEAST_OF_A_PART)
        kept = self._best(sentences, wanted) or list(sentences[:1])
        self.blocks.append(f"**{text(self.material.language, 'grounded.key_points')}**")
        self.blocks.append(bullets([sentence.text for sentence in kept]))
        self.grounded += [Grounded(sentence.text, sentence.place) for sentence in kept]

    def _list(self, listing: Listing, part: Section) -> None:
        if lead_of(listing) and listing.lead != part.title:
            self.blocks.append(f"**{written(listing.lead)}**")
        items = [item.text for item in listing.items]
        self.blocks.append(steps(items) if listing.is_ordered else bullets(items))
        self.grounded += [Grounded(item.text, item.place) for item in listing.items]

    def _table(self, found: Table) -> None:
        self.blocks.append(table(found.header, [row.cells for row in found.rows]))
        self.grounded += [Grounded(row.text, row.place) for row in found.rows]

    def _source(self, places: Sequence[Place]) -> None:
        if places:
            place = place_of(places, self.material.language)
            self.blocks.append(f"*{written(text(self.material.language, 'grounded.source', place=place))}*")

    def _events(self) -> None:
        events = events_of(self.material.sentences)
        if len(events) < _FEW_EVENTS:
            return
        language = self.material.language
        self.blocks.append(f"## {text(language, 'grounded.timeline')}")
        header = [text(language, "grounded.when"), text(language, "grounded.what"), text(language, "grounded.where")]
        is_one = len({each.sentence.place.source for each in events}) == 1
        key = "grounded.line" if is_one else "grounded.place"
        places = [each.sentence.place for each in events]
        where = [text(language, key, name=place.source, line=place.line) for place in places]
        rows = [[each.when, each.title, place] for each, place in zip(events, where, strict=True)]
        self.blocks.append(table(header, rows))
        self.grounded += [Grounded(each.title, each.sentence.place) for each in events]


def _all_of(part: Section) -> list[Sentence | Row]:
    items = (item for listing in part.listings for item in listing.items)
    return [*part.sentences, *items, *(row for each in part.tables for row in each.rows)]
