/**
 * The shapes of what crosses the border between the rules and the screen. Only types live here.
 * Made by `make client-types` from the declarations in Python; docs/protocol.md explains them.
 */

/**
 * @typedef {"turn" | "phase" | "set-up" | "order" | "weather" | "end" | "move" | "taken-back" | "arrival" | "draw" |
 *   "departure" | "retreat" | "advance" | "attack" | "support" | "battle" | "loss" | "attrition" | "recovery" | "roll"
 *   | "reveal" | "control" | "supply" | "card" | "detail" | "agreement"} Kind  What an event is about. The set is
 *   closed: a client knows them all.
 *
 * @typedef {"took part" | "moved" | "arrived" | "reduced" | "spent" | "restored" | "revealed" | "eliminated" |
 *   "surrendered" | "withdrawn"} Fate  What became of a token.
 *
 * @typedef {object} FateData  A `TokenFate` as plain data.
 * @property {string} token
 * @property {Fate} fate
 * @property {string} side
 * @property {string} origin
 * @property {string} place
 *
 * @typedef {object} EventData  An `Event` as plain data.
 * @property {Kind} kind
 * @property {string} text
 * @property {string} rule
 * @property {string} side
 * @property {string[]} spaces
 * @property {FateData[]} tokens
 * @property {string} [visible_to]
 * @property {string} [hidden_from]
 * @property {boolean} [reveals]
 * @property {string} [result]
 */

/**
 * @typedef {object} Token  A counter or block as the viewer sees it.
 * @property {string} name
 * @property {string | null} piece
 * @property {string | null} at
 * @property {string} owner
 * @property {number | null} face
 * @property {string[]} marks
 * @property {string} [title]
 * @property {string} [number]
 * @property {string} [type]
 * @property {string} [print]
 * @property {string} [big]
 * @property {string} [back]
 * @property {boolean} [lies]
 * @property {number} [due]
 *
 * @typedef {object} PlaceNamed  A space that a sentence names, and from which character to which.
 * @property {string} space
 * @property {number} start
 * @property {number} end
 *
 * @typedef {object} QuestionShown  What is asked, as the viewer may read it.
 * @property {string} step
 * @property {string} text
 * @property {string} rule
 * @property {PlaceNamed[]} [places]
 *
 * @typedef {object} SequenceLine  A phase of the present turn.
 * @property {string} name
 * @property {string} title
 * @property {string | null} side
 * @property {"done" | "now" | "to come"} status
 *
 * @typedef {object} OutcomeShown  How the game ended.
 * @property {string} winner
 * @property {string} reason
 * @property {string} rule
 *
 * @typedef {object} Fact  A small fact beside the map.
 * @property {string} label
 * @property {string} value
 * @property {string} rule
 * @property {string} [short]
 * @property {string} [side]
 * @property {Record<string, number>} [sides]
 * @property {number[]} [track]
 * @property {"score" | "logistics"} [sheet]
 *
 * @typedef {object} BattleShown  A battle that is declared, prepared or fought.
 * @property {string} space
 * @property {string[]} attackers
 * @property {string[]} [defenders]
 * @property {string[]} [active]
 * @property {number} [absorb]
 *
 * @typedef {object} Marker  A sign on a space that is no piece.
 * @property {string} space
 * @property {string} sign
 * @property {string} title
 * @property {string} [side]
 *
 * @typedef {object} ScoreLine  What a side scores for.
 * @property {string} text
 * @property {number} points
 * @property {string} rule
 * @property {string} [side]
 *
 * @typedef {object} ScoreSheet  How the score is judged, and what it could still grow by.
 * @property {string} title
 * @property {string} rule
 * @property {number} goal
 * @property {string} verdict
 * @property {ScoreLine[]} open
 *
 * @typedef {object} SheetLine  A term of a sum; one without points changes the sum as a whole.
 * @property {string} text
 * @property {number | null} points
 * @property {string} rule
 * @property {string} [side]
 *
 * @typedef {object} Sheet  A figure explained term by term.
 * @property {string} title
 * @property {string} rule
 * @property {SheetLine[]} lines
 * @property {number | null} total
 *
 * @typedef {object} Hand  The cards of a side: which they are, and whether it asked not to be asked again, only its player is shown.
 * @property {number} count
 * @property {string[] | null} cards
 * @property {string[]} played
 * @property {string[]} at_work
 * @property {boolean | null} quiet
 *
 * @typedef {object} HeroCity
 * @property {string} city
 * @property {boolean} stands
 *
 * @typedef {object} CommonView  What the views of all games have alike.
 * @property {string} game
 * @property {string} scenario
 * @property {string} heading
 * @property {number} turn
 * @property {string} phase
 * @property {string} active
 * @property {string | null} side
 * @property {SequenceLine[]} sequence
 * @property {OutcomeShown | null} outcome
 *
 * @typedef {object} GameView  What each game adds. What it does not have is left out, but all have tokens, facts, control and battles.
 * @property {Token[]} tokens
 * @property {Fact[]} status
 * @property {Record<string, string>} control
 * @property {BattleShown[]} battles
 * @property {Record<string, string>} [territory]
 * @property {Marker[]} [markers]
 * @property {string} [weather]
 * @property {ScoreLine[]} [score]
 * @property {number} [total]
 * @property {ScoreSheet} [sheet]
 * @property {Sheet | null} [logistics]
 * @property {Record<string, Hand>} [hands]
 * @property {HeroCity | null} [hero]
 *
 * @typedef {object} View  All that a viewer may know of a position.
 * @property {string} game
 * @property {string} scenario
 * @property {string} heading
 * @property {number} turn
 * @property {string} phase
 * @property {string} active
 * @property {string | null} side
 * @property {SequenceLine[]} sequence
 * @property {OutcomeShown | null} outcome
 * @property {Token[]} tokens
 * @property {Fact[]} status
 * @property {Record<string, string>} control
 * @property {BattleShown[]} battles
 * @property {Record<string, string>} [territory]
 * @property {Marker[]} [markers]
 * @property {string} [weather]
 * @property {ScoreLine[]} [score]
 * @property {number} [total]
 * @property {ScoreSheet} [sheet]
 * @property {Sheet | null} [logistics]
 * @property {Record<string, Hand>} [hands]
 * @property {HeroCity | null} [hero]
 * @property {QuestionShown | null} question
 *
 * @typedef {object} Figure  A figure worth a chart, by side.
 * @property {string} name
 * @property {string} title
 * @property {Record<string, number>} values
 */

