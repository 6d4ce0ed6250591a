import type { ClientEventHandler } from '../../kernel/realtime/socket-events.ts'
import { usageOf } from './views.ts'

/** Answers with the usage of the organization's current month. */
export const answerUsage: ClientEventHandler = {
  event: 'getUsage',
  handle: async (scope) => [{ event: 'usage', data: await usageOf(scope) }],
}
