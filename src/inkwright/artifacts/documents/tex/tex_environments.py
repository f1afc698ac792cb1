"""Environments that a LaTeX file uses although neither LaTeX, a loaded package nor the file itself defines them."""

import re
from collections.abc import Iterator
from functools import cache
from typing import Final

from inkwright.artifacts.documents.tex.tex_modes import (
    INNER_MATH,
    MATH_ENVIRONMENTS,
    RAW_ENVIRONMENTS,
    TEXT_ENVIRONMENTS,
)
from inkwright.artifacts.documents.tex.tex_packages import (
    LENIENT_CLASSES,
    LoadedPackages,
    known_commands,
    packaged_environments,
)
from inkwright.artifacts.documents.tex.tex_security import READ_COMMANDS
from inkwright.artifacts.documents.tex.tex_source import TexSource

_OF_LATEX: Final = frozenset(
    """
    document abstract array center description displaymath enumerate eqnarray equation figure filecontents flushleft
    flushright itemize letter list lrbox math minipage note overlay picture quotation quote sloppypar tabbing table
    tabular thebibliography theindex titlepage trivlist verbatim verse samepage small large Large LARGE huge Huge tiny
    footnotesize scriptsize normalsize bfseries itshape slshape scshape upshape ttfamily sffamily rmfamily mdseries
    centering raggedright raggedleft sloppy fussy em bf it tt sf sc sl rm math boldmath onecolumn twocolumn
    """.split()
)
_OF_PACKAGES: Final = frozenset(
    """
    CCSXML teaserfigure marginfigure margintable sidebar printonly screenonly anonsuppress acks IEEEkeywords
    IEEEbiography IEEEbiographynophoto IEEEproof IEEEeqnarray IEEEeqnarraybox IEEEeqnarrayboxm IEEEeqnarrayboxt
    IEEEitemize IEEEenumerate IEEEdescription addmargin labeling captionbeside captionofbeside otherlanguage
    hyphenrules procedure function algorithmic algomathdisplay theglossary acronym thenomenclature tabu longtabu
    ThreePartTable TableNotes compactitem compactenum compactdesc asparaitem asparaenum asparadesc inparaitem
    inparaenum inparadesc asparablank inparablank compactitem adjustwidth Center FlushLeft FlushRight justify
    linenumbers runninglinenumbers pagewiselinenumbers internallinenumbers linenomath nolinenumbers verbatimtab listing
    listingcont boxedverbatim verbatimwrite SaveVerbatim VerbatimOut BVerbatim LVerbatim Verbatim displayquote
    displaycquote foreigndisplayquote foreigndisplaycquote hyphendisplayquote onecolabstract spacing singlespace
    singlespacing onehalfspace onehalfspacing doublespace doublespacing sideways turn rotate sidewaysfigure
    sidewaystable Form NoHyper pgfpicture pgfscope scope pgfonlayer pgfinterruptpath pgfinterruptpicture
    pgfinterruptboundingbox pgftransparencygroup tikzfadingfrompicture tikzpicture axis semilogxaxis semilogyaxis
    loglogaxis groupplot polaraxis ternaryaxis smithchart tikzcd circuitikz forest NiceTabular NiceTabularX NiceArray
    NiceMatrix pNiceMatrix bNiceMatrix vNiceMatrix BNiceMatrix VNiceMatrix pNiceArray bNiceArray NiceMatrixBlock
    dcases rcases drcases cases matrix pmatrix bmatrix Bmatrix vmatrix Vmatrix smallmatrix psmallmatrix bsmallmatrix
    Bsmallmatrix vsmallmatrix Vsmallmatrix multlined lgathered rgathered spreadlines dmath dgroup dseries darray
    dsuspend empheq subequations subnumcases numcases CJK CJKfilltwosides animateinline tcolorbox tcblisting tcbraster
    tcbitemize tcbinputraster tcboxeditemize tcboxedraster tcbwritetemp tcbverbatimwrite mdframed framed oframed shaded
    snugshade leftbar titled-frame Sbox Bcenter Bflushleft Bflushright Bitemize Benumerate Bdescription Beqnarray
    landfloat supertabular mpsupertabular mpxtabular CD appendices subappendices trimbox clipbox marginbox minsizebox
    maxsizebox bgimagebox standalone multicols landscape longtable tabularx tabulary xltabular wrapfigure wraptable
    threeparttable measuredfigure tablenotes comment alltt proof algorithm algorithm2e figwindow tabwindow subfigure
    subtable SCfigure SCtable refsection refsegment refcontext quoteblock Theorem Lemma Proposition Corollary Satz
    Definition Definitionen Example Beispiel Anmerkung Bemerkung Remark Proof Beweis theorem lemma keywords
    acknowledgments acknowledgements frontmatter eqlist numquote equationarray animation chemmove reaction reactions
    dinglist dingautolist Pilist Piautolist titlingpage wrapfloat wraptext margincap mcbibliography mtchideinmaintoc
    mtchideinmainlof mtchideinmainlot MakeFramed subcaptionblock subcaptiongroup captionblock captiongroup subfigures
    subtables numquotation bframe colormixin testcolors subpreamble standaloneframe Landscape LandScape Btrivlist Blist
    xalignat xxalignat adjnofloat lang translatedabstract conjecture corollary definition example proposition pf
    LaTeXitemize LaTeXenumerate LaTeXdescription crampedsubarray mcellbox subeqnarray highlights graphicalabstract
    ruledtabular quasitable turnpage video verbatimcmd hyphendisplaycquote thebibitemlist
    tasks english french german spanish italian chinese russian greek arabic pspicture hyperref keyword
    """.split()
)
_THEOREMS: Final = frozenset("theorem lemma proposition corollary definition example conjecture remark".split())
_PLAIN_CLASSES: Final = frozenset("article report book ctexart ctexrep ctexbook IEEEtran".split())
"""Classes in which a theorem has to be defined with \\newtheorem before it is used."""
_BEGIN = re.compile(r"\\begin\s*\{\s*([A-Za-z][A-Za-z0-9@ -]{0,59}\*?)\s*\}")
_READS = re.compile(rf"\\(?:{'|'.join(sorted(READ_COMMANDS))}|@namedef|csdef)(?![A-Za-z])")
_MINTED = re.compile(r"\\newminted\s*(?:\[([A-Za-z]{1,40})\])?\s*\{([A-Za-z]{1,40})\}")


