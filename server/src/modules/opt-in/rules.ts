import { createHash } from 'node:crypto'
import { consentText } from '@crewline/contract/opt-in-consent'
import { EMAIL_MAX, NAME_MAX, WORK_FIELD_MAX } from '@crewline/contract/limits'
import type { OptInCheck, OptInContent, OptInField, OptInPage, PageLanguage } from '@crewline/contract/opt-in'
import { OPT_IN_VALUE_MAX } from '@crewline/contract/opt-in-limits'
import { z } from 'zod'
import type { contactOfPerson } from '../contacts/index.ts'

/** A page as stored. */
export interface StoredPage {
  id: string
  orgId: string
  url: string
  status: 'active' | 'paused'
  content: OptInContent
  version: number
  flowId: string | null
  links: PageLinks
}

/** The codes of the short links of a page, by the address that they open, and how short links begin. */
export interface PageLinks {
  codes: Readonly<Record<string, string>>
  base: string
}

/** Returns the address of a page. */
export function linkOf(publicUrl: string, url: string): string {
  return `${publicUrl}/public/join/${url}`
}

const FROM_POSTER = '?from=qr'

/** Returns what the code of a poster opens: the page, which then knows where its reader comes from. */
export function posterAddressOf(publicUrl: string, url: string): string {
  return `${linkOf(publicUrl, url)}${FROM_POSTER}`
}

/** Returns what the codes of all posters of a page open: its address may have changed since one was printed. */
export function posterAddressesOf({ links }: Pick<StoredPage, 'links'>): string[] {
  return Object.keys(links.codes).filter((address) => address.endsWith(FROM_POSTER))
}

/** Returns the address in the code of a poster: a short link, or the page itself before it is published. */
export function posterLinkOf(publicUrl: string, { url, links }: Pick<StoredPage, 'url' | 'links'>): string {
  const address = posterAddressOf(publicUrl, url)
  const code = links.codes[address]
  return code === undefined ? address : `${links.base}${code}`
}

/** Returns the consent text of a page in each of its languages. */
export function consentOf(content: OptInContent, organization: string): OptInPage['consent'] {
  return Object.fromEntries(
    content.languages.map((language) => [language, consentText(organization, content.frequency, language)]),
  )
}

/** Returns exactly what a person agrees to: the text and the addresses that its links open. */
export function wordingOf(content: OptInContent, organization: string, language: PageLanguage): string {
  return [
    consentText(organization, content.frequency, language),
    content.termsUrl && `Terms: ${content.termsUrl}`,
    content.privacyUrl && `Privacy: ${content.privacyUrl}`,
  ]
    .filter(Boolean)
    .join('\n')
}

/** Names a wording, so that a form filled in before a change is not taken as consent to the new text. */
export function versionOf(wording: string): string {
  return createHash('sha256').update(wording).digest('hex').slice(0, 16)
}

/** Returns what must be right before a page is published. The fixed parts of the consent text always are. */
export function checksOf(
  content: OptInContent,
  given: { organization: string; hasLine: boolean },
): OptInPage['checks'] {
  const done: Record<OptInCheck, boolean> = {
    title: content.languages.every((language) => (content.title[language] ?? '') !== ''),
    who: given.organization.trim() !== '',
    how_often: content.frequency.count > 0,
    rates: true,
    stop_and_help: true,
    voluntary: true,
    terms_and_privacy: content.termsUrl !== '' && content.privacyUrl !== '',
    number: given.hasLine,
    // Entering a number is not consent of the person who holds it.
    proof: content.doubleOptIn || content.verifyPhone,
  }
  return (Object.keys(done) as OptInCheck[]).map((check) => ({ check, isDone: done[check] }))
}

/** Returns a text in this language, else in the page's first language that has it. */
export function textIn(texts: Partial<Record<PageLanguage, string>>, language: PageLanguage): string {
  return texts[language] || texts.en || Object.values(texts).find((text) => text !== '') || ''
}

/** What is wrong with an entered value. */
export type EntryProblem = 'missing' | 'email' | 'long'

const Email = z.email().max(EMAIL_MAX)

const LONGEST: Readonly<Record<string, number>> = {
  firstname: NAME_MAX,
  lastname: NAME_MAX,
  jobTitle: WORK_FIELD_MAX,
  department: WORK_FIELD_MAX,
  location: WORK_FIELD_MAX,
}

/** Returns how long a value can be, in characters: a contact holds no longer one, and would be added without it. */
export function longestOf(source: string): number {
  return LONGEST[source] ?? OPT_IN_VALUE_MAX
}

/** Checks the values of a form against the fields of the page; returns the problems by field. */
export function problemsOf(
  fields: readonly OptInField[],
  values: Readonly<Record<string, string>>,
): Partial<Record<string, EntryProblem>> {
  return Object.fromEntries(
    fields.flatMap(({ source, required }): [string, EntryProblem][] => {
      const value = onOneLine(values[source] ?? '')
      if (value === '') return required ? [[source, 'missing']] : []
      if (value.length > longestOf(source)) return [[source, 'long']]
      return source === 'email' && !Email.safeParse(value).success ? [[source, 'email']] : []
    }),
  )
}

function onOneLine(value: string): string {
  return value.replace(/[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069\s]+/gu, ' ').trim()
}

/** Keeps only the values that the page asks for, trimmed, on one line. */
export function askedValues(
  fields: readonly OptInField[],
  values: Readonly<Record<string, string>>,
): Record<string, string> {
  return Object.fromEntries(
    fields.flatMap(({ source }) => {
      const value = onOneLine(values[source] ?? '')
      return value === '' ? [] : [[source, value]]
    }),
  )
}

/** What contacts accept from a person. */
type EnteredValues = Parameters<typeof contactOfPerson>[1]['values']

/** Converts entered values and the language of the page to the fields of a contact. */
export function entered(values: Readonly<Record<string, string>>, language?: PageLanguage): EnteredValues {
  const plain: Record<string, string> = {}
  const customFields: Record<string, string> = {}
  for (const [source, value] of Object.entries(values))
    if (source.startsWith('custom.')) customFields[source.slice('custom.'.length)] = value
    else plain[source] = value
  return { ...plain, ...(language && { language }), customFields }
}
