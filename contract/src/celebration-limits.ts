// Limits of celebrations, without schemas, because the pages import this file too.

/** Celebrations of an organization. */
export const CELEBRATIONS_MAX = 30
/** Texts that take turns. */
export const CELEBRATION_TEXTS_MAX = 12
/** Longest text in one language, in characters. */
export const CELEBRATION_TEXT_MAX = 600
/** Years that a celebration may be limited to, such as 1, 5 and 10. */
export const CELEBRATION_YEARS_MAX = 40
/** How many days before or after the date a text may be sent. */
export const CELEBRATION_OFFSET_DAYS_MAX = 60
/** How many days the list of coming celebrations shows. */
export const CELEBRATION_AHEAD_DAYS = 60
/** People whom the calendar of coming celebrations names on each day. */
export const CELEBRATION_CALENDAR_NAMES = 3
/** A text that could not be sent at its time is made up for within this time, and is missed after it, in ms. */
export const CELEBRATION_LATE_MS = 6 * 3_600_000
/** A text for the same celebration within this time before a date counts for that date too, in days: it was corrected. */
export const CELEBRATION_NEAR_DAYS = 90
/** People without a date are counted up to this many. */
export const CELEBRATION_WITHOUT_DATE_MAX = 5_000
/** A text that no carrier took this long after its time is not sent any more, in ms: the day is over. */
export const CELEBRATION_EXPIRES_MS = 12 * 3_600_000
/** The number of years in examples and tests of a text, unless the celebration names years. */
export const CELEBRATION_EXAMPLE_YEARS = 5
/** How many days after today the list of people who are celebrated soon covers. */
export const CELEBRATIONS_SOON_DAYS = 7
/** People in the list of who is celebrated soon. */
export const CELEBRATIONS_SOON_MAX = 8
