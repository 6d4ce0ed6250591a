// Limits of short links that count clicks.
/** Such a link works for this long, in ms. */
export const TRACKED_LINK_MS = 180 * 24 * 3_600_000
/** Longest address that it opens. */
export const TRACKED_URL_MAX = 2000
