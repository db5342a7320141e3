/** Points, lines and polygons. No drawing here. */

/** @typedef {import("./types.js").Point} Point */
/** @typedef {[number, number, number, number]} Box  x, y, width, height */

/** @param {readonly number[]} a @param {readonly number[]} b */
export function distance(a, b) {
  return Math.hypot(a[0] - b[0], a[1] - b[1]);
}

/** Points that are the same corner have the same key. @param {readonly number[]} point */
export function key(point) {
  return Math.round(point[0]) + "," + Math.round(point[1]);
}

/** @param {readonly (readonly number[])[]} polygon */
export function area(polygon) {
  let sum = 0;
  for (let i = 0, j = polygon.length - 1; i < polygon.length; j = i++) {
    sum += polygon[j][0] * polygon[i][1] - polygon[i][0] * polygon[j][1];
  }
  return sum / 2;
}

/** @param {readonly (readonly number[])[]} polygon @param {number} x @param {number} y */
export function inside(polygon, x, y) {
  let found = false;
  for (let i = 0, j = polygon.length - 1; i < polygon.length; j = i++) {
    const [xi, yi] = polygon[i];
    const [xj, yj] = polygon[j];
    if (yi > y !== yj > y && x < ((xj - xi) * (y - yi)) / (yj - yi) + xi) found = !found;
  }
  return found;
}

/** Distance from a point to a segment. @param {number} x @param {number} y @param {Point} a @param {Point} b */
export function toSegment(x, y, a, b) {
  const dx = b[0] - a[0];
  const dy = b[1] - a[1];
  const length = dx * dx + dy * dy;
  const t = length ? Math.max(0, Math.min(1, ((x - a[0]) * dx + (y - a[1]) * dy) / length)) : 0;
  return Math.hypot(x - a[0] - t * dx, y - a[1] - t * dy);
}

/** Distance from a point to the nearest side. @param {Point[]} polygon @param {number} x @param {number} y */
export function toSides(polygon, x, y) {
  let least = Infinity;
  for (let i = 0, j = polygon.length - 1; i < polygon.length; j = i++) {
    least = Math.min(least, toSegment(x, y, polygon[j], polygon[i]));
  }
  return least;
}

/** The point of a polygon's sides that is nearest to a point. @param {Point[]} polygon @param {Point} point */
export function nearest(polygon, [x, y]) {
  /** @type {Point} */
  let found = polygon[0];
  for (let i = 0, j = polygon.length - 1; i < polygon.length; j = i++) {
    const [ax, ay] = polygon[j];
    const [bx, by] = polygon[i];
    const length = (bx - ax) ** 2 + (by - ay) ** 2 || 1;
    const share = Math.max(0, Math.min(1, ((x - ax) * (bx - ax) + (y - ay) * (by - ay)) / length));
    /** @type {Point} */
    const at = [ax + (bx - ax) * share, ay + (by - ay) * share];
    if (distance(at, [x, y]) < distance(found, [x, y])) found = at;
  }
  return found;
}

/** The polygon drawn in towards a centre. @param {Point[]} polygon @param {Point} centre @param {number} by */
export function inset(polygon, centre, by) {
  return polygon.map((point) => {
    const far = distance(point, centre) || 1;
    const share = Math.max(0.1, (far - by) / far);
    return /** @type {Point} */ ([
      centre[0] + (point[0] - centre[0]) * share,
      centre[1] + (point[1] - centre[1]) * share,
    ]);
  });
}

/**
 * Joins lines end to end. Where exactly two meet they become one; where more meet, the two longest go on as one, so
 * that a tributary ends at the river it flows into.
 * @param {Point[][]} lines
 * @param {(corner: string) => boolean} [stop]  corners at which every line ends
 * @returns {Point[][]}
 */
