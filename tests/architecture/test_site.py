"""The site of docs/ has every page once, and each link of a page leads somewhere (`make docs` holds that too)."""

import re
from itertools import chain
from pathlib import Path

import pytest
import yaml

from reference import site

ROOT = Path(__file__).parents[2]
DOCS = ROOT / "docs"
PAGES = sorted(DOCS.rglob("*.md"))
LINK = re.compile(r"(?<!!)\[[^\]]*\]\(([^)#\s:]*)(?:#([^)\s]*))?\)")
CODE = re.compile(r"^```.*?^```|`[^`\n]*`", re.MULTILINE | re.DOTALL)
HEADING = re.compile(r"^#+ (.*)$", re.MULTILINE)


def named(entries):
    """Pages of a `nav`, whatever they stand under."""
    for entry in entries:
        below = entry.values() if isinstance(entry, dict) else None
        yield from chain.from_iterable(map(named, below)) if below else [entry]


def test_every_page_stands_in_the_site_once():
    config = yaml.safe_load((ROOT / "mkdocs.yml").read_text())
    nav = list(named(site.expanded(config["nav"], DOCS)))
    assert sorted(nav) == sorted(str(page.relative_to(DOCS)) for page in PAGES)


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(DOCS)))
def test_its_links_lead_somewhere(page):
    for path, anchor in LINK.findall(CODE.sub("", page.read_text())):
        target = page.parent / path if path else page
        assert target.exists(), path
        assert target.resolve().is_relative_to(DOCS), f"{path} is not in the site: name it as code"
        if anchor and target.suffix == ".md":
            assert anchor in {slug(heading) for heading in HEADING.findall(target.read_text())}, anchor


def slug(heading):
    """As mkdocs makes it, and forges do."""
    return re.sub(r"[-\s]+", "-", re.sub(r"[^\w\s-]", "", heading).strip().lower())
