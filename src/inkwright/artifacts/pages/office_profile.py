"""The folder in which LibreOffice keeps its own things: our typefaces, no macros, nothing fetched from elsewhere."""

from pathlib import Path
from typing import Final
from xml.sax.saxutils import escape

from inkwright.artifacts.typefaces import ALL, BOOK, FOLDER, GROTESQUE, HEI, HUMANIST, ROMAN, SONG, TYPEWRITER, Typeface

# Other names under which documents ask for faces that ours are near to.
_ALSO: Final[tuple[tuple[str, Typeface], ...]] = (
    ("Calibri Light", HUMANIST),
    ("Carlito", HUMANIST),
    ("Aptos", HUMANIST),
    ("Caladea", BOOK),
    ("Georgia", BOOK),
    ("Helvetica", GROTESQUE),
    ("Liberation Sans", GROTESQUE),
    ("Segoe UI", GROTESQUE),
    ("Times", ROMAN),
    ("Liberation Serif", ROMAN),
    ("Consolas", TYPEWRITER),
    ("Courier", TYPEWRITER),
    ("Liberation Mono", TYPEWRITER),
    ("微软雅黑", HEI),
    ("Microsoft JhengHei", HEI),
    ("SimHei", HEI),
    ("黑体", HEI),
    ("DengXian", HEI),
    ("等线", HEI),
    ("PingFang SC", HEI),
    ("Noto Sans CJK SC", HEI),
    ("宋体", SONG),
    ("NSimSun", SONG),
    ("新宋体", SONG),
    ("PMingLiU", SONG),
    ("Noto Serif CJK SC", SONG),
)

# Where a system keeps its fonts: they come last, for characters that ours do not have.
_SYSTEM_FONTS: Final = ("/usr/share/fonts", "/usr/local/share/fonts", "/Library/Fonts", "/System/Library/Fonts")

_ITEMS: Final = (
    # Macros never run, and what a document links to is never fetched.
    ("/org.openoffice.Office.Common/Security/Scripting", "MacroSecurityLevel", "3"),
    ("/org.openoffice.Office.Common/Security/Scripting", "DisableMacrosExecution", "true"),
    ("/org.openoffice.Office.Common/Security/Scripting", "DisableActiveContent", "true"),
    ("/org.openoffice.Office.Common/Security/Scripting", "BlockUntrustedRefererLinks", "true"),
    # A proxy that is not there, for whatever asks for the network all the same.
    ("/org.openoffice.Inet/Settings", "ooInetProxyType", "1"),
    ("/org.openoffice.Inet/Settings", "ooInetHTTPProxyName", "127.0.0.1"),
    ("/org.openoffice.Inet/Settings", "ooInetHTTPProxyPort", "9"),
    ("/org.openoffice.Inet/Settings", "ooInetHTTPSProxyName", "127.0.0.1"),
    ("/org.openoffice.Inet/Settings", "ooInetHTTPSProxyPort", "9"),
    ("/org.openoffice.Inet/Settings", "ooInetNoProxy", ""),
    ("/org.openoffice.Office.Writer/Content/Update", "Link", "0"),
    ("/org.openoffice.Office.Common/Font/Substitution", "Replacement", "true"),
)
_HEAD: Final = (
    '<?xml version="1.0" encoding="UTF-8"?>\n'
    '<oor:items xmlns:oor="http://openoffice.org/2001/registry" xmlns:xs="http://www.w3.org/2001/XMLSchema"'
    ' xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance">'
)


def write_profile(folder: Path) -> None:
    """A profile for LibreOffice under `folder`, and a `fonts.conf` beside it for what looks for fonts."""
    user = folder / "user"
    user.mkdir(parents=True)
    (user / "registrymodifications.xcu").write_text(_settings(), encoding="utf-8")
    (folder / "fonts.conf").write_text(_fonts(), encoding="utf-8")


def _pairs() -> list[tuple[str, str]]:
    """What a document calls a face, and which of ours is shown for it."""
    return [*((face.office, face.family) for face in ALL), *((name, face.family) for name, face in _ALSO)]


def _settings() -> str:
    items = "".join(
        f'<item oor:path="{path}"><prop oor:name="{name}" oor:op="fuse"><value>{value}</value></prop></item>'
        for path, name, value in _ITEMS
    )
    # Always: LibreOffice has a list of its own of what resembles what, and asks it before the system.
    pairs = "".join(
        f'<node oor:name="_{number}" oor:op="replace">'
        f'<prop oor:name="ReplaceFont"><value>{escape(office)}</value></prop>'
        f'<prop oor:name="SubstituteFont"><value>{escape(family)}</value></prop>'
        '<prop oor:name="Always"><value>true</value></prop>'
        '<prop oor:name="OnScreenOnly"><value>false</value></prop></node>'
        for number, (office, family) in enumerate(_pairs())
    )
    fonts = f'<item oor:path="/org.openoffice.Office.Common/Font/Substitution/FontPairs">{pairs}</item>'
    return f"{_HEAD}{items}{fonts}</oor:items>\n"


def _fonts() -> str:
    folders = "".join(f"<dir>{escape(str(folder))}</dir>" for folder in (FOLDER, *_SYSTEM_FONTS))
    aliases = "".join(
        f'<match target="pattern"><test name="family"><string>{escape(office)}</string></test>'
        f'<edit name="family" mode="prepend" binding="same"><string>{escape(family)}</string></edit></match>'
        for office, family in _pairs()
    )
    return (
        '<?xml version="1.0"?>\n<!DOCTYPE fontconfig SYSTEM "fonts.dtd">\n'
        f'<fontconfig>{folders}<cachedir prefix="xdg">fontconfig</cachedir>{aliases}</fontconfig>\n'
    )
