// Clubs: one's own and all, the last founded first; and the founding of one.
import { call } from "../api.js";
import { uuid } from "../browser.js";
import { t } from "../i18n.js";
import { PagedLinks, usePages } from "../pages.js";
import { Button, Dialog, Field, Form, Main, Select, TextField } from "../ui.js";
import { h, useState } from "../vendor/preact.js";

/** @type {[string, string][]} */
export const ADMISSIONS = [
  ["OPEN", t("open to all")],
  ["REQUEST", t("who asks, and is admitted by an officer")],
  ["INVITATION", t("who is invited")],
];
export const STANDINGS = /** @type {Record<string, string>} */ ({
  OWNER: t("owner"),
  OFFICER: t("officer"),
  MEMBER: t("member"),
  ASKED: t("has asked"),
  INVITED: t("is invited"),
  PUT_OUT: t("was put out"),
  UNSPECIFIED: "",
});
export const word = (/** @type {string | undefined} */ code) => (code ?? "").replace(/^CLUB_(STANDING|ADMISSION)_/, "");

export default function Clubs() {
  const [founding, setFounding] = useState(false);
  const [name, setName] = useState("");
  const [wanted, setWanted] = useState("");
  return h(
    Main,
    {},
    h("h1", {}, t("Clubs")),
    h(
      "div",
      { class: "buttons start" },
      h(Button, { primary: true, onClick: () => setFounding(true) }, t("Found a club")),
    ),
    h(List, { mine: true, name: "", title: t("Your clubs"), empty: t("You are in no club yet.") }),
    h(
      Form,
      { class: "say", onSubmit: async () => setWanted(name.trim()) },
      h(TextField, {
        label: t("Find a club by the beginning of its name"),
        value: name,
        onInput: setName,
        maxLength: 60,
      }),
      h(Button, { type: "submit" }, t("Find")),
    ),
    h(List, {
      key: wanted,
      mine: false,
      name: wanted,
      title: t("All clubs"),
      empty: t("There is no club yet that is called so."),
    }),
    founding && h(Founding, { onClose: () => setFounding(false) }),
  );
}

/** @param {{mine: boolean, name: string, title: string, empty: string}} props */
const List = ({ mine, name, title, empty }) =>
  h(PagedLinks, {
    title,
    empty,
    pages: usePages("Clubs/ListClubs", "clubs", { mine, name }),
    link: (/** @type {turnledger.Club} */ each) => ({
      href: `#/club/${each.clubId}`,
      name: each.profile?.name,
      says: [t("{n} members", { n: each.members }), STANDINGS[word(each.standing)]].filter(Boolean).join(" · "),
    }),
  });

/**
 * What a club says of itself.
 * @param {{profile: {name: string, description: string, admission: string}, setProfile: (profile: any) => void}} props
 */
export const ProfileFields = ({ profile, setProfile }) =>
  h(
    "div",
    {},
    h(TextField, {
      label: t("Its name"),
      value: profile.name,
      onInput: name => setProfile({ ...profile, name }),
      maxLength: 60,
      required: true,
    }),
    h(Field, {
      label: t("Subject"),
      children: (/** @type {string} */ id) =>
        h("textarea", {
          id,
          value: profile.description,
          maxLength: 2000,
          rows: 4,
          onInput: (/** @type {any} */ event) => setProfile({ ...profile, description: event.currentTarget.value }),
        }),
    }),
    h(Select, {
      label: t("Ways to become a member"),
      value: profile.admission,
      onChange: admission => setProfile({ ...profile, admission }),
      options: ADMISSIONS,
    }),
  );

export const profileOf = (
  /** @type {{name: string, description: string, admission: string}} */ { name, description, admission },
) => ({ name: name.trim(), description, admission: `CLUB_ADMISSION_${admission}` });

/** @param {{onClose: () => void}} props */
function Founding({ onClose }) {
  const [profile, setProfile] = useState({ name: "", description: "", admission: "REQUEST" });
  const [request] = useState(uuid);
  const found = async () => {
    const { club } = await call("Clubs/CreateClub", { requestId: request, profile: profileOf(profile) });
    location.hash = `#/club/${club.clubId}`;
  };
  return h(
    Dialog,
    { title: t("Found a club"), onClose },
    h(
      Form,
      { onSubmit: found },
      h(ProfileFields, { profile, setProfile }),
      h(
        "div",
        { class: "buttons" },
        h(Button, { type: "submit", primary: true }, t("Found it")),
        h(Button, { onClick: onClose }, t("Cancel")),
      ),
    ),
  );
}