/**
 * @typedef {object} MarkData  A `Mark` as plain data, without what is empty.
 * @property {string} [badge]
 * @property {string} [note]
 * @property {string} [tone]
 * @property {string} [toward]
 *
 * @typedef {object} SelectionData  What the player has in hand.
 * @property {string[]} tokens
 * @property {string[]} spaces
 *
 * @typedef {object} OfferGroup  The objects that a verb may have now.
 * @property {string} verb
 * @property {"main" | "toggle" | "cancel" | "end" | "aside" | "plain"} role
 * @property {string} kind
 * @property {string} label
 * @property {string[]} objects
 * @property {string} [short]
 * @property {Record<string, string>} [titles]
 * @property {Record<string, MarkData>} [marks]
 * @property {Record<string, string>} [remarks]
 * @property {string} [brush]
 * @property {boolean} [together]
 *
 * @typedef {object} Offers
 * @property {SelectionData} selection
 * @property {OfferGroup[]} groups
 */

/**
 * @typedef {object} ModifierData  A `Modifier` as plain data.
 * @property {string} text
 * @property {string} effect
 * @property {string} rule
 *
 * @typedef {object} ChanceData  A `Chance` as plain data; with ``highest`` the probability is only known to lie between the two.
 * @property {string} result
 * @property {string} probability
 * @property {string} percent
 * @property {string} meaning
 * @property {string} rule
 * @property {string} [highest]
 *
 * @typedef {object} ForecastData  A `Forecast` as plain data.
 * @property {string} title
 * @property {string} headline
 * @property {ModifierData[]} modifiers
 * @property {ChanceData[]} chances
 * @property {NoteData[]} notes
 * @property {string[]} spaces
 * @property {string[]} tokens
 * @property {NoteData[]} [steps]
 * @property {number} [step]
 * @property {number[]} [needs]
 * @property {number | null} [absorb]
 * @property {number[]} [faces]
 * @property {string} [roll]
 */

/**
 * @typedef {object} WarningData  A warning as plain data.
 * @property {string} rule
 * @property {string} text
 * @property {string[]} spaces
 * @property {"grave" | "costly" | "notice"} gravity
 */

