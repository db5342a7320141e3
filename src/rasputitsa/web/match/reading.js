/** A battle that the rules go on to by themselves waits until the player has read the result of the one before. */

/**
 * @typedef {import("../changes.js").MatchState} MatchState
 * @typedef {object} Needs
 * @property {import("./shown.js").Shown} shown
 * @property {import("./playback.js").Playback} playback
 * @property {() => import("./coach.js").Coach | null} coach
 * @property {(state: MatchState) => void} say
 */

const READ = 6000; // milliseconds for which a result stays, unless the player goes on

export class Reading {
  /** @param {Needs} needs */
  constructor(needs) {
    this.needs = needs;
    /** Where the battle was fought whose result the player may not have read, and when it was shown. */
    this.space = "";
    this.since = 0;
  }

  /** The dice of a battle lie. @param {string} space */
  shown(space) {
    this.space = space;
    this.since = performance.now();
  }

  /** The player has done something, and so has read what was there. */
  done() {
    this.space = "";
  }

  /**
   * Dice fall somewhere: if it is another battle of the player's turn, the one before is read first.
   * @param {string} space
   * @param {MatchState} state
   */
  async before(space, state) {
    const { shown, playback, coach, say } = this.needs;
    const own = state.you.includes(shown.state?.view.active ?? "") && !coach() && document.visibilityState === "visible";
    const left = READ - (performance.now() - this.since);
    if (!own || !this.space || this.space === space || left <= 0) return;
    say(state);
    await playback.read(left);
  }
}
