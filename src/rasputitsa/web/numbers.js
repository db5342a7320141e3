/** Numbers as people read them. The rules have the same in `core/numbers.py`. */

const LARGEST_DENOMINATOR = 36; // a player reads 5/36, two dice, but not 655/792

/** How many of something: "1 hex", "2 hexes". @param {number} number @param {string} one @param {string} [many] */
export function counted(number, one, many = `${one}s`) {
  return `${number} ${number === 1 ? one : many}`;
}

/** What is possible is never 0%, and what is not certain never 100%. @param {number} share */
export function percent(share) {
  const whole = Math.round(share * 100);
  if (whole === 0 && share > 0) return "<1%";
  if (whole === 100 && share < 1) return ">99%";
  return `${whole}%`;
}

/** The value of a chance. @param {string} text "1/3" or "1" */
export function fraction(text) {
  const [top, bottom = "1"] = text.split("/");
  return Number(top) / Number(bottom);
}

/** Whether a chance is also shown as a fraction. @param {string} text "1/3" or "1" */
export function isSimple(text) {
  return Number(text.split("/")[1] ?? 1) <= LARGEST_DENOMINATOR;
}

/** A number with at most one place, and a true minus; never a negative zero. @param {number} value */
export function decimal(value) {
  const tenths = Math.round(value * 10) || 0;
  return String(tenths / 10).replace("-", "−");
}

/** A number with its sign: "+2", "−0.5", "0". @param {number} value */
export function signed(value) {
  const text = decimal(value);
  return Math.round(value * 10) > 0 ? `+${text}` : text;
}
