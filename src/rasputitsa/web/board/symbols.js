/** Signs on counters: what a unit is and how big it is, in the manner of the NATO symbols. */

/** Half width and half height of the box that frames a symbol. */
export const WIDE = 16;
export const HIGH = 10.5;

const CROSS = `M${-WIDE} ${-HIGH}L${WIDE} ${HIGH}M${WIDE} ${-HIGH}L${-WIDE} ${HIGH}`;
const SLASH = `M${WIDE} ${-HIGH}L${-WIDE} ${HIGH}`;
const OVAL = "M-5 -5H5A5 5 0 0 1 5 5H-5A5 5 0 0 1 -5 -5Z";
const FLASH = "M3.5 -8L-4.5 1.2H0L-3.5 8L4.5 -1.2H0Z";

/**
 * What is drawn in the box: `line` is stroked, `fill` is filled, `letters` are written, `frame: false` leaves the box out.
 * @typedef {{line?: string, fill?: string, letters?: string, frame?: boolean}} Symbol
 */

/** @type {Record<string, Symbol>} */
const SYMBOLS = {
  infantry: { line: CROSS },
  rifle: { line: CROSS },
  militia: { line: CROSS + `M-5 ${HIGH}V5.5H5V${HIGH}` },
  motorized: { line: CROSS + `M0 ${-HIGH}V${HIGH}` },
  mechanized: { line: CROSS + OVAL },
  panzer: { line: "M-6.5 -5.6H6.5A5.6 5.6 0 0 1 6.5 5.6H-6.5A5.6 5.6 0 0 1 -6.5 -5.6Z" },
  cavalry: { line: SLASH },
  shock: { line: CROSS, fill: FLASH },
  guards: { line: CROSS, fill: "M0 -8.5L2.3 -2.6L8.2 -2.4L3.6 1.4L5.2 7.2L0 4L-5.2 7.2L-3.6 1.4L-8.2 -2.4L-2.3 -2.6Z" },
  mountain: { line: CROSS, fill: `M-5 ${HIGH}L0 2.5L5 ${HIGH}Z` },
  airborne: { line: CROSS + `M-6 ${HIGH - 1}Q-3 5.5 0 ${HIGH - 1}Q3 5.5 6 ${HIGH - 1}` },
  artillery: { fill: "M-4.4 0A4.4 4.4 0 1 1 4.4 0A4.4 4.4 0 1 1 -4.4 0Z" },
  engineer: { line: "M-8 5V-4H8V5M0 -4V4" },
  headquarters: { letters: "HQ" },
  air: { line: "M0 0C-4 -6 -10 -6 -10 0S-4 6 0 0S10 -6 10 0S4 6 0 0" },
  leader: { frame: false, fill: "M0 -10L2.9 -3.4L10 -3L4.5 1.7L6.4 9L0 5L-6.4 9L-4.5 1.7L-10 -3L-2.9 -3.4Z" },
  block: { frame: false, line: "M0 -10L10 0L0 10L-10 0Z", fill: "M0 -4L4 0L0 4L-4 0Z" },
  unknown: { letters: "?" },
};

/** Other names for the same things. @type {Record<string, string>} */
const SAME = {
  armour: "panzer",
  armor: "panzer",
  armored: "panzer",
  tank: "panzer",
  motorised: "motorized",
  mechanised: "mechanized",
  "panzer grenadier": "mechanized",
  panzergrenadier: "mechanized",
  grenadier: "mechanized",
  hq: "headquarters",
  lwhq: "air",
  aircraft: "air",
  bomber: "air",
  guard: "guards",
  mountaineer: "mountain",
  parachute: "airborne",
};

/** @param {string | undefined} type @returns {Symbol} */
export function symbolOf(type) {
  const name = (type ?? "").toLowerCase().replaceAll("_", " ");
  const known = SYMBOLS[SAME[name] ?? name];
  if (known) return known;
  return { letters: name ? name.slice(0, 3).toUpperCase() : "" };
}

/** @type {Record<string, string>} */
const SIZES = {
  company: "I",
  battalion: "II",
  regiment: "III",
  brigade: "X",
  division: "XX",
  corps: "XXX",
  army: "XXXX",
  "army group": "XXXXX",
  front: "XXXXX",
  kampfgruppe: "KG",
};

/** @param {string | undefined | null} size */
function sizeOf(size) {
  if (!size) return "";
  return SIZES[size.toLowerCase()] ?? (size.length <= 4 ? size : "");
}

/** The size of a unit where there is room for it beside its number. @param {string} number @param {string} size */
export function sizeBeside(number, size) {
  const sign = sizeOf(size);
  return number.length + sign.length > 7 ? "" : sign;
}
