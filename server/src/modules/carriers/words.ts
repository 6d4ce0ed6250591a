/** Longest id, number or code of a carrier that is kept; theirs have fewer than 50 characters. */
const WORD_MAX = 200

/**
 * A word of a carrier as it can be kept. The database takes no NUL, no half characters and nothing long into an index: an
 * event that it refuses would wait on the disk, and while one waits there nothing is handed over for anybody.
 */
export function keptWord(word: string, most = WORD_MAX): string {
  return word.replaceAll('\0', '').slice(0, most).toWellFormed()
}
