// Owns the permission to text a number: STOP, START and HELP in nine languages, and the hash-chained consent history.
// Publishes `consent.changed` when a number opts out or in. Must never depend on names, conversations or carriers; it
// finds the contact of a number through a port.
import { defineModule } from '../../kernel/module.ts'
import { contactData } from './contact-data.ts'
import { routes } from './routes.ts'

export { ConsentChanged } from './events.ts'
export { isOneSlip, plainWords, withoutSignature } from './normalize-rules.ts'
export { judge, type Judgement } from './rules.ts'
export { contactLookup, optOutNotice, optOutUndone, waitingTextStopper, type ContactLookup } from './ports.ts'
export { noticeFor, replyTo } from './replies.ts'
export {
  attestNumbers,
  attestUnlessOptedOut,
  noteNotOptOut,
  optInByPerson,
  optOutByCarrier,
  optOutByMember,
  optOutNumbers,
} from './on-behalf.ts'
export { handleConsentMessages } from './service.ts'
export {
  claimNotices,
  ensureRows,
  lockConsentRows,
  recallOptOuts,
  readConsentStatuses,
} from './store/consent-status.ts'
export { carryConsentOver } from './carry-over.ts'
export { optOutsSince } from './opt-outs.ts'
export { optedOutAmong } from './opt-out-views.ts'
export { bothTimes, describeConsentEntry } from './evidence-rules.ts'
export { ledgerOf as consentLedger, type Ledger } from './history.ts'
export { hashOfEntry } from './chain-rules.ts'
export { verifyChain, verifyEvery } from './chain-views.ts'

export const module = defineModule({ name: 'consent', owns: ['consent', 'consent_event'], contactData, routes })
