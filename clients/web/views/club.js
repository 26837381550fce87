// One club: who is in it, its tables and tournaments, what officers decide.
import { all, call, callUntilAnswered } from "../api.js";
import { accountOf } from "../around/found.js";
import { uuid } from "../browser.js";
import { t } from "../i18n.js";
import { catalogue, me, variantName } from "../state.js";
import { TableRow, usePublicTables } from "../tables.js";
import { Button, Confirm, DataTable, Dialog, explain, Form, Later, Loading, Main, TextField } from "../ui.js";
import { h, useEffect, useState } from "../vendor/preact.js";
import { ADMISSIONS, ProfileFields, profileOf, STANDINGS, word } from "./clubs.js";

/** @typedef {turnledger.Club} Club @typedef {turnledger.ClubMember} Member */
/**
 * @typedef {{told: turnledger.GetClubResponse, club: Club, members: Member[], requests: Member[],
 *   tournaments: turnledger.Tournament[], ladder: turnledger.LadderRow[], records: turnledger.ClubRecord[]}} Known
 */
const IN = ["OWNER", "OFFICER", "MEMBER"];
const newTable = () => import("../new_table.js");
const newTournament = () => import("./tournaments.js");
const nameOf = (/** @type {turnledger.Player | undefined} */ player) => player?.displayName || t("deleted account");

/** All that the page shows, read again after each change. @returns {Promise<Known>} */
async function read(/** @type {string} */ clubId, /** @type {AbortSignal | undefined} */ signal = undefined) {
  const told = await callUntilAnswered("Clubs/GetClub", { clubId }, signal);
  const club = /** @type {Club} */ (told.club);
  const [members, tournaments, requests, ladder, { records }] = await Promise.all([
    all("Clubs/ListMembers", { clubId }, "members", signal),
    all("Tournaments/ListTournaments", { ofClubId: clubId }, "tournaments", signal),
    told.officer ? all("Clubs/ListClubRequests", { clubId }, "people", signal) : [],
    all("Clubs/ListLadder", { clubId }, "rows", signal),
    callUntilAnswered("Clubs/GetClubRecords", { clubId }, signal),
  ]);
  return { told, club, members, requests, tournaments, ladder, records };
}

/** @param {{params: string[]}} props */
export default function ClubScreen({ params: [clubId] }) {
  const [known, setKnown] = useState(/** @type {Known | null} */ (null));
  const [missing, setMissing] = useState(false);
  const [dialog, setDialog] = useState("");
  const again = () => read(clubId).then(setKnown);
  useEffect(() => {
    const stop = new AbortController();
    catalogue().catch(() => {});
    read(clubId, stop.signal).then(setKnown, error => stop.signal.aborted || (setMissing(true), explain(error)));
    return () => stop.abort();
  }, [clubId]);
  if (!known) return h(Main, {}, missing ? h("h1", {}, t("There is no such club.")) : h(Loading, {}));
  const { told, club, members } = known;
  const isIn = IN.includes(word(club.standing));
  const close = () => setDialog("");
  return h(
    Main,
    { class: "a-settings" },
    h("p", {}, h("a", { href: "#/clubs" }, t("All clubs"))),
    h("h1", {}, club.profile?.name),
    h(
      "p",
      {},
      [
        t("{n} members", { n: club.members }),
        t("members become: {who}", {
          who: ADMISSIONS.find(([each]) => each === word(club.profile?.admission))?.[1] ?? "",
        }),
      ].join(" · "),
    ),
    club.profile?.description.split("\n").map((line, number) => h("p", { key: number }, line)),
    club.closed ? h("p", { role: "status" }, t("This club is closed.")) : h(Own, { told, again, setDialog }),
    isIn &&
      !club.closed &&
      h(
        "div",
        { class: "buttons" },
        h(Button, { onClick: () => setDialog("table") }, t("New table for members")),
        told.officer && h(Button, { onClick: () => setDialog("tournament") }, t("Open a tournament for members")),
      ),
    h(Tables, { clubId }),
    h(TournamentList, { tournaments: known.tournaments }),
    h(Ladder, { known }),
    told.officer && !club.closed && h(Queue, { known, again }),
    h(
      "section",
      { "aria-label": t("Members") },
      h("h2", {}, t("Members")),
      h(
        "ul",
        { class: "rows" },
        members.map(each => h(MemberRow, { key: each.player?.accountId, member: each, told, again })),
      ),
    ),
    dialog === "table" && h(Later, { key: "table", load: newTable, name: "NewTable", clubId, onClose: close }),
    dialog === "tournament" &&
      h(Later, { key: "tournament", load: newTournament, name: "Opening", clubId, onClose: close }),
    dialog === "ask" && h(Asking, { clubId, again, onClose: close }),
    dialog === "change" && h(Changing, { club, again, onClose: close }),
    dialog === "close" &&
      h(Why, { title: t("Close the club"), decision: { close: {} }, clubId, again, onClose: close }),
    dialog === "leave" &&
      h(
        Confirm,
        {
          title: t("Leave the club?"),
          yes: t("Leave"),
          onYes: () => call("Clubs/LeaveClub", { requestId: uuid(), clubId }).then(again),
          onClose: close,
        },
        word(club.standing) === "OWNER" &&
          h("p", {}, t("It passes to the officer who was named first, or to the oldest member.")),
      ),
  );
}

