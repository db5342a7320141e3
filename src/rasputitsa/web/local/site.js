/** The page as an app: it is kept for use without a network, and newer versions of it are offered between matches. */

import { toast } from "../announcer.js";
import { localTable } from "../transport.js";

const LEISURE = 20000; // milliseconds after which what is not kept yet is fetched
const OFTEN = 3600000; // milliseconds between two looks for a new version

/** @param {() => boolean} isPlaying  whether a match is on the screen @returns {() => void}  to be called when another screen is shown */
export function keepSite(isPlaying) {
  void localTable().then(({ start }) => start());
  void navigator.storage?.persist?.();
  const { serviceWorker } = navigator;
  if (!serviceWorker) return () => {};
  let asked = false;
  let looked = Date.now();
  /** @type {ServiceWorkerRegistration | null} */
  let registration = null;
  serviceWorker.addEventListener("controllerchange", () => {
    if (asked) location.reload();
  });
  const look = () => {
    const waiting = registration?.waiting;
    if (isPlaying() || !registration) return;
    if (waiting && serviceWorker.controller) offer(waiting, () => (asked = true));
    else if (Date.now() - looked > OFTEN) {
      looked = Date.now();
      registration.update().catch(() => {}); // there is no network
    }
  };
  void serviceWorker.register("service_worker.js", { updateViaCache: "none" }).then((found) => {
    registration = found;
    look();
    found.addEventListener("updatefound", () => found.installing?.addEventListener("statechange", look));
    window.setTimeout(() => found.active?.postMessage("keep all"), LEISURE);
  });
  return look;
}

/** @param {ServiceWorker} waiting @param {() => void} accepted */
function offer(waiting, accepted) {
  const run = () => {
    accepted();
    waiting.postMessage("take over");
  };
  toast("A new version is ready. Matches that have begun go on.", { id: "version", seconds: 0, action: { label: "Use it now", run } });
}
