/** The matches of this browser, in its own database. Whatever is written is on disk before anybody is told. */

/**
 * @typedef {Record<string, any>} Row
 * @typedef {{match: Row, commands: Row[], chat: Row[]}} Stored
 */

const NAME = "rasputitsa";
const PARTS = ["commands", "chat"];

/** @type {Promise<IDBDatabase> | null} */
let opening = null;

/** @returns {Promise<IDBDatabase>} */
function open() {
  opening ??= new Promise((resolve, reject) => {
    const request = indexedDB.open(NAME, 2);
    request.onupgradeneeded = ({ oldVersion }) => {
      if (oldVersion < 1) {
        request.result.createObjectStore("matches", { keyPath: "id" });
        for (const part of PARTS) request.result.createObjectStore(part, { keyPath: ["match", "seq"] });
      }
      request.result.createObjectStore("keys", { keyPath: "match" });
    };
    request.onsuccess = () => {
      request.result.onversionchange = () => request.result.close();
      request.result.onclose = () => (opening = null);
      resolve(request.result);
    };
    request.onerror = () => reject(request.error);
  });
  opening.catch(() => (opening = null));
  return opening;
}

/** @template T @param {IDBRequest<T>} request @returns {Promise<T>} */
function answer(request) {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}

/** All the rows of a match in the stores of its parts. @param {string} match */
const rowsOf = (match) => IDBKeyRange.bound([match], [match, []]);

/** @param {string} match @returns {Promise<Stored | null>} */
export async function load(match) {
  const transaction = (await open()).transaction(["matches", ...PARTS], "readonly");
  const [row, commands, chat] = await Promise.all([
    answer(transaction.objectStore("matches").get(match)),
    ...PARTS.map((part) => answer(transaction.objectStore(part).getAll(rowsOf(match)))),
  ]);
  return row ? { match: row, commands, chat } : null;
}

/** What is stored of a match in the row that every change writes anew. @param {string} match @returns {Promise<Row | undefined>} */
export async function rowOf(match) {
  return answer((await open()).transaction("matches").objectStore("matches").get(match));
}

/** Every match as its row has it, the newest first. @returns {Promise<Row[]>} */
export async function matches() {
  const rows = await answer((await open()).transaction("matches").objectStore("matches").getAll());
  return rows.sort((a, b) => b.header.created - a.header.created);
}

/** What opens each match, as `store.js` has it. @returns {Promise<import("../store.js").StoredMatch[]>} */
export async function keys() {
  return answer((await open()).transaction("keys").objectStore("keys").getAll());
}

/**
 * Stores all of these rows or none of them.
 * @param {{store: string, value: Row, add?: boolean}[]} rows
 * @returns {Promise<string>}  "" when they are on disk, else the name of what went wrong
 */
export async function write(rows) {
  /** @type {IDBTransaction | null} */
  let transaction = null;
  try {
    const database = await open();
    const stores = [...new Set(rows.map((row) => row.store))];
    transaction = database.transaction(stores, "readwrite", { durability: "strict" });
    const done = ended(transaction);
    for (const { store, value, add } of rows) {
      if (add) transaction.objectStore(store).add(value);
      else transaction.objectStore(store).put(value);
    }
    await done;
    return "";
  } catch (error) {
    abort(transaction);
    return /** @type {DOMException | null} */ (error)?.name ?? "AbortError";
  }
}

/** @param {IDBTransaction} transaction @returns {Promise<unknown>} */
function ended(transaction) {
  const done = new Promise((resolve, reject) => {
    transaction.oncomplete = resolve;
    transaction.onabort = () => reject(transaction.error);
  });
  done.catch(() => {}); // whoever waits is told
  return done;
}

/** Nothing of it is stored, whatever was asked for before it failed. @param {IDBTransaction | null} transaction */
function abort(transaction) {
  try {
    transaction?.abort();
  } catch {
    // it has ended already
  }
}

/** @param {string} match */
export async function remove(match) {
  const transaction = (await open()).transaction(["matches", "keys", ...PARTS], "readwrite");
  transaction.objectStore("matches").delete(match);
  transaction.objectStore("keys").delete(match);
  for (const part of PARTS) transaction.objectStore(part).delete(rowsOf(match));
  await new Promise((resolve) => (transaction.oncomplete = resolve));
}
