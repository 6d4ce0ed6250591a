import { msg } from '@crewline/contract/localized-text'
import type { LocalizedText } from '@crewline/contract/words'
import { parsePhone, type ParsedPhone } from '@crewline/contract/phone'

const TEN_DIGITS = new Set(['US', 'CA', 'PR', 'DO', 'JM', 'MX', 'CO'])

/** Reads a phone number from a cell; undoes spreadsheet formatting and drops extensions. */
export function readPhone(text: string, country: string): ParsedPhone | { words: LocalizedText } {
  const restoredText = restored(text)
  if (restoredText === undefined)
    return {
      words: msg({
        message: 'A spreadsheet shortened this number. Format the column as text and export it again, or type it here.',
      }),
    }
  const bare = restoredText.replace(/[,;]?\s*(?:ext|extension|x)\.?\s*\d{1,6}$/i, '')
  return parsePhone(bare, country) ?? { words: phoneProblemText(bare, country) }
}

/** 5.550102233E9 and 5550102233.0 mean 5550102233; 5.55E+09 has lost its last digits. */
function restored(text: string): string | undefined {
  if (/^\d+\.0+$/.test(text)) return text.replace(/\.0+$/, '')
  const short = /^(\d)[.,](\d+)e\+?(\d{1,2})$/i.exec(text)
  if (!short) return /^\de\+?\d+$/i.test(text) ? undefined : text
  const [, first = '', fraction = '', power = ''] = short
  return fraction.length === Number(power)
    ? first + fraction
    : fraction.length >= 9 && fraction.length < Number(power)
      ? (first + fraction).padEnd(Number(power) + 1, '0')
      : undefined
}

function phoneProblemText(text: string, country: string): LocalizedText {
  const digits = text.replace(/\D/g, '').length
  if (digits === 0) return msg({ message: 'Mobile has no digits. Type a number, or leave it empty.' })
  if (TEN_DIGITS.has(country) && !text.trim().startsWith('+')) {
    if (digits < 10)
      return msg({
        message: 'Mobile has {digits, plural, one {# digit} other {# digits}}. It needs 10.',
        values: { digits },
      })
    if (digits > 11)
      return msg({ message: 'Mobile has {digits} digits. It needs 10. Keep one number.', values: { digits } })
  }
  return msg({ message: "This number doesn't look right. Check the area code." })
}
