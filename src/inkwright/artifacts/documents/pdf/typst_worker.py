"""The process in which typst runs: requests in as JSON lines, answers out as JSON lines.

Typst has no time limit of its own, and an endless document must not take the program with it. This file runs without
the rest of the package, so that it starts at once. It ends when its standard input does."""

import json
import os
import resource
import sys
import time
from pathlib import Path
from typing import Any

_MEMORY = 3 * 1024**3


def compile_order(fonts: Any, order: dict[str, Any]) -> dict[str, Any]:
    """Set `main.typ` of the order's folder; what is made is written beside it."""
    import typst  # noqa: PLC0415 - loaded after the limits are set

    root = Path(order["root"])
    nowhere = root / "packages"
    started = time.perf_counter()
    try:
        # A compiler of its own for each: one that is kept would remember the files of the folder before.
        compiler = typst.Compiler(
            str(root / "main.typ"),
            root=str(root),
            font_paths=fonts,
            package_path=str(nowhere),
            package_cache_path=str(nowhere),
        )
        made = compiler.compile(format=order["format"], ppi=order.get("ppi"), timestamp=order.get("timestamp"))
    except (typst.TypstError, RuntimeError, ValueError, OSError) as problem:
        return {"problem": str(problem)[:1_000]}
    # Of pictures there is one for each page; those who ask for a picture have one page.
    first = made[0] if isinstance(made, list) else made
    (root / "made").write_bytes(first or b"")
    return {"seconds": time.perf_counter() - started}


def main() -> None:
    """Limit memory, load the fonts, answer until the input ends."""
    resource.setrlimit(resource.RLIMIT_AS, (_MEMORY, _MEMORY))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    import typst  # noqa: PLC0415 - as above

    out = os.fdopen(os.dup(sys.stdout.fileno()), "w", encoding="utf-8")
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())
    fonts = typst.Fonts(include_system_fonts=False, font_paths=[sys.argv[1]])
    for line in sys.stdin:
        out.write(json.dumps(compile_order(fonts, json.loads(line))) + "\n")
        out.flush()


if __name__ == "__main__":
    main()
