// Owns the monthly counters of segments handed to carriers. Emits `usage` to clients that request it. Must never know
// how messages are sent; it follows `message.handed-off` and counts each time a carrier takes a message.
import { defineModule } from '../../kernel/module.ts'
import { startCounting } from './counting.ts'
import { crons } from './jobs.ts'
import { answerUsage } from './socket-events.ts'

export { currentUsage, readUsage, usageOf } from './views.ts'

export const module = defineModule({
  name: 'usage',
  owns: ['usage_month'],
  clientEvents: [answerUsage],
  crons,
  // Counting runs where messages are handed off: an installation without a sender has nothing to count.
  runs: { role: 'sender', start: startCounting },
})
