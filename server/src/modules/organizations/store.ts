import type { AppKey } from '@crewline/contract/app-keys'
import type { Features } from '@crewline/contract/features'
import type { OrganizationSettings } from '@crewline/contract/organizations'
import { sql } from 'kysely'
import type { Db } from '../../kernel/db/pool.ts'
import type { Tx } from '../../kernel/scope.ts'
import type { OrganizationState } from './change-rules.ts'
import type { StoredHoliday } from './holiday-rules.ts'

/** The initial values of a new organization. */
export interface NewOrganization {
  id: string
  name: string
  /** Unique in the installation; used in addresses and by the operator. */
  slug: string
  timezone: string
  country: string
  features: Features
  /** Answers of its founder; unset until then. */
  industry?: string
  headcount?: string
  /** Whether the founder still has to describe the organization. */
  needsInfo?: boolean
  now: Date
}

/** Adds an organization with active status. */
export async function addOrganization(system: Db, organization: NewOrganization): Promise<void> {
  await sql`
    insert into organization (id, name, slug, timezone, country, features, industry, headcount, needs_info, created_at)
    values (${organization.id}, ${organization.name}, ${organization.slug}, ${organization.timezone}, ${organization.country}, ${JSON.stringify(organization.features)}::jsonb,
            ${organization.industry ?? null}, ${organization.headcount ?? null}, ${organization.needsInfo ?? false}, ${organization.now})`.execute(
    system,
  )
}

/** Stores the founder's description of an organization, once. Returns false when it was already stored. */
export async function describeOrganization(
  tx: Tx,
  profile: { name: string; industry: string; headcount: string; timezone: string; country: string },
): Promise<boolean> {
  const changed = await sql`
    update organization set name = ${profile.name}, industry = ${profile.industry}, headcount = ${profile.headcount},
      timezone = ${profile.timezone}, country = ${profile.country}, needs_info = false
    where id = ${tx.orgId} and needs_info returning id`.execute(tx.db)
  return changed.rows.length > 0
}

/** Locks the organization of the transaction, so that of two changes at once the second sees the first. */
export async function lockOrganization(tx: Tx): Promise<void> {
  await sql`select from organization where id = ${tx.orgId} for update`.execute(tx.db)
}

/**
 * Writes the new state of the organization of the transaction, which must be locked, and raises its version. Of the
 * settings only the given sections are written: what was never set keeps the default of the code.
 */
export async function saveOrganization(
  tx: Tx,
  state: OrganizationState,
  sections: Partial<OrganizationSettings>,
): Promise<void> {
  await sql`
    update organization set name = ${state.name}, timezone = ${state.timezone}, address = ${JSON.stringify(state.address)}::jsonb,
      industry = ${state.industry}, headcount = ${state.headcount}, sender_name = ${state.senderName}, language = ${state.language},
      languages = ${state.languages}::text[], logo_light = ${state.logo.light}, logo_dark = ${state.logo.dark}, settings = settings || ${JSON.stringify(sections)}::jsonb, version = version + 1
    where id = ${tx.orgId}`.execute(tx.db)
  await sql`
    update logo set unused_since = case when id in (${state.logo.light}, ${state.logo.dark}) then null
      else coalesce(unused_since, ${tx.world.now()}) end
    where org_id = ${tx.orgId}`.execute(tx.db)
}

/** Adds an uploaded logo, which is not in use yet. */
export async function addLogo(tx: Tx, logo: { id: string; width: number; height: number }): Promise<void> {
  const now = tx.world.now()
  await sql`
    insert into logo (org_id, id, width, height, unused_since, created_at)
    values (${tx.orgId}, ${logo.id}, ${logo.width}, ${logo.height}, ${now}, ${now})`.execute(tx.db)
}

/** Removes a logo that has not been used since a moment. Returns false when it was used in the meantime. */
export async function removeLogo(tx: Tx, id: string, before: Date): Promise<boolean> {
  await lockOrganization(tx)
  const removed = await sql`
    delete from logo where org_id = ${tx.orgId} and id = ${id} and unused_since < ${before} returning id`.execute(tx.db)
  return removed.rows.length > 0
}

/** Saves whether an app is on. */
export async function saveApp(tx: Tx, app: AppKey, isOn: boolean): Promise<void> {
  await sql`update organization set features = features || ${JSON.stringify({ [app]: isOn })}::jsonb where id = ${tx.orgId}`.execute(
    tx.db,
  )
}

/** Saves which apps the plan of the organization of the transaction leaves out. */
export async function saveAppsNotInPlan(tx: Tx, apps: readonly AppKey[]): Promise<void> {
  await sql`update organization set apps_not_in_plan = ${apps}::text[] where id = ${tx.orgId}`.execute(tx.db)
}

/** What billing decides about an organization; undefined fields stay unchanged. */
export interface BillingState {
  status?: 'active' | 'past_due'
  /** Whether a plan is needed to go on. */
  needBilling?: boolean
  /** How many segments and MMS a month includes; null for no limit. */
  included?: { segments: number | null; mms: number | null }
}

