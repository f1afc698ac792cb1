"""How an ending is closed: the model's proposal, the verdict on it, and the message with what the program knows."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from inkwright.agent.claim_proof import RecordLine
from inkwright.agent.ending_words import ask_words, clean_result, result_words
from inkwright.agent.engine import RunResult
from inkwright.agent.judge import Review, split_sentences
from inkwright.agent.receipts import (
    artifact_text,
    change_text,
    changed_text,
    made_text,
    missing_text,
    receipt_lines,
    receipt_text,
    thing_text,
)
from inkwright.agent.tool_runner import ToolQuestion
from inkwright.agent.verification import Refusal, ends_in_question
from inkwright.conversation.asks import OpenAsk
from inkwright.conversation.shapes import WordsState
from inkwright.conversation.turns import (
    Answered,
    ArtifactRef,
    ClarifyPayload,
    Delivered,
    FinalResult,
    Receipt,
    RequestedItem,
    RouterResult,
)
from inkwright.i18n import Language, text
from inkwright.parsing.fences import fenced_spans, is_inside
from inkwright.parsing.markdown_tree import MarkdownCode, parse_tree

_FENCE: Final = re.compile(r" {0,3}(`{3,}|~{3,})")
_HTML_START: Final = re.compile(
    r"^ {0,3}(?:(?P<comment><!--)|(?P<data><!\[CDATA\[)|(?P<order><\?)"
    r"|<(?P<tag>pre|script|style|textarea)(?=[\s>]|$))",
    re.IGNORECASE | re.MULTILINE,
)
_HTML_ENDS: Final = {"comment": "-->", "data": "]]>", "order": "?>"}


@dataclass(frozen=True, slots=True)
class ProposedEnding:
    """How a model wants to end its run: with a final result, or with questions of tools to the person.

    `spoken` is what it wrote around its questions.
    """

    result: FinalResult | None
    requests: tuple[ToolQuestion, ...] = ()
    spoken: str = ""

    @property
    def call_ids(self) -> list[str]:
        """The tool calls that wait for an answer."""
        return [request.call_id for request in self.requests]

    def words(self) -> list[str]:
        """Return everything that the person would read of it."""
        if self.result is not None:
            return result_words(self.result)
        asked = [words for request in self.requests for words in ask_words(request.draft)]
        return [self.spoken, *asked] if self.spoken else asked


@dataclass(frozen=True, slots=True)
class Verdict:
    """What became of a proposed ending: what happened in the turn, the review of the words, and why it is refused."""

    proposed: ProposedEnding
    receipt: Receipt
    review: Review
    refusal: Refusal | None = None


def proposed_ending(ended: RunResult, requests: Sequence[ToolQuestion]) -> ProposedEnding:
    """Return how a run wants to end."""
    if ended.ending is None:
        return ProposedEnding(None, tuple(requests), ended.words)
    return ProposedEnding(ended.ending.result())


def words_state(review: Review) -> WordsState:
    """Return what became of the model's words."""
    if not review.is_checked:
        return "unchecked"
    return "corrected" if review.false else "checked"


def words_refusal(proposed: ProposedEnding, receipt: Receipt, review: Review, language: Language) -> Refusal | None:
    """Return why false words are worth another run: nothing was made, or nothing of a question is left.

    Otherwise they are only removed.
    """
    if not review.false or not _needs_another_run(proposed, receipt, review):
        return None
    sentences = "\n".join(f"- {sentence}" for sentence in review.false)
    reason = text(language, "turn.false_words", sentences=sentences, receipt=receipt_text(receipt, language))
    return Refusal(reason, is_hard=False)


def _needs_another_run(proposed: ProposedEnding, receipt: Receipt, review: Review) -> bool:
    if proposed.result is None:
        return any(not review.clean(words) for request in proposed.requests for words in _questions(request))
    result = clean_result(proposed.result, review)
    if result.clarify is not None:
        return not result.clarify.question
    return not receipt.has_results


def _questions(request: ToolQuestion) -> list[str]:
    return [question.question for question in request.draft.questions]


