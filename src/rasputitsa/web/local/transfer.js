/** All matches of this browser as one file, and such a file taken in again. */

import { toast, toastError } from "../announcer.js";
import { save } from "../clipboard.js";
import { button, h } from "../dom.js";
import * as store from "../store.js";
import { localTable } from "../transport.js";
import { load, matches, remove } from "./database.js";
import { restoreKeys } from "./keys.js";

const FORMAT = "rasputitsa matches";
const VERSION = 1;

/** Every match with all its rows, and the keys by which this browser opens it. */
async function exported() {
  const rows = await matches();
  const stored = (await Promise.all(rows.map((row) => load(row.id)))).filter((one) => one !== null);
  return { format: FORMAT, version: VERSION, matches: stored, keys: store.matches() };
}

/** @param {string} text  of a file @returns {Promise<string>}  what came of it */
async function take(text) {
  let data;
  try {
    data = JSON.parse(text);
  } catch {
    data = null;
  }
  if (data?.format !== FORMAT) throw new Error("This is not a file of exported matches.");
  if (data.version !== VERSION) throw new Error("This file is of another version of Rasputitsa, which this one cannot read.");
  const { request } = await localTable();
  const keys = (Array.isArray(data.keys) ? data.keys : []).filter((/** @type {any} */ one) => !store.match(one?.match));
  const answer = await request({ path: ["import"], key: "", query: {}, body: { matches: data.matches, keys } });
  await restoreKeys();
  if (answer.error) throw new Error(answer.error.text);
  const { taken, known, refused } = answer.data;
  const others = refused.length ? ` ${refused.length} could not be imported: ${refused[0]}` : "";
  return `${taken} imported${known ? `, ${known} already here` : ""}.${others}`;
}

/** What is said about matches that are in this browser only. @param {() => void} changed */
export function transferSection(changed) {
  const file = h("input", { type: "file", accept: ".json,application/json", class: "sr-only", "aria-label": "File of exported matches" });
  file.tabIndex = -1;
  file.onchange = async () => {
    try {
      toast(await take((await file.files?.[0]?.text()) ?? ""));
      changed();
    } catch (error) {
      toastError(error);
    }
    file.value = "";
  };
  const today = new Date().toISOString().slice(0, 10);
  const keep = (/** @type {unknown} */ data) => save(`rasputitsa-${today}.json`, JSON.stringify(data), "application/json");
  const write = () => void exported().then(keep).catch(toastError);
  return h(
    "section",
    { class: "card", "aria-labelledby": "transfer-title" },
    h("h2", { id: "transfer-title" }, "Your matches"),
    h("p", null, "They are stored in this browser and nowhere else. Export them as one file to keep a copy, or to go on elsewhere."),
    h("div", { class: "row wrap" }, button("Export all matches", write), button("Import matches", () => file.click()), file),
  );
}

/** Deletes a match for good. @param {string} id */
export async function deleteMatch(id) {
  await remove(id);
  store.forget(id);
}
