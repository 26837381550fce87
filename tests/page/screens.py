"""Pictures of every screen: `python -m tests.page.screens FOLDER` (docs/web.md).

It takes each screen at three sizes, in both languages, light and dark, and prints what is wrong with it. A screen fits
if nothing is wider than the window, no text is cut, and the main button of a question is in sight.
"""

import argparse
import sys
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import NamedTuple

from playwright.sync_api import Error, Page, expect

from support.browser import PHONE, a_browser, chromium
from tests.page.prepared_screens import Prepared

SIZES = {
    "phone": PHONE,
    "desktop": {"width": 1440, "height": 900},
    "wide": {"width": 3840, "height": 2160},
}
LANGUAGES = ("en", "ru")
SCHEMES = ("light", "dark")


class Take(NamedTuple):
    size: str
    scheme: str


EVERY = tuple(Take(size, scheme) for size in SIZES for scheme in SCHEMES)
# Two frames: the map measures its place in the first and is drawn again in the second.
FRAMES = "() => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))"
FAULTS = """() => {
    const found = [];
    const page = document.documentElement;
    if (page.scrollWidth > innerWidth) found.push(`${page.scrollWidth - innerWidth} px wider than the window`);
    const isShown = each => each.checkVisibility({ opacityProperty: true, visibilityProperty: true });
    const clips = ["hidden", "clip"];
    for (const each of document.querySelectorAll("body *")) {
        const own = [...each.childNodes].filter(({ nodeType }) => nodeType === Node.TEXT_NODE);
        const text = own.map(({ data }) => data).join(" ").trim();
        if (!text || !isShown(each) || each.closest(".visually-hidden, .skip, option, svg, [aria-live]")) continue;
        const range = document.createRange();
        range.setStartBefore(own[0]);
        range.setEndAfter(own.at(-1));
        const { left, right, width } = range.getBoundingClientRect();
        let scrolls = false;
        for (let over = each; width && over !== document.body && !scrolls; over = over.parentElement) {
            const { overflowX, textOverflow } = getComputedStyle(over);
            scrolls = overflowX === "auto" || overflowX === "scroll";
            const box = over.getBoundingClientRect();
            if (!(clips.includes(overflowX) && (right > box.right + 1 || left < box.left - 1))) continue;
            scrolls = true; // its end is not drawn
            if (!(textOverflow === "ellipsis" && over.closest("[title], [aria-label]"))) found.push(`cut: ${text}`);
        }
        if (!scrolls && (right > innerWidth + 1 || left < -1)) found.push(`outside: ${text}`);
        const box = each.closest("button, .button, .chip")?.getBoundingClientRect();
        if (box && !scrolls && (right > box.right + 1 || left < box.left - 1)) found.push(`over its edge: ${text}`);
    }
    const main = [...document.querySelectorAll(".actions.mine .g-main")].filter(isShown).at(-1);
    const { top, bottom } = main?.getBoundingClientRect() ?? { top: 0, bottom: 0 };
    if (top < 0 || bottom > innerHeight + 1) found.push(`the main button is out of sight: ${main.innerText}`);
    return [...new Set(found)];
}"""


def faults(
    prepared: Prepared,
    languages: Iterable[str],
    takes: Sequence[Take],
    names: Sequence[str] = ("",),
    take_picture: Callable[[str], object] = lambda name: None,
) -> list[str]:
    """Show every screen whose name begins with one of `names`, and return what is wrong with it.

    `take_picture` gets the name of each take.
    """
    found = []
    page = prepared.page
    for language in languages:
        prepared.speak(language)
        for name, come in prepared.screens():
            if not name.startswith(tuple(names)):
                continue
            try:
                come()
                expect(page.locator("main .waiting, .coming")).to_have_count(0)
            except (Error, AssertionError) as error:
                found.append(f"{name}-{language}: not shown: {error}")
                continue
            for take in takes:
                shown = f"{name}-{take.size}-{language}-{take.scheme}"
                _set(page, take)
                found += [f"{shown}: {each}" for each in page.evaluate(FAULTS)]
                take_picture(shown)
            found += [f"{name}-{language}: {each}" for each in prepared.visitor.faults]
            prepared.visitor.faults.clear()
    return found


def _set(page: Page, take: Take) -> None:
    page.set_viewport_size(SIZES[take.size])
    page.emulate_media(color_scheme=take.scheme)
    page.evaluate(FRAMES)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("names", nargs="*", default=[""], help="only screens whose names begin so, such as question")
    args = parser.parse_args()
    folder = args.folder
    if chromium() is None:
        sys.exit("Chromium is not installed (apt-get install chromium).")
    folder.mkdir(parents=True, exist_ok=True)
    with a_browser() as browser, Prepared(browser, all_questions=True) as prepared:
        page = prepared.page

        def take(name: str) -> None:
            page.screenshot(path=folder / f"{name}.png")

        found = faults(prepared, LANGUAGES, EVERY, args.names, take)
    print("\n".join([*found, f"pictures: {len(list(folder.glob('*.png')))} · faults: {len(found)}"]))
    sys.exit(bool(found))


if __name__ == "__main__":
    main()
