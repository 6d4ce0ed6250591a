// Counts the segments a carrier bills for a message: 3GPP TS 23.038 (GSM-7 alphabet and its extension table) and TS
// 23.040 (concatenation: a 6-octet header leaves 153 septets or 67 UTF-16 units per segment). The composer's counter
// and the server share this code, so that the displayed cost is the billed cost.

/** Basic characters of the GSM-7 alphabet, one septet each. */
const BASIC = new Set(
  '@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà',
)
/** Characters after the escape septet, two septets each. */
const EXTENSION = new Set('\f^{}\\[~]|€')

/** Units in a single segment, and in each segment of a longer message. */
const CAPACITY = { 'GSM-7': [160, 153], 'UCS-2': [70, 67] } as const

/** The cost of a message and the units left. */
export interface TextCount {
  encoding: 'GSM-7' | 'UCS-2'
  /** Segments the carrier bills; 0 for an empty message. */
  segments: number
  /** Septets (GSM-7) or UTF-16 units (UCS-2) used. */
  units: number
  /** Units per segment at this length: 160 or 153, 70 or 67. */
  perSegment: number
  /** Units left before another segment is needed. */
  left: number
  /** Index in the message of the first character that needs UCS-2, or -1. */
  firstUnicodeAt: number
}

/** Removes control characters other than line breaks and tabs, which mean nothing on a phone. */
export function withoutControls(body: string): string {
  // oxlint-disable-next-line no-control-regex -- exactly these are removed
  return body.replace(/[\u0001-\u0008\u000b\u000c\u000e-\u001f\u007f]/g, '')
}

/** Converts CR LF and lone CR to LF, so that a pasted line break is billed as one character. */
export function normalizeBreaks(body: string): string {
  return body.replace(/\r\n?/g, '\n')
}

/** Counts the segments of a message as handed to the carrier; never throws. */
export function countTexts(message: string): TextCount {
  const body = normalizeBreaks(message)
  // Searched in the original message, because normalized line breaks would shift the index.
  const firstUnicodeAt = firstOutsideGsm(message)
  return firstUnicodeAt < 0 ? countGsm(body) : countUcs(body, firstUnicodeAt)
}

function firstOutsideGsm(body: string): number {
  for (let at = 0; at < body.length; at++) {
    const character = body.charAt(at)
    if (!BASIC.has(character) && !EXTENSION.has(character)) return at
  }
  return -1
}

function countGsm(body: string): TextCount {
  const sizes = Array.from(body, (character) => (EXTENSION.has(character) ? 2 : 1))
  return count('GSM-7', sizes, -1)
}

function countUcs(body: string, firstUnicodeAt: number): TextCount {
  // String iteration yields a surrogate pair as one step, so it is never split over two segments.
  const sizes = Array.from(body, (character) => character.length)
  return count('UCS-2', sizes, firstUnicodeAt)
}

function count(encoding: TextCount['encoding'], sizes: number[], firstUnicodeAt: number): TextCount {
  const [single, part] = CAPACITY[encoding]
  const units = sizes.reduce((sum, size) => sum + size, 0)
  if (units <= single) {
    return { encoding, segments: units === 0 ? 0 : 1, units, perSegment: single, left: single - units, firstUnicodeAt }
  }
  let segments = 1
  let filled = 0
  for (const size of sizes) {
    if (filled + size > part) {
      segments += 1
      filled = 0
    }
    filled += size
  }
  return { encoding, segments, units, perSegment: part, left: part - filled, firstUnicodeAt }
}

/**
 * Typographic characters that force UCS-2 but mean the same as their plain replacements (accents are never touched).
 */
const PLAIN: Record<string, string> = {
  '\u2018': "'",
  '\u2019': "'",
  '\u201a': "'",
  '\u201c': '"',
  '\u201d': '"',
  '\u201e': '"',
  '\u2013': '-',
  '\u2014': '-',
  '\u2026': '...',
  '\u00a0': ' ',
  '\u2022': '-',
  '\u202f': ' ',
  '\u200b': '',
}

/** Replaces curly quotes, long dashes, ellipses and special spaces with plain characters; nothing else changes. */
export function plainPunctuation(body: string): string {
  return body.replace(
    /[\u2018\u2019\u201a\u201c\u201d\u201e\u2013\u2014\u2026\u00a0\u2022\u202f\u200b]/g,
    (character) => PLAIN[character] ?? character,
  )
}
