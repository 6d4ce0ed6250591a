import { folded } from '../../contacts/index.ts'
import { SYNONYMS, type Target } from './targets.ts'

/** A header without case, accents, signs and what systems put around it, for comparing. */
export function plainHeader(header: string): string {
  return folded(header.replace(/([a-z])([A-Z])/g, '$1 $2'))
    .replace(/\([^)]*\)|\[[^\]]*\]|\*/g, ' ')
    .replace(/#|№|\bnº|\bn°/g, ' no ')
    .replace(/[^\p{Letter}\p{Number}]+/gu, ' ')
    .trim()
    .replace(/\s+/g, ' ')
}

const byName = new Map<string, Target>(
  Object.entries(SYNONYMS).flatMap(([target, names]) =>
    names.split('|').map((name): [string, Target] => [name, target as Target]),
  ),
)

/** Words that make a header of a person into one of somebody else, or of another fact. */
const OTHERS =
  /\b(emergency|manager|supervisor|spouse|parent|home phone|work phone|fax|landline|office phone|contacto de emergencia|jefe|emergencia)\b/

/** The target whose usual name this header is: whole, or with a word before or behind it. */
export function targetOfHeader(header: string): Target | undefined {
  const plain = plainHeader(header).replace(/\bno$/, 'no')
  if (OTHERS.test(plain)) return undefined
  const whole =
    byName.get(plain) ?? byName.get(plain.replace(/ no$/, ' number')) ?? byName.get(plain.replace(/ no$/, ''))
  if (whole) return whole
  let best: { target: Target; length: number } | undefined
  for (const [name, target] of byName) {
    // Short names such as "id" or "tel" are part of too many others.
    if (name.length < 5 || (best && best.length >= name.length)) continue
    if (plain.startsWith(`${name} `) || plain.endsWith(` ${name}`)) best = { target, length: name.length }
  }
  return best?.target
}
