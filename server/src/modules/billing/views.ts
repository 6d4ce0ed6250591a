import type { Invoice, PastDue } from '@crewline/contract/billing'
import { RELEASE_AFTER_MS, RELEASE_WARNINGS_MS, SUSPEND_AFTER_MS } from '@crewline/contract/billing-limits'
import { sql, type RawBuilder } from 'kysely'
import type { Db } from '../../kernel/db/pool.ts'
import type { ProviderInvoice } from './provider.ts'
import { blockAtOf, stageOf } from './status-rules.ts'

const NOTICES_MS: number[] = [...RELEASE_WARNINGS_MS]

interface InvoiceRow {
  id: string
  kind: Invoice['kind']
  number: string
  status: Invoice['status']
  cents: number
  taxCents: number
  creditCents: number
  owedCents: number
  currency: string
  issuedAt: Date
  dueAt: Date | null
  paidAt: Date | null
}

const columns = sql`id, kind, number, status, cents, tax_cents as "taxCents", credit_cents as "creditCents", owed_cents as "owedCents", currency, issued_at as "issuedAt",
  due_at as "dueAt", paid_at as "paidAt"`

/** Returns a page of invoices and credit notes, the newest first, with the total. */
export async function invoicePage(
  db: Db,
  orgId: string,
  { pageSize, page, after }: { pageSize: number; page: number; after: { at: Date; id: string } | undefined },
): Promise<{ rows: Invoice[]; total: number }> {
  const found = await sql<InvoiceRow>`
    select ${columns} from billing_invoice where org_id = ${orgId}
      and ${after ? sql`(issued_at, id) < (${after.at}::timestamptz, ${after.id}::uuid)` : sql`true`}
    order by issued_at desc, id desc limit ${pageSize} offset ${after ? 0 : (page - 1) * pageSize}`.execute(db)
  const counted = await sql<{ n: number }>`
    select count(*)::int as n from billing_invoice where org_id = ${orgId}`.execute(db)
  return { rows: found.rows.map(asInvoice), total: counted.rows[0]?.n ?? 0 }
}

function asInvoice(row: InvoiceRow): Invoice {
  const { issuedAt, dueAt, paidAt, ...invoice } = row
  return {
    ...invoice,
    date: issuedAt.toISOString(),
    dueAt: dueAt?.toISOString() ?? null,
    paidAt: paidAt?.toISOString() ?? null,
  }
}

/** An invoice with everything that its file shows. */
export type StoredInvoice = InvoiceRow & Pick<ProviderInvoice, 'lines' | 'taxes' | 'corrects' | 'billedTo'>

/** Returns one invoice; undefined when the organization has none with this id. */
export async function invoiceById(db: Db, orgId: string, id: string): Promise<StoredInvoice | undefined> {
  const result = await sql<StoredInvoice>`
    select ${columns}, lines, taxes, corrects, billed_to as "billedTo" from billing_invoice
    where org_id = ${orgId} and id = ${id}`.execute(db)
  return result.rows[0]
}

const boughtNumbers = (orgId: string) =>
  sql<boolean>`exists (select from line where org_id = ${orgId} and state <> 'released' and bought_at is not null)`

/** Whether the organization has a number that was bought here, which a release would take. */
export async function hasBoughtNumbers(db: Db, orgId: string): Promise<boolean> {
  const result = await sql<{ hasNumbers: boolean }>`select ${boughtNumbers(orgId)} as "hasNumbers"`.execute(db)
  return result.rows[0]?.hasNumbers ?? false
}

/** As SQL, the numbers that were bought here: those that are left, or those that went back since a moment, oldest first. */
const leftNumbers = (orgId: string) =>
  sql`array(select phone from line where org_id = ${orgId} and state <> 'released' and bought_at is not null order by id)`
const givenBackSince = (orgId: string, since: RawBuilder<unknown>) =>
  sql`array(select phone from line where org_id = ${orgId} and given_back_at >= ${since} order by id)`

/** The oldest invoice of which a payment failed, with the page on which it is paid. */
export interface OwedInvoice extends PastDue {
  pageUrl: string | null
  tries: number
  externalId: string
}

