// Limits of log-ins and emailed links. The address of a caller is its IPv4 address or its /64 network.

/** Wrong passwords per account before log-in slows down. */
export const LOGIN_FAILURES_FREE = 5
/** Failed log-ins to one account from one address in a minute. */
export const LOGIN_PER_ACCOUNT_MINUTE = 20
/** Failed log-ins to one account from one address in an hour. */
export const LOGIN_PER_ACCOUNT_HOUR = 100
/** Failed log-ins from one address to all accounts together in a minute. */
export const LOGIN_PER_ADDRESS_MINUTE = 200
/** Failed log-ins from one address to all accounts together in an hour. */
export const LOGIN_PER_ADDRESS_HOUR = 1000
/** Emailed links of one kind opened from one address in a minute. */
export const LINKS_PER_ADDRESS_MINUTE = 100
/** Emailed links of one kind opened from one address in an hour. */
export const LINKS_PER_ADDRESS_HOUR = 1000
/** Longest wait between two log-in attempts on one account, in seconds. */
export const LOGIN_WAIT_MAX_S = 15 * 60
/** How long a teammate may be viewed before the view ends by itself, in ms. */
export const VIEWING_MS = 15 * 60_000
