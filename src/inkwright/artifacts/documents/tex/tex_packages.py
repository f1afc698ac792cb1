"""Which package defines a command, and the commands of a file whose package is not loaded or is not known."""

import re
from collections.abc import Iterator, Mapping
from functools import cache
from typing import Final, NamedTuple

from inkwright.artifacts.documents.tex.tex_source import TexSource

_COMMANDS: Final[Mapping[str, str]] = {
    "url hyperref": "url",
    "hyperref": "href hypersetup autoref nolinkurl texorpdfstring phantomsection",
    "graphicx graphics": "includegraphics resizebox scalebox rotatebox graphicspath reflectbox",
    "booktabs": "toprule midrule bottomrule cmidrule addlinespace",
    "multirow": "multirow",
    "xcolor color": "textcolor color definecolor colorbox pagecolor",
    "colortbl": "rowcolor cellcolor columncolor",
    "amsmath amsopn": "DeclareMathOperator operatorname",
    "amsmath": "eqref dfrac tfrac binom dbinom tbinom intertext numberwithin text boldsymbol iint iiint substack "
    "underset overset xrightarrow xleftarrow cfrac lvert rvert lVert rVert tag",
    "amssymb amsfonts dsfont bbm mathbbol unicode-math": "mathbb",
    "amssymb amsfonts unicode-math": "mathfrak",
    "amssymb unicode-math siunitx": "square",
    "amssymb unicode-math": "leqslant geqslant checkmark blacksquare lesssim gtrsim therefore because "
    "varnothing nexists complement triangleq eth",
    "amsthm ntheorem": "theoremstyle qedhere qedsymbol",
    "natbib biblatex": "citeauthor citeyear",
    "natbib": "citep citet citealp citealt citeyearpar",
    "biblatex": "parencite textcite autocite addbibresource printbibliography footcite",
    "cleveref": "cref Cref crefrange",
    "varioref cleveref": "vref",
    "tikz": "tikz usetikzlibrary tikzset",
    "pgfplots": "pgfplotsset addplot",
    "siunitx": "SI si num qty SIrange",
    "algorithm2e": "KwIn KwOut SetAlgoLined",
    "listings": "lstset lstinline lstinputlisting lstdefinestyle",
    "subcaption subfig subfigure subfloat": "subcaptionbox subfloat",
    "caption capt-of": "captionof",
    "caption subcaption": "captionsetup",
    "csquotes": "enquote",
    "ulem soul": "sout uline ul hl st",
    "placeins": "FloatBarrier",
    "xspace": "xspace",
    "bm": "bm",
    "mathrsfs": "mathscr",
    "fontspec": "setmainfont setsansfont setmonofont fontspec",
    "xeCJK ctex": "setCJKmainfont setCJKsansfont setCJKmonofont",
    "geometry": "newgeometry geometry",
    "enumitem": "setlist",
    "setspace": "doublespacing onehalfspacing singlespacing setstretch",
    "pdfpages": "includepdf",
    "mhchem": "ce",
    "lipsum": "lipsum",
    "todonotes": "todo missingfigure",
    "fancyhdr": "fancyhead fancyfoot fancyhf lhead rhead chead lfoot cfoot rfoot",
    "pifont": "ding",
    "appendix": "appendixpage",
    "adjustbox": "adjustbox",
    "threeparttable threeparttablex": "tnote",
    "makecell": "makecell thead",
    "glossaries": "gls newacronym makeglossaries",
    "wasysym marvosym": "Smiley",
    "titlesec": "titleformat titlespacing",
    "microtype": "microtypesetup",
    "physics": "dv pdv",
    "mathtools": "coloneqq DeclarePairedDelimiter prescript mathclap",
    "array tabularx": "newcolumntype arraybackslash",
}
_ENVIRONMENTS: Final[Mapping[str, str]] = {
    "amsmath": "align align* gather gather* multline multline* flalign flalign* alignat alignat* aligned gathered "
    "split cases matrix pmatrix bmatrix vmatrix Vmatrix Bmatrix smallmatrix subequations equation*",
    "amsthm ntheorem": "proof",
    "tikz": "tikzpicture",
    "pgfplots": "axis",
    "listings": "lstlisting",
    "algorithm algorithm2e float": "algorithm",
    "algpseudocode algorithmicx algorithmic algcompatible algpseudocodex": "algorithmic",
    "subcaption subfigure": "subfigure subtable",
    "tabularx": "tabularx",
    "longtable": "longtable",
    "multicol": "multicols multicols*",
    "wrapfig": "wrapfigure wraptable",
    "fancyvrb": "Verbatim",
    "comment verbatim": "comment",
    "enumitem paralist": "inparaenum",
    "threeparttable": "threeparttable tablenotes",
    "adjustbox": "adjustbox",
    "mathtools": "dcases",
    "rotating": "sidewaystable sidewaysfigure",
    "tcolorbox": "tcolorbox",
    "alltt": "alltt",
    "setspace": "spacing",
    "pdflscape lscape": "landscape",
}
_LOADS: Final[Mapping[str, str]] = {
    "mathtools": "amsmath graphicx",
    "physics": "amsmath xparse",
    "tikz": "graphicx xcolor",
    "pgf": "graphicx xcolor",
    "pgfpages": "graphicx xcolor",
    "pgfplotstable": "pgfplots array",
    "chemfig": "tikz",
    "orcidlink": "tikz hyperref",
    "bookmark": "hyperref",
    "doi": "hyperref",
    "polyglossia": "fontspec",
    "xecolor": "fontspec",
    "xunicode": "graphicx",
    "xxcolor": "xcolor",
    "mdframed": "xcolor",
    "rotating": "graphicx",
    "mwe": "graphicx lipsum",
    "blindtext": "xspace",
    "moreverb": "verbatim",
    "subfig": "caption",
    "soulutf8": "soul",
    "imakeidx": "multicol",
    "nomencl": "siunitx",
    "dcolumn": "array",
    "diagbox": "array",
    "makecell": "array",
    "tabu": "array",
    "tabulary": "array",
    "threeparttablex": "threeparttable",
    "wrapfig2": "graphicx xcolor float",
    "graphicx": "graphics",
    "pdflscape": "lscape",
    "pgfplots": "tikz graphicx xcolor amsmath",
    "hyperref": "url nameref",
    "amssymb": "amsfonts",
    "subcaption": "caption",
    "ctex": "xeCJK fontspec",
    "xeCJK": "fontspec",
    "tabularx": "array",
    "biblatex": "url",
    "unicode-math": "amsmath fontspec",
    "todonotes": "tikz graphicx xcolor",
    "tcolorbox": "tikz graphicx xcolor",
    "algorithm2e": "algorithm",
    "siunitx": "amstext",
    "colortbl": "xcolor color array",
    "nicematrix": "amsmath array",
    "empheq": "mathtools amsmath",
    "breqn": "amsmath",
    "pdfpages": "graphicx",
    "epsfig": "graphicx",
    "adjustbox": "graphicx xcolor",
    "standalone": "graphicx",
    "svg": "graphicx",
    "tikz-cd": "tikz amsmath",
    "circuitikz": "tikz graphicx xcolor",
    "forest": "tikz graphicx xcolor",
    "newtxmath": "amsmath amssymb amsfonts",
    "mathspec": "fontspec amsmath",
    "xltxtra": "fontspec graphicx",
    "xcolor[table]": "colortbl",
    "hyperref[colorlinks]": "color",
    "biblatex[natbib]": "natbib",
    "class:amsart": "amsmath amsthm amsfonts amsopn",
    "class:amsbook": "amsmath amsthm amsfonts amsopn",
    "class:scrartcl": "multicol",
    "class:scrreprt": "multicol",
    "class:scrbook": "multicol",
    "class:acmart": "amsmath amsthm natbib hyperref url booktabs graphicx xcolor caption microtype fancyhdr geometry "
    "comment amsfonts float setspace enumitem totpages",
    "class:beamer": "hyperref url graphicx xcolor amsmath amsthm amssymb amsfonts color geometry",
    "class:revtex4-2": "natbib url",
    "class:revtex4-1": "natbib url",
    "class:elsarticle": "natbib graphicx geometry amsfonts amssymb",
    "class:ctexart": "ctex xeCJK fontspec",
    "class:ctexrep": "ctex xeCJK fontspec",
    "class:ctexbook": "ctex xeCJK fontspec",
    "class:ctexbeamer": "ctex xeCJK fontspec hyperref url graphicx xcolor amsmath amsthm amssymb",
}
_CLASSES: Final = frozenset(
    "article report book letter scrartcl scrreprt scrbook ctexart ctexrep ctexbook ctexbeamer amsart amsbook acmart "
    "beamer IEEEtran revtex4-1 revtex4-2 elsarticle".split()
)
_OTHER_PACKAGES: Final = frozenset(
    """
    inputenc fontenc babel lmodern textcomp times mathptmx palatino helvet courier newtxtext newtxmath float calc
    ifthen etoolbox xparse parskip indentfirst csquotes cite balance authblk abstract titling tocbibind lineno
    latexsym amscd amstext amsbsy framed fancybox soul ulem epsfig subfig subfigure hhline dcolumn tabu diagbox
    supertabular bbm dsfont eucal upgreek stmaryrd cancel units nicefrac gensymb eurosym marvosym wasysym
    algorithmicx algpseudocode algorithmic algcompatible verbatim moreverb upquote xfrac relsize rotating
    lscape pdflscape afterpage flafter endfloat capt-of chngcntr footmisc perpage bookmark nameref xr xr-hyper
    tikz-cd circuitikz forest empheq breqn nicematrix ctex xeCJK CJK CJKutf8 CJKnumb zhnumber fontspec polyglossia
    unicode-math mathspec graphics url color underscore standalone comment hyphenat ragged2e anyfontsize fix-cm
    xifthen pgf pgffor pgfplotstable animate datetime isodate acronym nomencl makeidx imakeidx index
    doi orcidlink academicons fontawesome fontawesome5 tocloft minitoc mathtools physics natbib biblatex
    geometry setspace enumitem paralist array tabularx longtable booktabs multirow xcolor colortbl amsmath amsopn
    amssymb amsfonts amsthm ntheorem cleveref varioref hyperref microtype fancyhdr titlesec appendix adjustbox
    dblfloatfix stfloats xspace bm mathrsfs lipsum blindtext siunitx mhchem chemfig listings fancyvrb tcolorbox
    mdframed todonotes changepage threeparttable threeparttablex makecell pifont graphicx caption subcaption wrapfig
    multicol alltt placeins pdfpages glossaries tikz pgfplots algorithm algorithm2e lmodern ifpdf ifxetex ifluatex iftex
    soulutf8 kantlipsum trimspaces newunicodechar textgreek alphabeta textalpha xltxtra xunicode luatexja mwe
    amstex caption2 caption3 ccaption datetime2 ehhline footmisx gcite gindex hcolor ifetex ifthenx ifvtex inputenx
    listing mathptm mathspic mcaption mcite pbalance pgfpages tabulary wrapfig2 xcomment xecolor xxcolor newpxtext
    newpxmath frame psfont pdfescape
    """.split()
)
_MIN_CLASS_NAME: Final = 6
LENIENT_CLASSES: Final = frozenset({"beamer", "ctexbeamer", "revtex4-1", "revtex4-2", "elsarticle"})
_OPTION_LOADS: Final = (("xcolor", "table"), ("hyperref", "colorlinks"), ("biblatex", "natbib"))
"""Packages that load another one with an option, which may also be an option of the class."""
_CLASS = re.compile(r"\\documentclass\s*+(?:\[([^\]]{0,600})\])?\s*+\{\s*([^{}\s]{1,80})\s*\}")
_PACKAGE = re.compile(r"\\(?:usepackage|RequirePackage)\s*+(?:\[([^\]]{0,600})\])?\s*+\{([^{}]{1,600})\}")
_LATER_OPTIONS = re.compile(
    r"\\PassOptionsToPackage\s*+\{([^{}]{1,300})\}\s*+\{([^{}]{1,80})\}|\\hypersetup\s*+\{([^{}]{1,600})"
)
_DEFINED = re.compile(
    r"\\(?:(?:re)?newcommand|providecommand|DeclareRobustCommand|[gex]?def|let|newif|newlength|newsavebox|font|"
    r"newtoks|newdimen|newcount|newskip|newbox|DeclareMathOperator|DeclarePairedDelimiter|"
    r"(?:New|Renew|Provide|Declare)DocumentCommand|DeclareMathSymbol|DeclareTextFontCommand)\*?\s*\{?\s*\\([A-Za-z@]+)"
)
_DEFINED_ENVIRONMENT = re.compile(
    r"\\(?:(?:re)?newenvironment|provideenvironment|newtheorem|spnewtheorem|newframedtheorem|(?:re)?newtcolorbox|"
    r"(?:re)?newtcblisting|newtcbtheorem|newfloat|DeclareFloatingEnvironment|lstnewenvironment|"
    r"DefineVerbatimEnvironment|newlist|(?:New|Renew|Provide|Declare)(?:DocumentEnvironment|TColorBox|TCBListing)|"
    r"(?:Renew|New|Provide)Environ|declaretheorem|excludecomment|includecomment|specialcomment|newmdenv|newmdtheoremenv|"
    r"newshadetheorem)\*?\s*(?:\[[^\]]{0,200}\])?\s*\{([^{}]{1,60})\}"
)
_USED = re.compile(r"\\(begin\s*\{([^{}\n]{1,60})\}|[A-Za-z@]+)")
_NEAR_COMMANDS: Final = frozenset(
    """
    frac sqrt alpha beta gamma delta epsilon theta lambda sigma omega textbf textit texttt emph section subsection
    subsubsection paragraph caption label maketitle includegraphics centering begin item cite ref eqref footnote title
    author date bibitem usepackage documentclass left right sum prod partial infty cdot times leq geq hline toprule
    midrule bottomrule mathbf mathrm mathbb mathcal newcommand tableofcontents noindent appendix multicolumn hspace
    vspace linewidth textwidth ldots approx rightarrow
    """.split()
)