/**
 * @typedef {object} NoteData  A remark and the rule behind it.
 * @property {string} text
 * @property {string} rule
 *
 * @typedef {object} SideData
 * @property {string} name
 * @property {string} title
 * @property {string} colours
 *
 * @typedef {object} TurnData  A turn of the track; ``space`` is its box, where there is one.
 * @property {string} label
 * @property {string[]} notes
 * @property {string} space
 *
 * @typedef {object} PhaseData
 * @property {string} name
 * @property {string} title
 * @property {string | null} side
 *
 * @typedef {object} ScenarioData
 * @property {string} name
 * @property {string} title
 * @property {TurnData[]} turns
 * @property {PhaseData[]} phases
 *
 * @typedef {object} OptionData
 * @property {string} name
 * @property {string} title
 * @property {string} text
 * @property {string[]} choices
 * @property {string} default
 * @property {string} rule
 *
 * @typedef {object} OverlayData  ``legend`` says what its colours mean: pairs of a tone and words.
 * @property {string} name
 * @property {string} title
 * @property {string} rule
 * @property {string} needs
 * @property {string[][]} legend
 *
 * @typedef {object} SpaceData
 * @property {string} name
 * @property {number} id
 * @property {string} label
 * @property {string} kind
 * @property {string} title
 * @property {number[]} centre
 * @property {number[][]} outline
 * @property {string[]} features
 * @property {NoteData[]} notes
 * @property {string[]} neighbours
 * @property {number[]} [town]
 *
 * @typedef {object} BorderData
 * @property {string[]} between
 * @property {number[][]} line
 *
 * @typedef {object} ShapeData  A part of the sheet that is not in play.
 * @property {string} title
 * @property {number[][]} outline
 *
 * @typedef {object} BoardData
 * @property {SpaceData[]} spaces
 * @property {Record<string, BorderData[]>} borders
 * @property {number[]} box
 * @property {ShapeData[]} [shapes]
 * @property {string[][]} [links]
 *
 * @typedef {object} Styles  Drawing styles by feature of spaces and borders, and by note of a turn (the weather).
 * @property {Record<string, string>} spaces
 * @property {Record<string, string>} borders
 * @property {Record<string, string>} [notes]
 *
 * @typedef {object} PipData  What is printed along the side of a block.
 * @property {string} sign
 * @property {number} count
 * @property {string} tone
 *
 * @typedef {object} FaceData  One side of a counter.
 * @property {string} print
 * @property {string} big
 * @property {string} words
 * @property {string} title
 * @property {boolean} striped
 * @property {PipData} [pips]
 *
 * @typedef {object} PieceData
 * @property {string} id
 * @property {string} side
 * @property {string} title
 * @property {string} number
 * @property {string} size
 * @property {string} type
 * @property {(FaceData | null)[]} faces
 * @property {string} [shape]
 * @property {string} [colour]
 * @property {string} [kind]
 * @property {boolean} [zoc]
 * @property {string} [commander]
 * @property {Record<string, string>} [certainty]
 *
 * @typedef {object} BackData  A piece that the viewer may not know.
 * @property {string} title
 * @property {string} [type]
 * @property {string} [size]
 * @property {string} [shape]
 * @property {string} [words]
 *
 * @typedef {object} CardFunction
 * @property {string} name
 * @property {string} title
 * @property {string} note
 * @property {string} rule
 * @property {string} [certainty]
 *
 * @typedef {object} CardData
 * @property {string} id
 * @property {string} side
 * @property {string} name
 * @property {CardFunction[]} functions
 * @property {string} [certainty]
 *
 * @typedef {object} ChartData
 * @property {string} title
 * @property {string} rule
 * @property {string[]} head
 * @property {string[][]} rows
 * @property {string} note
 *
 * @typedef {object} CommonManifest  What the manifests of all games say alike.
 * @property {string} name
 * @property {string} title
 * @property {boolean} hidden
 * @property {SideData[]} sides
 * @property {ScenarioData[]} scenarios
 * @property {OptionData[]} options
 * @property {OverlayData[]} overlays
 *
 * @typedef {object} GameManifest  How a game is drawn.
 * @property {string} about
 * @property {string} sources
 * @property {BoardData} board
 * @property {Styles} styles
 * @property {PieceData[]} pieces
 * @property {Record<string, BackData>} backs
 * @property {ChartData[]} charts
 * @property {CardData[]} [cards]
 *
 * @typedef {object} Manifest  All that is needed to draw a game and never changes.
 * @property {string} name
 * @property {string} title
 * @property {boolean} hidden
 * @property {SideData[]} sides
 * @property {ScenarioData[]} scenarios
 * @property {OptionData[]} options
 * @property {OverlayData[]} overlays
 * @property {string} about
 * @property {string} sources
 * @property {BoardData} board
 * @property {Styles} styles
 * @property {PieceData[]} pieces
 * @property {Record<string, BackData>} backs
 * @property {ChartData[]} charts
 * @property {CardData[]} [cards]
 */

