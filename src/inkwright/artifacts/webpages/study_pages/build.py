"""Builds study pages from their data and our own templates."""

import html
import json
import re
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path, PurePath
from typing import Annotated, Any, Final, get_args

from pydantic import Field, TypeAdapter, ValidationError

from inkwright.artifacts.drafts import Draft
from inkwright.artifacts.text import file_name
from inkwright.artifacts.validation import UnreadableContent, load_yaml
from inkwright.artifacts.webpages.assemble import build_page
from inkwright.artifacts.webpages.libraries import has_formula
from inkwright.artifacts.webpages.page_parts import PageLanguage, PageParts, PageSection
from inkwright.artifacts.webpages.study_pages.content_checks import DATA_MARK
from inkwright.artifacts.webpages.study_pages.expressions import parse_expression
from inkwright.artifacts.webpages.study_pages.labels import study_page_labels
from inkwright.artifacts.webpages.study_pages.page_types import (
    STUDY_PAGE_TYPES,
    AnyStudyPage,
    DiagramPage,
    PlotterPage,
    SimulationPage,
)
from inkwright.artifacts.webpages.study_pages.page_validation import describe_page_errors
from inkwright.errors import InvalidOption
from inkwright.i18n import Language, Reason, language_of, text

MAX_DESCRIPTION_CHARACTERS: Final = 2_000_000
STUDY_PAGES_BY_NAME: Final[Mapping[str, type[AnyStudyPage]]] = {
    get_args(kind.model_fields["page"].annotation)[0]: kind for kind in STUDY_PAGE_TYPES
}
STUDY_PAGE_NAMES: Final[tuple[str, ...]] = tuple(STUDY_PAGES_BY_NAME)
_TEMPLATES: Final = Path(__file__).parent / "templates"
_WITH_PLOT: Final = ("plotter", "simulation")
_HEIGHTS: Final = {"timeline": 900, "plotter": 760, "simulation": 820, "diagram": 760}
# `</script` ends a script anywhere, and two characters end a line: escapes prevent both. Addresses in the data are only
# text: escapes keep the checks from treating them as links.
_ESCAPES: Final = {"<": "\\u003c", "\u2028": "\\u2028", "\u2029": "\\u2029", "//": "/\\/"}
_SCRIPT_SCHEME = re.compile(r"(?<=script):", re.I)
_PAGE_ADAPTER: Final[TypeAdapter[AnyStudyPage]] = TypeAdapter(Annotated[AnyStudyPage, Field(discriminator="page")])


def load_study_page(
    source: str, name: str, pictures: Mapping[str, bytes], language: Language | None = None
) -> AnyStudyPage:
    """Load a study page from a .json or .yaml description.

    An invalid description raises InvalidOption with the problems in `language`, or else in that of the description.
    """
    source = source.removeprefix("\ufeff")
    speech = language or language_of(source)
    if len(source) > MAX_DESCRIPTION_CHARACTERS:
        raise InvalidOption(option="page", value=name, allowed=text(speech, "page.too_large", most=2))
    try:
        given: Any = load_yaml(source) if PurePath(name).suffix.lower() in (".yaml", ".yml") else json.loads(source)
    except (ValueError, RecursionError) as problem:
        raise InvalidOption(option="page", value=name, allowed=_syntax_error(problem, speech)) from problem
    kind = STUDY_PAGES_BY_NAME.get(str(given.get("page"))) if isinstance(given, dict) else None
    if kind is None:
        raise InvalidOption(option="page", value=name, allowed=_unknown_type(given, speech))
    try:
        return kind.model_validate(given, context={"pictures": pictures})
    except ValidationError as problem:
        allowed = text(speech, "page.invalid", problems=describe_page_errors(problem, kind, speech))
        raise InvalidOption(option="page", value=name, allowed=allowed) from problem


def _syntax_error(problem: ValueError | RecursionError, language: Language) -> str:
    """Describe an error in JSON or YAML with its line and column."""
    if isinstance(problem, json.JSONDecodeError):
        return text(language, "page.no_json", line=problem.lineno, column=problem.colno)
    mark = getattr(problem.__cause__, "problem_mark", None)
    if mark is not None:
        return text(language, "page.no_yaml", line=mark.line + 1, column=mark.column + 1)
    cause = problem.__cause__ or problem
    if isinstance(cause, RecursionError):
        return text(language, "page.invalid", problems=Reason("page.too_deep"))
    reason = cause.reason if isinstance(cause, UnreadableContent) else str(cause)[:300]
    return text(language, "page.invalid", problems=reason)


