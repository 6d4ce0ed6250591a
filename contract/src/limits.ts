// Every constant of the product and every limit a person can meet, one name each.

/** Life of the token cookie and the colour-scheme cookie, in seconds (30 days). */
export const COOKIE_MAX_AGE_S = 2_592_000
/** A session ends this long after log-in, in ms. */
export const SESSION_ABSOLUTE_MS = COOKIE_MAX_AGE_S * 1000
/** A session nobody used for this long ends, in ms. */
export const SESSION_IDLE_MS = 14 * 24 * 3_600_000
/** Toasts close by themselves after this many ms. */
export const TOAST_AUTO_CLOSE_MS = 4000
/** Most toasts on screen at once. */
export const TOAST_LIMIT = 5
/** Where a toast goes when nobody says otherwise. */
export const TOAST_DEFAULT_POSITION = 'bottom-right'
/** In-app toasts close after this many ms unless the server says otherwise. */
export const INAPP_TOAST_AUTO_CLOSE_MS = 5000
/** While connected the client asks for usage this often, in ms. */
export const USAGE_POLL_MS = 20_000
/** The first request for notifications comes this long after connecting, in ms. */
export const FIRST_NOTIFICATIONS_DELAY_MS = 1000
/** Loading the stored state may take this long before the app starts without it, in ms. */
export const PERSIST_TIMEOUT_MS = 5000
/** Version of the stored state; another version is discarded. */
export const STORAGE_VERSION = 1
/** The navigation progress bar: height in px. */
export const PROGRESS_HEIGHT_PX = 3
/** The navigation progress bar starts at this share of its width. */
export const PROGRESS_START = 0.6
/** The navigation progress bar ends this long after the page is there, in ms. */
export const PROGRESS_STOP_DELAY_MS = 200
/** Blur of the overlay shown while an organization is being switched. */
export const SWITCH_OVERLAY_BLUR = 10
/** Layer of that overlay, above everything else. */
export const SWITCH_OVERLAY_Z_INDEX = 10_000
/** Name of the cookie that mirrors the token. */
export const TOKEN_COOKIE = 'token'
/** Name of the cookie that remembers light or dark. */
export const COLOR_SCHEME_COOKIE = 'color-scheme'

/** Rows of a list page when the caller does not say. */
export const PAGE_SIZE_DEFAULT = 25
/** Most rows of a list page. */
export const PAGE_SIZE_MAX = 200
/** Texts shown per page of a thread. */
export const THREAD_PAGE = 50

/** Longest message a person may write, in characters. */
export const MESSAGE_MAX_CHARACTERS = 1600
/** Most texts one message may be split into. */
export const MESSAGE_MAX_TEXTS = 10
/** Longest first or last name. */
export const NAME_MAX = 60
/** Characters of a message shown in the conversation list. */
export const PREVIEW_MAX = 120
/** Without a client id, the same words by the same member within this time are one message, in ms. */
export const SAME_MESSAGE_WINDOW_MS = 2000

/** Largest API request body, in bytes. */
export const BODY_MAX_BYTES = 262_144
/** Wrong passwords per account before log-in slows down. */
export const LOGIN_FAILURES_FREE = 5
/** Log-in attempts per address and minute. */
export const LOGIN_PER_ADDRESS_MINUTE = 20
/** One-to-one messages a member may send per minute. */
export const MESSAGES_PER_MINUTE = 60
/** API calls per session and minute. */
export const CALLS_PER_MINUTE = 600

/** A whole call to a carrier may take this long, in ms. */
export const CARRIER_CALL_MS = 10_000
/** An outcome not known this long after the point of no return is `unknown`, in ms. */
export const SUBMIT_DEADLINE_MS = 30_000
/** A marked text whose first byte is not written after this long is put back, in ms. */
export const SUBMIT_WRITE_WITHIN_MS = 5_000
/** Attempts without a clear outcome before a text is set aside as `quarantined`. */
export const ATTEMPTS_MAX = 3
/** An unknown outcome nobody can clear is final after this long, in ms. */
export const UNKNOWN_FINAL_MS = 15 * 60_000
