import { Locale } from '@crewline/contract/accounts'

/** A header longer than this names no language anybody reads. */
const LONGEST = 200

/** The first of our languages that a request asks for (`Accept-Language`, in the order given); undefined when it asks for none. */
export function languageAsked(header: string | string[] | undefined): Locale | undefined {
  const wanted = String(header ?? '').slice(0, LONGEST)
  for (const part of wanted.split(',')) {
    const [tag = '', ...more] = part.trim().toLowerCase().split(';')
    const isRefused = more.some((one) => /^\s*q=0(\.0*)?\s*$/.test(one))
    const { data } = Locale.safeParse(tag.split('-')[0])
    if (data && !isRefused) return data
  }
  return undefined
}
