import type { Plan } from '@crewline/contract/billing'
import { TRIAL_MMS, TRIAL_SEGMENTS } from '@crewline/contract/billing-limits'
import type { Kernel } from '../../kernel/kernel.ts'
import { announceOrgStatus } from '../../kernel/realtime/org-status.ts'
import type { Scope, Tx } from '../../kernel/scope.ts'
import { forgetOrganization, saveBillingState, setAppsNotInPlan } from '../organizations/index.ts'
import { appsNotIn, planOf } from './plan-rules.ts'
import { systemScope } from './scope.ts'
import { isSubscribed, missingOf } from './status-rules.ts'
import { lockAccount, type Account } from './store/accounts.ts'
import { organizationsWithoutApps } from './views.ts'

type BillingState = Parameters<typeof saveBillingState>[1]

/**
 * Sets what follows from the account: whether the organization is blocked, needs a plan, what a month includes, and which
 * apps the plan leaves out. Returns whether anything changed.
 */
export async function applyStatus(tx: Tx, account: Account, wasBlocked: boolean): Promise<boolean> {
  const isBlocked = account.blockedAt !== null
  const state: BillingState = {
    needBilling: missingOf(account, tx.world.now()) !== null,
    included: includedOf(account),
    // A block that billing did not set is not billing's to end.
    ...(isBlocked ? { status: 'past_due' as const } : wasBlocked ? { status: 'active' as const } : {}),
  }
  if (isBlocked !== wasBlocked) tx.audit(isBlocked ? 'billing.blocked' : 'billing.unblocked', tx.orgId)
  const hasOtherApps = await setAppsNotInPlan(tx, appsNotIn(livePlanOf(account)))
  return (await saveBillingState(tx, state)) || hasOtherApps
}

function livePlanOf(account: Account): Plan | null {
  return isSubscribed(account) && account.plan ? planOf(account.plan) : null
}

function includedOf(account: Account): NonNullable<BillingState['included']> {
  const plan = livePlanOf(account)
  return plan ? { segments: plan.segments, mms: plan.mms } : { segments: TRIAL_SEGMENTS, mms: TRIAL_MMS }
}

/** Applies the status of an account that is no customer yet, such as at the end of its trial. */
export async function reviewStatus(kernel: Kernel, scope: Scope): Promise<void> {
  const changed = await scope.tx(async (tx) => {
    const account = await lockAccount(tx)
    return account ? applyStatus(tx, account, account.blockedAt !== null) : false
  })
  if (changed) announceStatus(kernel, scope.orgId)
}

/** Gives every organization all apps, where payments are not set up any more: no one could change a plan there. */
export async function includeEveryApp(kernel: Kernel): Promise<void> {
  const system = kernel.database.asSystem('plans of every organization end with the payments of the installation')
  for (const orgId of await organizationsWithoutApps(system)) {
    const scope = await systemScope(kernel, orgId)
    await scope.tx((tx) => setAppsNotInPlan(tx, []))
    announceStatus(kernel, orgId)
  }
}

/** Tells every process and every open page that the status changed. Call it after the commit. */
export function announceStatus(kernel: Kernel, orgId: string): void {
  forgetOrganization(kernel, orgId)
  announceOrgStatus(kernel, orgId)
}