class _Providers(NamedTuple):
    commands: Mapping[str, frozenset[str]]
    environments: Mapping[str, frozenset[str]]


@cache
def _providers() -> _Providers:
    tables: list[dict[str, frozenset[str]]] = []
    for table in (_COMMANDS, _ENVIRONMENTS):
        found: dict[str, frozenset[str]] = {}
        for packages, names in table.items():
            for name in names.split():
                found[name] = found.get(name, frozenset()) | frozenset(packages.split())
        tables.append(found)
    return _Providers(*tables)


def packaged_environments() -> frozenset[str]:
    """Return the environments whose package is known."""
    return frozenset(_providers().environments)


@cache
def _known_packages() -> frozenset[str]:
    named = [package for table in (_COMMANDS, _ENVIRONMENTS) for packages in table for package in packages.split()]
    return _OTHER_PACKAGES | frozenset(named) | frozenset(name for name in _LOADS if ":" not in name)


class LoadedPackages:
    """The class and the packages of a file, with the ones that they load themselves."""

    def __init__(self, source: TexSource) -> None:
        found = _CLASS.search(source.live)
        self.document_class = found[2] if found else ""
        self.named = {
            name.strip(): match.start()
            for match in _PACKAGE.finditer(source.live)
            for name in match[2].split(",")
            if name.strip()
        }
        self.all = set(self.named)
        waiting = [f"class:{self.document_class}", *self.named, *_with_options(source.live, self.named)]
        while waiting:
            new = set(_LOADS.get(waiting.pop(), "").split()) - self.all
            self.all |= new
            waiting += new
        self.defined = set(_DEFINED.findall(source.live))
        self.defined_environments = {name.strip() for name in _DEFINED_ENVIRONMENT.findall(source.live)}

    @property
    def has_known_class(self) -> bool:
        """Whether the class is one that is known here."""
        return self.document_class in _CLASSES

    @property
    def is_understood(self) -> bool:
        """Whether nothing is loaded that could define commands that are not known here."""
        return self.has_known_class and self.named.keys() <= _known_packages()

    def is_chinese(self) -> bool:
        """Whether the file can set Chinese."""
        return bool(self.all & {"ctex", "xeCJK", "luatexja", "CJK", "CJKutf8"})


