// The server's clock and announced maintenance: requested now and then, also while signed out.
import { callAlone, ServiceError } from "./api.js";
import { whenVisible } from "./browser.js";
import { now, setClock } from "./clock.js";
import { dateAndTime, named, t } from "./i18n.js";
import { h, useEffect, useState } from "./vendor/preact.js";

const EVERY_MS = 120_000;

export function Maintenance() {
  const [notice, setNotice] = useState(/** @type {turnledger.MaintenanceNotice | undefined} */ (undefined));
  useEffect(() => {
    const read = async () => {
      await whenVisible();
      try {
        const sent = performance.now();
        const { maintenance, serverTime } = await callAlone("Catalogue/GetServer");
        setClock(serverTime, sent);
        setNotice(maintenance);
      } catch (error) {
        if (!(error instanceof ServiceError)) throw error; // the page says by itself that nobody answers
      }
    };
    read();
    const timer = setInterval(read, EVERY_MS);
    document.addEventListener("visibilitychange", read); // a computer that slept may have stopped counting
    return () => {
      clearInterval(timer);
      document.removeEventListener("visibilitychange", read);
    };
  }, []);
  if (!notice || Date.parse(notice.endTime ?? "") < now()) return null;
  const times = { from: dateAndTime(notice.startTime), until: dateAndTime(notice.endTime) };
  return h(
    "p",
    { class: "away", role: "status" },
    t("Works on the service from {from} to {until}.", times),
    " ",
    named(notice.texts),
  );
}
