/**
 * The shapes of what the server sends (docs/protocol.md). Only types live here.
 *
 * @typedef {{text: string, rule: string}} Note
 * @typedef {{name: string, title: string}} Named
 * @typedef {{name: string, kind: string, title: string, centre: number[], outline: number[][], features: string[],
 *   notes: Note[], neighbours: string[]}} Space
 * @typedef {{strength?: number, passive?: number | null, movement?: number, reduced?: boolean, title?: string}} Face
 * @typedef {{id: string, side: string, title: string, number: string, size: string, type: string,
 *   faces: (Face | null)[]}} Piece
 * @typedef {{name: string, title: string, note: string, rule: string, certainty?: string}} CardFunction
 * @typedef {{id: string, side: string, name: string, functions: CardFunction[], certainty?: string}} CardData
 * @typedef {{count: number, cards: string[] | null, played: string[], at_work: string[], quiet: boolean | null}} HandView
 * @typedef {{name: string, title: string, rule: string, needs: string}} OverlayKind
 * @typedef {{title: string, rule: string, head: string[], rows: string[][], note: string}} Chart
 * @typedef {{name: string, title: string, choices: string[], default: string, rule: string}} Option
 * @typedef {{name: string, title: string, about: string, hidden?: boolean, sides: Named[], scenarios: Named[],
 *   options: Option[], overlays: OverlayKind[],
 *   board: {spaces: Space[], borders: Record<string, {between: string[], line: number[][]}[]>, box: number[]},
 *   pieces: Piece[], cards?: CardData[], turns: {label: string, notes: string[], space?: string}[],
 *   phases: {name: string, title: string, side: string}[], charts: Chart[]}} TableData
 * @typedef {{name: string, title?: string, about?: string}} BotLevel
 * @typedef {{name: string, title: string, about: string, sides: Named[], scenarios: Named[], options: Option[],
 *   overlays: OverlayKind[], bots: (string | BotLevel)[], tutorial?: boolean}} GameInfo
 * @typedef {{number: string, title: string, text: string, gist: string}} Rule
 *
 * @typedef {{at: string, face: number, strength: number, marks: string[]}} UnitView
 * @typedef {{winner: string, reason: string, rule: string}} Outcome
 * @typedef {{heading: string, turn: number, phase: string, active: string, side: string | null,
 *   question: {step: string, text: string, rule: string} | null, units: Record<string, UnitView>,
 *   control: Record<string, string>, status: {label: string, value: string, rule: string}[],
 *   battles: {space: string, attackers: string[]}[], outcome: Outcome | null, hands?: Record<string, HandView>,
 *   markers?: {space: string, sign: string, title: string, side?: string}[],
 *   score?: ScoreLine[], total?: number, sheet?: {title: string, rule: string, goal: number, verdict: string, open: ScoreLine[]}}} View
 * @typedef {{text: string, points: number, rule: string}} ScoreLine
 * @typedef {{action: string, label: string, kind: string, object: string, badge: string, note: string, tone: string}} Offer
 * @typedef {{kind: string, text: string, rule: string, spaces: string[], pieces: string[], only?: string}} GameEvent
 * @typedef {{title: string, modifiers: {text: string, effect: string, rule: string}[], column: string,
 *   chances: {result: string, probability: string, meaning: string, rule: string}[], retreat: string, spaces: string[],
 *   pieces: string[]}} Forecast
 * @typedef {{number: number, side: string, action: string, events: GameEvent[], forecast?: Forecast | null}} Entry
 * @typedef {{name: string, kind: string, level: string | null, here: boolean}} Seat
 * @typedef {{type: "state", number: number, you: string[], asked: string | null, view: View, offers: Offer[],
 *   forecast: Forecast | null, can_undo: boolean, can_redo: boolean, log_from: number, log: Entry[],
 *   seats: Record<string, Seat>, thinking: string | null, draw_offer: string | null, outcome: Outcome | null,
 *   commitment: string, secret: string | null, undos?: number}} TableState
 * @typedef {{match: string, game: string, scenario: string, options: Record<string, string>, seats: Record<string, Seat>,
 *   number: number, asked: string | null, outcome: Outcome | null, created: number, you: string[], spectator: boolean,
 *   next: string | null}} Summary
 * @typedef {{number: number, count: number, view: View, entry: Entry | null}} Replayed
 * @typedef {{turns: number[], figures: {name: string, title: string, values: Record<string, number[]>}[],
 *   luck: Record<string, {total: number, rolls: {number: number, turn: number, action: string, value: number}[]}>,
 *   dice: {fair: boolean | null, checked: number, line: number, text: string}, outcome: Outcome, commitment: string,
 *   secret: string | null}} Report
 * @typedef {{code: string, text: string, rule?: string}} ErrorData
 * @typedef {{badge: string, note: string, tone: string, toward?: string}} Mark
 * @typedef {{match: string, keys: Record<string, string>, spectators: string}} Created
 * @typedef {{say: string, heading?: string, rule?: string, show?: string[], overlay?: string, piece?: string,
 *   do?: string | string[] | null, auto?: boolean, free?: boolean}} Lesson
 * @typedef {{title: string, about?: string, side?: string, steps: Lesson[]}} Tutorial
 */

export {};
