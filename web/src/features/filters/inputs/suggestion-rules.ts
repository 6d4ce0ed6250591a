const plain = (text: string) => text.trim().toLocaleLowerCase()

/** Returns the suggestions in which a word starts with the typed text, the equal one first. */
export function fitting(suggestions: readonly string[], typed: string): string[] {
  const start = plain(typed)
  const matching = suggestions.filter((value) => ` ${plain(value)}`.includes(` ${start}`))
  const isEqual = (value: string) => plain(value) === start
  return [...matching.filter(isEqual), ...matching.filter((value) => !isEqual(value))]
}

/**
 * Returns the options for a typed text: the fitting suggestions that are not chosen yet, and last the text itself
 * unless it equals one of them. Empty when nothing is suggested.
 */
export function offered(suggestions: readonly string[], typed: string, chosen: readonly string[]): string[] {
  const used = new Set(chosen.map(plain))
  const free = fitting(suggestions, typed).filter((value) => !used.has(plain(value)))
  const text = typed.trim()
  const isNew = text !== '' && !used.has(plain(text)) && !free.some((value) => plain(value) === plain(text))
  return free.length > 0 && isNew ? [...free, text] : free
}