def final_message(words: str, receipt: Receipt, review: Review, language: Language, *, tells_all: bool = False) -> str:
    """Return the message to the person: the model's words, and what the program knows where they do not suffice.

    `tells_all`: the receipt is always included.
    """
    words = _with_closed_blocks(words.strip())
    if receipt.words == "unchecked":
        return _unchecked_message(words, receipt, language)
    if receipt.words == "corrected":
        removed = text(language, "receipt.corrected", count=len(review.false))
        known = f"{removed}\n\n{_listed(receipt_lines(receipt, language))}"
    elif tells_all:
        known = _listed(receipt_lines(receipt, language))
    elif receipt.words == "checked":
        known = _listed([missing_text(item, language) for item in receipt.missing])
    else:
        known = ""
    return "\n\n".join(filter(None, [words, known])) or _listed(receipt_lines(receipt, language))


def _with_closed_blocks(words: str) -> str:
    """Return the words with their last block of code or HTML closed: what the program adds is not part of it."""
    closed = _with_closed_code(words)
    return _with_closed_html(closed) if closed == words else closed


def _with_closed_html(words: str) -> str:
    """Return the words with the HTML closed that a Markdown reader takes to the end of the text."""
    fenced = fenced_spans(words) if "<" in words else []
    openings = [each for each in _HTML_START.finditer(words) if not is_inside(fenced, each.start())]
    if not openings:
        return words
    last = openings[-1]
    end = f"</{last['tag']}>" if last["tag"] else _HTML_ENDS[str(last.lastgroup)]
    return words if end.lower() in words[last.start() :].lower() else f"{words}\n{end}"


def _with_closed_code(words: str) -> str:
    last = parse_tree(words)[-1:] if "```" in words or "~~~" in words else ()
    for block in last:
        if isinstance(block, MarkdownCode) and block.is_fenced and not block.is_closed:
            opening = _FENCE.match(words.split("\n")[block.lines.first - 1])
            return f"{words}\n{opening[1]}" if opening else words
    return words


def _listed(lines: Sequence[str]) -> str:
    """Return lines so that Markdown keeps them apart."""
    return "\n".join(f"- {line}" for line in lines) if len(lines) > 1 else "".join(lines)


def _unchecked_message(words: str, receipt: Receipt, language: Language) -> str:
    """Return words that were not checked. Where the program has something to tell, that comes first, and the words
    follow as a quote; in a chat they have been shown already, so they are marked at their end.
    """
    known = _listed(receipt_lines(receipt, language))
    if not words or (not receipt.has_results and not receipt.missing):
        return f"{words}\n\n{text(language, 'receipt.unchecked', receipt=known)}".strip()
    quoted = "\n".join(f"> {line}".rstrip() for line in words.splitlines())
    return f"{known}\n\n{text(language, 'receipt.quoted')}\n\n{quoted}"


def asks_with_message(
    asks: Sequence[OpenAsk], message: str, verdict: Verdict, language: Language
) -> tuple[Sequence[OpenAsk], str, Receipt]:
    """Return the questions, the message that they come with, and the receipt of the turn so far.

    Words that nobody checked are marked in front of each question: it may be shown much later, and in another process.
    """
    receipt = asking_receipt(verdict.receipt)
    asks = [each.model_copy(update={"words": receipt.words}) for each in asks]
    if receipt.words != "unchecked":
        told = final_message(message, receipt, verdict.review, language)
        return [asks[0].model_copy(update={"message": told}), *asks[1:]], told, receipt
    marked = []
    for place, each in enumerate(asks):
        words = dict.fromkeys(filter(None, [message if place == 0 else "", each.ask.preface]))
        preface = _unchecked_message(_with_closed_blocks("\n\n".join(words).strip()), receipt, language)
        marked.append(each.model_copy(update={"ask": each.ask.model_copy(update={"preface": preface})}))
    return marked, marked[0].ask.preface or "", receipt


def asking_receipt(receipt: Receipt) -> Receipt:
    """Return the receipt of a turn that asks: it continues with the answer, so only what failed is missing."""
    return receipt.model_copy(update={"missing": tuple(item for item in receipt.missing if item.problem)})