def _with_options(live: str, named: Mapping[str, int]) -> list[str]:
    """Return the packages with an option by which they load another one, as `_LOADS` names them."""
    everywhere = " ".join(options for options, _ in _CLASS.findall(live))
    given = _PACKAGE.findall(live)
    given += [(options or later, name or "hyperref") for options, name, later in _LATER_OPTIONS.findall(live)]
    words: dict[str, str] = {}
    for options, names in given:
        for name in names.split(","):
            words[name.strip()] = f"{words.get(name.strip(), '')} {options}"
    return [
        f"{package}[{option}]"
        for package, option in _OPTION_LOADS
        if package in named and re.search(rf"\b{option}\b", f"{words.get(package, '')} {everywhere}")
    ]


def missing_packages(source: TexSource, loaded: LoadedPackages) -> Iterator[tuple[str, str, int]]:
    """Yield the commands whose package is not loaded: the command, the package, the position."""
    if not loaded.is_understood or loaded.document_class in LENIENT_CLASSES:
        return
    seen: set[str] = set()
    commands, environments = _providers()
    for match in _USED.finditer(source.live):
        name = match[2].strip() if match[2] else match[1]
        defined = loaded.defined_environments if match[2] else loaded.defined
        needed = (environments if match[2] else commands).get(name)
        if needed is None or name in seen or name in defined or needed & loaded.all:
            continue
        seen.add(name)
        shown = f"\\begin{{{name}}}" if match[2] else f"\\{name}"
        usual = next((each for each in ("amsmath", "amssymb") if each in needed), min(sorted(needed), key=len))
        yield shown, usual, match.start()


