// Owns the permission to text a number: STOP, START, HELP, and the history of what was said.
// Tells `consent.changed` when a number opts out or in.
// Must never know names, conversations or carriers.
import { defineRoom } from '../../kernel/room.ts'

export { ConsentChanged } from './facts.ts'
export { hear, optOutByCarrier } from './service.ts'
export { ensureRows, lockStanding } from './store.ts'

export const room = defineRoom({ name: 'consent', owns: ['consent', 'consent_event'] })
