import { regionalTag } from '@crewline/contract/formats'
import { i18n, type Messages } from '@lingui/core'

/** The languages of the staff application. */
export const locales = ['en', 'es'] as const
export type Locale = (typeof locales)[number]

const catalogs: Record<Locale, () => Promise<{ messages: Messages }>> = {
  en: () => import('../../../../locales/en.po'),
  es: () => import('../../../../locales/es.po'),
}

const rightToLeft = /^(ar|fa|he|ur)\b/

/** Returns the first supported language of the browser, else English. */
export function preferredLocale(languages: readonly string[] = navigator.languages): Locale {
  for (const tag of languages) {
    const match = locales.find((locale) => tag.toLowerCase().split('-')[0] === locale)
    if (match) return match
  }
  return 'en'
}

/** Loads and activates the message catalog of a language, and sets the language and direction of the page. */
export async function activateLocale(locale: Locale): Promise<void> {
  const { messages } = await catalogs[locale]()
  // The regional form also writes the numbers inside plural messages.
  i18n.loadAndActivate({ locale, locales: regionalTag(locale), messages })
  document.documentElement.lang = locale
  document.documentElement.dir = rightToLeft.test(locale) ? 'rtl' : 'ltr'
}
