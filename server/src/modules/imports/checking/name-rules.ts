/** Words before a family name that belong to it. */
const PARTICLES = /^(de|del|la|las|los|da|do|dos|das|di|van|von|der|den|ter|le|bin|ibn|al|el|st|san|santa|mac)$/i
const SUFFIX = /^(jr|sr|ii|iii|iv)\.?$/i

/** A whole name as first and last name: "Lopez, Maria" and "Maria Lopez" are the same person. */
export function splitName(whole: string): { firstname: string; lastname: string } {
  const [before = '', after] = whole.split(/,(.*)/s)
  if (after !== undefined && after.trim() !== '' && !SUFFIX.test(after.trim()))
    return { firstname: after.trim(), lastname: before.trim() }
  const words = whole.replaceAll(',', ' ').trim().split(/\s+/)
  if (words.length < 2) return { firstname: words[0] ?? '', lastname: '' }
  let from = words.length - 1
  if (SUFFIX.test(words[from] as string) && from > 1) from -= 1
  while (from > 1 && PARTICLES.test(words[from - 1] as string)) from -= 1
  return { firstname: words.slice(0, from).join(' '), lastname: words.slice(from).join(' ') }
}

/** A name in the capitals people write: only where all of it is large, or all of it small, so that McKay stays. */
export function fixCapitals(text: string): string {
  if (text !== text.toUpperCase() && text !== text.toLowerCase()) return text
  const lower = text.toLowerCase()
  const words = lower.split(/(\s+)/)
  return words
    .map((word, at) =>
      at > 0 && PARTICLES.test(word) && !/^(mac|st|san|santa|el|al)$/.test(word) ? word : capitalized(word),
    )
    .join('')
}

function capitalized(word: string): string {
  return word.replace(/(^|[-'’.(/])(\p{Letter})/gu, (_, sign: string, letter: string) => sign + letter.toUpperCase())
}
