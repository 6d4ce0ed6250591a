import { tagsIn } from '@crewline/contract/merge'

/** Fields that are the same for every contact and never empty. */
const NEVER_EMPTY = new Set(['organization', 'my_first_name', 'my_full_name'])

/** The text used for contacts whose field is empty, for each field of a text that can be. */
export function fallbacksIn(body: string): { field: string; fallback: string }[] {
  return tagsIn(body)
    .filter((field) => !NEVER_EMPTY.has(field))
    .map((field) => ({ field, fallback: patternOf(field).exec(body)?.[1] ?? '' }))
}

/** Sets the fallback of a field wherever a text uses it; an empty one is removed. */
export function withFallback(body: string, field: string, fallback: string): string {
  const safe = fallback.replace(/[{}|\n]/g, '')
  return body.replace(new RegExp(patternOf(field), 'g'), () => (safe === '' ? `{${field}}` : `{${field}|${safe}}`))
}

function patternOf(field: string): RegExp {
  return new RegExp(`\\{ *${field} *(?:\\|([^{}|\\n]*))?\\}`)
}
