/** A page or a card of the settings that the search may find. */
export interface Findable {
  /** Where it is. */
  to: string
  title: string
  /** The page it is on; the same as the title for a page. */
  page: string
}

/** Returns what contains every word of a search in its title or in that of its page, titles first. */
export function found(all: readonly Findable[], search: string): Findable[] {
  const words = plain(search).split(/\s+/).filter(Boolean)
  if (words.length === 0) return []
  const has = (text: string) => words.every((word) => plain(text).includes(word))
  const byTitle = all.filter(({ title }) => has(title))
  const byPage = all.filter((one) => !byTitle.includes(one) && has(`${one.title} ${one.page}`))
  return [...byTitle, ...byPage]
}

/** Without case and accents, so that "horario" finds "Horário". */
function plain(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/\p{Mark}/gu, '')
    .toLowerCase()
}
