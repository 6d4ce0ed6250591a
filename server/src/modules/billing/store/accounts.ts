import type { PlanKey } from '@crewline/contract/billing'
import { sql } from 'kysely'
import type { Db } from '../../../kernel/db/pool.ts'
import type { Tx } from '../../../kernel/scope.ts'
import type { ProviderCustomer } from '../provider.ts'
import type { Suspension } from '../release-rules.ts'
import type { AccountState } from '../status-rules.ts'

/** What an organization pays for, as last read. */
export interface Account extends AccountState, Suspension {
  customerId: string | null
  subscriptionId: string | null
  plan: PlanKey | null
  extraSeats: number
  currency: string
  subscribedAt: Date | null
  cancelAt: Date | null
  card: ProviderCustomer['card']
  spendingCapCents: number | null
  /** The month in which the cap was reached, such as 2026-11-01. */
  cappedMonth: string | null
  /** Prepaid credit that is left, and all that was ever bought. */
  creditCents: number
  creditBoughtCents: number
  readWritten: number
  syncedAt: Date | null
}

const columns = sql`trial_ends_at as "trialEndsAt", subscription_status as "subscriptionStatus", past_due_since as "pastDueSince",
  blocked_at as "blockedAt", customer_id as "customerId", subscription_id as "subscriptionId", plan, extra_seats as "extraSeats", currency,
  subscribed_at as "subscribedAt", cancel_at as "cancelAt", spending_cap_cents as "spendingCapCents", capped_month::text as "cappedMonth",
  case when card_last4 is not null then jsonb_build_object('brand', card_brand, 'last4', card_last4, 'expMonth', card_exp_month, 'expYear', card_exp_year) end as card,
  read_written as "readWritten", synced_at as "syncedAt", method_missing as "isMethodMissing",
  credit_cents as "creditCents", credit_bought_cents as "creditBoughtCents",
  suspended_at as "suspendedAt", release_at as "releaseAt", release_warnings as "releaseWarnings", released_at as "releasedAt"`

/** Returns the account of an organization; undefined when it is not billed. */
export async function accountOf(db: Db, orgId: string): Promise<Account | undefined> {
  return (await sql<Account>`select ${columns} from billing_account where org_id = ${orgId}`.execute(db)).rows[0]
}

/** Locks the account of the organization of the transaction. */
export async function lockAccount(tx: Tx): Promise<Account | undefined> {
  const result = await sql<Account>`
    select ${columns} from billing_account where org_id = ${tx.orgId} for update`.execute(tx.db)
  return result.rows[0]
}

/** Adds the account of the organization, unless it has one. Returns whether it was added. */
export async function addAccount(tx: Tx, trialEndsAt: Date): Promise<boolean> {
  const added = await sql`
    insert into billing_account (org_id, trial_ends_at, created_at) values (${tx.orgId}, ${trialEndsAt}, ${tx.world.now()})
    on conflict (org_id) do nothing returning org_id`.execute(tx.db)
  return added.rows.length > 0
}

/** Sets the customer of an account that has none yet. */
export async function saveCustomer(tx: Tx, customerId: string): Promise<void> {
  await sql`
    update billing_account set customer_id = coalesce(customer_id, ${customerId}) where org_id = ${tx.orgId}`.execute(
    tx.db,
  )
}

/** Numbers a read of the payment service that begins now; undefined when the organization is no customer. */
export async function beginRead(db: Db, orgId: string): Promise<{ customerId: string; nth: number } | undefined> {
  const result = await sql<{ customerId: string; nth: number }>`
    update billing_account set read_begun = read_begun + 1 where org_id = ${orgId} and customer_id is not null
    returning customer_id as "customerId", read_begun as nth`.execute(db)
  return result.rows[0]
}

/** Writes what a read found, and since when a payment is missing. */
export async function saveRead(
  tx: Tx,
  nth: number,
  { subscription, card, isMethodMissing, credit }: ProviderCustomer,
  owed: { pastDueSince: Date | null; blockedAt: Date | null } & Suspension,
): Promise<void> {
  await sql`
    update billing_account set subscription_id = ${subscription?.id ?? null}, subscription_status = ${subscription?.status ?? null},
      plan = ${subscription?.plan ?? null}, extra_seats = ${subscription?.extraSeats ?? 0}, subscribed_at = ${subscription?.startedAt ?? null},
      cancel_at = ${subscription?.cancelAt ?? null}, card_brand = ${card?.brand ?? null}, card_last4 = ${card?.last4 ?? null},
      method_missing = ${isMethodMissing}, card_exp_month = ${card?.expMonth ?? null}, card_exp_year = ${card?.expYear ?? null},
      credit_cents = ${credit.leftCents}, credit_bought_cents = ${credit.boughtCents},
      past_due_since = ${owed.pastDueSince}, blocked_at = ${owed.blockedAt},
      suspended_at = ${owed.suspendedAt}, release_at = ${owed.releaseAt}, release_warnings = ${owed.releaseWarnings}, released_at = ${owed.releasedAt},
      read_written = ${nth}, synced_at = ${tx.world.now()}
    where org_id = ${tx.orgId}`.execute(tx.db)
}

/** Moves the release of the numbers. */
export async function saveReleaseAt(tx: Tx, at: Date): Promise<void> {
  await sql`update billing_account set release_at = ${at} where org_id = ${tx.orgId}`.execute(tx.db)
}

/** Records that the numbers are released. */
export async function saveReleased(tx: Tx): Promise<void> {
  await sql`update billing_account set released_at = ${tx.world.now()} where org_id = ${tx.orgId}`.execute(tx.db)
}

/** Sets or removes the spending cap. */
export async function saveCap(tx: Tx, cents: number | null): Promise<void> {
  await sql`update billing_account set spending_cap_cents = ${cents} where org_id = ${tx.orgId}`.execute(tx.db)
}

/** Records the month in which the cap was reached; null when it is not reached. */
export async function saveCappedMonth(tx: Tx, month: string | null): Promise<void> {
  await sql`update billing_account set capped_month = ${month}::date where org_id = ${tx.orgId}`.execute(tx.db)
}
