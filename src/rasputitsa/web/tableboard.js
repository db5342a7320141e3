/** The board at a table: other pieces can be taken up while one is in hand. */

import { Board } from "./board/board.js";

export class TableBoard extends Board {
  /** Pieces that may be dragged although they are not lit. @type {Set<string>} */
  also = new Set();

  /** @param {number} x @param {number} y */
  grab(x, y) {
    const id = this.find(x, y).counter?.id;
    if (!id || !this.also.has(id) || this.litPieces.has(id)) return super.grab(x, y);
    this.litPieces.set(id, { action: "" });
    const grabbed = super.grab(x, y);
    this.litPieces.delete(id);
    return grabbed;
  }

  /** A double click on a piece is two clicks. @param {number} x @param {number} y */
  twice(x, y) {
    if (!this.find(x, y).counter) super.twice(x, y);
  }
}
