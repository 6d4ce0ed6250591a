/** Particles that belong to the last name that follows. */
const PARTICLES = /^(de|del|la|las|los|da|do|dos|das|di|van|von|der|den|ter|le|bin|ibn|al|el|st|san|santa|mac)$/i
const SUFFIX = /^(jr|sr|ii|iii|iv)\.?$/i

/** Splits a full name into first and last name: "Lopez, Maria" and "Maria Lopez" are the same name. */
export function splitName(fullName: string): { firstname: string; lastname: string } {
  const [before = '', after] = fullName.split(/,(.*)/s)
  if (after !== undefined && after.trim() !== '' && !SUFFIX.test(after.trim()))
    return { firstname: after.trim(), lastname: before.trim() }
  const parts = fullName.replaceAll(',', ' ').trim().split(/\s+/)
  if (parts.length < 2) return { firstname: parts[0] ?? '', lastname: '' }
  let from = parts.length - 1
  if (SUFFIX.test(parts[from] as string) && from > 1) from -= 1
  while (from > 1 && PARTICLES.test(parts[from - 1] as string)) from -= 1
  return { firstname: parts.slice(0, from).join(' '), lastname: parts.slice(from).join(' ') }
}

/** Corrects the capitals of a name that is all upper or all lower case; mixed case such as McKay stays. */
export function fixCapitals(text: string): string {
  if (text !== text.toUpperCase() && text !== text.toLowerCase()) return text
  const lower = text.toLowerCase()
  const parts = lower.split(/(\s+)/)
  return parts
    .map((part, at) =>
      at > 0 && PARTICLES.test(part) && !/^(mac|st|san|santa|el|al)$/.test(part) ? part : capitalized(part),
    )
    .join('')
}

function capitalized(part: string): string {
  return part.replace(/(^|[-'’.(/])(\p{Letter})/gu, (_, sign: string, letter: string) => sign + letter.toUpperCase())
}
