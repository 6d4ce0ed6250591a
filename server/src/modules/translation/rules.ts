/** The language a tag is about, such as `es` of es-MX. */
export function baseOf(language: string): string {
  return language.toLowerCase().split(/[-_]/)[0] ?? ''
}