/** Saves the status of the organization of the transaction; a closed one stays closed. Returns whether it changed. */
export async function saveBillingState(tx: Tx, { status, needBilling, included }: BillingState): Promise<boolean> {
  const changed = await sql`
    update organization o set status = n.status, need_billing = n.need_billing, included_texts = n.texts, included_mms = n.mms
    from (select coalesce(${status ?? null}, status) as status, coalesce(${needBilling ?? null}::boolean, need_billing) as need_billing,
        case when ${included !== undefined} then ${included?.segments ?? null}::int else included_texts end as texts,
        case when ${included !== undefined} then ${included?.mms ?? null}::int else included_mms end as mms
      from organization where id = ${tx.orgId} and status <> 'closed' for update) n
    where o.id = ${tx.orgId}
      and (o.status, o.need_billing, o.included_texts, o.included_mms) is distinct from (n.status, n.need_billing, n.texts, n.mms)
    returning o.id`.execute(tx.db)
  return changed.rows.length > 0
}

/**
 * Locks the holidays of the organization until the transaction ends, so that concurrent changes cannot store the same
 * days twice.
 */
export async function lockHolidays(tx: Tx): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`holidays|${tx.orgId}`}, 0))`.execute(tx.db)
}

/** Writes a new or changed holiday. */
export async function writeHoliday(tx: Tx, { id, name, from, to, yearly }: StoredHoliday): Promise<void> {
  const now = tx.world.now()
  await sql`
    insert into holiday (org_id, id, name, from_day, to_day, yearly, created_at, updated_at)
    values (${tx.orgId}, ${id}, ${name}, ${from}::date, ${to}::date, ${yearly}, ${now}, ${now})
    on conflict (org_id, id) do update set name = excluded.name, from_day = excluded.from_day, to_day = excluded.to_day,
      yearly = excluded.yearly, updated_at = excluded.updated_at`.execute(tx.db)
}

/** Saves the business hours of the organization, which must be locked, and raises its version. */
export async function saveHours(tx: Tx, businessHours: OrganizationSettings['businessHours']): Promise<void> {
  await sql`
    update organization set settings = settings || ${JSON.stringify({ businessHours })}::jsonb, version = version + 1
    where id = ${tx.orgId}`.execute(tx.db)
}

/**
 * Makes the business hours of the organization, which must be locked, those of a parent, and keeps its own. With null they
 * are its own again: those from before, or as they are when it had none.
 */
export async function saveHoursManager(tx: Tx, managedBy: string | null): Promise<void> {
  await (
    managedBy === null
      ? sql`
        update organization set hours_managed_by = null, own_hours = null, version = version + 1,
          settings = case when own_hours <> '{}' then settings || jsonb_build_object('businessHours', own_hours) else settings end
        where id = ${tx.orgId}`
      : sql`
        update organization set hours_managed_by = ${managedBy},
          own_hours = case when hours_managed_by is null then settings -> 'businessHours' else own_hours end
        where id = ${tx.orgId}`
  ).execute(tx.db)
}

/**
 * Makes the business hours of the organization, which must be locked, its own as they are: it set them after it left the
 * parent that managed them, so that the next parent keeps these and none from before.
 */
export async function forgetHoursManager(tx: Tx): Promise<void> {
  await sql`
    update organization set hours_managed_by = null, own_hours = null
    where id = ${tx.orgId} and (hours_managed_by is not null or own_hours is not null)`.execute(tx.db)
}

/** Replaces the holidays of a parent. A holiday of the organization itself with the same id becomes one of the parent. */
export async function replaceManagedHolidays(
  tx: Tx,
  holidays: readonly StoredHoliday[],
  managedBy: string,
): Promise<void> {
  await sql`
    delete from holiday where org_id = ${tx.orgId}
      and (managed_by = ${managedBy} or id = any(${holidays.map(({ id }) => id)}::uuid[]))`.execute(tx.db)
  for (const holiday of holidays) await writeHoliday(tx, holiday)
  await sql`
    update holiday set managed_by = ${managedBy}
    where org_id = ${tx.orgId} and id = any(${holidays.map(({ id }) => id)}::uuid[])`.execute(tx.db)
}

/** Makes the holidays of a parent the organization's own. */
export async function releaseManagedHolidays(tx: Tx): Promise<void> {
  await sql`update holiday set managed_by = null where org_id = ${tx.orgId} and managed_by is not null`.execute(tx.db)
}

/** Deletes a holiday. Returns false when the id does not exist. */
export async function deleteHoliday(tx: Tx, id: string): Promise<boolean> {
  const deleted = await sql`delete from holiday where org_id = ${tx.orgId} and id = ${id} returning id`.execute(tx.db)
  return deleted.rows.length > 0
}

/** Returns a short name for addresses, made from the full name and an ending that keeps it unique. */
export function slugOf(name: string, ending: string): string {
  const slug = name
    .normalize('NFKD')
    .replace(/\p{Mark}/gu, '')
    .replace(/[^\p{Letter}\p{Number}]+/gu, '-')
    .replace(/^-|-$/g, '')
    .toLowerCase()
  return [slug.slice(0, 40), ending].filter((part) => part !== '').join('-')
}

/** Saves the daily limit of the organization, which must be locked, and raises its version. */
export async function saveDailyLimit(tx: Tx, dailyLimit: number): Promise<void> {
  await sql`
    update organization set settings = settings || ${JSON.stringify({ dailyLimit })}::jsonb, version = version + 1
    where id = ${tx.orgId}`.execute(tx.db)
}
