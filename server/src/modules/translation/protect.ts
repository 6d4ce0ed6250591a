/** A text with its unchangeable parts replaced, and those parts for the way back. */
export interface Protected {
  text: string
  kept: string[]
}

// Translation services usually leave bracketed numbers unchanged; the result is checked anyway.
const OPEN = '⟦'
const CLOSE = '⟧'

/** Links, addresses, merge fields, phone numbers, times and amounts. */
const FIXED =
  /https?:\/\/[^\s<>"⟦⟧]+|[\w.+-]+@[\w-]+\.[\w.-]+|\{[a-z][a-z0-9_]*(?:\|[^{}]*)?\}|\d{1,2}:\d{2}(?:\s?(?:[AaPp][Mm]|[AaPp]\.[Mm]\.))?|\d{1,2}\s?(?:[AaPp][Mm]|[AaPp]\.[Mm]\.)(?!\p{L})|[+(]?\d[\d\s().,/-]*\d|\d/gu

/**
 * Replaces what a translator must not change: numbers, times, links, merge fields, and the given words, such as names
 * of people and machines.
 */
export function protect(text: string, terms: readonly string[]): Protected {
  const originals: string[] = []
  const mask = (part: string): string => {
    originals.push(part)
    return `${OPEN}${originals.length - 1}${CLOSE}`
  }
  let guarded = text.replace(FIXED, mask)
  const named = [...new Set(terms.map((term) => term.trim()).filter((term) => term.length > 1))]
  for (const term of named.sort((a, b) => b.length - a.length)) {
    const pattern = new RegExp(
      `(?<![\\p{L}\\p{N}${OPEN}])${term.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}(?![\\p{L}\\p{N}${CLOSE}])`,
      'gu',
    )
    guarded = guarded.replace(pattern, mask)
  }
  return { text: guarded, kept: originals }
}

/** Restores the replaced parts, and also returns those that the translator lost or repeated. */
export function restore(translated: string, { kept }: Protected): { text: string; lost: string[] } {
  const counts = new Map<number, number>()
  const text = translated.replace(/⟦\s*(\d+)\s*⟧/g, (placeholder, digits: string) => {
    const at = Number(digits)
    counts.set(at, (counts.get(at) ?? 0) + 1)
    return kept[at] ?? placeholder
  })
  return { text, lost: kept.filter((_part, at) => counts.get(at) !== 1) }
}
