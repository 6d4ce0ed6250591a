import { i18n, type Messages } from '@lingui/core'

/** The languages the staff application is written in. */
export const locales = ['en', 'es'] as const
export type Locale = (typeof locales)[number]

const catalogs: Record<Locale, () => Promise<{ messages: Messages }>> = {
  en: () => import('../../../locales/en.po'),
  es: () => import('../../../locales/es.po'),
}

const rightToLeft = /^(ar|fa|he|ur)\b/

/** The first language of the browser that we have, else English. */
export function preferredLocale(wanted: readonly string[] = navigator.languages): Locale {
  for (const tag of wanted) {
    const match = locales.find((locale) => tag.toLowerCase().split('-')[0] === locale)
    if (match) return match
  }
  return 'en'
}

/** Loads the catalog of a language, shows the application in it, and tells the page its language and direction. */
export async function speak(locale: Locale): Promise<void> {
  const { messages } = await catalogs[locale]()
  i18n.loadAndActivate({ locale, messages })
  document.documentElement.lang = locale
  document.documentElement.dir = rightToLeft.test(locale) ? 'rtl' : 'ltr'
}
