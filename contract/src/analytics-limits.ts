/** A parent sees no figure of a child about fewer people than this, except none at all. */
export const SMALLEST_CELL = 5
