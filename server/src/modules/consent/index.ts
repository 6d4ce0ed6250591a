// Owns the permission to text a number: STOP, START and HELP in eight languages, and the hash-chained consent history.
// Publishes `consent.changed` when a number opts out or in. Must never depend on names, conversations or carriers; it
// finds the contact of a number through a port.
import { defineModule } from '../../kernel/module.ts'
import { routes } from './routes.ts'

export { ConsentChanged } from './events.ts'
export { isOneSlip, plainWords } from './normalize-rules.ts'
export { judge, type Judgement } from './rules.ts'
export { contactLookup, optOutNotice, type ContactLookup } from './ports.ts'
export { noticeFor } from './replies.ts'
export {
  attestNumbers as attestMany,
  noteNotOptOut,
  optOutByCarrier,
  optOutByMember,
  optOutNumbers as optOutMany,
} from './on-behalf.ts'
export { handleConsentMessages as hear } from './service.ts'
export { eraseNumbers as forgetNumbers } from './store/forgetting.ts'
export {
  claimNotices,
  ensureRows,
  lockConsentRows,
  recallOptOuts,
  readConsentStates as standingOf,
} from './store/standing.ts'
export { optedOutAmong } from './standing-views.ts'
export { hashOfEntry } from './chain-rules.ts'
export { verifyChain, verifyEvery } from './chain-views.ts'

export const module = defineModule({ name: 'consent', owns: ['consent', 'consent_event'], routes })
