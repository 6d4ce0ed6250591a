// The limits of flows, questions that contacts answer by text.
/** Most questions of a flow: those of the longest form, and the offer to begin. */
export const FLOW_STEPS_MAX = 51
/** Most answers to choose from, and most other words for one of them. */
export const FLOW_OPTIONS_MAX = 30
export const FLOW_SYNONYMS_MAX = 20
/** Longest question, longest name of an answer, and longest reply of a flow, in characters. */
export const FLOW_PROMPT_MAX = 1000
export const FLOW_LABEL_MAX = 300
export const FLOW_TEXT_MAX = 320
/** A flow without a closing time waits this long for the answer of a contact, in ms. */
export const FLOW_ANSWER_MS = 24 * 3_600_000
/** A contact's flows pause this long after a member wrote to them by hand, in ms. */
export const FLOW_PAUSE_MS = 15 * 60_000
/** Anonymous answers are shown only when they come from at least this many contacts. */
export const ANONYMOUS_ANSWERS_MIN = 5
