// Owns nothing but the knowledge of how each carrier speaks: one interface, one folder an adapter.
// Tells nobody anything: outcomes and events are values it hands back; phone calls go to whoever plugged in ears.
// Must never know messages, conversations or organizations.
import { defineRoom } from '../../kernel/room.ts'
import './account-check.ts'
import './code-line.ts'
import './fetch-media.ts'
import { hooks } from './hooks.ts'

export { announceLine } from './announce.ts'
export { callEars, type CallEars } from './calls.ts'
export type { CallGreeting, Carrier, CarrierEvent, IncomingText, SendOutcome } from './carrier.ts'
export { carriersOf } from './registry.ts'
export { keptWord } from './words.ts'

export const room = defineRoom({ name: 'carriers', owns: [], hooks })
