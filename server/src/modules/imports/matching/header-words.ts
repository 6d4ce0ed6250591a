import { folded } from '../../../kernel/text.ts'
import { SYNONYMS, type Target } from './targets.ts'

/** Normalizes a header for comparison: removes case, accents, punctuation and what export systems add. */
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

/** Words in a header that refer to another person or another kind of number. */
const OTHERS =
  /\b(emergency|manager|supervisor|spouse|parent|home phone|work phone|fax|landline|office phone|contacto de emergencia|jefe|emergencia)\b/

/** Returns whether a header is about another person, or about a number that is not a mobile. */
export function isAboutOthers(header: string): boolean {
  return OTHERS.test(plainHeader(header))
}

/** Returns the target whose known name equals the header, or begins or ends it. */
export function targetOfHeader(header: string): Target | undefined {
  const plain = plainHeader(header).replace(/\bno$/, 'no')
  if (OTHERS.test(plain)) return undefined
  const exactTarget =
    byName.get(plain) ?? byName.get(plain.replace(/ no$/, ' number')) ?? byName.get(plain.replace(/ no$/, ''))
  if (exactTarget) return exactTarget
  let best: { target: Target; length: number } | undefined
  for (const [name, target] of byName) {
    // Short names such as "id" or "tel" are part of too many other headers.
    if (name.length < 5 || (best && best.length >= name.length)) continue
    if (plain.startsWith(`${name} `) || plain.endsWith(` ${name}`)) best = { target, length: name.length }
  }
  return best?.target
}
