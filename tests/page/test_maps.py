"""Maps of Power Grid as pictures: prices, cities and names never lie over each other; the coast; dark mode."""

import pytest
from playwright.sync_api import expect

from support.browser import PATIENCE_MS, PHONE
from tests.page.players import Player, open_table

pytestmark = [pytest.mark.servers, pytest.mark.slow, pytest.mark.timeout(600)]
expect.set_options(timeout=PATIENCE_MS)
MAPS = ["russia", "japan", "india", "australia", "germany", "usa"]
SCALES = [0.65, 0.9, 1.3, 2.2, 3.8]
"""Pixels a unit: a desktop, a phone, and screens of up to 3,840 pixels."""
OVERLAPS = """async ([variant, scales]) => {
    const { layout, stepOf } = await import("/games/power_grid/geometry.js");
    const token = JSON.parse(localStorage.getItem("turnledger.session")).tokens.accessToken;
    const headers = { "Content-Type": "application/json", Authorization: `Bearer ${token}` };
    const asked = { method: "POST", body: JSON.stringify({ variant }), headers };
    const answer = await fetch("/turnledger.v1.Catalogue/GetGameData", asked);
    const { map } = (await answer.json()).data.powerGrid;
    const over = (a, b) => Math.min(a.right, b.right) - Math.max(a.left, b.left) > 0.6
        && Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 0.6;
    const square = (of, { x, y }, half, city) =>
        ({ of, city, left: x - half, right: x + half, top: y - half, bottom: y + half });
    const regionOf = new Map(map.cities.map(({ id, region }) => [id, region]));
    const all = map.regions.map(({ id }) => id);
    const both = map.links.flatMap(({ cityA, cityB }) => [[cityA, cityB], [cityB, cityA]]);
    const touches = (set, region) =>
        both.some(([a, b]) => set.includes(regionOf.get(a)) && regionOf.get(b) === region);
    const sets = new Map();
    const grow = (set) => {
        sets.set([...set].sort().join(), set);
        for (const each of all) if (!set.includes(each) && touches(set, each)) {
            const next = [...set, each];
            if (!sets.has([...next].sort().join())) grow(next);
        }
    };
    for (const each of all) grow([each]);
    const found = { sets: 0, bad: [], hidden: 0 };
    for (const set of [...sets.values()].filter(({ length }) => length > 2))
        for (const language of ["en", "ru"]) for (const scale of scales) {
            const drawn = layout(map, set, ({ names }) => names[language], stepOf(scale));
            const things = [
                ...drawn.cities.map((each) => square(each.id, each, drawn.radius, true)),
                ...drawn.links.map((each) => square(`${each.a.id}-${each.b.id}`, each, drawn.size.disc)),
                ...drawn.labels.filter(({ hidden }) => !hidden).map((each) => ({ ...each, of: each.text })),
            ];
            const where = [set.join(), language, scale].join(" ");
            things.forEach((one, place) => things.slice(place + 1).forEach((other) => {
                if (!(one.city && other.city) && over(one, other)) found.bad.push(`${where}: ${one.of} ${other.of}`);
            }));
            if (scale > 2) found.hidden += drawn.labels.filter(({ hidden }) => hidden).length;
            found.sets += 1;
        }
    return found;
}"""


@pytest.mark.parametrize("name", MAPS)
def test_no_price_city_or_name_covers_another_on_any_set_of_regions(visit, name):
    page = visit().open()
    expect(page.get_by_role("button", name="Account: ")).to_contain_text("(guest)")
    found = page.evaluate(OVERLAPS, [f"power_grid/{name}", SCALES])
    assert found["sets"] > 20
    assert found["bad"] == []
    assert found["hidden"] == 0  # with room every city has its name


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_a_map_has_a_coast_and_colours_of_its_own_in_the_dark(visit, scheme):
    page = visit(color_scheme=scheme).open()
    open_table(page, "power_grid/australia")
    coast = page.locator(".g-map > .g-land")
    expect(coast).to_be_visible()
    assert len(coast.get_attribute("d") or "") > 1000
    style = "each => getComputedStyle(each).fill"
    light = sum(int(part) for part in page.locator(".g-disc").first.evaluate(style)[4:-1].split(","))
    assert (light > 500) == (scheme == "light")


def test_names_have_one_size_at_every_zoom(visit):
    page = visit(viewport=PHONE, has_touch=True).open()
    open_table(page, "power_grid/russia")
    Player(page).offered()
    page.get_by_role("button", name="Map", exact=True).click()
    high = "() => document.querySelector('.g-city-name').getBoundingClientRect().height"
    before = page.evaluate(high)
    page.get_by_role("button", name="Zoom in").click()
    expect(page.locator(".g-map")).to_be_visible()
    assert page.evaluate(high) == pytest.approx(before, rel=0.2)