export function chain(lines, stop = () => false) {
  /** @type {({points: Point[], length: number} | null)[]} */
  const parts = lines.filter((line) => line.length > 1).map((points) => ({ points, length: points.length - 1 }));
  /** @type {Map<string, Set<number>>} */
  const ends = new Map();
  /** @param {number} i */
  const enter = (i) => {
    const part = parts[i];
    if (!part) return;
    for (const end of [part.points[0], part.points[part.points.length - 1]]) {
      const at = key(end);
      const known = ends.get(at);
      if (known) known.add(i);
      else ends.set(at, new Set([i]));
    }
  };
  /** @param {number} a @param {number} b @param {string} at */
  const join = (a, b, at) => {
    const one = parts[a];
    const two = parts[b];
    if (!one || !two) return;
    const left = key(one.points[one.points.length - 1]) === at ? one.points : [...one.points].reverse();
    const right = key(two.points[0]) === at ? two.points : [...two.points].reverse();
    for (const points of [one.points, two.points]) {
      for (const end of [points[0], points[points.length - 1]]) {
        ends.get(key(end))?.delete(a);
        ends.get(key(end))?.delete(b);
      }
    }
    parts[a] = { points: [...left, ...right.slice(1)], length: one.length + two.length };
    parts[b] = null;
    enter(a);
  };
  parts.forEach((_, i) => enter(i));
  for (const [at, found] of ends) {
    if (found.size === 2 && !stop(at)) {
      const [a, b] = found;
      join(a, b, at);
    }
  }
  for (const [at, found] of ends) {
    if (found.size > 2 && !stop(at)) {
      const order = [...found].sort((a, b) => (parts[b]?.length ?? 0) - (parts[a]?.length ?? 0) || a - b);
      join(order[0], order[1], at);
    }
  }
  const result = [];
  for (const part of parts) if (part) result.push(part.points);
  return result;
}

/**
 * The outlines of a set of polygons that share sides: every side that only one of them has, joined into loops.
 * @param {Point[][]} polygons
 * @returns {Point[][]}
 */
export function union(polygons) {
  /** @type {Map<string, [Point, Point]>} */
  const sides = new Map();
  for (const polygon of polygons) {
    const points = area(polygon) > 0 ? polygon : [...polygon].reverse();
    for (let i = 0; i < points.length; i++) {
      const a = points[i];
      const b = points[(i + 1) % points.length];
      const back = key(b) + ";" + key(a);
      if (sides.has(back)) sides.delete(back);
      else if (key(a) !== key(b)) sides.set(key(a) + ";" + key(b), [a, b]);
    }
  }
  /** @type {Map<string, [Point, Point][]>} */
  const from = new Map();
  for (const side of sides.values()) {
    const at = key(side[0]);
    const known = from.get(at);
    if (known) known.push(side);
    else from.set(at, [side]);
  }
  const loops = [];
  for (const starts of from.values()) {
    while (starts.length) {
      /** @type {Point[]} */
      const loop = [];
      /** @type {[Point, Point] | undefined} */
      let side = starts.pop();
      while (side) {
        loop.push(side[0]);
        const next = from.get(key(side[1]));
        // Where two loops touch in a corner, take the sharpest turn, so that they stay two.
        if (next && next.length > 1) {
          const [a, b] = side;
          const turn = (/** @type {[Point, Point]} */ s) => {
            const one = Math.atan2(b[1] - a[1], b[0] - a[0]);
            const two = Math.atan2(s[1][1] - s[0][1], s[1][0] - s[0][0]);
            return (two - one + 3 * Math.PI) % (2 * Math.PI);
          };
          next.sort((s, t) => turn(s) - turn(t));
        }
        side = next?.pop();
      }
      if (loop.length > 2) loops.push(loop);
    }
  }
  return loops;
}

/**
 * More points on a line, each pushed aside a little, so that it looks drawn by hand.
 * @param {Point[]} points
 * @param {() => number} random
 * @param {{step: number, sway: number, closed?: boolean}} how
 * @returns {Point[]}
 */
