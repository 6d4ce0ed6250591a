/** The language a tag is about, such as `es` of es-MX. */
export function baseOf(language: string): string {
  return language.toLowerCase().split(/[-_]/)[0] ?? ''
}

/** Whether a text has anything to translate: a sign, a number or nothing at all is the same in every language. */
export function hasWords(text: string): boolean {
  return /\p{L}/u.test(text)
}
