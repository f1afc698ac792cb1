"""Commands that install programs and fonts with the package manager of this machine."""

import os
import shutil
from collections.abc import Mapping
from typing import Final

_PACKAGES: Final[Mapping[str, Mapping[str, str]]] = {
    "office": {
        "apt-get": "libreoffice-impress-nogui libreoffice-writer-nogui libreoffice-math-nogui",
        "dnf": "libreoffice-impress libreoffice-writer libreoffice-math",
        "pacman": "libreoffice-fresh",
        "brew": "--cask libreoffice",
    },
    "chromium": {"apt-get": "chromium", "dnf": "chromium", "pacman": "chromium", "brew": "--cask google-chrome"},
    "fonts": {
        "apt-get": "fontconfig fonts-noto-cjk",
        "dnf": "fontconfig google-noto-sans-cjk-fonts",
        "pacman": "noto-fonts-cjk",
        "brew": "--cask font-noto-sans-cjk",
    },
    "tex": {
        "apt-get": (
            "texlive-xetex texlive-latex-recommended texlive-plain-generic texlive-lang-chinese texlive-publishers "
            "texlive-fonts-recommended"
        ),
        "dnf": "texlive-xetex texlive-ctex",
        "pacman": "texlive-xetex texlive-langchinese",
        "brew": "--cask mactex-no-gui",
    },
    "python": {"apt-get": "python3", "dnf": "python3", "pacman": "python", "brew": "python"},
}
_INSTALL: Final[Mapping[str, str]] = {
    "apt-get": "apt-get install",
    "dnf": "dnf install",
    "pacman": "pacman -S",
    "brew": "brew install",
}


def install_command(part: str) -> str:
    """Return the command that installs a part on this machine; "" if it has no package manager that is known here."""
    manager = next((name for name in _INSTALL if shutil.which(name)), None)
    if manager is None:
        return ""
    needs_root = manager != "brew" and os.geteuid() != 0
    return f"{'sudo ' if needs_root else ''}{_INSTALL[manager]} {_PACKAGES[part][manager]}"
