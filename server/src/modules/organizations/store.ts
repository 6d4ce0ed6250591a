import type { Features } from '@crewline/contract/features'
import type { OrganizationSettings } from '@crewline/contract/organizations'
import { sql } from 'kysely'
import type { Db } from '../../kernel/db/pool.ts'
import type { Tx } from '../../kernel/scope.ts'
import type { KeptHoliday } from './holiday-rules.ts'

/** What a new organization starts with. */
export interface NewOrganization {
  id: string
  name: string
  /** Unique in the installation, for addresses and the operator. */
  slug: string
  timezone: string
  country: string
  features: Features
  /** What its founder said; unset until then. */
  industry?: string
  headcount?: string
  /** Whether its founder is still to be asked what it is. */
  needsInfo?: boolean
  now: Date
}

/** Adds an organization in good standing. */
export async function addOrganization(system: Db, one: NewOrganization): Promise<void> {
  await sql`
    insert into organization (id, name, slug, timezone, country, features, industry, headcount, needs_info, created_at)
    values (${one.id}, ${one.name}, ${one.slug}, ${one.timezone}, ${one.country}, ${JSON.stringify(one.features)}::jsonb,
            ${one.industry ?? null}, ${one.headcount ?? null}, ${one.needsInfo ?? false}, ${one.now})`.execute(system)
}

/** Keeps what the founder says about an organization, once; false when it was said before. */
export async function describeOrganization(
  system: Db,
  id: string,
  said: { name: string; industry: string; headcount: string; timezone: string; country: string },
): Promise<boolean> {
  const changed = await sql`
    update organization set name = ${said.name}, industry = ${said.industry}, headcount = ${said.headcount},
      timezone = ${said.timezone}, country = ${said.country}, needs_info = false
    where id = ${id} and needs_info returning id`.execute(system)
  return changed.rows.length > 0
}

/** What may change of an organization; what is undefined stays. */
export interface OrganizationChange {
  name: string | undefined
  timezone: string | undefined
  settings: Partial<OrganizationSettings> | undefined
  /** The version the change was made for; any when undefined. */
  version: number | undefined
}

/** Changes the organization of the transaction; false when its version is another than the one named. */
export async function saveOrganization(tx: Tx, change: OrganizationChange): Promise<boolean> {
  const changed = await sql`
    update organization set name = coalesce(${change.name ?? null}, name), timezone = coalesce(${change.timezone ?? null}, timezone),
      settings = settings || ${JSON.stringify(change.settings ?? {})}::jsonb, version = version + 1
    where id = ${tx.orgId} and version = coalesce(${change.version ?? null}::int, version) returning id`.execute(tx.db)
  return changed.rows.length > 0
}

/** Holds the holidays of the organization until the caller's transaction ends: two may not keep the same days. */
export async function holdHolidays(tx: Tx): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`holidays|${tx.orgId}`}, 0))`.execute(tx.db)
}

/** Writes a holiday, new or changed. */
export async function writeHoliday(tx: Tx, { id, name, from, to, yearly }: KeptHoliday): Promise<void> {
  const now = tx.world.now()
  await sql`
    insert into holiday (org_id, id, name, from_day, to_day, yearly, created_at, updated_at)
    values (${tx.orgId}, ${id}, ${name}, ${from}::date, ${to}::date, ${yearly}, ${now}, ${now})
    on conflict (org_id, id) do update set name = excluded.name, from_day = excluded.from_day, to_day = excluded.to_day,
      yearly = excluded.yearly, updated_at = excluded.updated_at`.execute(tx.db)
}

/** Forgets a holiday; false when there is none of this id. */
export async function deleteHoliday(tx: Tx, id: string): Promise<boolean> {
  const gone = await sql`delete from holiday where org_id = ${tx.orgId} and id = ${id} returning id`.execute(tx.db)
  return gone.rows.length > 0
}

/** A short name for addresses, made from the whole one and told apart by an ending. */
export function slugOf(name: string, ending: string): string {
  const words = name
    .normalize('NFKD')
    .replace(/\p{Mark}/gu, '')
    .replace(/[^\p{Letter}\p{Number}]+/gu, '-')
    .replace(/^-|-$/g, '')
    .toLowerCase()
  return [words.slice(0, 40), ending].filter((part) => part !== '').join('-')
}
