/** The names and numbers on the map, at a size that can be read; names that would overlap make way for greater ones. */

/** @typedef {import("./types.js").Point} Point */
/**
 * @typedef {{element: SVGTextElement, rank: number, x: number, y: number, half: number}} Label half: of its width, for a font of one unit
 */

/** The smallest size of a name, and the size on the screen that is aimed at. */
const SMALLEST = 12.5;
const LARGEST = 40;
const WANTED = 10;
/** The same for the numbers, which have less room. */
const NUMBER = 8.8;
const LARGEST_NUMBER = 13;
const WANTED_NUMBER = 9;
/** The average width of a letter, and the height of a line, for a font of one unit. */
const LETTER = 0.52;
const LINE = 1.1;

export class Labels {
  /** @param {{names: SVGGElement, numbers: SVGGElement}} layers */
  constructor({ names, numbers }) {
    this.names = names;
    this.numbers = numbers;
    this.size = 0;
    /** The greatest first. @type {Label[]} */
    this.labels = [...names.querySelectorAll("text")].map(labelOf).sort((a, b) => b.rank - a.rank);
  }

  /** The map is shown at this scale. @param {number} scale */
  update(scale) {
    this.numbers.style.fontSize = `${Math.max(NUMBER, Math.min(LARGEST_NUMBER, WANTED_NUMBER / scale)).toFixed(1)}px`;
    this.numbers.style.display = scale * LARGEST_NUMBER < 6.5 ? "none" : "";
    const size = Number(Math.max(SMALLEST, Math.min(LARGEST, WANTED / scale)).toFixed(1));
    if (size === this.size) return;
    this.size = size;
    this.names.style.fontSize = `${size}px`;
    this.makeWay(size);
  }

  /** @param {number} size */
  makeWay(size) {
    /** @type {Label[]} */
    const shown = [];
    for (const label of this.labels) {
      const covered = shown.some(
        (other) => Math.abs(label.x - other.x) < (label.half + other.half) * size && Math.abs(label.y - other.y) < LINE * size,
      );
      label.element.style.display = covered ? "none" : "";
      if (!covered) shown.push(label);
    }
  }
}

/** @param {SVGTextElement} element @returns {Label} */
function labelOf(element) {
  const rank = Number(element.dataset.rank);
  const width = (element.textContent ?? "").length * LETTER * (rank === 3 ? 1.5 : 1);
  return { element, rank, x: Number(element.getAttribute("x")), y: Number(element.getAttribute("y")), half: width / 2 };
}
