// Owns the counters of each month: how many texts (segments) were handed to carriers.
// Tells `usage` to whoever asks.
// Must never know how a text travels; it learns from `message.handed-off` and counts each time a carrier took one.
import { defineRoom } from '../../kernel/room.ts'
import { startCounting } from './counting.ts'
import { crons } from './jobs.ts'
import { answerUsage } from './live.ts'

export { usageOf } from './views.ts'

export const room = defineRoom({
  name: 'usage',
  owns: ['usage_month'],
  hears: [answerUsage],
  crons,
  // Where texts are handed over they are counted: an installation without a sender has nothing to count.
  runs: { role: 'sender', start: startCounting },
})