def undefined_environments(source: TexSource, loaded: LoadedPackages) -> Iterator[tuple[str, int]]:
    """Yield each environment that nothing defines, once, with its position.

    A class, a package or a file that is not known here may define any, so then none is reported.
    """
    if not loaded.is_understood or loaded.document_class in LENIENT_CLASSES or _READS.search(source.live):
        return
    seen = (
        loaded.defined | loaded.defined_environments | {short or f"{name}code" for short, name in _new_minted(source)}
    )
    known = _known_environments()
    if loaded.document_class in _PLAIN_CLASSES and "ntheorem" not in loaded.named:
        known -= _THEOREMS
    for match in _BEGIN.finditer(source.live):
        name = match[1].strip()
        if name not in seen and not {name, name.removesuffix("*")} & known:
            seen.add(name)
            yield name, match.start()


def _new_minted(source: TexSource) -> list[tuple[str, str]]:
    return _MINTED.findall(source.live)


@cache
def _known_environments() -> frozenset[str]:
    """Return the environments that are known by name. Every command is one: LaTeX runs it as its beginning."""
    own = _OF_LATEX | _OF_PACKAGES | TEXT_ENVIRONMENTS | MATH_ENVIRONMENTS | INNER_MATH | RAW_ENVIRONMENTS
    return own | packaged_environments() | known_commands()
