/** Maximum length of a stored carrier id, number or code; real ones have fewer than 50 characters. */
const VALUE_MAX = 200

/**
 * Cleans a carrier id, number or code for storage. The database accepts no NUL, no lone surrogates and no long index
 * values. A rejected event would stay in the spool on disk and block the hand-over of all others.
 */
export function cleanCarrierValue(value: string, most = VALUE_MAX): string {
  return value.replaceAll('\0', '').slice(0, most).toWellFormed()
}
