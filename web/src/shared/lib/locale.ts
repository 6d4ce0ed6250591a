import { languageName } from '@crewline/contract/formats'
import { activateLocale, catalogFor, preferredLocale } from '../ui/text/preferred-locale.ts'
import { readStored, writeStored } from './storage.ts'

/** Returns the language to show: the chosen one, else the first supported one of the browser. */
export function chosenLocale(): string {
  const storedLocale = readStored('locale')
  return typeof storedLocale === 'string' && catalogFor(storedLocale) ? storedLocale : preferredLocale()
}

/** Switches the language of the application and stores it on this device. */
export async function chooseLocale(locale: string): Promise<void> {
  writeStored('locale', locale)
  await activateLocale(locale)
}

/** Returns the name of a language in that language. */
export function localeName(locale: string): string {
  return languageName(locale, locale)
}
