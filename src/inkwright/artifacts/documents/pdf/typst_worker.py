"""The process in which typst runs: requests in as JSON lines, answers out as JSON lines.

Typst has no time limit, and an endless document must not block the program. This file imports nothing from the package,
so that it starts quickly. It exits when its standard input is closed."""

import json
import os
import resource
import sys
import time
from pathlib import Path
from typing import Any

_MEMORY = 3 * 1024**3


def compile_request(fonts: Any, request: dict[str, Any]) -> dict[str, Any]:
    """Typeset `main.typ` in the requested folder and write the result to `made` in the same folder."""
    import typst  # noqa: PLC0415 - loaded after the limits are set

    root = Path(request["root"])
    no_packages = root / "packages"
    started = time.perf_counter()
    try:
        # Each document gets a new compiler: a reused one would remember the files of the last folder.
        compiler = typst.Compiler(
            str(root / "main.typ"),
            root=str(root),
            font_paths=fonts,
            package_path=str(no_packages),
            package_cache_path=str(no_packages),
        )
        made = compiler.compile(format=request["format"], ppi=request.get("ppi"), timestamp=request.get("timestamp"))
    except (typst.TypstError, RuntimeError, ValueError, OSError) as problem:
        return {"problem": str(problem)[:1_000]}
    # A picture has one page, so only the first is used.
    first = made[0] if isinstance(made, list) else made
    (root / "made").write_bytes(first or b"")
    return {"seconds": time.perf_counter() - started}


def main() -> None:
    """Limit memory, load the fonts, and answer requests until the input ends."""
    resource.setrlimit(resource.RLIMIT_AS, (_MEMORY, _MEMORY))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    import typst  # noqa: PLC0415 - as above

    out = os.fdopen(os.dup(sys.stdout.fileno()), "w", encoding="utf-8")
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())
    fonts = typst.Fonts(include_system_fonts=False, font_paths=[sys.argv[1]])
    for line in sys.stdin:
        out.write(json.dumps(compile_request(fonts, json.loads(line))) + "\n")
        out.flush()


if __name__ == "__main__":
    main()
