// Limits of shifts.
/** Longest name of a shift. */
export const SHIFT_NAME_MAX = 60
/** Most shifts of one organization. */
export const SHIFTS_MAX = 100
