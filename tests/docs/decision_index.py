"""Write the list of decisions in docs/index.md from their titles: `python -m tests.docs.decision_index`."""

import re
from pathlib import Path

DOCS = Path(__file__).parents[2] / "docs"
HEADING = "## Decisions\n\n"


def listed() -> str:
    """Return docs/index.md with the decisions that there are, in order of their numbers."""
    before, after = (DOCS / "index.md").read_text().split(HEADING)
    pages = sorted((DOCS / "decisions").glob("*.md"))
    titles = [re.match(r"# (.*)", page.read_text())[1] for page in pages]
    rows = [f"- [{title}](decisions/{page.name})\n" for page, title in zip(pages, titles, strict=True)]
    return before + HEADING + after.split("- [")[0] + "".join(rows)


if __name__ == "__main__":
    (DOCS / "index.md").write_text(listed())
