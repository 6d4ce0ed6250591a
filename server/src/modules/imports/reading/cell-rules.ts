/** How a number is displayed: plain, with leading zeros up to a width, or as a date or time. */
export type NumberFormat = { kind: 'plain' } | { kind: 'zeros'; width: number } | { kind: 'date' | 'time' | 'moment' }

/** The built-in number formats (ECMA-376 18.8.30). */
const DATES = new Set([14, 15, 16, 17, 27, 28, 29, 30, 31, 34, 35, 36, 50, 51, 52, 53, 54, 57, 58])
const TIMES = new Set([18, 19, 20, 21, 32, 33, 45, 46, 47, 55, 56])

/** Interprets a number format; `code` is its text when the workbook defines it. */
export function formatOf(id: number, code: string | undefined): NumberFormat {
  if (code === undefined) {
    if (id === 22) return { kind: 'moment' }
    return DATES.has(id) ? { kind: 'date' } : TIMES.has(id) ? { kind: 'time' } : { kind: 'plain' }
  }
  // Ignores quoted text, colors and escaped characters; only the section for positive numbers counts.
  const bare = (code.split(';')[0] ?? '')
    .replace(/"[^"]*"|\\.|_.|\*./g, '')
    .replace(/\[(?!h+\]|m+\]|s+\])[^\]]*\]/gi, '')
  if (/^0{2,}$/.test(bare)) return { kind: 'zeros', width: bare.length }
  const isDate = /[yd]/i.test(bare)
  const isTime = /h|s/i.test(bare) || /am\/pm/i.test(bare)
  if (/general/i.test(bare) || /[0#?]/.test(bare.replace(/s\.0+/gi, ''))) return { kind: 'plain' }
  if (isDate && isTime) return { kind: 'moment' }
  if (isDate || /^m+$|m{3,}/i.test(bare)) return { kind: 'date' }
  return isTime ? { kind: 'time' } : { kind: 'plain' }
}

const DAY_MS = 86_400_000

/** Formats a numeric cell as people read it: integers without an exponent, dates and times in ISO 8601. */
export function numberText(raw: string, format: NumberFormat, is1904: boolean): string {
  const value = Number(raw)
  if (raw.trim() === '' || !Number.isFinite(value)) return raw
  switch (format.kind) {
    case 'zeros':
      return Number.isInteger(value) && value >= 0 ? plainNumber(value).padStart(format.width, '0') : plainNumber(value)
    case 'date':
      return dayText(value, is1904) ?? plainNumber(value)
    case 'time':
      return timeText(value)
    case 'moment': {
      const day = dayText(value, is1904)
      return day === undefined ? plainNumber(value) : value % 1 === 0 ? day : `${day} ${timeText(value)}`
    }
    default:
      return plainNumber(value)
  }
}

/** Rounds binary fractions stored with 17 digits to the 15 significant ones. */
function plainNumber(value: number): string {
  if (Number.isInteger(value)) return BigInt(value).toString()
  return String(Number(value.toPrecision(15)))
}

/**
 * Converts a serial day: day 1 is 1900-01-01, and 1900 wrongly includes February 29; in the 1904 system, day 0 is
 * 1904-01-01.
 */
export function dayText(value: number, is1904: boolean): string | undefined {
  const day = Math.floor(value)
  if (day < (is1904 ? 0 : 1) || day > 2_958_465) return undefined
  if (!is1904 && day === 60) return '1900-02-29'
  const since = is1904 ? Date.UTC(1904, 0, 1) : day < 60 ? Date.UTC(1899, 11, 31) : Date.UTC(1899, 11, 30)
  return new Date(since + day * DAY_MS).toISOString().slice(0, 10)
}

function timeText(value: number): string {
  const minutes = Math.round((value - Math.floor(value)) * 1440) % 1440
  return `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`
}

/** Returns the column of a cell reference such as `AB12`, from 0. */
export function columnOf(cellReference: string): number {
  let column = 0
  for (const sign of cellReference.toUpperCase()) {
    const code = sign.charCodeAt(0)
    if (code < 65 || code > 90) break
    column = column * 26 + code - 64
  }
  return column - 1
}

/** Decodes `_xHHHH_` escapes, which replace characters XML cannot contain (ECMA-376 22.9.2.19). */
export function unescaped(text: string): string {
  return text.replace(/_x([0-9A-Fa-f]{4})_/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
}
