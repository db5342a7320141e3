/**
 * The shapes of what the server sends (docs/protocol.md). Only types live here.
 *
 * @typedef {{text: string, rule: string}} Note
 * @typedef {{name: string, title: string}} Named
 * @typedef {import("./board/types.js").SideData} Side
 * @typedef {import("./board/types.js").SpaceData & {notes: Note[]}} Space
 * @typedef {import("./board/types.js").PieceData} Piece
 * @typedef {import("./board/types.js").Token} Token
 * @typedef {{name: string, title: string, note: string, rule: string, certainty?: string}} CardFunction
 * @typedef {{id: string, side: string, name: string, functions: CardFunction[], certainty?: string}} CardData
 * @typedef {{count: number, cards: string[] | null, played: string[], at_work: string[], quiet: boolean | null}} HandView
 * @typedef {{name: string, title: string, rule: string, needs: string, legend: [string, string][]}} OverlayKind
 * @typedef {{title: string, rule: string, head: string[], rows: string[][], note: string}} Chart
 * @typedef {{name: string, title: string, choices: string[], default: string, rule: string}} Option
 * @typedef {{label: string, notes: string[], space?: string}} Turn
 * @typedef {{name: string, title: string, side: string | null}} Phase
 * @typedef {{name: string, title: string, turns: Turn[], phases: Phase[]}} Scenario
 * @typedef {{name: string, title: string, about: string, sources: string, hidden: boolean, sides: Side[], scenarios: Scenario[],
 *   options: Option[], overlays: OverlayKind[],
 *   board: {spaces: Space[], borders: Record<string, {between: string[], line: number[][]}[]>, box: number[]},
 *   styles: import("./board/types.js").Styles, pieces: Piece[],
 *   backs?: Record<string, import("./board/types.js").BackData>, cards?: CardData[], charts: Chart[]}} ManifestData
 * @typedef {{name: string, title?: string, about?: string}} BotLevel
 * @typedef {{name: string, title: string, about: string, sources: string, sides: Side[], scenarios: Named[], options: Option[],
 *   overlays: OverlayKind[], bots: (string | BotLevel)[], tutorial?: boolean}} GameInfo
 * @typedef {{number: string, title: string, text: string, summary: string}} Rule
 *
 * @typedef {{winner: string, reason: string, rule: string}} Outcome
 * @typedef {{text: string, points: number, rule: string}} ScoreLine
 * @typedef {{label: string, value: string, rule: string, short?: string, side?: string, sides?: Record<string, number>,
 *   track?: [number, number], sheet?: string}} Fact  short: its name where it is always in sight; sheet: the part of the view that explains it
 * @typedef {{title: string, rule: string, lines: {text: string, points: number | null, rule: string, side?: string}[], total: number | null}} Sheet
 * @typedef {{name: string, title: string, side: string | null, status: "done" | "now" | "to come"}} SequenceLine
 * @typedef {{game: string, scenario: string, heading: string, turn: number, phase: string, active: string | null,
 *   side: string | null, sequence: SequenceLine[], question: {step: string, text: string, rule: string} | null,
 *   tokens: Token[], control: Record<string, string>, territory?: Record<string, string>, status: Fact[],
 *   battles: {space: string, attackers: string[]}[], outcome: Outcome | null, hands?: Record<string, HandView>,
 *   markers?: {space: string, sign: string, title: string, side?: string}[], score?: ScoreLine[], total?: number, weather?: string,
 *   sheet?: {title: string, rule: string, goal: number, verdict: string, open: ScoreLine[]}}} View
 *
 * @typedef {"main" | "toggle" | "cancel" | "end" | "aside" | "plain"} Role
 * @typedef {{verb: string, role: Role, kind: string, label: string, short?: string, objects: string[],
 *   titles?: Record<string, string>, marks?: Record<string, Mark>, brush?: string,
 *   together?: boolean}} OfferGroup
 * @typedef {{tokens: string[], spaces: string[]}} Selection
 * @typedef {{selection: Selection, groups: OfferGroup[]}} Offers
 * @typedef {{action: string, verb: string, role: Role, kind: string, object: string, label: string, short: string,
 *   badge: string, note: string, tone: string, brush: string, together: boolean}} Offer one action that is on offer
 *
 * @typedef {{kind: string, text: string, rule: string, spaces: string[], tokens: string[],
 *   visible_to?: string | null, count?: number}} GameEvent
 * @typedef {{title: string, headline: string, modifiers: {text: string, effect: string, rule: string}[],
 *   chances: {result: string, probability: string, percent: string, highest?: string, meaning: string, rule: string}[],
 *   notes: Note[], spaces: string[],
 *   tokens: string[], steps?: Note[], step?: number, needs?: number[], absorb?: number | null, faces?: number[]}} Forecast
 * @typedef {{number: number, side: string, action: string, events: GameEvent[], forecast?: Forecast | null}} Entry
 * @typedef {{log_from: number, log: Entry[]}} LogPage
 * @typedef {{name: string, kind: string, level: string | null, here: boolean, lent?: boolean}} Seat
 * @typedef {{type: "state", number: number, you: string[], asked: string | null, view: View, offers: Offers | null,
 *   forecast: Forecast | null, can_undo: boolean, can_redo: boolean, log_from: number, log_gap?: boolean, log: Entry[],
 *   seats: Record<string, Seat>, thinking: string | null, draw_offer: string | null, outcome: Outcome | null,
 *   commitment: string, seals?: Record<string, string> | null, words?: Record<string, {from: number, word: string} | null>, awaited?: string[],
 *   secret: string | null, undos?: number}} MatchState
 * @typedef {{kind: "correspondence" | "live", seconds: number, increment: number, text: string, left: Record<string, number>,
 *   started: boolean, running: string | null}} ClockData
 * @typedef {{match: string, game: string, scenario: string, options: Record<string, string>, seats: Record<string, Seat>,
 *   number: number, asked: string | null, outcome: Outcome | null, created: number, you: string[], spectator: boolean,
 *   next: string | null, clock?: ClockData | null}} Summary
 * @typedef {{number: number, count: number, view: View, entry: Entry | null}} Replayed
 * @typedef {{turns: number[], figures: {name: string, title: string, values: Record<string, number[]>}[],
 *   luck: Record<string, {total: number, rolls: {number: number, turn: number, action: string, value: number}[]}>,
 *   dice: {fair: boolean | null, checked: number, line: number, text: string}, outcome: Outcome, commitment: string,
 *   seals: Record<string, string>, words: Record<string, string | null>, secret: string | null}} Report
 * @typedef {{code: string, text: string, rule?: string, quotation?: string}} ErrorData
 * @typedef {{rule: string, reason: string, quotation: string}} Refusal
 * @typedef {{badge: string, note?: string, tone?: string, toward?: string}} Mark
 * @typedef {{match: string, keys: Record<string, string>, spectators: string}} Created
 * @typedef {{say: string, heading?: string, rule?: string, show?: string[], overlay?: string, piece?: string,
 *   do?: string | string[] | null, ways?: {best: string, left: number, to: Record<string, number>}[], auto?: boolean, free?: boolean}} Lesson
 * @typedef {{title: string, about?: string, side?: string, steps: Lesson[]}} Tutorial
 */

export {};
