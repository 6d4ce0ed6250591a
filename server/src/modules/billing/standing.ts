import { TRIAL_MMS, TRIAL_SEGMENTS } from '@crewline/contract/billing-limits'
import type { Kernel } from '../../kernel/kernel.ts'
import { announceOrgStatus } from '../../kernel/realtime/org-status.ts'
import type { Scope, Tx } from '../../kernel/scope.ts'
import { forgetOrganization, saveStanding, type Standing } from '../organizations/index.ts'
import { planOf } from './plan-rules.ts'
import { isPlanNeeded, isSubscribed } from './standing-rules.ts'
import { lockAccount, type Account } from './store/accounts.ts'

/** Sets what follows from the account: whether the organization is blocked, needs a plan, and what a month includes. */
export async function applyStanding(tx: Tx, account: Account, wasBlocked: boolean): Promise<boolean> {
  const isBlocked = account.blockedAt !== null
  const standing: Standing = {
    needBilling: isPlanNeeded(account, tx.world.now()),
    included: includedOf(account),
    // A block that billing did not set is not billing's to end.
    ...(isBlocked ? { status: 'past_due' as const } : wasBlocked ? { status: 'active' as const } : {}),
  }
  if (isBlocked !== wasBlocked) tx.audit(isBlocked ? 'billing.blocked' : 'billing.unblocked', tx.orgId)
  return saveStanding(tx, standing)
}

function includedOf(account: Account): NonNullable<Standing['included']> {
  if (isSubscribed(account) && account.plan) {
    const { segments, mms } = planOf(account.plan)
    return { segments, mms }
  }
  return { segments: TRIAL_SEGMENTS, mms: TRIAL_MMS }
}

/** Applies the standing of an account that is no customer yet, such as at the end of its trial. */
export async function reviewStanding(kernel: Kernel, scope: Scope): Promise<void> {
  const changed = await scope.tx(async (tx) => {
    const account = await lockAccount(tx)
    return account ? applyStanding(tx, account, account.blockedAt !== null) : false
  })
  if (changed) announceStanding(kernel, scope.orgId)
}

/** Tells every process and every open page that the standing changed. Call it after the commit. */
export function announceStanding(kernel: Kernel, orgId: string): void {
  forgetOrganization(kernel, orgId)
  announceOrgStatus(kernel, orgId)
}
