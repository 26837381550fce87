// The commands that an option stands for, one by one, each with what it would make happen, as the server tells it.
import { h, useState } from "../vendor/preact.js";
import { call } from "../api.js";
import { explain } from "../ui.js";
import { Press, submit } from "./kit.js";

const PAGE = 20;

/**
 * A button that lists them, some at a time. `label`: what they are.
 * @param {{game: games.Game, option: games.Offer, label?: string, key?: any}} props
 */
export function Ways({ game, option, label }) {
  const [listed, list] = useState({ of: 0, commands: /** @type {turnledger.NumberedCommand[]} */ ([]) });
  const shown = listed.of === game.snapshot.version ? listed.commands : [];
  const more = () =>
    call("Play/ListCommands", {
      gameId: game.id,
      expectedVersion: game.snapshot.version,
      option: option.option,
      fromNumber: shown.length,
      pageSize: PAGE,
    }).then(({ commands }) => list({ of: game.snapshot.version, commands: [...shown, ...commands] }), explain);
  return h(
    "div",
    { class: "g-ways" },
    shown.length
      ? h(
          "ul",
          {},
          shown.map(({ number, command, says }) =>
            h(
              "li",
              { key: number },
              h(
                Press,
                { game, does: `way-${option.option}-${number}`, onPress: () => submit(game, { command }) },
                says || `${label} ${number + 1}`,
              ),
            ),
          ),
        )
      : null,
    shown.length < option.count
      ? h(
          Press,
          { game, does: `ways-${option.option}`, onPress: more },
          shown.length
            ? game.t("More…")
            : game.t("{what}: {n} ways…", { what: label, n: option.count < 2147483647 ? option.count : "∞" }),
        )
      : null,
  );
}
