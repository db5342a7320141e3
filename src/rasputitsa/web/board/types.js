/**
 * Types of the data that a board draws (see `Game.table` and the view), shared by the modules of the board.
 *
 * @typedef {[number, number]} Point
 *
 * @typedef {object} SpaceData
 * @property {string} name
 * @property {string} kind  "hex", "area", "box", ...
 * @property {string} title
 * @property {number[]} centre
 * @property {number[][]} outline  empty for a box that has no place on the map
 * @property {string[]} features
 * @property {{text: string, rule: string}[]} [notes]
 * @property {string[]} neighbours
 *
 * @typedef {{between: string[], line: number[][]}} BorderData
 *
 * @typedef {object} BoardData
 * @property {SpaceData[]} spaces
 * @property {Record<string, BorderData[]>} borders
 * @property {number[]} [box]
 *
 * @typedef {{strength?: number | string | null, passive?: number | null, movement?: number | string | null,
 *   reduced?: boolean, title?: string}} FaceData
 *
 * @typedef {object} PieceData
 * @property {string} id
 * @property {string} side
 * @property {string} title
 * @property {string} [number]
 * @property {string} [size]
 * @property {string} [type]
 * @property {(FaceData | null)[]} faces
 *
 * @typedef {object} TableData
 * @property {string} [name]
 * @property {string} [title]
 * @property {{name: string, title: string}[]} sides
 * @property {BoardData} board
 * @property {PieceData[]} pieces
 * @property {{space?: string}[]} [turns]  the box of each turn, where there is one
 *
 * @typedef {{at: string | null, face?: number | null, strength?: number | string | null, marks?: string[]}} UnitView
 *
 * @typedef {object} View
 * @property {Record<string, UnitView>} units
 * @property {Record<string, string>} [control]
 * @property {{space: string, attackers: string[]}[]} [battles]
 * @property {{space: string, sign: string, title: string, side?: string}[]} [markers]
 * @property {string} [heading]
 * @property {number} [turn]
 *
 * @typedef {object} Offer
 * @property {string} action
 * @property {string} [label]
 * @property {string} [kind]  "space", "piece" or anything else, which a board does not show
 * @property {string} [object]
 * @property {string} [badge]
 * @property {string} [note]
 * @property {string} [tone]
 *
 * @typedef {{badge?: string, note?: string, tone?: string, toward?: string}} Mark
 *
 * @typedef {object} Settings
 * @property {string} [palette]  "classic" or "contrast"
 * @property {boolean | string} [animation]  false or "off": pieces jump to their places
 * @property {boolean | string} [labels]  "all" (or true), "names" (no numbers of spaces) or "none" (or false)
 */

export {};
