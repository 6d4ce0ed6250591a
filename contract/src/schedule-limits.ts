// Limits of schedules.
/** Longest interval of a recurring schedule, in its days, weeks, months or years. */
export const SCHEDULE_INTERVAL_MAX = 52
/** Most occurrences of a schedule that ends after a number of them. */
export const SCHEDULE_OCCURRENCES_MAX = 1000
/** Most dates that a recurring schedule may skip. */
export const SCHEDULE_SKIPPED_MAX = 100