def misspelt_packages(loaded: LoadedPackages) -> Iterator[tuple[str, str, int]]:
    """Yield the packages that do not exist but are one letter away from a known one."""
    for name, position in loaded.named.items():
        if name not in _known_packages() and len(name) > 4 and (near := _nearest(name, _known_packages())):
            yield name, near, position


def misspelt_class(name: str) -> str | None:
    """Return the known class of which the name of a class is a slip, one exchanged letter included; else None."""
    if name in _CLASSES or len(name) < _MIN_CLASS_NAME:
        return None
    alike = (each for each in sorted(_CLASSES) if len(each) == len(name) >= _MIN_CLASS_NAME)
    exchanged = (each for each in alike if sum(a != b for a, b in zip(each, name, strict=True)) == 1)
    return _nearest(name, _CLASSES) or next(exchanged, None)


def misspelt_commands(source: TexSource, loaded: LoadedPackages) -> Iterator[tuple[str, str, int]]:
    """Yield the commands that nothing defines and that are one letter away from a common one."""
    if not loaded.is_understood or loaded.document_class in LENIENT_CLASSES:
        return
    known, seen = known_commands(), set(loaded.defined)
    for match in _USED.finditer(source.live):
        name = match[1]
        if match[2] or name in known or name in seen or len(name) < 4 or "@" in name:
            continue
        seen.add(name)
        if near := _nearest(name, _NEAR_COMMANDS):
            yield f"\\{name}", f"\\{near}", match.start()


