import { locales, preferredLocale, activateLocale, type Locale } from '../ui/text/preferred-locale.ts'
import { readStored, writeStored } from './storage.ts'

/** Returns the language to show: the chosen one, else the first supported one of the browser. */
export function chosenLocale(): Locale {
  const storedLocale = readStored('locale')
  return locales.find((locale) => locale === storedLocale) ?? preferredLocale()
}

/** Switches the language of the application and stores it on this device. */
export async function chooseLocale(locale: Locale): Promise<void> {
  writeStored('locale', locale)
  await activateLocale(locale)
}

/** The name of each language in that language. */
export const localeNames: Record<Locale, string> = { en: 'English', es: 'Español' }
