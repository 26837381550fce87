// Works on the service that people are told of: asked for now and then, also by who is signed out.
import { callAlone, ServiceError } from "./api.js";
import { whenVisible } from "./browser.js";
import { dateAndTime, named, t } from "./i18n.js";
import { h, useEffect, useState } from "./vendor/preact.js";

const EVERY_MS = 120_000;

export function Maintenance() {
  const [notice, setNotice] = useState(/** @type {turnledger.MaintenanceNotice | undefined} */ (undefined));
  useEffect(() => {
    const read = async () => {
      await whenVisible();
      try {
        setNotice((await callAlone("Catalogue/GetServer")).maintenance);
      } catch (error) {
        if (!(error instanceof ServiceError)) throw error; // the page says by itself that nobody answers
      }
    };
    read();
    const timer = setInterval(read, EVERY_MS);
    return () => clearInterval(timer);
  }, []);
  if (!notice || Date.parse(notice.endTime ?? "") < Date.now()) return null;
  const times = { from: dateAndTime(notice.startTime), until: dateAndTime(notice.endTime) };
  return h("p", { class: "away", role: "status" }, t("Works on the service from {from} to {until}.", times), " ", named(notice.texts));
}
