// Owns nothing but the knowledge of how each carrier speaks: one interface, one folder an adapter.
// Tells nobody anything: outcomes and events are values it hands back.
// Must never know messages, conversations or organizations.
import { defineRoom } from '../../kernel/room.ts'
import './code-line.ts'

export type { Carrier, CarrierEvent, SendOutcome } from './carrier.ts'
export { carriersOf } from './registry.ts'

export const room = defineRoom({ name: 'carriers', owns: [] })
