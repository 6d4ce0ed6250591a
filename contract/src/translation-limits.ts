// Limits of an organization's own phrases.
/** Most phrases of one organization, without those that were removed. */
export const PHRASES_MAX = 500
/** Longest text of a phrase in one language. */
export const PHRASE_MAX_CHARACTERS = 300
/** Most slots of a phrase. */
export const PHRASE_SLOTS_MAX = 6
/** What a slot can stand for; it is copied unchanged, and a day is translated. */
export const PHRASE_SLOTS = ['time', 'day', 'number', 'phone', 'code', 'name'] as const
/** The largest file of phrases, in bytes. */
export const PHRASE_FILE_MAX_BYTES = 2_000_000
/** How long a removed phrase can be restored, in days. */
export const PHRASE_KEPT_DAYS = 30
