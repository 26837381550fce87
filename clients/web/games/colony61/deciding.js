// Decisions about laid cards, the income with its parts, and automatic choices of the server.
import { h } from "../../vendor/preact.js";
import { Press, submit, sum, Wanted, word } from "../kit.js";
import { Ways } from "../ways.js";
import { cardName, cubes, worth } from "./cards.js";

/**
 * @param {games.Game} game
 * @param {{build?: string[], recycle?: string, unpayable?: string[], costs?: number[]}} it
 */
const told = (game, { build = [], recycle, unpayable = [], costs = [] }) => {
  const recycled = recycle && [recycle, ...unpayable].map(card => cardName(game, card)).join(", ");
  const parts = [
    build.length &&
      game.t("Build {cards} for {n} $", { cards: build.map(card => cardName(game, card)).join(", "), n: sum(costs) }),
    recycled &&
      (build.length ? game.t("recycle {card}", { card: recycled }) : game.t("Recycle {card}", { card: recycled })),
  ].filter(Boolean);
  return parts.join(", ") || game.t("Build and recycle nothing");
};

/**
 * A button for everything that may become of the cards; other cubes to pay with are listed under it.
 * @param {{game: games.Game, ways: games.Offer<games.Colony61About>[], key?: any}} props
 */
export const Decide = ({ game, ways }) =>
  h(
    Wanted,
    { says: game.t("Decide what becomes of the cards you laid.") },
    h(
      "ul",
      { class: "g-decisions" },
      ways.map(option =>
        h(
          "li",
          { key: option.option },
          h(
            Press,
            { game, does: `decide-${option.option}`, onPress: () => submit(game, { command: option.first }) },
            told(game, option.about),
            paid(game, option.first),
          ),
          option.count > 1 ? h(Ways, { game, option, label: game.t("Pay otherwise") }) : null,
        ),
      ),
    ),
  );

/**
 * @param {games.Game} game
 * @param {turnledger.Command} command
 */
const paid = (game, command) => {
  const payments = command.colony61?.decideCards?.payments?.payments ?? [];
  return payments.length
    ? h("small", {}, " ", game.t("paying {cubes}", { cubes: payments.map(each => cubes(each.cubes)).join(" + ") }))
    : null;
};

/** @param {games.Game["t"]} t */
const VARY = t =>
  /** @type {Record<string, string>} */ ({
    cubes: t("Other cubes"),
    bonuses: t("Other bonuses and links"),
    keep: t("Other cubes to keep"),
    upkeep: t("Other upkeep"),
  });

/**
 * @param {{game: games.Game, incomes: games.Offer<games.Colony61About>[], standard?: games.Offer<games.Colony61About>,
 *   key?: any}} props
 */
export function Income({ game, incomes, standard }) {
  const own = standard?.about.command?.resolveIncome;
  return h(
    Wanted,
    { says: game.t("Take your income.") },
    incomes[0] ? h(Basis, { game, basis: /** @type {turnledger.Colony61Basis} */ (incomes[0].about.basis) }) : null,
    own
      ? h(
          "ul",
          { class: "g-basis g-says" },
          spelt(game, own).map(line => h("li", { key: line }, line)),
        )
      : null,
    standard && own
      ? h(
          "div",
          { class: "g-line" },
          h(
            Press,
            { game, main: true, does: "income", onPress: () => submit(game, { command: standard.first }) },
            game.t("Take this income"),
          ),
        )
      : null,
    incomes
      .filter(({ count }) => count > 1 || incomes.length > 1)
      .map(option =>
        h(Ways, {
          key: option.option,
          game,
          option,
          label: [VARY(game.t)[option.about.vary], option.about.effect && word(game, option.about.effect)]
            .filter(Boolean)
            .join(", "),
        }),
      ),
  );
}

/**
 * An income as it is worked out: what goes where, and the cubes that are taken.
 * @param {games.Game} game
 * @param {turnledger.Colony61Command.ResolveIncome} income
 */
