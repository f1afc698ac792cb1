"""Load a prompt: each package that talks to a model keeps one file per prompt and language in its `prompts` folder."""

from functools import cache
from importlib.resources import files


@cache
def load_prompt(package: str, name: str, language: str) -> str:
    """Return the text of the file `prompts/NAME.LANGUAGE.md` of a package, such as `inkwright.agent`."""
    return files(package).joinpath("prompts", f"{name}.{language}.md").read_text(encoding="utf-8")
