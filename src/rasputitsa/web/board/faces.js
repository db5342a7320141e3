/** What a token shows: its face, what is printed on it, and the same in words. */

/** @typedef {import("./types.js").Token} Token */
/** @typedef {import("./types.js").FaceData} FaceData */
/** @typedef {import("./types.js").PieceData} PieceData */
/** @typedef {import("./types.js").BackData} BackData */
/** @typedef {import("./types.js").SideData} SideData */
/** @typedef {import("./types.js").ManifestData} ManifestData */

/**
 * @typedef {object} Look  all that is drawn of a token
 * @property {string} title
 * @property {string} number
 * @property {string} size
 * @property {string} type
 * @property {string} print  printed along the bottom
 * @property {string} big  the one value that a small counter shows
 * @property {string} words  what is printed, in words
 * @property {boolean} striped
 * @property {boolean} gone  out of play: it shows what it was
 * @property {string} shape  "block" or "disc"; a flat counter where it is empty
 * @property {string} colour  of the formation it belongs to
 * @property {(import("./types.js").FaceData | null)[]} faces  of a block: what is printed along its sides
 * @property {number} turn  how many times a block has been turned
 * @property {boolean} lies  a block that lies face up
 */

export class Faces {
  /** @param {ManifestData} manifest */
  constructor(manifest) {
    this.pieces = new Map(manifest.pieces.map((piece) => [piece.id, piece]));
    this.backs = manifest.backs ?? {};
  }

  /** @param {Token} token @returns {Look} */
  look(token) {
    const piece = token.piece === null ? undefined : this.pieces.get(token.piece);
    return piece ? lookOf(piece, token) : this.hidden(token);
  }

  /** The title of a token, whether its piece is known or not. @param {Token} token */
  title(token) {
    return this.look(token).title;
  }

  /** A token whose piece the viewer may not know. @param {Token} token @returns {Look} */
  hidden(token) {
    const back = this.backs[token.back ?? ""];
    return {
      title: back?.title ?? token.name,
      number: "",
      size: back?.size ?? "",
      type: back?.type ?? "unknown",
      print: token.print ?? "",
      big: token.big ?? token.print ?? "",
      words: back?.words ?? "",
      striped: false,
      gone: false,
      shape: back?.shape ?? "",
      colour: "",
      faces: [],
      turn: 0,
      lies: false,
    };
  }
}

/** The face of a piece at full strength: the first that is not striped. @param {PieceData} piece @returns {FaceData | null} */
export function bestFace({ faces }) {
  return faces.find((face) => face && !face.striped) ?? faces.find((face) => face) ?? null;
}

/**
 * A piece with the face that a token shows; without a token, with its best.
 * @param {PieceData} piece
 * @param {Token} [token]
 * @returns {Look}
 */
export function lookOf(piece, token) {
  const best = bestFace(piece);
  const now = token?.face == null ? null : piece.faces[token.face];
  const face = token && token.face == null ? null : (now ?? best);
  const print = token?.print ?? face?.print ?? "";
  return {
    title: token?.title ?? piece.title,
    number: token?.number ?? piece.number ?? "",
    size: piece.size ?? "",
    type: token?.type ?? piece.type ?? "",
    print,
    big: token?.big ?? face?.big ?? print,
    words: [face?.words || print, face?.title].filter(Boolean).join(", "),
    striped: face?.striped ?? false,
    gone: token?.face != null && !now,
    shape: piece.shape ?? "",
    colour: piece.colour ?? "",
    faces: piece.faces,
    turn: token?.face ?? 0,
    lies: token?.lies ?? false,
  };
}