def _unknown_type(given: Any, language: Language) -> str:
    labels = {name: text(language, f"page.{name}.kind") for name in STUDY_PAGE_NAMES}
    known = ", ".join(name if label.casefold() == name else f"{name} ({label})" for name, label in labels.items())
    if not isinstance(given, dict):
        return text(language, "page.no_object", known=known)
    if "page" not in given:
        return text(language, "page.no_kind", known=known)
    return text(language, "page.unknown_kind", kind=str(given["page"])[:80], known=known)


def is_study_page(content: bytes) -> bool:
    """Whether a .json file is meant as the description of a page, valid or not."""
    if len(content) > 4 * MAX_DESCRIPTION_CHARACTERS:
        return False
    try:
        given: Any = json.loads(content)
    except (ValueError, RecursionError):
        return b'"page"' in content and b'"questions"' not in content
    return isinstance(given, dict) and "page" in given and "questions" not in given


def build_study_page(spec: AnyStudyPage) -> Draft:
    """Build the page as a draft, which is not verified yet."""
    return build_page(study_page_parts(spec), file_name(spec.title, ".html"))


def study_page_parts(spec: AnyStudyPage) -> PageParts:
    """Return the parts of a study page."""
    language: PageLanguage = spec.language or language_of(spec.title)
    words = study_page_labels(spec.page, language)
    data = {**_page_data(spec), "words": words}
    is_set = any(map(has_formula, _all_texts([spec.title, spec.description, data])))
    packed = json.dumps(data, ensure_ascii=False)
    for sign, escape in _ESCAPES.items():
        packed = packed.replace(sign, escape)
    packed = _SCRIPT_SCHEME.sub(r"\\u003a", packed)
    scripts = ["frame", *(["plot"] if spec.page in _WITH_PLOT else []), spec.page]
    body = [f"{DATA_MARK}{packed};", *(_template_file(f"{each}.js") for each in scripts)]
    return PageParts(
        title=spec.title,
        description=spec.description,
        language=language,
        html=_markup(spec, words["kind"]),
        css="\n".join([_template_file("frame.css"), _template_file(f"{spec.page}.css")]),
        js='"use strict";\n(() => {\n' + "\n".join(body) + "\n})();",
        sections=(PageSection(id="stage", type=spec.page, desc=spec.description),),
        libraries=("katex",) if is_set else (),
        preferredHeight=_HEIGHTS.get(spec.page, 640),
    )


def _markup(spec: AnyStudyPage, kind: str) -> str:
    lead = f'<p class="lead">{html.escape(spec.description)}</p>\n' if spec.description else ""
    return (
        f'<main class="page {spec.page}" data-accent="{spec.accent}">\n<header class="head">\n'
        f'<p class="kicker">{html.escape(kind)}</p>\n<h1>{html.escape(spec.title)}</h1>\n{lead}</header>\n'
        '<section id="stage" class="stage"></section>\n'
        '<p id="status" class="status" role="status" aria-live="polite"></p>\n'
        '<section id="sheet" class="sheet" aria-hidden="true"></section>\n</main>'
    )


def _page_data(spec: AnyStudyPage) -> dict[str, Any]:
    data = spec.model_dump(exclude={"title", "description", "language", "accent", "page"})
    if isinstance(spec, PlotterPage):
        data["curves"] = [{**each.model_dump(), "steps": parse_expression(each.formula)} for each in spec.curves]
    if isinstance(spec, SimulationPage):
        data["outputs"] = [{**each.model_dump(), "steps": parse_expression(each.formula)} for each in spec.outputs]
        data["motion"] |= {name: parse_expression(getattr(spec.motion, name)) for name in ("x", "y", "seconds")}
    if isinstance(spec, DiagramPage):
        data["alt"] = spec.alt
    return data


def _all_texts(value: Any) -> Iterator[str]:
    """Yield every text in the data of a page except its picture."""
    if isinstance(value, str) and not value.startswith("data:"):
        yield value
    elif isinstance(value, dict | list):
        for each in value.values() if isinstance(value, dict) else value:
            yield from _all_texts(each)


@cache
def _template_file(name: str) -> str:
    return (_TEMPLATES / name).read_text(encoding="utf-8")


def study_page_schema() -> dict[str, Any]:
    """Return the JSON schema of all page types."""
    return _PAGE_ADAPTER.json_schema()
