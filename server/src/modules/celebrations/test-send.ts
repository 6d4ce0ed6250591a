import type { testCelebration } from '@crewline/contract/celebrations'
import { CELEBRATION_EXAMPLE_YEARS } from '@crewline/contract/celebration-limits'
import type { BodyOf } from '@crewline/contract/endpoint'
import { fail } from '../../kernel/failure.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import type { Scope } from '../../kernel/scope.ts'
import { textMember } from '../broadcasts/index.ts'
import { messagesOf } from './celebrate.ts'
import { readCelebration } from './edit.ts'
import { YEARS_FIELD } from './rules.ts'

/**
 * Sends one of the texts of a celebration to the member's own number, once in each language, with its picture and an
 * example number of years. It does not count as the text of the year of anyone.
 */
export async function sendTest(
  kernel: Kernel,
  scope: Scope,
  { id, text }: BodyOf<typeof testCelebration>,
): Promise<{ sent: number }> {
  const celebration = await readCelebration(scope, id)
  const message = messagesOf(celebration)[text] ?? fail('not_found')
  const years = String(celebration.years[0] ?? CELEBRATION_EXAMPLE_YEARS)
  return textMember(kernel, scope, {
    message: { ...message, mediaIds: celebration.mediaIds },
    lineId: celebration.lineId,
    more: celebration.kind === 'birthday' ? [] : [{ key: YEARS_FIELD, value: years, fallback: '' }],
    audit: (tx, languages) => tx.audit('celebration.tested', id, { text, languages }),
  })
}
