import type { Hearer } from '../../kernel/realtime/live.ts'
import { usageOf } from './views.ts'

/** Answers what the organization's month has cost so far. */
export const answerUsage: Hearer = {
  event: 'getUsage',
  hear: async (scope) => [{ event: 'usage', data: await usageOf(scope) }],
}
