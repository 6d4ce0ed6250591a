// Owns the permission to text a number: STOP, START, HELP in eight languages, and the chained history of what was said.
// Tells `consent.changed` when a number opts out or in.
// Must never know names, conversations or carriers; who has a number it asks through a plug.
import { defineRoom } from '../../kernel/room.ts'
import { routes } from './routes.ts'

export { ConsentChanged } from './facts.ts'
export { isOneSlip, plainWords } from './fold-rules.ts'
export { judge, type Judgement } from './rules.ts'
export { numberHolders, optOutTold, type NumberHolders } from './plugs.ts'
export { noticeFor } from './replies.ts'
export { attestMany, noteNotOptOut, optOutByCarrier, optOutByMember, optOutMany } from './on-behalf.ts'
export { hear } from './service.ts'
export { forgetNumbers } from './store/forgetting.ts'
export { claimNotices, ensureRows, lockStanding, recallOptOuts, standingOf } from './store/standing.ts'
export { optedOutAmong } from './standing-views.ts'
export { hashOfEntry } from './chain-rules.ts'
export { verifyChain, verifyEvery } from './chain-views.ts'

export const room = defineRoom({ name: 'consent', owns: ['consent', 'consent_event'], routes })
