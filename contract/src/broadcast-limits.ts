// Limits of broadcasts.

/** The longest name of a broadcast. */
export const BROADCAST_NAME_MAX = 80
/** Languages of a broadcast besides the first. */
export const BROADCAST_LANGUAGES_MAX = 20
/** Groups an audience names. */
export const BROADCAST_GROUPS_MAX = 100
/** Contacts an audience names one by one, such as those of pasted numbers. */
export const BROADCAST_CONTACTS_MAX = 5000
/** Answers of a poll. */
export const BROADCAST_OPTIONS_MAX = 9
/** Reminders of a text that must be confirmed. */
export const BROADCAST_REMINDERS_MAX = 5
/** How long a launched broadcast can be stopped before the first text leaves, in ms. */
export const BROADCAST_COUNTDOWN_MS = 30_000
/** A date that passed while no process ran is made up for within this time, and is missed after it, in ms. */
export const BROADCAST_LATE_MS = 6 * 3_600_000
/** From this many recipients on, the member confirms the number before sending. */
export const BROADCAST_CONFIRM_FROM = 1000
/** From this many recipients on, and for everyone, the member types the number. */
export const BROADCAST_TYPE_COUNT_FROM = 10_000
/** Fewest people in a figure of an anonymous poll. */
export const ANONYMITY_MIN = 5
/** Tests of broadcasts a member sends to themselves in an hour. */
export const BROADCAST_TESTS_PER_HOUR = 20
/** Drafts and sent broadcasts of an organization that are not archived. */
export const BROADCASTS_MAX = 5000

/** A message that arrives this long after a batch still counts as a reply to it, in hours. */
export const REPLY_WINDOW_HOURS = 7 * 24

/** In the filter `repliesTo`, comes before the id of a broadcast that stands for all its dates. */
export const ALL_DATES_OF = 'broadcast:'
