// Limits of opt-in pages, without schemas, because the pages import this file too.

/** Opt-in pages of an organization. */
export const OPT_IN_PAGES_MAX = 100
/** Fields of a page besides the phone number: a worker fills them in standing up. */
export const OPT_IN_FIELDS_MAX = 6
/** Actions after a person joined. */
export const OPT_IN_ACTIONS_MAX = 10
/** Websites that may show a page inside theirs. */
export const OPT_IN_WEBSITES_MAX = 5
/** Longest own beginning of the text after joining, in characters; what carriers require follows. */
export const OPT_IN_WELCOME_MAX = 100
/** Longest value that a person enters. */
export const OPT_IN_VALUE_MAX = 200
/** A text to reply YES to, and a code, are valid this long, in ms. */
export const OPT_IN_PENDING_MS = 7 * 24 * 3_600_000

/** Part of the address of a page: lower-case letters, digits and single hyphens. The server explains what is wrong. */
export const OPT_IN_SLUG = /^[a-z0-9]+(-[a-z0-9]+)*$/
/** Shorter addresses are too easily mistyped. */
export const OPT_IN_SLUG_MIN = 3
/** A person who did not reply is reminded once after this long, in ms. */
export const OPT_IN_REMIND_MS = 24 * 3_600_000