/**
 * What the reader can do about itself.
 * @param {{told: turnledger.GetClubResponse, again: () => Promise<void>, setDialog: (name: string) => void}} props
 */
function Own({ told, again, setDialog }) {
  const club = /** @type {Club} */ (told.club);
  const standing = word(club.standing);
  const admission = word(club.profile?.admission);
  const give = (/** @type {string} */ method) =>
    call(`Clubs/${method}`, { requestId: uuid(), clubId: club.clubId }).then(again);
  return h(
    "section",
    { "aria-label": t("You in this club") },
    STANDINGS[standing] && h("p", { role: "status" }, t("You: {standing}", { standing: STANDINGS[standing] })),
    told.putOutText && h("p", {}, told.putOutText),
    h(
      "div",
      { class: "buttons" },
      standing === "INVITED" && h(Button, { primary: true, onClick: () => give("JoinClub") }, t("Take the invitation")),
      standing === "UNSPECIFIED" &&
        admission === "OPEN" &&
        h(Button, { primary: true, onClick: () => give("JoinClub") }, t("Join the club")),
      standing === "UNSPECIFIED" &&
        admission === "REQUEST" &&
        h(Button, { primary: true, onClick: () => setDialog("ask") }, t("Ask to become a member")),
      standing === "INVITED" && h(Button, { onClick: () => give("LeaveClub") }, t("Decline")),
      standing === "ASKED" && h(Button, { onClick: () => give("LeaveClub") }, t("Ask no more")),
      IN.includes(standing) && h(Button, { onClick: () => setDialog("leave") }, t("Leave the club")),
      told.owner && h(Button, { onClick: () => setDialog("change") }, t("Change what it says")),
      told.owner && h(Button, { danger: true, onClick: () => setDialog("close") }, t("Close the club")),
    ),
  );
}

/** @param {{clubId: string}} props */
function Tables({ clubId }) {
  const lists = usePublicTables();
  const tables = ["open", "running"]
    .flatMap(status => lists.of(status, ""))
    .filter(({ terms }) => terms?.clubId === clubId);
  return tables.length
    ? h(
        "section",
        { "aria-label": t("Tables for members") },
        h("h2", {}, t("Tables for members")),
        h(
          "ul",
          { class: "table-list" },
          tables.map(table => h(TableRow, { key: table.gameId, table })),
        ),
      )
    : null;
}