export function wander(points, random, { step, sway, closed }) {
  /** @type {Point[]} */
  const found = [];
  const count = closed ? points.length : points.length - 1;
  for (let i = 0; i < count; i++) {
    const a = points[i];
    const b = points[(i + 1) % points.length];
    const length = distance(a, b);
    const parts = Math.max(1, Math.round(length / step));
    for (let j = 0; j < parts; j++) {
      const t = j / parts;
      const push = i === 0 && j === 0 && !closed ? 0 : (random() - 0.5) * 2 * sway;
      const nx = length ? -(b[1] - a[1]) / length : 0;
      const ny = length ? (b[0] - a[0]) / length : 0;
      found.push([a[0] + (b[0] - a[0]) * t + nx * push, a[1] + (b[1] - a[1]) * t + ny * push]);
    }
  }
  if (!closed) found.push(points[points.length - 1]);
  return found;
}

/**
 * A smooth curve near the points (quadratic through the middles of the sides), as many short sides.
 * @param {Point[]} points
 * @param {number} [parts]
 * @returns {Point[]}
 */
export function smooth(points, parts = 5) {
  if (points.length < 3) return points;
  /** @type {Point[]} */
  const found = [points[0]];
  for (let i = 1; i < points.length - 1; i++) {
    const control = points[i];
    const a = i === 1 ? points[0] : middle(points[i - 1], control);
    const b = i === points.length - 2 ? points[i + 1] : middle(control, points[i + 1]);
    for (let j = 1; j <= parts; j++) {
      const t = j / parts;
      const u = 1 - t;
      found.push([
        u * u * a[0] + 2 * u * t * control[0] + t * t * b[0],
        u * u * a[1] + 2 * u * t * control[1] + t * t * b[1],
      ]);
    }
  }
  return found;
}

/** @param {readonly number[]} a @param {readonly number[]} b @returns {Point} */
export function middle(a, b) {
  return [(a[0] + b[0]) / 2, (a[1] + b[1]) / 2];
}

/**
 * A closed smooth curve near the points, as path data.
 * @param {Point[]} points
 */
export function blob(points) {
  const n = points.length;
  const first = middle(points[n - 1], points[0]);
  let d = "M" + first[0].toFixed(1) + " " + first[1].toFixed(1);
  for (let i = 0; i < n; i++) {
    const to = middle(points[i], points[(i + 1) % n]);
    d += "Q" + points[i][0].toFixed(1) + " " + points[i][1].toFixed(1);
    d += " " + to[0].toFixed(1) + " " + to[1].toFixed(1);
  }
  return d + "Z";
}

/**
 * A line with a width of its own at every point, as a polygon.
 * @param {Point[]} line
 * @param {(i: number) => number} width
 * @returns {Point[]}
 */
export function ribbon(line, width) {
  /** @type {Point[]} */
  const left = [];
  /** @type {Point[]} */
  const right = [];
  for (let i = 0; i < line.length; i++) {
    const before = line[Math.max(0, i - 1)];
    const after = line[Math.min(line.length - 1, i + 1)];
    const dx = after[0] - before[0];
    const dy = after[1] - before[1];
    const length = Math.hypot(dx, dy) || 1;
    const half = width(i) / 2;
    left.push([line[i][0] - (dy / length) * half, line[i][1] + (dx / length) * half]);
    right.push([line[i][0] + (dy / length) * half, line[i][1] - (dx / length) * half]);
  }
  return [...left, ...right.reverse()];
}

/** @param {Point[]} outline @returns {[Point, Point][]} */
export function sidesOf(outline) {
  return outline.map((point, i) => [point, outline[(i + 1) % outline.length]]);
}

/** The same for both spaces that share a side. @param {Point} a @param {Point} b */
export function sideKey(a, b) {
  const one = key(a);
  const two = key(b);
  return one < two ? one + ";" + two : two + ";" + one;
}

/** @param {Point[]} points @returns {Box} */
export function boxOf(points) {
  if (!points.length) return [0, 0, 100, 100];
  let [left, top] = points[0];
  let [right, bottom] = points[0];
  for (const [x, y] of points) {
    if (x < left) left = x;
    if (x > right) right = x;
    if (y < top) top = y;
    if (y > bottom) bottom = y;
  }
  return [left, top, right - left, bottom - top];
}
