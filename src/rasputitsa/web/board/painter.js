/** Draws what is in a group of an svg onto a canvas, as the stylesheets say. It knows what the drawing of the map is made of. */

/** @typedef {import("./geometry.js").Box} Box */
/** @typedef {{element: SVGGeometryElement | SVGTextElement, at: DOMMatrix | null, box: Box, path?: Path2D, look?: Look | null}} Shape */
/**
 * @typedef {{
 *   fill: string, stroke: string, alpha: number, strokeAlpha: number, rule: CanvasFillRule,
 *   width: number, cap: CanvasLineCap, join: CanvasLineJoin, dash: number[], under: boolean,
 *   font: string, size: number, align: CanvasTextAlign, spacing: string, upper: boolean,
 * }} Look  under: the stroke lies under the fill
 */

/** How far a line reaches out of the box of its shape. */
const BEYOND = 6;
/** Room for a letter of a name, and for its height; names grow with the map's distance. */
const LETTER = 24;
const LINE = 44;
/** @type {Record<string, CanvasTextAlign>} */
const ALIGNED = { start: "start", middle: "center", end: "end" };

export class Painter {
  /** The group must be laid out now; later it may be hidden. @param {SVGGElement} group */
  constructor(group) {
    this.group = group;
    /** @type {Shape[]} */
    this.shapes = [];
    /** Which groups are shown. @type {Map<Element, boolean>} */
    this.shown = new Map();
    this.level = "";
    this.gather(group, null);
  }

  /** @param {Element} parent @param {DOMMatrix | null} outer  where the parent's drawing lies */
  gather(parent, outer) {
    for (const element of parent.children) {
      if (!(element instanceof SVGGraphicsElement) || element instanceof SVGDefsElement) continue;
      const at = placed(element, outer);
      if (element instanceof SVGGeometryElement || element instanceof SVGTextElement) {
        this.shapes.push({ element, at, box: around(boxOf(element), at) });
      } else this.gather(element, at);
    }
  }

  /** The zoom has changed: names may have another size, and at another level of detail anything may be hidden. @param {string} level */
  zoomed(level) {
    this.shown.clear();
    for (const shape of this.shapes) if (level !== this.level || !(shape.element instanceof SVGPathElement)) delete shape.look;
    this.level = level;
  }

  /**
   * Draws a part of the map.
   * @param {CanvasRenderingContext2D} pen
   * @param {number} scale  pixels of the canvas for a unit of the drawing
   * @param {Box} part
   */
  paint(pen, scale, part) {
    const [x, y, width, height] = part;
    const base = new DOMMatrix([scale, 0, 0, scale, -x * scale, -y * scale]);
    pen.miterLimit = 4;
    for (const shape of this.shapes) {
      const [left, top, wide, high] = shape.box;
      if (left > x + width || top > y + height || left + wide < x || top + high < y) continue;
      const look = this.isShown(shape.element.parentElement) && (shape.look ??= lookOf(shape.element));
      if (!look) continue;
      pen.setTransform(shape.at ? base.multiply(shape.at) : base);
      if (shape.element instanceof SVGTextElement) write(pen, shape.element, look);
      else draw(pen, shape, look);
    }
  }

  /** @param {Element | null} element @returns {boolean} */
  isShown(element) {
    if (!element || element === this.group) return true;
    let shown = this.shown.get(element);
    if (shown === undefined) {
      shown = getComputedStyle(element).display !== "none" && this.isShown(element.parentElement);
      this.shown.set(element, shown);
    }
    return shown;
  }
}

/** @param {CanvasRenderingContext2D} pen @param {Look} look */
function takeLine(pen, look) {
  pen.strokeStyle = look.stroke;
  pen.globalAlpha = look.strokeAlpha;
  pen.lineWidth = look.width;
  pen.lineCap = look.cap;
  pen.lineJoin = look.join;
  pen.setLineDash(look.dash);
}

/** @param {CanvasRenderingContext2D} pen @param {Shape} shape @param {Look} look */
function draw(pen, shape, look) {
  const element = /** @type {SVGGeometryElement} */ (shape.element);
  const path = element instanceof SVGPathElement ? (shape.path ??= new Path2D(element.getAttribute("d") ?? "")) : outline(element);
  if (look.fill.startsWith("url(")) shade(pen, path, shape, look);
  else if (look.fill !== "none") {
    pen.fillStyle = look.fill;
    pen.globalAlpha = look.alpha;
    pen.fill(path, look.rule);
  }
  if (look.stroke === "none") return;
  takeLine(pen, look);
  pen.stroke(path);
}

/**
 * A fill that fades from the middle outwards.
 * @param {CanvasRenderingContext2D} pen @param {Path2D} path @param {Shape} shape @param {Look} look
 */
