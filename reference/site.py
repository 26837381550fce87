"""Hooks of mkdocs.yml: `decisions/*` in `nav` is all pages of the folder, and `llms.txt` is at the root of the site."""

from pathlib import Path
from shutil import copyfile
from typing import Any


def on_config(config: Any) -> Any:
    config.nav = expanded(config.nav, Path(config.docs_dir))
    return config


def on_post_build(config: Any) -> None:
    copyfile(Path(config.docs_dir, "reference/llms.txt"), Path(config.site_dir, "llms.txt"))


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
