import type { Reach } from '@crewline/contract/contacts'

/** Lower-cased full name: what lists are ordered by and search looks into. */
export function sortName(firstname: string, lastname: string): string {
  return `${firstname} ${lastname}`.trim().toLocaleLowerCase('en')
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
