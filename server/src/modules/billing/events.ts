import { defineEvent } from '../../kernel/events/define.ts'

/** The plan, the invoices or the spending cap of the organization changed. */
export const BillingChanged = defineEvent<Record<string, never>>('billing.changed')
