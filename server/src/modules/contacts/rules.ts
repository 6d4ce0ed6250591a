import type { Reach } from '@crewline/contract/contacts'
import { NAME_MAX } from '@crewline/contract/limits'

/** Letters that Unicode does not split into a plain letter and a mark. */
const PLAIN: Record<string, string> = { đ: 'd', ł: 'l', ø: 'o', ß: 'ss', æ: 'ae', œ: 'oe', ı: 'i', ð: 'd', þ: 'th' }

/** Lower case without accents, so that "garcia" finds García and "nguyen" finds Nguyễn. */
export function folded(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/\p{Mark}/gu, '')
    .toLowerCase()
    .replace(/[đłøßæœıðþ]/g, (letter) => PLAIN[letter] ?? letter)
    .normalize('NFC')
}

/** Letters of a folded name that are kept: one letter may unfold to eighteen, and an index and a cursor hold so much. */
const SORT_NAME_MAX = 2 * NAME_MAX + 1

/** The folded full name: what lists are ordered by and search looks into. */
export function sortName(firstname: string, lastname: string): string {
  return folded(`${firstname} ${lastname}`.trim()).slice(0, SORT_NAME_MAX).toWellFormed()
}

/** Whether a worker can get texts, and if not, the first reason that matters. */
export function reachOf(phone: string | null, phoneState: 'ok' | 'landline' | 'not_in_use', optedOut: boolean): Reach {
  if (phone === null) return 'no_mobile'
  if (optedOut) return 'opted_out'
  if (phoneState === 'landline') return 'landline'
  if (phoneState === 'not_in_use') return 'not_in_use'
  return 'can_text'
}

/** Escapes what LIKE would read as a wildcard. */
export function literally(search: string): string {
  return search.replace(/[\\%_]/g, (sign) => `\\${sign}`)
}
