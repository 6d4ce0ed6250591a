/** The contact languages that forms and filters offer. */
export const contactLanguages = ['en', 'es', 'fr', 'pt', 'vi', 'zh', 'ht', 'ar']

const names = new Map<string, Intl.DisplayNames>()

function namesIn(locale: string): Intl.DisplayNames {
  const made = names.get(locale) ?? new Intl.DisplayNames([locale], { type: 'language' })
  names.set(locale, made)
  return made
}

/** Returns the name of a language in the language of the page; the tag itself when the browser does not know it. */
export function languageName(tag: string, locale: string): string {
  try {
    const name = namesIn(locale).of(tag) ?? tag
    return name.charAt(0).toLocaleUpperCase(locale) + name.slice(1)
  } catch {
    return tag
  }
}