/** @param {{tournaments: turnledger.Tournament[]}} props */
function TournamentList({ tournaments }) {
  return tournaments.length
    ? h(
        "section",
        { "aria-label": t("Tournaments") },
        h("h2", {}, t("Tournaments")),
        h(
          "ul",
          {},
          tournaments.map(each =>
            h("li", { key: each.eventId }, h("a", { href: `#/tournament/${each.eventId}` }, each.terms?.name)),
          ),
        ),
      )
    : null;
}

/** @param {{known: Known}} props */
function Ladder({ known: { ladder, records } }) {
  if (!ladder.length && !records.length) return null;
  return h(
    "section",
    { "aria-label": t("Ladder") },
    h("h2", {}, t("Ladder")),
    h(
      "p",
      { class: "small" },
      t("After a game at a table of the club its players share out the places that they held."),
    ),
    h(DataTable, {
      label: t("Places"),
      kind: "a-table a-leaders",
      head: [t("Place"), t("Player"), t("Games"), t("Won")],
      heading: 1,
      own: ladder.findIndex(({ player }) => player?.accountId === me.value?.accountId),
      rows: ladder.map(({ rank, player, games, wins }) => [rank, nameOf(player), games, wins]),
    }),
    h(
      "ul",
      {},
      records.map(({ variant, score, player, gameId }) =>
        h(
          "li",
          { key: variant },
          t("Best score in {game}: {score}, {name}", { game: variantName(variant), score, name: nameOf(player) }),
          gameId && [" ", h("a", { href: `#/game/${gameId}` }, t("The game"))],
        ),
      ),
    ),
  );
}

const decide = (/** @type {string} */ clubId, /** @type {object} */ decision, text = "") =>
  call("Clubs/DecideClub", { requestId: uuid(), clubId, text, ...decision });

/** For officers: who waits at the door. @param {{known: Known, again: () => Promise<void>}} props */
function Queue({ known: { club, requests }, again }) {
  const [account, setAccount] = useState("");
  const { clubId } = club;
  const press = (/** @type {Member} */ { player }, /** @type {string} */ kind, /** @type {string} */ text) =>
    h(
      Button,
      {
        class: "small",
        label: `${text}: ${nameOf(player)}`,
        onClick: () => decide(clubId, { [kind]: player?.accountId }).then(again),
      },
      text,
    );
  const rows = requests.map(each =>
    h(
      "li",
      { key: each.player?.accountId },
      h(
        "span",
        {},
        h("a", { href: `#/player/${each.player?.accountId}` }, nameOf(each.player)),
        " ",
        h("small", {}, STANDINGS[word(each.standing)]),
        each.text && `: ${each.text}`,
      ),
      h(
        "span",
        { class: "buttons" },
        word(each.standing) === "ASKED" && [press(each, "admit", t("Admit")), press(each, "refuse", t("Refuse"))],
        word(each.standing) === "INVITED" && press(each, "takeBackInvitation", t("Take the invitation back")),
        word(each.standing) === "PUT_OUT" && press(each, "invite", t("Invite")),
      ),
    ),
  );
  const invite = async () => {
    const invited = await accountOf(account);
    if (!invited) return;
    await decide(clubId, { invite: invited });
    setAccount("");
    await again();
  };
  return h(
    "section",
    { "aria-label": t("At the door") },
    h("h2", {}, t("At the door")),
    rows.length ? h("ul", { class: "rows" }, rows) : h("p", { class: "empty" }, t("No one is waiting.")),
    h(
      Form,
      { class: "say", onSubmit: invite },
      h(TextField, {
        label: t("Invite by name or id"),
        value: account,
        onInput: setAccount,
        minLength: 2,
        maxLength: 32,
        required: true,
      }),
      h(Button, { type: "submit" }, t("Invite")),
    ),
  );
}

