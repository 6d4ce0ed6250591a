// What may be told of an error, as shapes, and how much of it: for the page that tells it, the server that hears it, and the server's own errors.
// An allow-list: what does not fit is left out. There is none for messages, which quote what people wrote.

/** What went wrong on a page, in words of ours; a page can say no others. */
export const PAGE_ERROR_WORDS = [
  'a page stopped working',
  'an error nobody caught',
  'a promise nobody caught',
  'live event could not be read',
  'live event failed',
  'old storage could not be cleared',
  'session could not be remembered',
  'storage could not be cleared',
  'storage could not be listed',
  'storage could not be read',
  'storage could not be written',
  'stored session part was broken',
  'stored session part was not JSON',
  'stored value is not JSON',
  'tab storage could not be cleared',
  'tab storage could not be read',
  'tab storage could not be written',
  'the stored session was not sound',
  'token cookie could not be written',
] as const
export type PageErrorWords = (typeof PAGE_ERROR_WORDS)[number]

/** The kind of an error of a page, such as `TypeError`. */
export const PAGE_ERROR_TYPE = /^(?:[A-Z][A-Za-z]{0,30})?Error$/
/** A code of ours, such as `offline`. */
export const PAGE_ERROR_CODE = /^[a-z]{2,20}(?:_[a-z]{1,20}){0,3}$/
/** A place in a file of ours, `/assets/name.js:line:column`; addresses of pages do not fit. */
export const PAGE_FRAME = /^\/(?:assets|src)\/(?:[\w.-]{1,30}\/){0,4}[\w.-]{1,60}\.(?:js|tsx?):\d{1,7}:\d{1,7}$/
/** A page by its name in the titles; never its address. */
export const PAGE_NAME = /^[a-z]{1,20}$/
/** The version something was built from. */
export const BUILD_VERSION = /^\d{1,4}\.\d{1,4}\.\d{1,4}(?:-[a-z]{1,10}(?:\.\d{1,4})?)?$/

/** Largest report of a page's errors, in bytes. */
export const PAGE_ERRORS_BYTES = 32_768
/** Errors one report tells of. */
export const PAGE_ERRORS_PER_REPORT = 10
/** Different errors a page tells of before it falls silent. */
export const PAGE_ERRORS_PER_PAGE = 20
/** Places in the code told of each. */
export const PAGE_ERROR_FRAMES = 15
/** Reports of pages taken from one address in a minute. */
export const ERROR_REPORTS_PER_ADDRESS_MINUTE = 30
/** Reports of pages taken from one session in a minute. */
export const ERROR_REPORTS_PER_SESSION_MINUTE = 10
/** Reports of pages one process takes in a minute, whoever sends them: they must not fill the log. */
export const ERROR_REPORTS_PER_MINUTE = 300
