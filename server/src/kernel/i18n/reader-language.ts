/** Most characters of a header that are read. */
const HEADER_MAX = 200

/**
 * Returns the language to show a reader: the first wished one that a page has, else the page's first. A wish is a tag or an
 * Accept-Language header, whose order counts; anything else, such as a parameter that was repeated, is passed over.
 */
export function languageOfReader<Language extends string>(
  languages: readonly Language[],
  ...wishes: unknown[]
): Language | 'en' {
  const [first = 'en'] = languages
  if (languages.length < 2) return first
  for (const wish of wishes) {
    if (typeof wish !== 'string') continue
    for (const part of wish.slice(0, HEADER_MAX).split(',')) {
      const [tag] = part.trim().toLowerCase().split(/[-;]/, 1)
      const found = languages.find((language) => language === tag)
      if (found !== undefined) return found
    }
  }
  return first
}
