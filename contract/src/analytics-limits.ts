/** A parent sees no figure of a child about fewer people than this, except none at all. */
export const SMALLEST_CELL = 5

/** Texts off shift that are more than this many minutes apart belong to two exchanges. */
export const OFF_SHIFT_GAP_MINUTES = 15
