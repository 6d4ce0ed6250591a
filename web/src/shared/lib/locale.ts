import { locales, preferredLocale, speak, type Locale } from '../ui/language.ts'
import { readStored, writeStored } from './storage.ts'

/** The language to show: the chosen one, else the browser's first that we have. */
export function chosenLocale(): Locale {
  const kept = readStored('locale')
  return locales.find((locale) => locale === kept) ?? preferredLocale()
}

/** Shows the application in a language and remembers it on this device. */
export async function chooseLocale(locale: Locale): Promise<void> {
  writeStored('locale', locale)
  await speak(locale)
}

/** The name of each language, in itself. */
export const localeNames: Record<Locale, string> = { en: 'English', es: 'Español' }
