import { TRIAL_MMS, TRIAL_SEGMENTS } from '@crewline/contract/billing-limits'
import type { Kernel } from '../../kernel/kernel.ts'
import { announceOrgStatus } from '../../kernel/realtime/org-status.ts'
import type { Scope, Tx } from '../../kernel/scope.ts'
import { forgetOrganization, saveBillingState, type BillingState } from '../organizations/index.ts'
import { planOf } from './plan-rules.ts'
import { isSubscribed, missingOf } from './status-rules.ts'
import { lockAccount, type Account } from './store/accounts.ts'

/** Sets what follows from the account: whether the organization is blocked, needs a plan, and what a month includes. */
export async function applyStatus(tx: Tx, account: Account, wasBlocked: boolean): Promise<boolean> {
  const isBlocked = account.blockedAt !== null
  const state: BillingState = {
    needBilling: missingOf(account, tx.world.now()) !== null,
    included: includedOf(account),
    // A block that billing did not set is not billing's to end.
    ...(isBlocked ? { status: 'past_due' as const } : wasBlocked ? { status: 'active' as const } : {}),
  }
  if (isBlocked !== wasBlocked) tx.audit(isBlocked ? 'billing.blocked' : 'billing.unblocked', tx.orgId)
  return saveBillingState(tx, state)
}

function includedOf(account: Account): NonNullable<BillingState['included']> {
  if (isSubscribed(account) && account.plan) {
    const { segments, mms } = planOf(account.plan)
    return { segments, mms }
  }
  return { segments: TRIAL_SEGMENTS, mms: TRIAL_MMS }
}

/** Applies the status of an account that is no customer yet, such as at the end of its trial. */
export async function reviewStatus(kernel: Kernel, scope: Scope): Promise<void> {
  const changed = await scope.tx(async (tx) => {
    const account = await lockAccount(tx)
    return account ? applyStatus(tx, account, account.blockedAt !== null) : false
  })
  if (changed) announceStatus(kernel, scope.orgId)
}

/** Tells every process and every open page that the status changed. Call it after the commit. */
export function announceStatus(kernel: Kernel, orgId: string): void {
  forgetOrganization(kernel, orgId)
  announceOrgStatus(kernel, orgId)
}
