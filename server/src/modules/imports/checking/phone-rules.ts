import type { LocalizedText } from '@crewline/contract/words'
import { parsePhone, type ParsedPhone } from '@crewline/contract/phone'

const TEN_DIGITS = new Set(['US', 'CA', 'PR', 'DO', 'JM', 'MX', 'CO'])

/** Reads a phone number from a cell; undoes spreadsheet formatting and drops extensions. */
export function readPhone(text: string, country: string): ParsedPhone | { words: LocalizedText } {
  const restoredText = restored(text)
  if (restoredText === undefined)
    return {
      words: {
        en: 'A spreadsheet shortened this number. Format the column as text and export it again, or type it here.',
        es: 'Una hoja de cálculo acortó este número. Da formato de texto a la columna y expórtala otra vez, o escríbelo aquí.',
      },
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
  if (digits === 0)
    return {
      en: 'Mobile has no digits. Type a number, or leave it empty.',
      es: 'El móvil no tiene dígitos. Escribe un número o déjalo vacío.',
    }
  if (TEN_DIGITS.has(country) && !text.trim().startsWith('+')) {
    if (digits < 10)
      return {
        en: `Mobile has ${digits} ${digits === 1 ? 'digit' : 'digits'}. It needs 10.`,
        es: `El móvil tiene ${digits} ${digits === 1 ? 'dígito' : 'dígitos'}. Necesita 10.`,
      }
    if (digits > 11)
      return {
        en: `Mobile has ${digits} digits. It needs 10. Keep one number.`,
        es: `El móvil tiene ${digits} dígitos. Necesita 10. Deja un solo número.`,
      }
  }
  return {
    en: 'We do not know this number. Check its area code.',
    es: 'No conocemos este número. Revisa su código de área.',
  }
}
