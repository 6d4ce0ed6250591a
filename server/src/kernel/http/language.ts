import { Locale } from '@crewline/contract/accounts'

/** Only this many characters of the header are read. */
const LONGEST = 200

/**
 * Returns the first supported language of a request (`Accept-Language`, in the given order); undefined when there is
 * none.
 */
export function readPreferredLanguage(header: string | string[] | undefined): Locale | undefined {
  const value = String(header ?? '').slice(0, LONGEST)
  for (const part of value.split(',')) {
    const [tag = '', ...more] = part.trim().toLowerCase().split(';')
    const isRefused = more.some((parameter) => /^\s*q=0(\.0*)?\s*$/.test(parameter))
    const { data } = Locale.safeParse(tag.split('-')[0])
    if (data && !isRefused) return data
  }
  return undefined
}
