// Owns what the organization pays for: plan, usage, invoices, and what is past due. Must not depend on broadcasts.
export { usePastDueNoticeQuery } from './api.ts'
export { PayNowButton } from './PayNowButton.tsx'
export { WhatHappens } from './WhatHappens.tsx'
export { billingLive } from './live.ts'
