import type { Reply } from '../../shared/api/from-contract.ts'
import { sameLanguage } from './languages.ts'

type Preview = Reply<'previewTranslation'>

/**
 * The outcome of a translation request: not needed, whole, refused (the text can only go as written), offline, or
 * failed.
 */
export type Outcome =
  | { kind: 'same' | 'failed' | 'offline' }
  | { kind: 'whole'; text: string }
  | { kind: 'refused'; reason: Preview['reason'] }

/**
 * Returns the outcome of a translation request; a missing response is a failure, so that text never counts as
 * translated by mistake.
 */
export function outcomeOf(answer: Preview | undefined, to: string): Outcome {
  if (!answer) return { kind: 'failed' }
  if (answer.kind === 'same' || sameLanguage(answer.from, to)) return { kind: 'same' }
  return answer.kind === 'refused' ? { kind: 'refused', reason: answer.reason } : { kind: 'whole', text: answer.text }
}
