/** The map in words, for those who hear it. */

/** @typedef {import("./types.js").TableData} TableData */
/** @typedef {import("./types.js").View} View */
/** @typedef {import("./types.js").PieceData} PieceData */
/** @typedef {import("./types.js").Offer} Offer */

export class Words {
  /** @param {TableData} table */
  constructor(table) {
    this.table = table;
    this.spaces = new Map(table.board.spaces.map((space) => [space.name, space]));
    this.pieces = new Map(table.pieces.map((piece) => [piece.id, piece]));
    this.sides = new Map(table.sides.map((side) => [side.name, side.title]));
    /** Features of borders by space. @type {Map<string, Map<string, string[]>>} */
    this.borders = new Map();
    for (const [feature, borders] of Object.entries(table.board.borders ?? {})) {
      for (const { between } of borders) {
        for (const [a, b] of [between, [between[1], between[0]]]) {
          const known = this.borders.get(a) ?? new Map();
          known.set(feature, [...(known.get(feature) ?? []), b]);
          this.borders.set(a, known);
        }
      }
    }
  }

  /** @param {string} name */
  space(name) {
    const space = this.spaces.get(name);
    if (!space) return name;
    if (!space.outline.length) return space.title || name;
    return space.title && space.title !== name ? `${space.title} (${name})` : name;
  }

  /** @param {string} name */
  ground(name) {
    const space = this.spaces.get(name);
    if (!space) return "";
    const features = new Set(space.features.map((feature) => feature.replaceAll("_", " ")));
    if (features.has("major city")) features.delete("city");
    const borders = [];
    for (const [feature, to] of this.borders.get(name) ?? [])
      borders.push(`${feature.replaceAll("_", " ")} to ${to.join(", ")}`);
    return [...features, ...borders].join("; ");
  }

  /** @param {string} id @param {View | null} view */
  piece(id, view) {
    const piece = this.pieces.get(id);
    if (!piece) return id;
    const unit = view?.units[id];
    const words = [`${this.sides.get(piece.side) ?? piece.side} ${piece.title}`];
    const strength = this.strength(piece, view);
    if (strength) words.push(strength);
    const face = unit?.face == null ? null : piece.faces[unit.face];
    if (face?.title) words.push(face.title);
    else if (face?.reduced) words.push("reduced");
    words.push(...(unit?.marks ?? []));
    return words.join(", ");
  }

  /** @param {PieceData} piece @param {View | null} view */
  strength(piece, view) {
    const unit = view?.units[piece.id];
    const face = unit?.face == null ? null : piece.faces[unit.face];
    return printed(face, unit?.strength);
  }

  /**
   * A space with all that is there.
   * @param {string} name
   * @param {View | null} view
   * @param {Offer | undefined} offer
   * @param {Map<string, Offer>} lit  offers by piece
   */
  there(name, view, offer, lit) {
    const words = [this.space(name)];
    const ground = this.ground(name);
    if (ground) words.push(ground);
    const owner = view?.control?.[name];
    if (owner) words.push(`held by ${this.sides.get(owner) ?? owner}`);
    for (const marker of view?.markers ?? []) if (marker.space === name) words.push(marker.title);
    const pieces = Object.entries(view?.units ?? {}).filter(([, unit]) => unit.at === name);
    for (const [id] of pieces) {
      const choice = lit.get(id);
      words.push(this.piece(id, view) + (choice ? ", can be chosen" + note(choice) : ""));
    }
    if (offer) words.push((offer.label || "can be chosen") + note(offer));
    return words.join(". ") + ".";
  }

  /**
   * The whole map: a line for each piece, by side, then owners and battles.
   * @param {View} view
   */
  all(view) {
    const lines = [];
    if (view.heading) lines.push(view.heading + ".");
    /** @type {Map<string, string[]>} */
    const at = new Map();
    for (const [id, unit] of Object.entries(view.units)) {
      if (unit.at) at.set(unit.at, [...(at.get(unit.at) ?? []), id]);
    }
    for (const side of this.table.sides) {
      const off = new Map();
      for (const piece of this.table.pieces) {
        const unit = view.units[piece.id];
        if (piece.side !== side.name || !unit?.at) continue;
        const space = this.spaces.get(unit.at);
        if (space && !space.outline.length) {
          off.set(unit.at, [...(off.get(unit.at) ?? []), piece.title]);
          continue;
        }
        const ground = [...(space?.features ?? [])].map((feature) => feature.replaceAll("_", " ")).join(", ");
        const near = [];
        for (const next of space?.neighbours ?? []) {
          for (const id of at.get(next) ?? []) {
            const other = this.pieces.get(id);
            if (other) near.push(`${other.side === piece.side ? "" : "enemy "}${other.title} in ${this.space(next)}`);
          }
        }
        const line = `${this.piece(piece.id, view)}: in ${this.space(unit.at)}` + (ground ? `, ${ground}` : "");
        lines.push(line + (near.length ? `; next to ${near.join(", ")}` : "") + ".");
      }
      for (const [space, titles] of off) lines.push(`${side.title}, ${this.space(space)}: ${titles.join(", ")}.`);
    }
    for (const side of this.table.sides) {
      const owned = Object.entries(view.control ?? {}).filter(([, owner]) => owner === side.name);
      if (owned.length) lines.push(`${side.title} holds ${owned.map(([name]) => this.space(name)).join(", ")}.`);
    }
    for (const battle of view.battles ?? []) {
      const attackers = battle.attackers.map((id) => this.pieces.get(id)?.title ?? id);
      lines.push(`Battle in ${this.space(battle.space)}: ${attackers.join(", ")} attack.`);
    }
    return lines;
  }
}

/**
 * What is printed on a face: strength, passive strength in parentheses, movement.
 * @param {import("./types.js").FaceData | null | undefined} face
 * @param {number | string | null} [strength] where the face says none
 */
export function printed(face, strength = null) {
  const first = face?.strength ?? strength;
  const passive = face?.passive == null ? "" : `(${face.passive})`;
  return [first == null ? null : `${first}${passive}`, face?.movement].filter((value) => value != null).join("-");
}

/** @param {Offer} offer */
function note(offer) {
  const words = [offer.badge, offer.note].filter(Boolean);
  return words.length ? ` (${words.join(", ")})` : "";
}
