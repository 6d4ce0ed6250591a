/** The pace somebody typed, in texts a second: undefined when the field is empty, null when it is none from 0.1 to 1,000. */
export function paceFrom(typed: string): number | undefined | null {
  const words = typed.trim().replace(',', '.')
  if (words === '') return undefined
  const pace = Number(words)
  return pace >= 0.1 && pace <= 1000 ? pace : null
}
