import type { BillingOverview, editBilling, PlanKey, startTopUp } from '@crewline/contract/billing'
import { CREDIT_MAX_CENTS, TRIAL_MS } from '@crewline/contract/billing-limits'
import type { BodyOf } from '@crewline/contract/endpoint'
import { changeOf } from '../../kernel/audit-change.ts'
import { fail } from '../../kernel/failure.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import { requireUserId, type Scope } from '../../kernel/scope.ts'
import { organizationOf } from '../organizations/index.ts'
import { listBillingContacts, memberSessions } from '../team/index.ts'
import { changeCap } from './cap.ts'
import { overviewOf } from './overview.ts'
import { askProvider, requireProvider } from './payment.ts'
import { nextClosing } from './period-rules.ts'
import { extraSeatsOf, planOf } from './plan-rules.ts'
import { isSubscribed } from './status-rules.ts'
import { accountOf, addAccount, saveCustomer, type Account } from './store/accounts.ts'
import { syncOrganization } from './sync.ts'
import { countMembers, oldestOwed } from './views.ts'

/** Returns the page to which the payment service leads back. */
function returnUrl(kernel: Kernel): string {
  return `${kernel.config.publicUrl}/dashboard/settings?tab=billing`
}

/** Adds the account of an organization with a trial that begins now, unless it has one. */
export async function ensureAccount(scope: Scope): Promise<Account> {
  const known = await accountOf(scope.db, scope.orgId)
  if (known) return known
  await scope.tx(async (tx) => {
    await addAccount(tx, new Date(tx.world.now().getTime() + TRIAL_MS))
  })
  return (await accountOf(scope.db, scope.orgId)) ?? fail('not_found')
}

/**
 * Starts the purchase of a plan. Pages that were opened before are closed, and what was bought on one meanwhile counts. Fails
 * with `plan_exists` when the organization has a plan.
 */
export async function checkOut(kernel: Kernel, scope: Scope, plan: PlanKey): Promise<{ url: string }> {
  const provider = requireProvider(kernel)
  const known = await ensureAccount(scope)
  if (isSubscribed(known)) fail('plan_exists')
  const customerId = known.customerId ?? (await addCustomer(kernel, scope))
  if (known.customerId && isSubscribed(await accountWithoutPages(kernel, scope, { customerId, what: 'plan' })))
    fail('plan_exists')
  const members = await countMembers(scope.db, scope.orgId)
  const url = await askProvider(() =>
    provider.startCheckout({
      customerId,
      orgId: scope.orgId,
      plan,
      extraSeats: extraSeatsOf(planOf(plan), members),
      closesAt: nextClosing(scope.world.now()),
      returnUrl: returnUrl(kernel),
    }),
  )
  await scope.tx(async (tx) => tx.audit('billing.checkout-started', tx.orgId, { plan }))
  return { url }
}

/**
 * Starts the purchase of credit. Fails with `payment_due` while a payment is missing, and with `credit_full` when it would
 * be more credit than an organization can have. Pages that were opened before are closed, and what was paid on one meanwhile
 * counts.
 */
export async function topUp(
  kernel: Kernel,
  scope: Scope,
  { cents }: BodyOf<typeof startTopUp>,
): Promise<{ url: string }> {
  const provider = requireProvider(kernel)
  const known = await accountOf(scope.db, scope.orgId)
  if (!known?.customerId || !isSubscribed(known)) return fail('plan_missing')
  const { customerId } = known
  const account = await accountWithoutPages(kernel, scope, { customerId, what: 'credit' })
  if (!isSubscribed(account)) fail('plan_missing')
  if (account.pastDueSince) fail('payment_due')
  if (account.creditCents + cents > CREDIT_MAX_CENTS) fail('credit_full')
  const url = await askProvider(() =>
    provider.startTopUp({ customerId, orgId: scope.orgId, cents, returnUrl: returnUrl(kernel) }),
  )
  await scope.tx(async (tx) => tx.audit('billing.top-up-started', tx.orgId, { cents }))
  return { url }
}