/** @param {{member: Member, told: turnledger.GetClubResponse, again: () => Promise<void>}} props */
function MemberRow({ member: { player, standing }, told, again }) {
  const [asking, setAsking] = useState(false);
  const club = /** @type {Club} */ (told.club);
  const own = player?.accountId === me.value?.accountId;
  const is = word(standing);
  const press = (/** @type {string} */ kind, /** @type {string} */ text) =>
    h(
      Button,
      {
        class: "small",
        label: `${text}: ${nameOf(player)}`,
        onClick: () => decide(club.clubId, { [kind]: player?.accountId }).then(again),
      },
      text,
    );
  return h(
    "li",
    {},
    h(
      "span",
      {},
      h("a", { href: `#/player/${player?.accountId}` }, nameOf(player)),
      " ",
      is === "MEMBER" ? null : h("small", {}, STANDINGS[is]),
    ),
    !club.closed &&
      h(
        "span",
        { class: "buttons" },
        told.owner && is === "MEMBER" && press("nameOfficer", t("Make an officer")),
        (told.owner || own) && is === "OFFICER" && press("relieveOfficer", t("An officer no more")),
        told.owner && !own && is !== "OWNER" && press("handOver", t("Hand the club over")),
        told.officer &&
          !own &&
          (is === "MEMBER" || (told.owner && is === "OFFICER")) &&
          h(
            Button,
            {
              class: "small",
              danger: true,
              label: `${t("Put out")}: ${nameOf(player)}`,
              onClick: () => setAsking(true),
            },
            t("Put out"),
          ),
      ),
    asking &&
      h(Why, {
        title: t("Put out"),
        decision: { putOut: player?.accountId },
        clubId: club.clubId,
        again,
        onClose: () => setAsking(false),
      }),
  );
}

/**
 * What needs a reason.
 * @param {{title: string, decision: object, clubId: string, again: () => Promise<void>, onClose: () => void}} props
 */
function Why({ title, decision, clubId, again, onClose }) {
  const [text, setText] = useState("");
  const send = async () => {
    await decide(clubId, decision, text);
    onClose();
    await again();
  };
  return h(
    Dialog,
    { title, onClose },
    h(
      Form,
      { onSubmit: send },
      h(TextField, { label: t("Why"), value: text, onInput: setText, maxLength: 500, required: true }),
      h(
        "div",
        { class: "buttons" },
        h(Button, { type: "submit", danger: true }, title),
        h(Button, { onClick: onClose }, t("Cancel")),
      ),
    ),
  );
}

/** @param {{clubId: string, again: () => Promise<void>, onClose: () => void}} props */
function Asking({ clubId, again, onClose }) {
  const [text, setText] = useState("");
  const send = async () => {
    await call("Clubs/JoinClub", { requestId: uuid(), clubId, text });
    onClose();
    await again();
  };
  return h(
    Dialog,
    { title: t("Ask to become a member"), onClose },
    h(
      Form,
      { onSubmit: send },
      h(TextField, { label: t("A few words to the officers"), value: text, onInput: setText, maxLength: 500 }),
      h(
        "div",
        { class: "buttons" },
        h(Button, { type: "submit", primary: true }, t("Ask")),
        h(Button, { onClick: onClose }, t("Cancel")),
      ),
    ),
  );
}

/** @param {{club: Club, again: () => Promise<void>, onClose: () => void}} props */
function Changing({ club, again, onClose }) {
  const [profile, setProfile] = useState({
    name: club.profile?.name ?? "",
    description: club.profile?.description ?? "",
    admission: word(club.profile?.admission),
  });
  const send = async () => {
    await decide(club.clubId, { change: profileOf(profile) });
    onClose();
    await again();
  };
  return h(
    Dialog,
    { title: t("Change what it says"), onClose },
    h(
      Form,
      { onSubmit: send },
      h(ProfileFields, { profile, setProfile }),
      h(
        "div",
        { class: "buttons" },
        h(Button, { type: "submit", primary: true }, t("Save")),
        h(Button, { onClick: onClose }, t("Cancel")),
      ),
    ),
  );
}
