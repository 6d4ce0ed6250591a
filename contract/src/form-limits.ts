// Limits of forms, without schemas, because the pages import this file too.

/** Forms of an organization that are not deleted. */
export const FORMS_MAX = 500
/** Questions of a form. */
export const FORM_QUESTIONS_MAX = 50
/** Options of a question. */
export const FORM_OPTIONS_MAX = 30
/** Longest text of a question, in characters. */
export const FORM_LABEL_MAX = 300
/** Longest help text, introduction and thanks, in characters. */
export const FORM_TEXT_MAX = 1000
/** Longest short answer, in characters. */
export const FORM_SHORT_MAX = 300
/** Longest long answer, in characters. */
export const FORM_LONG_MAX = 4000
/** Groups that people are added to after they answered. */
export const FORM_GROUPS_MAX = 10
/** The highest limit of responses that a form can have. */
export const FORM_RESPONSES_MAX = 100_000
/** Longest question that is asked by text, with its answers, in characters. */
export const FORM_BY_TEXT_MAX = 1000
/** A form that was texted takes answers by text for this long, in ms. */
export const FORM_BY_TEXT_MS = 7 * 24 * 3_600_000
/** Longest text that people get after they answered, in characters. */
export const FORM_TEXT_AFTER_MAX = 480
/** Fields that are set after an answer, and the longest value of one. */
export const FORM_SETS_MAX = 10
export const FORM_SET_VALUE_MAX = 300
/** Files of one answer, each at most UPLOAD_MAX_BYTES. */
export const FORM_FILES_MAX = 3
/** A shared tablet starts over after so many seconds without a touch. */
export const FORM_IDLE_MIN_SECONDS = 15
export const FORM_IDLE_MAX_SECONDS = 600
/** A person who stops in the middle of a form by text is reminded after this long, in ms. */
export const FORM_REMIND_MS = 3 * 3_600_000
/** Anonymous answers are shown at least this many at a time. */
export const FORM_ANONYMOUS_MIN = 5
/** Answers in one exported file. */
export const FORM_EXPORT_MAX = 50_000
/** People who have not answered, as one list: also the most a reminder is for. */
export const FORM_MISSING_MAX = 5000
/** A personal link opens its form for this long, in ms. */
export const FORM_LINK_MS = 90 * 24 * 3_600_000
/** Files in one archive of answers. */
export const FORM_ARCHIVE_FILES_MAX = 10_000
/** Texts of a form that are translated in one call. */
export const FORM_TRANSLATED_MAX = 20
/** Bytes of the files in one archive of answers. */
export const FORM_ARCHIVE_BYTES_MAX = 2 * 1024 ** 3
/** How long a browser may answer a form after its person entered a code, in ms. */
export const FORM_PROOF_MS = 2 * 3_600_000