@cache
def known_commands() -> frozenset[str]:
    """Return the commands that are known by name: those of our tables and those of pylatexenc."""
    from pylatexenc.latex2text import get_default_latex_context_db as texts  # noqa: PLC0415 - slow to import
    from pylatexenc.latexwalker import get_default_latex_context_db as parsed  # noqa: PLC0415

    named = {spec.macroname for db in (texts(), parsed()) for spec in db.iter_macro_specs()}
    return frozenset(named) | _providers().commands.keys() | _NEAR_COMMANDS | _EXTRA_COMMANDS


_EXTRA_COMMANDS: Final = frozenset("alph leqq geqq mathbbm time autor textt texti summ thea".split())


def _nearest(name: str, known: frozenset[str]) -> str | None:
    """Return the known name of which this one is a slip: a letter added, left out or exchanged with its neighbour."""
    shorter = {name[:i] + name[i + 1 :] for i in range(1, len(name)) if not name[i].isdigit()}
    swapped = {name[:i] + name[i + 1] + name[i] + name[i + 2 :] for i in range(1, len(name) - 1)}
    longer = {each for each in known if len(each) == len(name) + 1 and name in _shortened(each)}
    return min((shorter | swapped) & known | longer, default=None)


@cache
def _shortened(name: str) -> frozenset[str]:
    return frozenset(name[:i] + name[i + 1 :] for i in range(1, len(name)))
