"""Faults planted in a good paper: what is found without TeX, and what only TeX can find."""

PAPER = r"""\documentclass{article}
\usepackage{amsmath}
\usepackage{graphicx}
\title{Reading Gauges}
\author{A. Author}
\begin{document}
\maketitle
\begin{abstract}
Gauges are read by a camera.
\end{abstract}
\section{Introduction}\label{sec:intro}
Earlier work \cite{severson2019} reads curves. PLANT
\begin{equation}\label{eq:error}
e = \frac{a - b}{b}
\end{equation}
As equation \ref{eq:error} shows, the error is small.
\begin{tabular}{ll}
Gauge & Error \\
One & Small \\
\end{tabular}
\begin{thebibliography}{9}
\bibitem{severson2019} Severson, 2019.
\end{thebibliography}
\end{document}
"""

FOUND_WITHOUT_TEX = (
    # pairs
    r"\textbf{bold", r"\emph{one \textbf{two}", "too many}", r"{\large big", r"\footnote{a note",
    r"\begin{itemize}\item a", r"\end{itemize}", r"\begin{itemize}\item a\end{enumerate}", r"\begin{center}x",
    r"\begin{figure}\caption{A}\end{table}",
    # math
    "costs 5$ each", r"$x + y", "$$x = 1", r"\[x = 1", r"\(x = 1", r"x = 1\]", r"$\left( x $", r"$x \right)$",
    r"\begin{align} x &= 1", r"\alpha is small", r"x_1 is small", r"x^2 is small", r"\frac{1}{2} of them",
    # characters
    "R&D matters", "the file a_b", "item #3", "50% of the gauges and 20 more",
    # references
    r"\ref{sec:none}", r"\eqref{eq:none}", r"\cite{nobody1999}", r"\label{sec:intro}", r"\includegraphics{lost.png}",
    r"\includegraphics[width=3cm]{figures/lost}", r"\bibliography{lost}", r"\input{lost}",
    # packages, commands and environments
    r"\href{https://example.org}{x}", r"\toprule", r"\begin{tabularx}{3cm}{X}a\end{tabularx}", r"\textcolor{red}{x}",
    r"\begin{nothing}x\end{nothing}", r"\textbff{x}", r"\secton{Two}", r"\usepackage{xcolor}",
    # characters that the fonts do not have
    "中文的句子", "水温很高。",
    # tables and lists
    r"\begin{tabular}{ll}a & b & c\\\end{tabular}", r"\item alone", r"\caption{Alone}",
    # files and programs
    r"\write18{ls}", r"\immediate\write18{ls}", r"\openin5=secret", r"\csname write18\endcsname{ls}",
    r"\input{/etc/passwd}", r"\includegraphics{../../secret}", r"\catcode`\@=11", r"\directlua{x}",
    # leftovers
    "**bold**", "TODO: write this", r"\undefinedmacro", r"\newcommand{\shown}{\undefinedinside}\shown",
    # arguments, items and theorems that are missing
    r"$\frac{a}$", r"$\sqrt$", "\\textbf\n\\begin{center}x\\end{center}", r"\begin{itemize}first\end{itemize}",
    r"\begin{theorem}x\end{theorem}",
)  # fmt: skip

ONLY_WITH_TEX = (r"\newcommand{\pair}[2]{#1_#2_x}$\pair{a}{b}$",)
"""What a macro expands to is not known here."""