def asking_result(verdict: Verdict) -> FinalResult | None:
    """Return an answer that ends in a question as that question, without false sentences; None if none is left."""
    result = verdict.proposed.result
    clean = clean_result(result, verdict.review).message.strip() if result else ""
    if result is None or not ends_in_question(clean):
        return None
    question = split_sentences(clean)[-1].strip()
    return result.model_copy(update={"message": clean, "clarify": ClarifyPayload(question=question)})


def outcome_from(message: str, receipt: Receipt) -> Answered | Delivered:
    """Return the outcome. What was made is delivered, however the model called its ending: the receipt decides."""
    if receipt.artifacts:
        return Delivered(message=message, artifacts=receipt.artifacts, receipt=receipt)
    return Answered(message=message, receipt=receipt)


@dataclass(frozen=True, slots=True)
class TurnStory:
    """What a judge learns about a turn: its receipt, its route, the files whose texts the model was `given`, the other
    files of the conversation, what was there before, and the calls that only read.
    """

    receipt: Receipt
    route: RouterResult | None
    given: Sequence[str] = ()
    attached: Sequence[str] = ()
    earlier: Sequence[ArtifactRef] = ()
    reads: Sequence[str] = ()


def record_lines(story: TurnStory, language: Language) -> list[RecordLine]:
    """Return what happened, one fact a line. The last line says that nothing else did."""
    joiner = text(language, "receipt.and")
    lines = []
    if story.route and story.route.requested:
        items = joiner.join(_requested_text(item, language) for item in story.route.requested)
        lines.append(RecordLine(text(language, "judge.requested", items=items)))
    lines += _happened_lines(story.receipt, language)
    for key, names, deed in (
        ("judge.given", story.given, "read"),
        ("judge.attached", story.attached, ""),
        ("judge.called", story.reads, "read other"),
    ):
        if names:
            lines.append(RecordLine(text(language, key, names=joiner.join(names)), frozenset(deed.split())))
    if story.earlier:
        items = joiner.join(artifact_text(artifact, language) for artifact in story.earlier)
        lines.append(RecordLine(text(language, "judge.before", items=items), frozenset({"made"}), tuple(story.earlier)))
    return [*lines, RecordLine(text(language, "judge.nothing_else"), frozenset({"not_done"}))]


def _happened_lines(receipt: Receipt, language: Language) -> list[RecordLine]:
    """Return the lines of the receipt, with the deeds that each of them proves."""
    both = frozenset({"made", "changed"})
    lines = []
    if receipt.made:
        was_changed = any(each.artifact_version > 1 for each in receipt.made)
        deeds = both if was_changed else frozenset({"made"})
        lines.append(RecordLine(made_text(receipt, language), deeds, receipt.made, versions=_versions(receipt.made)))
    if receipt.changed:
        versions = _versions(receipt.changed)
        lines.append(RecordLine(changed_text(receipt, language), both, receipt.changed, versions=versions))
    for change in receipt.changes:
        deeds = frozenset({"made"}) if change.action == "proposed" else both
        versions = frozenset({str(change.version)} if change.version else ())
        lines.append(RecordLine(change_text(change, language), deeds, versions=versions, names=(change.name,)))
    if not lines:
        lines.append(RecordLine(text(language, "receipt.nothing"), frozenset({"not_done"})))
    for item in receipt.missing:
        files = tuple(each for each in receipt.artifacts if item.made and each.name == item.name)
        deeds = frozenset({"made", "not_done"} if item.made else {"not_done"})
        asked = frozenset({str(item.asked)} if item.made and item.asked else ())
        lines.append(RecordLine(missing_text(item, language), deeds, files, asked))
    return lines


def _versions(files: Sequence[ArtifactRef]) -> frozenset[str]:
    return frozenset(str(each.artifact_version) for each in files)


def _requested_text(item: RequestedItem, language: Language) -> str:
    thing = thing_text(item.thing, language)
    return f"{thing} ({item.count})" if item.count else thing
