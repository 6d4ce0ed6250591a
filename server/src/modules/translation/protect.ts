/** A text whose parts that must not change stand aside, and the way to put them back. */
export interface Protected {
  text: string
  kept: string[]
}

// Bracketed numbers are what translation services leave alone most often; what comes back is checked all the same.
const OPEN = '⟦'
const CLOSE = '⟧'

/** Links, addresses, merge fields, phone numbers, times and amounts. */
const FIXED =
  /https?:\/\/[^\s<>"]+|[\w.+-]+@[\w-]+\.[\w.-]+|\{[a-z][a-z0-9_]*(?:\|[^{}]*)?\}|\d{1,2}:\d{2}(?:\s?(?:[AaPp][Mm]|[AaPp]\.[Mm]\.))?|\d{1,2}\s?(?:[AaPp][Mm]|[AaPp]\.[Mm]\.)(?!\p{L})|[+(]?\d[\d\s().,/-]*\d|\d/gu

/** Sets aside what a translator must not touch: numbers, times, links, merge fields, and the words given, such as names of people and machines. */
export function protect(text: string, words: readonly string[]): Protected {
  const kept: string[] = []
  const aside = (part: string): string => {
    kept.push(part)
    return `${OPEN}${kept.length - 1}${CLOSE}`
  }
  let guarded = text.replace(FIXED, aside)
  const named = [...new Set(words.map((word) => word.trim()).filter((word) => word.length > 1))]
  for (const word of named.sort((one, other) => other.length - one.length)) {
    const whole = new RegExp(
      `(?<![\\p{L}\\p{N}${OPEN}])${word.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}(?![\\p{L}\\p{N}${CLOSE}])`,
      'gu',
    )
    guarded = guarded.replace(whole, aside)
  }
  return { text: guarded, kept }
}

/** Puts back what was set aside; answers also what the translator lost, doubled or added. */
export function restore(translated: string, { kept }: Protected): { text: string; lost: string[] } {
  const seen = new Map<number, number>()
  const text = translated.replace(/⟦\s*(\d+)\s*⟧/g, (whole, digits: string) => {
    const at = Number(digits)
    seen.set(at, (seen.get(at) ?? 0) + 1)
    return kept[at] ?? whole
  })
  return { text, lost: kept.filter((_part, at) => seen.get(at) !== 1) }
}
