// Owns the permission to text a number: STOP, START, HELP in eight languages, and the chained history of what was said.
// Tells `consent.changed` when a number opts out or in.
// Must never know names, conversations or carriers.
import { defineRoom } from '../../kernel/room.ts'

export { ConsentChanged } from './facts.ts'
export { isOneSlip, plainWords } from './fold-rules.ts'
export { judge, type Judgement } from './rules.ts'
export { noticeFor } from './replies.ts'
export { hear, noteNotOptOut, optOutByCarrier, optOutByMember } from './service.ts'
export { claimNotices, ensureRows, lockStanding, verifyChain } from './store.ts'

export const room = defineRoom({ name: 'consent', owns: ['consent', 'consent_event'] })
