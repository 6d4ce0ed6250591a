/** A shorter period, or the first one, applies after this many days; until then it can be undone. */
export const RETENTION_GRACE_DAYS = 7
/** Longest period, in months. */
export const RETENTION_MONTHS_MAX = 240
/** From this many deletions on, a member must enter the number to confirm. */
export const RETENTION_TYPED_FROM = 1000
