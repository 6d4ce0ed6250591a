import { parsePhone, type ParsedPhone } from '@crewline/contract/phone'

const TEN_DIGITS = new Set(['US', 'CA', 'PR', 'DO', 'JM', 'MX', 'CO'])

/** A number as a cell holds it: what a spreadsheet made of it is undone, an extension is left out. */
export function readPhone(text: string, country: string): ParsedPhone | { words: string } {
  const given = restored(text)
  if (given === undefined)
    return {
      words: 'A spreadsheet shortened this number. Format the column as text and export it again, or type it here.',
    }
  const bare = given.replace(/[,;]?\s*(?:ext|extension|x)\.?\s*\d{1,6}$/i, '')
  return parsePhone(bare, country) ?? { words: wordsFor(bare, country) }
}

/** 5.550102233E9 and 5550102233.0 are 5550102233; 5.55E+09 has lost its end. */
function restored(text: string): string | undefined {
  if (/^\d+\.0+$/.test(text)) return text.replace(/\.0+$/, '')
  const short = /^(\d)[.,](\d+)e\+?(\d{1,2})$/i.exec(text)
  if (!short) return /^\de\+?\d+$/i.test(text) ? undefined : text
  const [, first = '', rest = '', power = ''] = short
  return rest.length === Number(power)
    ? first + rest
    : rest.length >= 9 && rest.length < Number(power)
      ? (first + rest).padEnd(Number(power) + 1, '0')
      : undefined
}

function wordsFor(text: string, country: string): string {
  const digits = text.replace(/\D/g, '').length
  if (digits === 0) return 'Mobile has no digits. Type a number, or leave it empty.'
  if (TEN_DIGITS.has(country) && !text.trim().startsWith('+')) {
    if (digits < 10) return `Mobile has ${digits} ${digits === 1 ? 'digit' : 'digits'}. It needs 10.`
    if (digits > 11) return `Mobile has ${digits} digits. It needs 10. Keep one number.`
  }
  return 'We do not know this number. Check its area code.'
}
