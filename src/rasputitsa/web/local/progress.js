/** How much of the program is loaded, at the foot of the page. */

import { toast } from "../announcer.js";
import { h } from "../dom.js";

const MEGABYTE = 1e6;

const bar = h("progress", { "aria-label": "Loading the rules", max: "1" });
const words = h("span", { class: "small" });
const box = h("div", { class: "local-progress" }, words, bar);

/** @param {number} done @param {number} total  bytes */
export function showProgress(done, total) {
  if (!box.isConnected) document.body.append(box);
  bar.value = total ? done / total : 0;
  const figures = [done, total].map((bytes) => (bytes / MEGABYTE).toFixed(1)).join(" of ");
  words.textContent = done < total ? `Loading Python and the rules: ${figures} MB` : "Starting Python…";
}

/** It is loaded, or why that failed. @param {string} [text]  for the player @param {string} [reason]  for whoever looks into it */
export function hideProgress(text, reason) {
  box.remove();
  if (!text) return;
  const reload = { label: "Reload", run: () => location.reload() };
  toast(text, { id: "not-loaded", tone: "bad", seconds: 0, action: reload });
  console.error(reason);
}
