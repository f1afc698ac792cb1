"""A good paper, and faults that are planted by changing one place of it: the place, and what comes there instead."""

from typing import Final

PAPER: Final = r"""\documentclass[11pt,a4paper]{article}
\usepackage[utf8]{inputenc}
\usepackage{amsmath,amssymb}
\usepackage{graphicx}
\usepackage{booktabs}
\usepackage{xcolor}
\usepackage{hyperref}
\newcommand{\vect}[1]{\mathbf{#1}}
\newtheorem{claim}{Claim}
\title{Sediment in slow rivers}
\author{A. Writer \and B. Reader}
\date{May 2024}
\begin{document}
\maketitle
\begin{abstract}
We measure sediment in slow rivers. The share of clay is 12\% at most.
\end{abstract}
\section{Introduction}\label{sec:intro}
Rivers carry sand~\cite{hill2001}. Earlier work~\cite{reed2010,hill2001} measured only fast rivers.
See Section~\ref{sec:method} and Table~\ref{tab:one}.
\section{Method}\label{sec:method}
The load is
\begin{equation}\label{eq:load}
  q = \frac{\rho v}{1 + \alpha} \left( \frac{d}{h} \right)^{2}
\end{equation}
where $\rho$ is the density, and $v_{i}$ the speed. By \eqref{eq:load}, $\vect{q}$ grows with \textbf{speed}.
\begin{align}
  a &= b + c \\
  d &= e
\end{align}
\begin{itemize}
  \item First, a sample of 5~kg.
  \item Second, a \emph{sieve}.
\end{itemize}
\begin{table}
\centering
\caption{Results}\label{tab:one}
\begin{tabular}{lrr}
\toprule
Site & Load & Error \\
\midrule
A & 1.2 & 0.1 \\
B & 3.4 & 0.3 \\
\bottomrule
\end{tabular}
\end{table}
\begin{claim}
Slow rivers carry clay.
\end{claim}
\textcolor{red}{Note} the cost of \$5 \& more. See \href{https://example.org/a_b}{this page}.
\begin{thebibliography}{9}
\bibitem{hill2001} P. Hill. \textit{Sand}. 2001.
\bibitem{reed2010} O. Reed. Clay, 2010.
\end{thebibliography}
\end{document}
"""
EDITS: Final = [
    ("\\emph{sieve}", "\\emph{sieve"),
    ("\\emph{sieve}", "\\emph{sieve}}"),
    ("where $\\rho$ is", "where $\\rho is"),
    ("\\$5 \\& more", "$5 and more"),
    ("\\$5 \\& more", "R&D"),
    ("\\textbf{speed}.", "\\textbf{50% speed}."),
    ("\\$5 \\& more", "item #5"),
    ("a sample of 5~kg", "the file sample_one"),
    ("a sample of 5~kg", "5 m^2 of soil"),
    ("\\cite{hill2001}. Earlier", "\\cite{hill2002}. Earlier"),
    ("\\ref{tab:one}", "\\ref{tab:two}"),
    ("\\eqref{eq:load}", "\\eqref{eq:laod}"),
    ("\\label{sec:method}\nThe", "\\label{sec:intro}\nThe"),
    ("\\vect{q}", "\\vekt{q}"),
    ("\\textbf{speed}", "\\texbf{speed}"),
    ("\\begin{claim}", "\\includegraphics[width=3cm]{figures/river.png}\n\\begin{claim}"),
    ("\\usepackage{booktabs}\n", ""),
    ("\\usepackage{amsmath,amssymb}\n", ""),
    ("\\usepackage{hyperref}\n", ""),
    ("\\usepackage{xcolor}\n", ""),
    ("\\usepackage{amsmath,amssymb}", "\\usepackage{amsmaths,amssymb}"),
    ("Rivers carry sand", "河流携带泥沙"),
    ("We measure", "\\newread\\f \\openin\\f=/etc/passwd We measure"),
    ("We measure", "\\csname write18\\endcsname{ls} We measure"),
    ("We measure", "\\immediate\\write18{id} We measure"),
    ("We measure", "\\input{/etc/passwd} We measure"),
    ("We measure", '\\input{|"ls"} We measure'),
    ("We measure", "\\catcode`\\|=0 |input{/etc/hosts} We measure"),
    ("We measure", "\\directlua{os.execute('ls')} We measure"),
    ("We measure", "\\newwrite\\o \\immediate\\openout\\o=x.txt We measure"),
    ("We measure", "^^5cinput{/etc/hosts} We measure"),
    ("We measure", "\\let\\x\\input \\x{/etc/hosts} We measure"),
    ("\\end{itemize}\n", ""),
    ("\\end{align}", "\\end{equation}"),
    ("\\begin{abstract}\nWe", "\\begin{abstrac}\nWe"),
    ("\\end{tabular}\n\\end{table}", "\\end{table}\n\\end{tabular}"),
    ("\\begin{document}\n", ""),
    ("\\end{document}\n", ""),
    ("\\documentclass[11pt,a4paper]{article}\n", ""),
    ("{article}", "{artikle}"),
    ("A & 1.2 & 0.1 \\\\", "A & 1.2 & 0.1 & 7 \\\\"),
    ("\\begin{tabular}{lrr}", "\\begin{tabular}"),
    ("{lrr}", "{lrq}"),
    ("\\right)^{2}", ")^{2}"),
    ("\\right)^{2}", "\\right)^{2}^{3}"),
    ("$v_{i}$", "$v_i_j$"),
    ("\\frac{d}{h} \\right", "\\frac{d} \\right"),
    ("\\begin{equation}\\label{eq:load}\n", "\\begin{equation}\\label{eq:load}\n\n"),
    ("1 + \\alpha}", "1 + $\\alpha$}"),
    ("the density", "the \\alpha density"),
    ("Note} the", "Note} \\bibitem{x} the"),
    ("\\newtheorem{claim}{Claim}", "\\newcommand{\\vect}[1]{#1}\n\\newtheorem{claim}{Claim}"),
    ("\\newcommand{\\vect}[1]{\\mathbf{#1}}", "\\newcommand{\\vect}[1]{\\mathbf{#2}}"),
    ("\\textbf{speed}", "**speed**"),
    ("\\section{Method}", "## Method\n\\section{Method}"),
    ("\\documentclass", "```latex\n\\documentclass"),
    ("Slow rivers carry clay.", "[TODO: insert result here]"),
    ("{red}", "{rouge}"),
    ("\\maketitle", "\\usepackage{array}\n\\maketitle"),
    ("\\section{Method}", "\\hline\n\\section{Method}"),
    ("\\begin{claim}", "\\caption{Alone}\n\\begin{claim}"),
    ("\\begin{claim}", "\\begin{verbatim}\nx\n\\begin{claim}"),
    ("\\emph{sieve}", "\\verb|siev\ne|"),
    ("\\end{claim}", "\\end{claim}\n\\end{claim}"),
    ("where $\\rho$", "where $$\\rho$"),
    ("$v_{i}$", "v_{i}\\]"),
    ("\\usepackage{hyperref}", "\\usepackage[table]{xcolor}\n\\usepackage{hyperref}"),
    ("\\begin{claim}", "\\vspace{99999cm}\n\\begin{claim}"),
]
