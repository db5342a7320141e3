/**
 * The data that a board draws (see docs/protocol.md), shared by the modules of the board.
 *
 * @typedef {[number, number]} Point
 *
 * @typedef {object} SpaceData
 * @property {string} name
 * @property {number} [id]  its number in sets of spaces
 * @property {string} label  what people say: "0508 Vyazma"
 * @property {string} kind  "hex", "area", "box", ...
 * @property {string} title
 * @property {number[]} centre
 * @property {number[][]} outline  empty for a box that has no place on the map
 * @property {string[]} features
 * @property {{text: string, rule: string}[]} [notes]
 * @property {string[]} neighbours
 * @property {number[]} [town]  where the town of an area is
 *
 * @typedef {{between: string[], line: number[][]}} BorderData
 *
 * @typedef {object} BoardData
 * @property {SpaceData[]} spaces
 * @property {Record<string, BorderData[]>} borders
 * @property {number[]} [box]
 * @property {{title: string, outline: number[][]}[]} [shapes]  parts of the sheet that are not in play
 * @property {string[][]} [links]  arrows from box to box
 *
 * @typedef {{spaces: Record<string, string>, borders: Record<string, string>,
 *   notes?: Record<string, string>}} Styles  drawing style by feature, and by note of a turn (the weather)
 *
 * @typedef {{print?: string, big?: string, words?: string, title?: string, striped?: boolean,
 *   pips?: {sign: string, count: number, tone: string}}} FaceData  pips: along the side of a block
 *
 * @typedef {object} PieceData
 * @property {string} id
 * @property {string} side
 * @property {string} title
 * @property {string} [number]
 * @property {string} [size]
 * @property {string} [type]
 * @property {string} [shape]  "block" or "disc"; else a flat counter
 * @property {string} [colour]  of the formation it belongs to
 * @property {(FaceData | null)[]} faces
 *
 * @typedef {{name: string, title: string, colours: string}} SideData
 * @typedef {{title: string, type?: string, size?: string, shape?: string, words?: string}} BackData
 *
 * @typedef {object} ManifestData
 * @property {string} [name]
 * @property {string} [title]
 * @property {SideData[]} sides
 * @property {BoardData} board
 * @property {Styles} styles
 * @property {PieceData[]} pieces
 * @property {Record<string, BackData>} [backs]
 *
 * @typedef {object} Token  a counter or block as the viewer sees it
 * @property {string} name  the piece's id or, where that is hidden, its place: "70.2"
 * @property {string | null} piece
 * @property {string | null} at
 * @property {string} owner
 * @property {number | null} [face]
 * @property {string[]} [marks]
 * @property {string} [print]
 * @property {string} [big]
 * @property {string} [title]  what it has turned out to be, with its number and type, where the piece does not say it
 * @property {string} [number]
 * @property {string} [type]
 * @property {string} [back]
 * @property {boolean} [lies]  a block that lies face up, for all to see; others stand
 *
 * @typedef {object} View
 * @property {Token[]} tokens
 * @property {Record<string, string>} [control]
 * @property {Record<string, string>} [territory]  the spaces that each side controls, as a hexadecimal number
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
 * @property {boolean} [animation]  false: pieces jump to their places
 * @property {boolean} [minimap]  false: there is no small map
 * @property {boolean} [follow]  false: the view does not move by itself
 * @property {"all" | "names" | "none"} [labels]  "names" leaves the numbers of spaces out
 *
 * @typedef {object} Events
 * @property {{space: string, token: string | null, lit: boolean, event: Event | null}} choose  a click on a space or a token there
 * @property {{space: string, tokens: string[], token: string | null} | null} hover  token: the one under the pointer
 * @property {{space: string, token: string | null}} inspect  a right click or a long press
 * @property {{token: string, from: string}} drag  a token is being dragged
 * @property {{token: string, space: string, lit: boolean}} drop
 * @property {string} paint  a stroke over the map came to a space
 * @property {{space: string, tokens: string[], token: string | null, text: string} | null} focus
 * @property {{scale: number, depth: number}} zoom
 * @property {null} look  the window shows something else
 * @property {string | null} fan  the space whose stack was clicked open; null: something else was clicked
 */

export {};