/**
 * @typedef {object} TokenChanges  Tokens that came or changed, the names of those that went, and of spaces the order from bottom to top.
 * @property {Token[]} [put]
 * @property {string[]} [gone]
 * @property {Record<string, string[]>} [order]
 *
 * @typedef {object} Changes  What differs between two views: parts that are new or other, names of parts that are gone, and tokens.
 * @property {Partial<View>} [parts]
 * @property {string[]} [gone]
 * @property {TokenChanges} [tokens]
 */

/**
 * @typedef {object} ErrorData  A refusal as clients get it.
 * @property {string} code
 * @property {string} text
 * @property {string} rule
 * @property {string} quotation
 */

/**
 * @typedef {object} Hello  The first message: what the client holds.
 * @property {"hello"} type
 * @property {string[]} keys
 * @property {number} [log]
 * @property {number | null} [undos]
 * @property {number} [chat]
 *
 * @typedef {object} Command  What every command has: an id that the client chose.
 * @property {number | string} id
 *
 * @typedef {object} SeatCommand  A command of the player of this side.
 * @property {number | string} id
 * @property {string} side
 *
 * @typedef {object} MatchCommand  A command that goes into the match's log, meant for the position of that number; a play has an action.
 * @property {number | string} id
 * @property {string} side
 * @property {"play" | "undo" | "redo" | "concede" | "offer_draw" | "accept_draw" | "decline_draw" | "claim_win"} type
 * @property {number} number
 * @property {string} [action]
 *
 * @typedef {object} Chat  A line of the chat, from a side or as a spectator.
 * @property {number | string} id
 * @property {"chat"} type
 * @property {string} text
 * @property {string | null} [side]
 *
 * @typedef {object} Rename  The player's name.
 * @property {number | string} id
 * @property {string} side
 * @property {"name"} type
 * @property {string} name
 *
 * @typedef {object} Leave  The player leaves the seat.
 * @property {number | string} id
 * @property {string} side
 * @property {"leave"} type
 *
 * @typedef {object} SeatBot  Puts a bot of that level into a seat, or removes it.
 * @property {number | string} id
 * @property {string} side
 * @property {"bot"} type
 * @property {string | null} [level]
 *
 * @typedef {object} KeepKey  The client has stored the seat's new key: the old one ends.
 * @property {number | string} id
 * @property {string} side
 * @property {"keep_key"} type
 *
 * @typedef {object} SealWord  The player's browser has drawn a word for the dice, and promises it.
 * @property {number | string} id
 * @property {string} side
 * @property {"seal"} type
 * @property {string} seal
 *
 * @typedef {object} ShowWord  The player's browser shows the word that it sealed.
 * @property {number | string} id
 * @property {string} side
 * @property {"word"} type
 * @property {string} word
 *
 * @typedef {object} Interrupt  Makes a thinking bot move now.
 * @property {number | string} id
 * @property {"interrupt"} type
 *
 * @typedef {object} SetWebhook  Where to say that it is this player's turn; null for nowhere.
 * @property {number | string} id
 * @property {string} side
 * @property {"webhook"} type
 * @property {string | null} [url]
 *
 * @typedef {object} Ask  A query, which changes nothing; ``before`` is the first entry of the log that the client has.
 * @property {number | string} id
 * @property {"ask"} type
 * @property {"why" | "forecast" | "overlay" | "hint" | "standing" | "log"} what
 * @property {string | null} [action]
 * @property {string} [name]
 * @property {string | null} [token]
 * @property {number | null} [before]
 *
 * @typedef {object} Ping  Asks for a sign of life.
 * @property {number | string} id
 * @property {"ping"} type
 */

