// Limits of API keys, without schemas, because the pages import this file too.
/** Longest name of an API key. */
export const API_KEY_NAME_MAX = 60
/** Most groups an API key can be limited to. */
export const API_KEY_GROUPS_MAX = 100
/** Most API keys of an organization that are neither revoked nor expired. */
export const API_KEYS_MAX = 50
/** An API key expires after this many days at most, if it expires at all. */
export const API_KEY_DAYS_MAX = 730
/** Revoked and expired API keys stay listed for this many days. */
export const API_KEY_LISTED_DAYS = 90
/** Calls per API key and minute, counted across all processes. */
export const API_KEY_CALLS_PER_MINUTE = 600
/** Calls of one API key that one process answers at the same time. */
export const API_KEY_CALLS_AT_ONCE = 10
/** What every API key begins with; secret scanners find keys by it. */
export const API_KEY_PREFIX = 'crewline_'