function shade(pen, path, { element, box: [x, y, width, height] }, look) {
  const name = /#([^")]+)/.exec(look.fill)?.[1] ?? "";
  const stops = element.ownerDocument.getElementById(name)?.querySelectorAll("stop") ?? [];
  const tone = pen.createRadialGradient(0, 0, 0, 0, 0, 1);
  for (const stop of stops) {
    const { stopColor, stopOpacity } = getComputedStyle(stop);
    tone.addColorStop(Number(stop.getAttribute("offset")), stopColor.replace(/^rgb\((.*)\)$/, `rgba($1, ${stopOpacity})`));
  }
  pen.save();
  pen.clip(path);
  pen.translate(x + width / 2, y + height / 2);
  pen.scale(width / 2 - BEYOND, height / 2 - BEYOND);
  pen.globalAlpha = look.alpha;
  pen.fillStyle = tone;
  pen.fillRect(-1, -1, 2, 2);
  pen.restore();
}

/** @param {CanvasRenderingContext2D} pen @param {SVGTextElement} element @param {Look} look */
function write(pen, element, look) {
  const words = (look.upper ? element.textContent?.toUpperCase() : element.textContent) ?? "";
  const x = Number(element.getAttribute("x"));
  const y = Number(element.getAttribute("y")) + parseFloat(element.getAttribute("dy") ?? "0") * look.size;
  pen.font = look.font;
  pen.textAlign = look.align;
  if ("letterSpacing" in pen) pen.letterSpacing = look.spacing;
  const line = () => {
    if (look.stroke === "none") return;
    takeLine(pen, look);
    pen.strokeText(words, x, y);
  };
  if (look.under) line();
  pen.fillStyle = look.fill;
  pen.globalAlpha = look.alpha;
  pen.fillText(words, x, y);
  if (!look.under) line();
}

/** @param {SVGGeometryElement} element */
function outline(element) {
  const path = new Path2D();
  if (element instanceof SVGRectElement) {
    const [x, y, width, height, rx] = [element.x, element.y, element.width, element.height, element.rx].map((one) => one.baseVal.value);
    path.roundRect(x, y, width, height, rx);
  } else if (element instanceof SVGCircleElement) {
    path.arc(element.cx.baseVal.value, element.cy.baseVal.value, parseFloat(getComputedStyle(element).r), 0, 7);
  } else if (element instanceof SVGEllipseElement) {
    const [x, y, rx, ry] = [element.cx, element.cy, element.rx, element.ry].map((one) => one.baseVal.value);
    path.ellipse(x, y, rx, ry, 0, 0, 7);
  }
  return path;
}

/** How it is drawn; null if it is not seen. @param {Element} element @returns {Look | null} */
function lookOf(element) {
  const style = getComputedStyle(element);
  if (style.display === "none" || style.visibility === "hidden") return null;
  const { fontStyle, fontVariantCaps, fontWeight, fontSize, fontFamily, letterSpacing } = style;
  const opacity = Number(style.opacity);
  const width = parseFloat(style.strokeWidth);
  return {
    fill: style.fill,
    stroke: width ? style.stroke : "none",
    alpha: opacity * Number(style.fillOpacity),
    strokeAlpha: opacity * Number(style.strokeOpacity),
    rule: /** @type {CanvasFillRule} */ (style.fillRule),
    width,
    cap: /** @type {CanvasLineCap} */ (style.strokeLinecap),
    join: /** @type {CanvasLineJoin} */ (style.strokeLinejoin),
    dash: style.strokeDasharray === "none" ? [] : style.strokeDasharray.split(/[ ,]+/).map(parseFloat),
    under: style.paintOrder.startsWith("stroke"),
    font: `${fontStyle} ${fontVariantCaps} ${fontWeight} ${fontSize} ${fontFamily}`,
    size: parseFloat(fontSize),
    align: ALIGNED[style.textAnchor] ?? "start",
    spacing: letterSpacing === "normal" ? "0px" : letterSpacing,
    upper: style.textTransform === "uppercase",
  };
}

/** Where its drawing lies, by its own transform and those around it. @param {SVGGraphicsElement} element @param {DOMMatrix | null} outer */
function placed(element, outer) {
  const own = element.transform.baseVal;
  let at = outer;
  for (let i = 0; i < own.numberOfItems; i++) at = (at ?? new DOMMatrix()).multiply(DOMMatrix.fromMatrix(own.getItem(i).matrix));
  return at;
}

/** @param {SVGGraphicsElement} element @returns {Box} */
function boxOf(element) {
  if (!(element instanceof SVGTextElement)) {
    const { x, y, width, height } = element.getBBox();
    return [x, y, width, height];
  }
  const half = LETTER * (element.textContent?.length ?? 0);
  return [Number(element.getAttribute("x")) - half, Number(element.getAttribute("y")) - LINE, 2 * half, 2 * LINE];
}

/** A box as it lies on the map, with room for its lines. @param {Box} box @param {DOMMatrix | null} at @returns {Box} */
function around([x, y, width, height], at) {
  const ends = [[x, y], [x + width, y], [x, y + height], [x + width, y + height]];
  const points = ends.map(([px, py]) => (at ? at.transformPoint({ x: px, y: py }) : { x: px, y: py }));
  const [left, top] = [Math.min(...points.map((one) => one.x)), Math.min(...points.map((one) => one.y))];
  const [right, bottom] = [Math.max(...points.map((one) => one.x)), Math.max(...points.map((one) => one.y))];
  return [left - BEYOND, top - BEYOND, right - left + 2 * BEYOND, bottom - top + 2 * BEYOND];
}
