// Owns the way out and the way in: it leases lines, hands texts to carriers, learns unknown outcomes, hears webhooks.
// Tells nothing itself; the messages it moves tell their own story.
// Must never know who reads an inbox.
import { defineRoom } from '../../kernel/room.ts'
import { hooks } from './hooks.ts'
import { startSender } from './sender.ts'
import { crons, sweepAtStart } from './sweep.ts'

export { announceLines } from './announce.ts'
export { forgetSpooled } from './forget-spooled.ts'

export const room = defineRoom({
  name: 'delivery',
  owns: ['line_lease', 'unknown_outcome'],
  hooks,
  crons,
  runs: [
    { role: 'sender', start: startSender },
    { role: 'worker', start: sweepAtStart },
  ],
})
