// Questions about regions: one of the play area before the first auction, a city that a robot may not take.
import { named } from "../../i18n.js";
import { h } from "../../vendor/preact.js";
import { draftOf } from "../draft.js";
import { Press, Stepper, submit, Wanted } from "../kit.js";

/** @param {{game: games.Game, offers: games.Offer<games.PowerGridAbout>[], key?: any}} props */
export function Draft({ game, offers }) {
  const names = new Map(game.edition.data.map?.regions.map(each => [each.id, named(each.names, each.id)]));
  const chosen = (game.snapshot.board?.powerGrid?.regions ?? []).map(id => names.get(id) ?? id).join(", ");
  return h(
    Wanted,
    {
      says: chosen
        ? game.t("Chosen so far: {regions}. Choose a region next to them.", { regions: chosen })
        : game.t("Choose the first region of this game."),
    },
    h(
      "div",
      { class: "g-line" },
      offers.map(({ about, first }) =>
        h(
          Press,
          { key: about.region, game, does: `region-${about.region}`, onPress: () => submit(game, { command: first }) },
          names.get(about.region) ?? about.region,
        ),
      ),
    ),
  );
}

/**
 * A place of the map in the reader's language.
 * @param {{id: string, names?: any}[] | undefined} among
 * @param {string} id
 */
const placeName = (among, id) => named(among?.find(each => each.id === id)?.names, id);

/** @param {{game: games.Game, offers: games.Offer<games.PowerGridAbout>[], key?: any}} props */
export function Bar({ game, offers }) {
  const map = game.edition.data.map;
  const { region, robot } = offers[0].about;
  const says = region
    ? game.t("Which city of {region} may {robot} not take? Its city is drawn among the others.", {
        region: placeName(map?.regions, region),
        robot: game.name(robot),
      })
    : game.t("Which city may {robot} not take? The last one left is its city.", { robot: game.name(robot) });
  return h(
    Wanted,
    { says },
    h(
      "div",
      { class: "g-line" },
      offers.map(({ about, first }) =>
        h(
          Press,
          { key: about.city, game, does: `bar-${about.city}`, onPress: () => submit(game, { command: first }) },
          placeName(map?.cities, about.city),
        ),
      ),
    ),
  );
}

/**
 * A press names the city at once, unless players bid for it.
 * @param {{game: games.Game, offers: games.Offer<games.PowerGridAbout>[], pass?: games.Offer<any>, key?: any}} props
 */
export function Name({ game, offers, pass }) {
  const draft = draftOf(game);
  const cities = game.edition.data.map?.cities;
  const { robot, bidMin: min, bidMax: max } = (offers[0] ?? pass).about;
  const picked = pass && offers.find(({ about }) => about.city === draft.picked.value);
  const bid = Math.max(min, Math.min(max, draft.amount.value ?? min));
  const says = pass
    ? game.t("Name a city for {robot}, or pass. Lowest bid: {n}.", { robot: game.name(robot), n: min ?? "–" })
    : game.t("Name a city for {robot}.", { robot: game.name(robot) });
  return h(
    Wanted,
    { says },
    h(
      "div",
      { class: "g-line" },
      offers.map(({ about, first }) =>
        h(
          Press,
          {
            key: about.city,
            game,
            does: `name-${about.city}`,
            onPress: () => (pass ? (draft.picked.value = about.city) : submit(game, { command: first })),
          },
          placeName(cities, about.city),
        ),
      ),
    ),
    h(
      "div",
      { class: "g-line" },
      picked
        ? h(Stepper, {
            game,
            value: bid,
            min,
            max,
            label: game.t("Bid"),
            onChange: (/** @type {number} */ n) => (draft.amount.value = n),
          })
        : null,
      picked
        ? h(
            Press,
            {
              game,
              main: true,
              does: "name",
              onPress: () => submit(game, { command: { powerGrid: { nameCity: { city: picked.about.city, bid } } } }),
            },
            game.t("Name the city"),
            " ",
            h("b", {}, placeName(cities, picked.about.city)),
          )
        : null,
      pass
        ? h(Press, { game, does: "pass", onPress: () => submit(game, { command: pass.first }) }, game.t("Pass"))
        : null,
    ),
  );
}
