// Owns no tables; contains the carrier protocols: one interface and a folder per adapter. Publishes no events: outcomes
// and events are return values, and phone calls go to the provider of the call port. Must never depend on messages,
// conversations or organizations.
import { defineModule } from '../../kernel/module.ts'
import { provide } from '../../kernel/ports.ts'
import { mediaFetcher } from '../files/index.ts'
import { accountCheck, numberMarket } from '../lines/index.ts'
import { codeTexter } from '../mail/index.ts'
import { checkAccount } from './account-check.ts'
import { textCodes } from './code-line.ts'
import { fetchMedia } from './fetch-media.ts'
import { hooks } from './hooks.ts'
import { sellNumbers } from './number-market.ts'

export { announceLine } from './announce.ts'
export { callHandler, type CallHandler } from './ports.ts'
export type { CallGreeting, Carrier, CarrierEvent, IncomingText, SendOutcome } from './carrier.ts'
export { Permits } from './permits.ts'
export { carriersOf } from './registry.ts'
export { REVIEWED_ID, type CompanyToRegister, type Rejection, type Review, type UseToRegister } from './registrar.ts'
export { cleanCarrierValue } from './localized-text.ts'

export const module = defineModule({
  name: 'carriers',
  owns: [],
  provides: [
    provide(codeTexter, textCodes),
    provide(mediaFetcher, fetchMedia),
    provide(accountCheck, checkAccount),
    provide(numberMarket, sellNumbers),
  ],
  hooks,
})