/**
 * @typedef {object} SeatData
 * @property {string} name
 * @property {string} kind
 * @property {string | null} level
 * @property {boolean} here
 * @property {boolean} [lent]
 *
 * @typedef {object} WordData
 * @property {number} from
 * @property {string} word
 *
 * @typedef {object} EntryData  An entry of the log as a client may know it.
 * @property {number} number
 * @property {string} side
 * @property {string} action
 * @property {EventData[]} events
 * @property {ForecastData} [forecast]
 *
 * @typedef {object} StateMessage  The match as a client is shown it, first and after every change.
 * @property {"state"} type
 * @property {number} number
 * @property {string[]} you
 * @property {string | null} asked
 * @property {number} shown
 * @property {View | null} view
 * @property {Changes | null} changes
 * @property {Offers | null} offers
 * @property {WarningData[]} warnings
 * @property {ForecastData | null} forecast
 * @property {boolean} can_undo
 * @property {boolean} can_redo
 * @property {number} log_from
 * @property {boolean} log_gap
 * @property {EntryData[]} log
 * @property {Record<string, SeatData>} seats
 * @property {string | null} thinking
 * @property {string | null} draw_offer
 * @property {OutcomeShown | null} outcome
 * @property {string} commitment
 * @property {Record<string, string> | null} seals
 * @property {Record<string, WordData | null>} words
 * @property {string[]} awaited
 * @property {string | null} secret
 * @property {number} undos
 *
 * @typedef {object} Done
 * @property {"done"} type
 * @property {number | string} id
 * @property {number} number
 * @property {string} [key]
 *
 * @typedef {object} LogPage  Entries of the log that a client lacks.
 * @property {number} log_from
 * @property {EntryData[]} log
 *
 * @typedef {object} OverlayMark  A `Mark` of an overlay, with all of its parts.
 * @property {string} badge
 * @property {string} note
 * @property {string} tone
 * @property {string} toward
 *
 * @typedef {object} RefusalData  Why an action is not allowed: a `Refusal` as plain data.
 * @property {string} rule
 * @property {string} reason
 * @property {string} quotation
 *
 * @typedef {object} HintData  What a bot would do, and why.
 * @property {string} action
 * @property {string} label
 * @property {string} text
 * @property {PlaceNamed[]} places
 *
 * @typedef {object} AdviceData  What a bot would have done for a side at a moment of the past; ``kind`` says what the object is.
 * @property {string} action
 * @property {string} label
 * @property {string} text
 * @property {PlaceNamed[]} places
 * @property {string} level
 * @property {string} side
 * @property {string} kind
 * @property {string} object
 *
 * @typedef {object} StandingData  How the match stands as far as a side knows: the chance of each to win, and the standard error of these.
 * @property {Record<string, number>} chances
 * @property {number} error
 *
 * @typedef {object} Answers  By what is asked (`Ask.what`): the data of the reply.
 * @property {Record<string, OverlayMark>} overlay
 * @property {LogPage} log
 * @property {RefusalData | null} why
 * @property {ForecastData | null} forecast
 * @property {HintData} hint
 * @property {StandingData} standing
 *
 * @typedef {object} Reply
 * @property {"reply"} type
 * @property {number | string} id
 * @property {Record<string, OverlayMark> | LogPage | RefusalData | ForecastData | HintData | StandingData | null} data
 *
 * @typedef {object} Pong
 * @property {"pong"} type
 * @property {number | string} id
 *
 * @typedef {object} Refused
 * @property {"refused"} type
 * @property {number | string | null} id
 * @property {ErrorData} error
 *
 * @typedef {object} ChatMessage
 * @property {"chat"} type
 * @property {string} from
 * @property {string} text
 * @property {number} at
 * @property {number} number
 *
 * @typedef {object} ChatHistory
 * @property {"chat_history"} type
 * @property {ChatMessage[]} lines
 *
 * @typedef {object} ClockData  The time control, what each side has left now, and the side whose time runs, if any.
 * @property {string} kind
 * @property {number} seconds
 * @property {number} increment
 * @property {string} text
 * @property {Record<string, number>} left
 * @property {boolean} started
 * @property {string | null} running
 *
 * @typedef {object} ClockMessage  Follows every state of a match with a clock.
 * @property {"clock"} type
 * @property {ClockData} clock
 *
 * @typedef {object} KeyMessage  A seat's new key, which replaces the one of the link.
 * @property {"key"} type
 * @property {string} side
 * @property {string} key
 *
 * @typedef {object} Bye  The last message: why the client has no place at the table any more.
 * @property {"bye"} type
 * @property {string} text
 * @property {string} code
 *
 * @typedef {object} Replayed  A position of the past, and the action that led to it.
 * @property {number} number
 * @property {number} count
 * @property {View} view
 * @property {EntryData | null} entry
 *
 * @typedef {object} LuckRoll
 * @property {number} number
 * @property {number} turn
 * @property {string} action
 * @property {number} value
 *
 * @typedef {object} Luck
 * @property {number} total
 * @property {LuckRoll[]} rolls
 *
 * @typedef {object} FigureByTurn
 * @property {string} name
 * @property {string} title
 * @property {Record<string, number[]>} values
 *
 * @typedef {object} DiceCheck
 * @property {boolean | null} fair
 * @property {number} checked
 * @property {number} line
 * @property {string} text
 * @property {string} seeds
 *
 * @typedef {object} CourseMoment  What a match looked like when a player's turn began: whose, and the chance of each side to win.
 * @property {number} number
 * @property {number} turn
 * @property {string} side
 * @property {Record<string, number>} chances
 *
 * @typedef {object} TurningPoint  A player's turn in which the chances changed much: by how much for that player's side.
 * @property {number} number
 * @property {number} turn
 * @property {string} side
 * @property {number} change
 *
 * @typedef {object} Course  How a match went: what the dice and what the decisions of each side did for its chances.
 * @property {CourseMoment[]} moments
 * @property {TurningPoint[]} turning_points
 * @property {Record<string, number>} dice
 * @property {Record<string, number>} decisions
 *
 * @typedef {object} LossesOfKind  How many units of a kind each side has lost.
 * @property {string} kind
 * @property {Record<string, number>} lost
 *
 * @typedef {object} CostlyBattle  A battle: where, what it cost each side, and the places with a name that changed hands by it.
 * @property {number} number
 * @property {number} turn
 * @property {string} space
 * @property {Record<string, number>} lost
 * @property {string[]} taken
 *
 * @typedef {object} PlaceHeld  What counts for victory: whose it is in the end, and what it is worth where points are counted.
 * @property {string} text
 * @property {string} side
 * @property {number | null} points
 *
 * @typedef {object} Report  The report of a match that is over.
 * @property {number[]} turns
 * @property {FigureByTurn[]} figures
 * @property {LossesOfKind[]} losses
 * @property {CostlyBattle[]} battles
 * @property {PlaceHeld[]} places
 * @property {Record<string, Luck>} luck
 * @property {Course} course
 * @property {DiceCheck} dice
 * @property {OutcomeShown} outcome
 * @property {string} commitment
 * @property {Record<string, string>} seals
 * @property {Record<string, string | null>} words
 * @property {string | null} secret
 */

