// Owns the way out and the way in: it leases lines, hands texts to carriers, learns unknown outcomes, hears webhooks, keeps
// what could not be taken in.
// Tells nothing itself; the messages it moves tell their own story.
// Must never know who reads an inbox.
import { defineRoom } from '../../kernel/room.ts'
import { hooks } from './hooks.ts'
import { routes } from './routes.ts'
import { startSender } from './sender.ts'
import { crons, sweepAtStart } from './sweep.ts'

export { announceLines } from './announce.ts'
export { forgetSpooled } from './forget-spooled.ts'
export { asideForOperator, playAllAgain } from './operator.ts'

export const room = defineRoom({
  name: 'delivery',
  owns: ['line_lease', 'unknown_outcome', 'set_aside_event'],
  routes,
  hooks,
  crons,
  runs: [
    { role: 'sender', start: startSender },
    { role: 'worker', start: sweepAtStart },
  ],
})