function spelt(game, { effect, exchange, bonuses, merges, upkeep, cubes: taken, keep }) {
  const name = (/** @type {string} */ card) => cardName(game, card);
  return [
    effect && word(game, effect),
    exchange && game.t("exchanged for {cubes}", { cubes: cubes(exchange) }),
    ...(bonuses?.bonuses ?? []).map(({ source, target }) => `${name(source)} → ${name(target)}`),
    ...(merges?.merges ?? []).map(({ by, a, b }) => `${name(by)}: ${name(a)} + ${name(b)}`),
    ...(upkeep?.payments ?? []).map(({ module, portion, cubes: paid }) =>
      game.t("upkeep of {module} from {what}", { module: name(module), what: portion ? name(portion) : cubes(paid) }),
    ),
    ...(taken?.portions ?? [])
      .filter(({ cubes: each }) => worth(each))
      .map(({ portion, cubes: each }) =>
        game.t("{what}: {n} $ ({cubes})", { what: name(portion), n: worth(each), cubes: cubes(each) }),
      ),
    keep && game.t("kept in store: {cubes}", { cubes: cubes(keep) }),
  ].filter(Boolean);
}

/**
 * The parts of the income, module by module.
 * @param {{game: games.Game, basis: turnledger.Colony61Basis, key?: any}} props
 */
function Basis({ game, basis }) {
  const name = (/** @type {string} */ card) => cardName(game, card);
  const lines = [
    ...(basis.modules ?? []).filter(({ income }) => income).map(({ card, income }) => `${name(card)}: ${income} $`),
    ...(basis.bonuses ?? []).map(({ by, amount, targets = [] }) =>
      game.t("{module} adds {n} to one of: {targets}", {
        module: name(by),
        n: amount,
        targets: targets.map(name).join(", ") || "–",
      }),
    ),
    ...(basis.merges ?? []).map(({ by }) => game.t("{module} joins two incomes", { module: name(by) })),
    ...(basis.upkeep ?? []).map(({ module, amount }) =>
      game.t("upkeep of {module}: {n} $", { module: name(module), n: amount }),
    ),
    basis.recycled &&
      game.t("A card was recycled: {n} $ more, or all incomes × {times}.", {
        n: basis.recycleBonus,
        times: basis.multiplier,
      }),
    basis.subsidy && game.t("from the state: {n} $", { n: basis.subsidy }),
    game.t("in store: {n} $ ({cubes}), {cells} places", {
      n: worth(basis.storage),
      cubes: cubes(basis.storage),
      cells: basis.cells,
    }),
  ].filter(Boolean);
  return h(
    "ul",
    { class: "g-basis" },
    lines.map((line, n) => h("li", { key: n }, line)),
  );
}

/**
 * The choices that the server may make for the seat from now on.
 * @param {{game: games.Game, option: games.Offer<games.Colony61About>, key?: any}} props
 */
export function Standing({ game, option: { about } }) {
  const set = (/** @type {object} */ changed) =>
    submit(game, {
      command: { colony61: { setStandingDefaults: { income: about.income, exchange: about.exchange, ...changed } } },
    });
  return h(
    "div",
    { class: "g-line g-standing" },
    h("span", {}, game.t("Let the server choose for me:")),
    h(
      Press,
      { game, pressed: about.income, does: "standing-income", onPress: () => set({ income: !about.income }) },
      game.t("my income"),
    ),
    h(
      Press,
      { game, pressed: about.exchange, does: "standing-exchange", onPress: () => set({ exchange: !about.exchange }) },
      game.t("my exchange of cards"),
    ),
  );
}

/**
 * The server's own choice for the step, in one press.
 * @param {{game: games.Game, option: games.Offer<games.Colony61About>, key?: any}} props
 */
export const Standard = ({ game, option }) =>
  h(
    "div",
    { class: "g-line" },
    h(
      Press,
      { game, does: "default", onPress: () => submit(game, { command: option.first }) },
      game.t("Let the server choose this once"),
    ),
  );
