"""A hook of mkdocs.yml: `decisions/*` in `nav` is all pages of the folder."""

from pathlib import Path
from typing import Any


def on_config(config: Any) -> Any:
    config.nav = expanded(config.nav, Path(config.docs_dir))
    return config


def expanded(entries: list[Any], docs: Path) -> list[Any]:
    found: list[Any] = []
    for entry in entries:
        if isinstance(entry, dict):
            found += [
                {title: expanded(below, docs) if isinstance(below, list) else below for title, below in entry.items()}
            ]
        elif entry.endswith("/*"):
            found += sorted(str(path.relative_to(docs)) for path in docs.glob(f"{entry}.md") if path.name != "index.md")
        else:
            found.append(entry)
    return found
