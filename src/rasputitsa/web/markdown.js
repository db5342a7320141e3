/** The little markdown of rules and lessons, built as nodes: nothing in the text can become markup. */

import { h } from "./dom.js";

/** @typedef {(number: string) => Node | null} Link makes a link of a rule's number, or null if there is no such rule */

const INLINE = /\*\*(.+?)\*\*|\*(.+?)\*|_(.+?)_(?![\w])|`([^`]+)`|(?<![\d.:])(\d+\.\d+(?:\.\d+)*)(?![\d:])/g;

/**
 * @param {string} text
 * @param {Link} [link]
 * @returns {(Node | string)[]}
 */
export function inline(text, link) {
  /** @type {(Node | string)[]} */
  const parts = [];
  let last = 0;
  for (const match of text.matchAll(INLINE)) {
    const [whole, bold, italic, under, code, number] = match;
    const index = match.index ?? 0;
    /** @type {Node | null} */
    let node = null;
    if (bold !== undefined) node = h("strong", null, ...inline(bold, link));
    else if (italic !== undefined || under !== undefined) node = h("em", null, ...inline(italic ?? under, link));
    else if (code !== undefined) node = h("code", null, code);
    else if (number !== undefined) node = link?.(number) ?? null;
    if (!node) continue;
    parts.push(text.slice(last, index), node);
    last = index + whole.length;
  }
  parts.push(text.slice(last));
  return parts.filter((part) => part !== "");
}

const BULLET = /^(\s*)[-*] (.*)$/;
const NUMBER = /^(\s*)(\d+)\. (.*)$/;

/**
 * @param {string} text
 * @param {Link} [link]
 * @returns {HTMLElement[]}
 */
export function markdown(text, link) {
  /** @type {HTMLElement[]} */
  const blocks = [];
  const clean = text.replaceAll("\r", "");
  const items = numberedItems(clean.split("\n"));
  for (const chunk of clean.split(/\n\s*\n/)) {
    const lines = chunk.split("\n").filter((line) => line.trim());
    if (lines.length) blocks.push(...block(lines, items, link));
  }
  return blocks;
}

/**
 * The lines that begin an item of a numbered list: a 1 that a 2 follows, and what goes on with the list.
 * "2. Panzerarmee" by itself begins none.
 * @param {string[]} lines
 */
function numberedItems(lines) {
  /** @type {Set<string>} */
  const items = new Set();
  const numbers = lines.map((line) => Number(NUMBER.exec(line)?.[2] ?? 0));
  let next = 0;
  numbers.forEach((number, i) => {
    if (!number || (number !== next && !(number === 1 && numbers.includes(2, i)))) return;
    items.add(lines[i]);
    next = number + 1;
  });
  return items;
}

/**
 * @param {string[]} lines
 * @param {Set<string>} items  the lines that begin an item of a numbered list
 * @param {Link} [link]
 * @returns {HTMLElement[]}
 */
function block(lines, items, link) {
  const heading = /^(#{1,4}) (.+)$/.exec(lines[0]);
  if (heading) {
    const rest = lines.slice(1);
    return [h("h4", null, ...inline(heading[2], link)), ...(rest.length ? block(rest, items, link) : [])];
  }
  if (lines[0].startsWith("|")) return [table(lines, link)];
  const start = lines.findIndex((line) => BULLET.test(line) || items.has(line));
  if (start === 0) return [list(lines, items, link)];
  if (start > 0) return [...block(lines.slice(0, start), items, link), list(lines.slice(start), items, link)];
  const joined = lines.map((line) => line.trim()).join(" ");
  const reading = /^(Reading|Example): /.exec(joined);
  if (reading) {
    return [h("p", { class: reading[1].toLowerCase() }, h("span", { class: "tag" }, reading[1]), " ",
      ...inline(joined.slice(reading[0].length), link))];
  }
  return [h("p", null, ...inline(joined, link))];
}

/** @param {string[]} lines @param {Set<string>} items  the lines that begin an item of a numbered list @param {Link} [link] */
function list(lines, items, link) {
  const numbered = NUMBER.exec(lines[0]);
  /** @type {string[]} */
  const texts = [];
  for (const line of lines) {
    const match = BULLET.exec(line) ?? (items.has(line) ? NUMBER.exec(line) : null);
    if (match) texts.push(match[match.length - 1]);
    else texts[texts.length - 1] += " " + line.trim();
  }
  const children = texts.map((text) => h("li", null, ...inline(text, link)));
  return numbered ? h("ol", { start: numbered[2] }, ...children) : h("ul", null, ...children);
}

/** @param {string[]} lines @param {Link} [link] */
function table(lines, link) {
  const rows = lines
    .filter((line) => !/^\|[\s:|-]+\|$/.test(line.trim()))
    .map((line) => line.trim().replace(/^\||\|$/g, "").split("|").map((cell) => cell.trim()));
  const [head, ...body] = rows;
  return h(
    "div",
    { class: "scroll-x", tabindex: "0", role: "group", "aria-label": "Table" },
    h(
      "table",
      null,
      h("thead", null, h("tr", null, ...head.map((cell) => h("th", { scope: "col" }, ...inline(cell, link))))),
      h("tbody", null, ...body.map((row) => h("tr", null, ...row.map((cell) => h("td", null, ...inline(cell, link)))))),
    ),
  );
}
