/** Returns the primary language of a tag, such as `es` of es-MX. */
export function baseOf(language: string): string {
  return language.toLowerCase().split(/[-_]/)[0] ?? ''
}

/** Returns whether a text has anything to translate: emoji, numbers and empty text are the same in every language. */
export function hasWords(text: string): boolean {
  return /\p{L}/u.test(text)
}
