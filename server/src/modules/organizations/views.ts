import { NO_FEATURES, type Features } from '@crewline/contract/features'
import type { Organization, OrganizationSettings, Standing } from '@crewline/contract/organizations'
import { sql } from 'kysely'
import type { Db } from '../../kernel/db/pool.ts'
import { fail } from '../../kernel/failure.ts'
import type { Calendar, KeptHoliday } from './holiday-rules.ts'
import { DEFAULT_SETTINGS } from './rules.ts'

/** An organization with what a log-in says about it. */
export interface OrganizationView {
  organization: Organization
  features: Features
  needBilling: boolean
  /** Whether its founder is still to be asked what it is. */
  needInfo: boolean
}

/** The organization in scope; `not_found` when the handle may not see it. */
export async function organizationOf(db: Db, id: string): Promise<OrganizationView> {
  const found = await sql<{
    id: string
    name: string
    parent_id: string | null
    timezone: string
    country: string
    standing: Standing
    features: Partial<Features>
    need_billing: boolean
    needs_info: boolean
  }>`select id, name, parent_id, timezone, country, standing, features, need_billing, needs_info from organization where id = ${id}`.execute(
    db,
  )
  const row = found.rows[0] ?? fail('not_found')
  return {
    organization: {
      id: row.id,
      name: row.name,
      parentOrganizationId: row.parent_id,
      timezone: row.timezone,
      country: row.country,
      standing: row.standing,
    },
    features: { ...NO_FEATURES, ...row.features },
    needBilling: row.need_billing,
    needInfo: row.needs_info,
  }
}

/** Whether there is any organization at all; needs a handle across organizations. */
export async function isEmpty(system: Db): Promise<boolean> {
  return (await sql`select from organization limit 1`.execute(system)).rows.length === 0
}

/** An organization by its slug, for the operator; needs a handle across organizations. */
export async function organizationBySlug(
  system: Db,
  slug: string,
): Promise<{ id: string; country: string } | undefined> {
  const found = await sql<{
    id: string
    country: string
  }>`select id, country from organization where slug = ${slug}`.execute(system)
  return found.rows[0]
}

/** Settings with the version that a change must name to be sure nobody changed them meanwhile. */
export interface VersionedSettings {
  settings: OrganizationSettings
  version: number
}

/** What an organization has decided about its texts, whole; `not_found` when the handle may not see it. */
export async function settingsOf(db: Db, orgId: string): Promise<OrganizationSettings> {
  return (await versionedSettings(db, orgId)).settings
}

/** The settings with their version. */
export async function versionedSettings(db: Db, orgId: string): Promise<VersionedSettings> {
  const found = await sql<{ settings: Partial<OrganizationSettings>; version: number }>`
    select settings, version from organization where id = ${orgId}`.execute(db)
  const row = found.rows[0] ?? fail('not_found')
  return { settings: { ...DEFAULT_SETTINGS, ...row.settings }, version: row.version }
}

/** The holidays of an organization by their first day, those that are over among them. */
export async function holidaysOf(db: Db, orgId: string): Promise<KeptHoliday[]> {
  const found = await sql<KeptHoliday>`
    select id, name, from_day::text as "from", to_day::text as "to", yearly from holiday
    where org_id = ${orgId} order by from_day, to_day, id`.execute(db)
  return found.rows
}

/** By what an organization is open and closed; `not_found` when the handle may not see it. */
export async function calendarOf(db: Db, orgId: string): Promise<Calendar> {
  const [{ organization }, { businessHours }, holidays] = await Promise.all([
    organizationOf(db, orgId),
    settingsOf(db, orgId),
    holidaysOf(db, orgId),
  ])
  return { zone: organization.timezone, hours: businessHours, holidays }
}
