import type { Reply } from '../../shared/api/from-contract.ts'
import { sameLanguage } from './languages.ts'

/** What a translator made of words: the same words where none is needed, others, some of them only, or nothing at all. */
export type Outcome = { kind: 'same' | 'failed' } | { kind: 'whole' | 'part'; text: string }

/** What came of asking for a translation; no answer is none, so that words never count as translated by mistake. */
export function outcomeOf(answer: Reply<'previewTranslation'> | undefined, to: string): Outcome {
  if (!answer || answer.failed) return { kind: 'failed' }
  if (sameLanguage(answer.from, to)) return { kind: 'same' }
  return { kind: answer.warnings.length > 0 ? 'part' : 'whole', text: answer.text }
}
