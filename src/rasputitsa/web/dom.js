/** Making and changing elements. Text is always text: nothing here parses markup. */

const SVG = "http://www.w3.org/2000/svg";

/**
 * @typedef {Node | string | number | null | undefined | false} Child
 * @typedef {Child | Child[]} Children
 * @typedef {Record<string, unknown>} Props
 */

/**
 * An HTML element. `on…` adds a listener, `style` takes an object (set through the CSSOM), `class` may be a list; a
 * value of true sets an empty attribute, false, null and undefined leave it out.
 * @template {keyof HTMLElementTagNameMap} K
 * @param {K} tag
 * @param {Props | null} [props]
 * @param {...Children} children
 * @returns {HTMLElementTagNameMap[K]}
 */
export function h(tag, props, ...children) {
  const element = document.createElement(tag);
  set(element, props ?? {});
  add(element, children);
  return element;
}

/**
 * An SVG element.
 * @template {keyof SVGElementTagNameMap} K
 * @param {K} tag
 * @param {Props | null} [props]
 * @param {...Children} children
 * @returns {SVGElementTagNameMap[K]}
 */
export function s(tag, props, ...children) {
  const element = document.createElementNS(SVG, tag);
  set(element, props ?? {});
  add(element, children);
  return element;
}

/** @param {HTMLElement | SVGElement} element @param {Props} props */
function set(element, props) {
  for (const [name, value] of Object.entries(props)) {
    if (value === undefined || value === null || value === false) continue;
    if (name.startsWith("on") && typeof value === "function") {
      element.addEventListener(name.slice(2), /** @type {EventListener} */ (value));
    } else if (name === "class") {
      const names = Array.isArray(value) ? value.filter(Boolean).join(" ") : String(value);
      if (names) element.setAttribute("class", names);
    } else if (name === "style") {
      for (const [key, one] of Object.entries(/** @type {Record<string, string>} */ (value))) {
        element.style.setProperty(key, one);
      }
    } else if (name === "data") {
      for (const [key, one] of Object.entries(/** @type {Record<string, unknown>} */ (value))) {
        if (one !== undefined && one !== null) element.dataset[key] = String(one);
      }
    } else if (name === "value" || name === "checked") {
      /** @type {any} */ (element)[name] = value;
    } else {
      element.setAttribute(name, value === true ? "" : String(value));
    }
  }
}

/** @param {Node} parent @param {Children[]} children */
function add(parent, children) {
  for (const child of children) {
    if (Array.isArray(child)) add(parent, child);
    else if (child instanceof Node) parent.appendChild(child);
    else if (child !== null && child !== undefined && child !== false && child !== "") {
      parent.appendChild(document.createTextNode(String(child)));
    }
  }
}

/** Put other children into an element. @param {Element} parent @param {...Children} children */
export function fill(parent, ...children) {
  parent.textContent = "";
  add(parent, children);
}

/**
 * Fill an element again and keep the focus on the element with the same `data-key`, if there still is one.
 * @param {HTMLElement} parent
 * @param {...Children} children
 * @returns {boolean} whether the focus was inside before
 */
export function refill(parent, ...children) {
  const focused = document.activeElement;
  const inside = focused instanceof HTMLElement && parent.contains(focused);
  const key = inside ? focused.dataset.key : undefined;
  const cursor = focused instanceof HTMLInputElement && inside ? focused.selectionStart : null;
  fill(parent, ...children);
  if (key !== undefined) {
    const again = /** @type {HTMLElement | null} */ (parent.querySelector(`[data-key="${CSS.escape(key)}"]`));
    if (again) {
      again.focus({ preventScroll: true });
      if (again instanceof HTMLInputElement && cursor !== null) again.setSelectionRange(cursor, cursor);
    }
  }
  return inside;
}

/**
 * A button with a text; `key` lets it keep the focus when its panel is drawn again.
 * @param {Children} label
 * @param {() => void} run
 * @param {Props} [props]
 */
export function button(label, run, props) {
  return h("button", { type: "button", onclick: run, ...props }, ...(Array.isArray(label) ? label : [label]));
}

/** @param {number} milliseconds */
export const pause = (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds));
