// Owns no tables; contains the carrier protocols: one interface and a folder per adapter. Publishes no events: outcomes
// and events are return values, and phone calls go to the provider of the call port. Must never depend on messages,
// conversations or organizations.
import { defineModule } from '../../kernel/module.ts'
import './account-check.ts'
import './code-line.ts'
import './fetch-media.ts'
import { hooks } from './hooks.ts'

export { announceLine } from './announce.ts'
export { callHandler, type CallHandler } from './calls.ts'
export type { CallGreeting, Carrier, CarrierEvent, IncomingText, SendOutcome } from './carrier.ts'
export { carriersOf } from './registry.ts'
export { cleanCarrierValue as keptWord } from './localized-text.ts'

export const module = defineModule({ name: 'carriers', owns: [], hooks })
