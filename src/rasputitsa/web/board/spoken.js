/** The map in words, for those who hear it. */

/** @typedef {import("./types.js").ManifestData} ManifestData */
/** @typedef {import("./types.js").View} View */
/** @typedef {import("./types.js").Token} Token */
/** @typedef {import("./types.js").Offer} Offer */
/** @typedef {import("./faces.js").Faces} Faces */

export class SpokenMap {
  /** @param {ManifestData} manifest @param {Faces} faces */
  constructor(manifest, faces) {
    this.manifest = manifest;
    this.faces = faces;
    this.spaces = new Map(manifest.board.spaces.map((space) => [space.name, space]));
    this.sides = new Map(manifest.sides.map((side) => [side.name, side.title]));
    /** Features of borders by space. @type {Map<string, Map<string, string[]>>} */
    this.borders = new Map();
    for (const [feature, borders] of Object.entries(manifest.board.borders ?? {})) {
      if (!manifest.styles?.borders[feature]) continue;
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
    return this.spaces.get(name)?.label ?? name;
  }

  /** What is drawn in a space. @param {string} name */
  terrain(name) {
    const styles = this.manifest.styles?.spaces ?? {};
    return (this.spaces.get(name)?.features ?? []).filter((feature) => styles[feature]).map(plain);
  }

  /** What is drawn in a space and along its sides. @param {string} name */
  ground(name) {
    const borders = [...(this.borders.get(name) ?? [])].map(([feature, to]) => `${plain(feature)} to ${to.join(", ")}`);
    return [...this.terrain(name), ...borders].join("; ");
  }

  /** @param {Token} token */
  token(token) {
    const look = this.faces.look(token);
    const side = this.sides.get(token.owner) ?? token.owner;
    return [`${side} ${look.title}`, look.words || look.print, ...(token.marks ?? [])].filter(Boolean).join(", ");
  }

  /**
   * A space with all that is there.
   * @param {string} name
   * @param {View | null} view
   * @param {Offer | undefined} offer
   * @param {Map<string, Offer>} lit  offers by token
   */
  there(name, view, offer, lit) {
    const words = [this.space(name)];
    const ground = this.ground(name);
    if (ground) words.push(ground);
    const owner = view?.control?.[name];
    if (owner) words.push(`${this.sides.get(owner) ?? owner} control`);
    for (const marker of view?.markers ?? []) if (marker.space === name) words.push(marker.title);
    for (const token of view?.tokens ?? []) {
      if (token.at === name) words.push(this.token(token) + choice(lit.get(token.name)));
    }
    if (offer) words.push((offer.label || "can be chosen") + note(offer));
    return words.join(". ") + ".";
  }

  /**
   * The whole map: a line for each token, by side, then owners and battles.
   * @param {View} view
   */
  all(view) {
    const lines = view.heading ? [view.heading + "."] : [];
    /** @type {Map<string, Token[]>} */
    const at = new Map();
    for (const token of view.tokens) {
      if (token.at) at.set(token.at, [...(at.get(token.at) ?? []), token]);
    }
    for (const side of this.manifest.sides) {
      const own = view.tokens.filter((token) => token.owner === side.name && token.at);
      lines.push(...own.filter((token) => this.onMap(token)).map((token) => this.line(token, at)));
      lines.push(...this.boxes(side.title, own.filter((token) => !this.onMap(token))));
    }
    for (const side of this.manifest.sides) {
      const owned = Object.entries(view.control ?? {}).filter(([, owner]) => owner === side.name);
      if (owned.length) lines.push(`${side.title} control: ${owned.map(([name]) => this.space(name)).join(", ")}.`);
    }
    for (const { space, attackers } of view.battles ?? []) {
      const titles = attackers.map((name) => this.titleOf(name, view));
      lines.push(`Attack on ${this.space(space)}: ${titles.join(", ")}.`);
    }
    return lines;
  }

  /** @param {Token} token */
  onMap({ at }) {
    return (this.spaces.get(at ?? "")?.outline.length ?? 0) > 0;
  }

  /** A token of the map with its neighbours. @param {Token} token @param {Map<string, Token[]>} at  tokens by space */
  line(token, at) {
    const space = token.at ?? "";
    const near = (this.spaces.get(space)?.neighbours ?? []).flatMap((next) =>
      (at.get(next) ?? []).map(
        (other) => `${other.owner === token.owner ? "" : "enemy "}${this.faces.title(other)} in ${this.space(next)}`,
      ),
    );
    const words = [`${this.token(token)}: ${[this.space(space), ...this.terrain(space)].join(", ")}`];
    if (near.length) words.push(`adjacent to ${near.join(", ")}`);
    return words.join("; ") + ".";
  }

  /** Tokens that are in boxes. @param {string} side @param {Token[]} tokens */
  boxes(side, tokens) {
    const names = [...new Set(tokens.map((token) => token.at ?? ""))];
    return names.map((name) => {
      /** @type {Map<string, number>} */
      const counts = new Map();
      for (const token of tokens.filter(({ at }) => at === name)) {
        const title = this.faces.title(token);
        counts.set(title, (counts.get(title) ?? 0) + 1);
      }
      const titles = [...counts].map(([title, count]) => (count > 1 ? `${count} × ${title}` : title));
      return `${side}, ${this.space(name)}: ${titles.join(", ")}.`;
    });
  }

  /** @param {string} name @param {View} view */
  titleOf(name, view) {
    const token = view.tokens.find((one) => one.name === name);
    return token ? this.faces.title(token) : name;
  }
}

/** A feature as a word: "major_city" is "major city". @param {string} feature */
const plain = (feature) => feature.replaceAll("_", " ");

/** @param {Offer | undefined} offer */
const choice = (offer) => (offer ? ", can be chosen" + note(offer) : "");

/** @param {Offer} offer */
function note(offer) {
  const words = [offer.badge, offer.note].filter(Boolean);
  return words.length ? ` (${words.join(", ")})` : "";
}
