import type { Reply } from '../../shared/api/from-contract.ts'
import { sameLanguage } from './languages.ts'

/** The outcome of a translation: not needed, failed, complete, or only a part. */
export type Outcome = { kind: 'same' | 'failed' } | { kind: 'whole' | 'part'; text: string }

/**
 * Returns the outcome of a translation request; a missing response is a failure, so that text never counts as
 * translated by mistake.
 */
export function outcomeOf(answer: Reply<'previewTranslation'> | undefined, to: string): Outcome {
  if (!answer || answer.failed) return { kind: 'failed' }
  if (sameLanguage(answer.from, to)) return { kind: 'same' }
  return { kind: answer.warnings.length > 0 ? 'part' : 'whole', text: answer.text }
}
