/** Small helpers to make SVG. */

/** @typedef {import("./types.js").Point} Point */

const SVG = "http://www.w3.org/2000/svg";

/**
 * @template {keyof SVGElementTagNameMap} T
 * @param {T} tag
 * @param {Record<string, string | number>} [attributes]
 * @param {Element | null} [parent]
 * @returns {SVGElementTagNameMap[T]}
 */
export function make(tag, attributes, parent) {
  const element = document.createElementNS(SVG, tag);
  for (const key in attributes) element.setAttribute(key, String(attributes[key]));
  if (parent) parent.append(element);
  return element;
}

/**
 * A group with a class.
 * @param {string} name
 * @param {Element | null} [parent]
 */
export function group(name, parent) {
  return make("g", { class: name }, parent);
}

/**
 * @param {string} content
 * @param {Record<string, string | number>} attributes
 * @param {Element | null} [parent]
 */
export function text(content, attributes, parent) {
  const element = make("text", attributes, parent);
  element.textContent = content;
  return element;
}

/** A number as short text. @param {number} value */
export function short(value) {
  return String(Math.round(value * 10) / 10);
}

/** @param {readonly (readonly number[])[]} points @param {boolean} [closed] */
export function straight(points, closed) {
  let d = "";
  for (let i = 0; i < points.length; i++) d += (i ? "L" : "M") + short(points[i][0]) + " " + short(points[i][1]);
  return closed ? d + "Z" : d;
}

/**
 * Many small marks as few paths: one path for each part of the map, so that the browser need not look at all of them
 * to draw a corner.
 */
export class Chunks {
  /** @param {Element} parent @param {string} name class of the paths @param {number} [size] */
  constructor(parent, name, size = 210) {
    this.parent = parent;
    this.name = name;
    this.size = size;
    /** @type {Map<string, string[]>} */
    this.parts = new Map();
  }

  /** @param {number} x @param {number} y @param {string} d */
  add(x, y, d) {
    const key = Math.floor(x / this.size) + "," + Math.floor(y / this.size);
    const part = this.parts.get(key);
    if (part) part.push(d);
    else this.parts.set(key, [d]);
  }

  done() {
    for (const part of this.parts.values()) make("path", { class: this.name, d: part.join("") }, this.parent);
    this.parts.clear();
  }
}

/** A name as part of a class. @param {string} name */
export function classPart(name) {
  return name.toLowerCase().replace(/[^a-z0-9]+/g, "-");
}