/**
 * @typedef {object} Summary  A match as it is listed.
 * @property {string} match
 * @property {string} game
 * @property {string} edition
 * @property {string} scenario
 * @property {Record<string, string>} options
 * @property {Record<string, SeatData>} seats
 * @property {number} number
 * @property {string | null} asked
 * @property {OutcomeShown | null} outcome
 * @property {number} created
 * @property {string[]} you
 * @property {boolean} spectator
 * @property {string | null} next
 * @property {ClockData | null} clock
 */

/**
 * @typedef {object} MapLayer  What is drawn in one style: dots or lines, as the data of an SVG path.
 * @property {string} style
 * @property {string} path
 *
 * @typedef {object} MapPicture  A map in little, made from the manifest: its size, that of a space, and its layers from the bottom up.
 * @property {number} width
 * @property {number} height
 * @property {number} dot
 * @property {MapLayer[]} layers
 *
 * @typedef {object} Evening  What to expect: how long, how large, how hard, and how the sides stand.
 * @property {string} time
 * @property {string} size
 * @property {string} difficulty
 * @property {string} balance
 *
 * @typedef {object} FrontPage
 * @property {Record<string, MapPicture>} maps
 * @property {Record<string, Evening>} evenings
 * @property {Record<string, string>} levels
 * @property {string} measured
 */

