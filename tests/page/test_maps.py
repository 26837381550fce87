"""Maps of Power Grid as pictures: prices, cities and names never lie over each other; the coast; dark mode."""

import pytest
from playwright.sync_api import expect

from support.browser import PATIENCE_MS, PHONE
from tests.page.players import Player, open_table

pytestmark = [pytest.mark.servers, pytest.mark.slow, pytest.mark.timeout(1200)]
expect.set_options(timeout=PATIENCE_MS)
MAPS = ["russia", "japan", "india", "australia", "germany", "usa"]
SCALES = [1.08**step for step in range(-7, 18)]
"""Pixels a unit, from 0.58 to 3.7: those at which a map is placed on windows of 360 to 3,840 pixels."""
OVERLAPS = """async ([variant, scales]) => {
    const { layout, RING, slotAt, slotFont } = await import("/games/power_grid/geometry.js");
    const { load } = await import("/games/edition.js");
    const { call } = await import("/api.js");
    const { data: { map }, file } = await load(call, { powerGrid: {} }, variant);
    const over = (a, b) => Math.min(a.right, b.right) - Math.max(a.left, b.left) > 0.6
        && Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 0.6
        && !(a.round && b.round && Math.hypot(a.left - b.left + a.round - b.round, a.top - b.top + a.round - b.round)
            > a.round + b.round - 0.6);
    const circle = (of, { x, y }, half, city) =>
        ({ of, city, round: half, left: x - half, right: x + half, top: y - half, bottom: y + half });
    const rim = ({ id }, { radius }) => radius + (file.start_cities?.includes(id) ? RING : 0);
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
    // what a city with so many houses has in it: two houses and three digits are the most
    const inside = ({ radius, size }) => [1, 2, 3].flatMap((count) => ["20", "123"].map((price) =>
        Array.from({ length: count }, (_, n) => {
            const { x, y } = slotAt({ x: 0, y: 0 }, n, count, radius);
            const font = slotFont(count, radius, size, price);
            const [wide, high] = [0.28 * price.length * font, 0.36 * font];
            return { left: x - wide, right: x + wide, top: y - high, bottom: y + high };
        })));
    // each set at every fourth scale, all sets together at all of them
    [...sets.values()].filter(({ length }) => length > 2).forEach((set, turn) => {
        for (const language of ["en", "ru"]) for (const scale of scales.filter((_, n) => n % 4 === turn % 4)) {
            const drawn = layout(map, set, ({ names }) => names[language], scale, file.start_cities);
            const things = [
                ...drawn.cities.map((each) => circle(each.id, each, rim(each, drawn), true)),
                ...drawn.links.map((each) => circle(`${each.a.id}-${each.b.id}`, each, drawn.size.disc)),
                ...drawn.labels.filter(({ hidden }) => !hidden).map((each) => ({ ...each, of: each.text })),
            ];
            const where = [set.join(), language, scale].join(" ");
            things.forEach((one, place) => things.slice(place + 1).forEach((other) => {
                if (!(one.city && other.city) && over(one, other)) found.bad.push(`${where}: ${one.of} ${other.of}`);
            }));
            for (const slots of inside(drawn)) slots.forEach((one, place) => {
                const far = Math.hypot(Math.max(-one.left, one.right), Math.max(-one.top, one.bottom));
                if (far > drawn.radius * 1.1 || slots.slice(place + 1).some((other) => over(one, other)))
                    found.bad.push(`${where}: price ${place} of ${slots.length}`);
            });
            if (scale > 1.05) found.hidden += drawn.labels.filter(({ hidden }) => hidden).length;
            found.sets += 1;
        }
    });
    return found;
}"""


@pytest.mark.parametrize("name", MAPS)
def test_no_price_city_or_name_covers_another_on_any_set_of_regions(visit, name):
    page = visit().open()
    expect(page.get_by_role("button", name="Account: ")).to_contain_text("(guest)")
    found = page.evaluate(OVERLAPS, [f"power_grid/{name}", SCALES])
    assert found["sets"] > 20
    assert found["bad"] == []
    assert found["hidden"] == 0  # from 1.08 pixels a unit on every city has its name


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
