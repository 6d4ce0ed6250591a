// What callers and the server agree on about repeated calls, without schemas.
/** The header that names a call, so that a repeat is recognized. */
export const IDEMPOTENCY_HEADER = 'idempotency-key'
/** A response to a repeat carries this header with the value `true`. */
export const REPLAYED_HEADER = 'idempotency-replayed'
/** Longest idempotency key. */
export const IDEMPOTENCY_KEY_MAX = 255
/** How long a response is kept for repeats, in ms. */
export const IDEMPOTENCY_MS = 24 * 3_600_000