/** Closes the pages that are still open, and returns the account with everything that was bought on them. */
async function accountWithoutPages(
  kernel: Kernel,
  scope: Scope,
  { customerId, what }: { customerId: string; what: 'plan' | 'credit' },
): Promise<Account> {
  await askProvider(async () => {
    await requireProvider(kernel).closePages(customerId, what)
    await syncOrganization(kernel, scope.orgId)
  })
  return (await accountOf(scope.db, scope.orgId)) ?? fail('not_found')
}

async function addCustomer(kernel: Kernel, scope: Scope): Promise<string> {
  const userId = requireUserId(scope)
  const [contacts, { organization }] = await Promise.all([
    listBillingContacts(scope.db),
    organizationOf(scope.db, scope.orgId),
  ])
  const email = (contacts.find((contact) => contact.userId === userId) ?? contacts[0])?.email ?? fail('not_found')
  // The same organization always becomes the same customer, also when two members begin at once.
  const customerId = await askProvider(() =>
    requireProvider(kernel).createCustomer({ orgId: scope.orgId, name: organization.name, email }),
  )
  await scope.tx((tx) => saveCustomer(tx, customerId))
  return (await accountOf(scope.db, scope.orgId))?.customerId ?? customerId
}

/** Opens the page on which the payment method is changed. Needs a recent proof of identity. */
export async function openPortal(kernel: Kernel, scope: Scope): Promise<{ url: string }> {
  const provider = requireProvider(kernel)
  const customerId = (await accountOf(scope.db, scope.orgId))?.customerId ?? fail('plan_missing')
  await requireProof(kernel, scope)
  const url = await askProvider(() => provider.openPortal(customerId, returnUrl(kernel)))
  await scope.tx(async (tx) => tx.audit('billing.portal-opened', tx.orgId))
  return { url }
}

/** Returns the page on which the oldest unpaid invoice is paid. */
export async function pay(kernel: Kernel, scope: Scope): Promise<{ url: string }> {
  requireProvider(kernel)
  const owed = (await oldestOwed(scope.db, scope.orgId, scope.world.now())) ?? fail('nothing_to_pay')
  return { url: owed.pageUrl ?? fail('nothing_to_pay') }
}

/** Changes the cap, the plan or its end, and returns billing as it is then. */
export async function edit(
  kernel: Kernel,
  scope: Scope,
  { spendingCapCents, plan, isCanceled }: BodyOf<typeof editBilling>,
): Promise<{ billing: BillingOverview; resumedBroadcasts: number }> {
  if (!(await accountOf(scope.db, scope.orgId))) fail('plan_missing')
  if (plan !== undefined || isCanceled !== undefined) await changeSubscription(kernel, scope, { plan, isCanceled })
  const resumedBroadcasts = spendingCapCents === undefined ? 0 : await changeCap(scope, spendingCapCents)
  return { billing: await overviewOf(kernel, scope), resumedBroadcasts }
}

async function changeSubscription(
  kernel: Kernel,
  scope: Scope,
  { plan, isCanceled }: { plan: PlanKey | undefined; isCanceled: boolean | undefined },
): Promise<void> {
  const provider = requireProvider(kernel)
  const account = await accountOf(scope.db, scope.orgId)
  if (!account?.subscriptionId || !isSubscribed(account)) return fail('plan_missing')
  await requireProof(kernel, scope)
  const { subscriptionId } = account
  if (plan !== undefined) {
    const extraSeats = extraSeatsOf(planOf(plan), await countMembers(scope.db, scope.orgId))
    await askProvider(() => provider.changePlan(subscriptionId, { plan, extraSeats }))
  }
  if (isCanceled !== undefined) await askProvider(() => provider.setCancellation(subscriptionId, isCanceled))
  const before = { plan: account.plan, isCanceled: account.cancelAt !== null }
  const after = { plan: plan ?? before.plan, isCanceled: isCanceled ?? before.isCanceled }
  await scope.tx(async (tx) => tx.audit('billing.plan-changed', tx.orgId, changeOf(before, after)))
  await askProvider(() => syncOrganization(kernel, scope.orgId))
}

async function requireProof(kernel: Kernel, { actor }: Scope): Promise<void> {
  if (actor.kind === 'member') await memberSessions.get().requireProof(kernel, actor)
}