/** Returns the oldest open invoice of which a payment failed, and whose term is over. */
export async function oldestOwed(db: Db, orgId: string, now: Date): Promise<OwedInvoice | undefined> {
  const result = await sql<{
    id: string
    externalId: string
    number: string
    owedCents: number
    currency: string
    since: Date
    tries: number
    nextTryAt: Date | null
    pageUrl: string | null
    releaseAt: Date | null
    releasedAt: Date | null
    numbers: string[]
    releasedNumbers: string[]
  }>`
    select id, external_id as "externalId", number, owed_cents as "owedCents", currency, greatest(issued_at, due_at) as since, tries,
      next_try_at as "nextTryAt", page_url as "pageUrl",
      (select release_at from billing_account where org_id = ${orgId}) as "releaseAt",
      (select released_at from billing_account where org_id = ${orgId}) as "releasedAt",
      ${leftNumbers(orgId)} as numbers, ${givenBackSince(orgId, sql`greatest(issued_at, due_at)`)} as "releasedNumbers"
    from billing_invoice where org_id = ${orgId} and status in ('open', 'uncollectible') and owed_cents > 0 and tries > 0
      and greatest(issued_at, due_at) <= ${now}
    order by since, id limit 1`.execute(db)
  const [row] = result.rows
  if (!row) return undefined
  return {
    invoiceId: row.id,
    externalId: row.externalId,
    invoiceNumber: row.number,
    cents: row.owedCents,
    currency: row.currency,
    since: row.since.toISOString(),
    blockAt: blockAtOf(row.since).toISOString(),
    suspendAt: new Date(row.since.getTime() + SUSPEND_AFTER_MS).toISOString(),
    releaseAt:
      (
        row.releaseAt ?? (row.numbers.length > 0 ? new Date(row.since.getTime() + RELEASE_AFTER_MS) : null)
      )?.toISOString() ?? null,
    releasedAt: row.releasedAt?.toISOString() ?? null,
    numbers: row.numbers,
    releasedNumbers: row.releasedNumbers,
    nextTryAt: row.nextTryAt?.toISOString() ?? null,
    stage: stageOf(row.tries),
    tries: row.tries,
    pageUrl: row.pageUrl,
  }
}

/** Returns how many of the warnings before a release, about the oldest invoice that is owed, are queued as emails. */
export async function countReleaseWarnings(db: Db, orgId: string, now: Date): Promise<number> {
  const owed = await oldestOwed(db, orgId, now)
  if (!owed) return 0
  const keys = RELEASE_WARNINGS_MS.map((_, at) => releaseNoticeKey(owed.externalId, at + 1))
  const result = await sql<{ n: number }>`
    select count(*)::int as n from billing_notice where org_id = ${orgId} and key = any(${keys}::text[])`.execute(db)
  return result.rows[0]?.n ?? 0
}

/** Returns the key of the notice of a suspension (0) or of one of its warnings. */
export function releaseNoticeKey(externalId: string, nth: number): string {
  return `release|${externalId}|${nth}`
}

/** Returns all organizations without an account. Needs a database handle across organizations. */
export async function organizationsWithoutAccount(system: Db, most: number): Promise<string[]> {
  const result = await sql<{ id: string }>`
    select id from organization o where status <> 'closed' and not exists (select from billing_account a where a.org_id = o.id)
    order by id limit ${most}`.execute(system)
  return result.rows.map(({ id }) => id)
}

/** Returns the organizations whose plan leaves out an app. Needs a database handle across organizations. */
export async function organizationsWithoutApps(system: Db): Promise<string[]> {
  const result = await sql<{ id: string }>`
    select id from organization where apps_not_in_plan <> '{}' order by id`.execute(system)
  return result.rows.map(({ id }) => id)
}

/**
 * Returns the organizations whose account must be looked at without a webhook: the trial is over, a block, a suspension, a
 * warning or a release is due, or the last read is old. Needs a database handle across organizations.
 */
export async function organizationsToReview(
  system: Db,
  {
    now,
    blockBefore,
    suspendBefore,
    readBefore,
  }: { now: Date; blockBefore: Date; suspendBefore: Date; readBefore: Date },
): Promise<string[]> {
  const result = await sql<{ id: string }>`
    select a.org_id as id from billing_account a join organization o on o.id = a.org_id where o.status <> 'closed' and (
      (a.customer_id is null and a.trial_ends_at <= ${now} and not o.need_billing)
      or (a.past_due_since <= ${blockBefore} and a.blocked_at is null)
      or (a.past_due_since <= ${suspendBefore} and a.suspended_at is null)
      or (a.released_at is null and a.release_at - coalesce((${NOTICES_MS}::bigint[])[a.release_warnings + 1], 0) * interval '1 millisecond' <= ${now})
      or (a.customer_id is not null and (a.synced_at is null or a.synced_at < ${readBefore})))
    order by a.org_id`.execute(system)
  return result.rows.map(({ id }) => id)
}

/** Returns how many active members an organization has. */
export async function countMembers(db: Db, orgId: string): Promise<number> {
  const result = await sql<{ n: number }>`
    select count(*)::int as n from member where org_id = ${orgId} and status = 'active'`.execute(db)
  return result.rows[0]?.n ?? 0
}

/** Returns the invoice of the last reminder, when it is paid, with the numbers that went back while it was unpaid. */
export async function lastRecovered(
  db: Db,
  orgId: string,
): Promise<{ externalId: string; releasedNumbers: string[] } | undefined> {
  const result = await sql<{ externalId: string; releasedNumbers: string[] }>`
    select i.external_id as "externalId", ${givenBackSince(orgId, sql`greatest(i.issued_at, i.due_at)`)} as "releasedNumbers" from billing_invoice i where i.org_id = ${orgId} and i.status = 'paid' and exists (
      select from billing_notice n where n.org_id = i.org_id and (n.key like 'failed|' || i.external_id || '|%' or n.key = 'blocked|' || i.external_id
        or n.key like 'release|' || i.external_id || '|%'))
    order by i.paid_at desc nulls last limit 1`.execute(db)
  return result.rows[0]
}
