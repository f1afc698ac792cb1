"""The lines of a slide, taken from the sentences of a part: the best three to five, in their order."""

from collections.abc import Mapping, Sequence
from typing import Final, NamedTuple

from inkwright.artifacts.slides.emphasis import escaped
from inkwright.artifacts.slides.texts import MAX_BULLET
from inkwright.artifacts.wording import columns, one_line
from inkwright.grounding.clauses import leans, line_of, shortened, unmarked
from inkwright.grounding.material import Choose, Sentence
from inkwright.grounding.ranking import Ranking
from inkwright.grounding.sentences import sentences_in
from inkwright.i18n import Language, text

LEAST: Final = 3
MOST: Final = 5
_ROOM: Final = 520
_SHARE: Final = 0.65
_CANDIDATES: Final = 3


class Line(NamedTuple):
    """A line, the sentence it was taken from, and whether a model put it first."""

    text: str
    sentence: Sentence
    by_model: bool = False


def shown(said: str, most: int) -> str | None:
    """The words as a slide is told them, or None where they are longer than its budget."""
    written = escaped(one_line(said))
    return written if 0 < len(written) <= most else None


def best_lines(sentences: Sequence[Sentence], ranking: Ranking, before: Mapping[Sentence, Sentence]) -> list[Line]:
    """The lines that say most, in the order of the text. What leans on the sentence before it comes only with that."""
    lines = [shown(line_of(sentence.text) or "", MAX_BULLET) for sentence in sentences]
    scores = [ranking.score(sentence, is_first=at == 0) for at, sentence in enumerate(sentences)]
    ranked = sorted((at for at, line in enumerate(lines) if line), key=lambda at: -scores[at])
    wanted = min(MOST, max(LEAST, round(_SHARE * len(sentences))))
    picked: set[int] = set()
    # Twice, because what a sentence leans on may be picked after it.
    for at in [*ranked, *ranked]:
        leant_on = before.get(sentences[at]) if leans(sentences[at].text) else None
        stands = not leans(sentences[at].text) or any(sentences[each] == leant_on for each in picked)
        room = _ROOM - sum(columns(lines[each] or "") for each in picked)
        fits = columns(lines[at] or "") <= room or len(picked) < LEAST
        if at not in picked and len(picked) < wanted and stands and fits:
            picked.add(at)
    return [Line(line, sentences[at]) for at, line in enumerate(lines) if at in picked and line]


async def led(lines: Sequence[Line], title: str, ranking: Ranking, choose: Choose, language: Language) -> list[Line]:
    """The lines, the chosen one first. Where nobody chooses, they stay in their order."""
    standing = [line for line in lines if not leans(line.text)]
    options = sorted(standing, key=lambda line: -ranking.score(line.sentence))[:_CANDIDATES]
    if len(options) < 2:
        return list(lines)
    why = text(language, "grounded.why.lead", title=title)
    chosen = await choose(why, tuple(line.text for line in options))
    if chosen is None or not 0 <= chosen < len(options):
        return list(lines)
    first = options[chosen]
    return [first._replace(by_model=True), *(line for line in lines if line is not first)]


def item_line(item: Sentence) -> Line | None:
    """The item of a list as a line: whole, else as much of it as stands by itself."""
    first = next((said for _, said in sentences_in(one_line(item.text))), "")
    ways = (unmarked(item.text), shortened(item.text, MAX_BULLET) or "", unmarked(first))
    found = next(filter(None, (shown(way, MAX_BULLET) for way in ways)), None)
    return Line(found, item) if found else None
