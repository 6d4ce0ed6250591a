// What an error report may contain, as allow-listed shapes with size limits, for the page that reports it, the server
// that receives it and the server's own errors. Anything else is left out. Error messages are never included, because
// they may quote what people wrote.

/** The fixed list of descriptions a page may report. */
export const PAGE_ERROR_DESCRIPTIONS = [
  'a page stopped working',
  'an uncaught error',
  'an unhandled promise rejection',
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
  'the stored session was invalid',
  'token cookie could not be written',
] as const
export type PageErrorDescription = (typeof PAGE_ERROR_DESCRIPTIONS)[number]

/** The type of a page error, such as `TypeError`. */
export const PAGE_ERROR_TYPE = /^(?:[A-Z][A-Za-z]{0,30})?Error$/
/** One of our error codes, such as `offline`. */
export const PAGE_ERROR_CODE = /^[a-z]{2,20}(?:_[a-z]{1,20}){0,3}$/
/** A position in one of our files, `/assets/name.js:line:column`; page addresses do not match. */
export const PAGE_FRAME = /^\/(?:assets|src)\/(?:[\w.-]{1,30}\/){0,4}[\w.-]{1,60}\.(?:js|tsx?):\d{1,7}:\d{1,7}$/
/** A page by its name in the title list; never its address. */
export const PAGE_NAME = /^[a-z]{1,20}$/
/** The version a build was made from. */
export const BUILD_VERSION = /^\d{1,4}\.\d{1,4}\.\d{1,4}(?:-[a-z]{1,10}(?:\.\d{1,4})?)?$/

/** Largest page error report, in bytes. */
export const PAGE_ERRORS_BYTES = 32_768
/** Errors per report. */
export const PAGE_ERRORS_PER_REPORT = 10
/** Different errors a page reports before it stops reporting. */
export const PAGE_ERRORS_PER_PAGE = 20
/** Stack frames per reported error. */
export const PAGE_ERROR_FRAMES = 15
/** Page error reports accepted from one address in a minute. */
export const ERROR_REPORTS_PER_ADDRESS_MINUTE = 30
/** Page error reports accepted from one session in a minute. */
export const ERROR_REPORTS_PER_SESSION_MINUTE = 10
/** Page error reports one process accepts in a minute in total, so that they cannot fill the log. */
export const ERROR_REPORTS_PER_MINUTE = 300
