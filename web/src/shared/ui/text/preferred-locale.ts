import { regionalTag } from '@crewline/contract/formats'
import { i18n, type Messages } from '@lingui/core'

const catalogs = import.meta.glob<{ messages: Messages }>('../../../../../locales/*.po')

const loaders = new Map(
  Object.entries(catalogs).map(([path, load]) => [path.replace(/^.*\/|\.po$/g, ''), load] as const),
)

/** The languages of the application: one for each catalog. */
export const locales: readonly string[] = [...loaders.keys()].toSorted()

/** Returns the catalog for a language tag: that of the tag itself, else of its language; undefined when there is none. */
export function catalogFor(tag: string): string | undefined {
  return (
    locales.find((locale) => locale === tag) ?? locales.find((locale) => locale === tag.toLowerCase().split('-')[0])
  )
}

const rightToLeft = /^(ar|fa|he|ur)\b/

/** Returns the first supported language of the browser, else English. */
export function preferredLocale(languages: readonly string[] = navigator.languages): string {
  for (const tag of languages) {
    const match = catalogFor(tag)
    if (match) return match
  }
  return 'en'
}

/** Loads the messages of one language that pages use. */
export async function loadMessages(locale: string): Promise<Messages> {
  const load = loaders.get(catalogFor(locale) ?? 'en')
  if (!load) throw new Error('The English catalog is missing')
  return (await load()).messages
}

/** Loads and activates the message catalog of a language, and sets the language and direction of the page. */
export async function activateLocale(locale: string): Promise<void> {
  // The regional form also writes the numbers inside plural messages.
  i18n.loadAndActivate({ locale, locales: regionalTag(locale), messages: await loadMessages(locale) })
  document.documentElement.lang = locale
  document.documentElement.dir = rightToLeft.test(locale) ? 'rtl' : 'ltr'
}
