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
    """Pages of a `nav`, at any depth."""
    for entry in entries:
        below = entry.values() if isinstance(entry, dict) else None
        yield from chain.from_iterable(map(named, below)) if below else [entry]


def test_every_page_stands_in_the_site_once():
    config = yaml.safe_load((ROOT / "mkdocs.yml").read_text())
    nav = list(named(site.expanded(config["nav"], DOCS)))
    assert sorted(nav) == sorted(str(page.relative_to(DOCS)) for page in PAGES)


def test_the_index_links_to_every_document():
    linked = {path for path, _ in LINK.findall((DOCS / "index.md").read_text())}
    assert {str(page.relative_to(DOCS)) for page in PAGES} - linked == {"index.md"}


@pytest.mark.parametrize("page", ["README.md", "CONTRIBUTING.md", "SECURITY.md"])
def test_links_of_the_front_pages_lead_to_files(page):
    missing = [path for path, _ in LINK.findall(CODE.sub("", (ROOT / page).read_text())) if not (ROOT / path).exists()]
    assert missing == []


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(DOCS)))
def test_its_links_lead_somewhere(page):
    for path, anchor in LINK.findall(CODE.sub("", page.read_text())):
        target = page.parent / path if path else page
        assert target.exists(), path
        assert target.resolve().is_relative_to(DOCS), f"{path} is not in the site: name it as code"
        if anchor and target.suffix == ".md":
            assert anchor in {slug(heading) for heading in HEADING.findall(target.read_text())}, anchor


def slug(heading):
    """In the form of mkdocs and forges."""
    return re.sub(r"[-\s]+", "-", re.sub(r"[^\w\s-]", "", heading).strip().lower())