/**
 * @typedef {object} LessonWay  A place on the ways through a lesson: the action that is best, how many are left, and where each one leads.
 * @property {string} best
 * @property {number} left
 * @property {Record<string, number>} to
 *
 * @typedef {object} LessonStep  What the learner is told and has to do next (docs/protocol.md).
 * @property {string} say
 * @property {string} [heading]
 * @property {string} [rule]
 * @property {string[]} [show]
 * @property {string} [overlay]
 * @property {string} [piece]
 * @property {string[]} [do]
 * @property {string[]} [also]
 * @property {boolean} [auto]
 * @property {boolean} [free]
 * @property {LessonWay[]} [ways]
 */

/**
 * @typedef {object} GameLine  A game in short.
 * @property {string} name
 * @property {string} title
 * @property {string} about
 * @property {string} sources
 * @property {boolean} hidden
 * @property {SideData[]} sides
 * @property {ScenarioData[]} scenarios
 * @property {OptionData[]} options
 * @property {OverlayData[]} overlays
 * @property {string[]} bots
 * @property {boolean} tutorial
 * @property {LessonLine[]} lessons
 *
 * @typedef {object} RuleData
 * @property {string} number
 * @property {string} title
 * @property {string} text
 * @property {string} summary
 *
 * @typedef {object} LessonLine  A lesson in short.
 * @property {string} name
 * @property {string} title
 * @property {string} about
 * @property {string} side
 * @property {string[]} headings
 * @property {number} steps
 *
 * @typedef {object} PuzzleLine  A problem as it is listed and told.
 * @property {string} name
 * @property {string} title
 * @property {string} say
 * @property {string} side
 * @property {number} dice
 *
 * @typedef {object} Judgement  Whether a problem is solved; null as long as that is open.
 * @property {boolean | null} solved
 *
 * @typedef {object} Lesson
 * @property {string} name
 * @property {string} title
 * @property {string} about
 * @property {string} side
 * @property {LessonStep[]} steps
 */

/**
 * @typedef {object} RematchMessage  The match that follows this one: what this player plays there, and with which key.
 * @property {"rematch"} type
 * @property {string} match
 * @property {string} key
 * @property {string} side
 *
 * @typedef {object} Me
 * @property {"me"} kind
 * @property {string} name
 *
 * @typedef {object} Link
 * @property {"link"} kind
 * @property {string} name
 *
 * @typedef {object} Bot
 * @property {"bot"} kind
 * @property {string} level
 *
 * @typedef {object} Moment  A position of a match that is played on from; ``key`` opens that match.
 * @property {string} match
 * @property {number} number
 * @property {string} key
 *
 * @typedef {object} CorrespondenceClock  Days per turn.
 * @property {"correspondence"} kind
 * @property {number} days
 *
 * @typedef {object} LiveClock  So many minutes a side for the whole match, and seconds that are added at the beginning of each turn.
 * @property {"live"} kind
 * @property {number} minutes
 * @property {number} increment
 *
 * @typedef {object} CreateMatch  What kind of match is wanted.
 * @property {Record<string, Me | Link | Bot>} seats
 * @property {string | null} game
 * @property {string | null} scenario
 * @property {Record<string, string>} options
 * @property {string | null} record
 * @property {string | Record<string, any> | null} position
 * @property {Moment | null} from
 * @property {boolean | string} tutorial
 * @property {boolean} after
 * @property {string} problem
 * @property {number | null} analysis
 * @property {CorrespondenceClock | LiveClock | null} clock
 *
 * @typedef {object} Created
 * @property {string} match
 * @property {Record<string, string>} keys
 * @property {string} spectators
 *
 * @typedef {object} RematchCreated
 * @property {string} match
 * @property {Record<string, string>} keys
 * @property {string | null} [spectators]
 *
 * @typedef {object} Mine
 * @property {string[]} keys
 *
 * @typedef {object} Notes  A player's own notes.
 * @property {string} text
 *
 * @typedef {object} Summaries
 * @property {Summary[]} matches
 *
 * @typedef {object} Health
 * @property {boolean} ok
 * @property {number} matches
 *
 * @typedef {object} ErrorBody
 * @property {ErrorData} error
 */

export {};
