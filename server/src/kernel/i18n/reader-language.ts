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
  const tags = wishes
    .flatMap((wish) => (typeof wish === 'string' ? wish.slice(0, HEADER_MAX).split(',') : []))
    .map((tag) => tag.trim().toLowerCase().split(/[-;]/)[0] ?? '')
  return tags.flatMap((tag) => languages.find((language) => language === tag) ?? [])[0] ?? languages[0] ?? 'en'
}
