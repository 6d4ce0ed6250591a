import { NO_FEATURES, type Features } from '@crewline/contract/features'
import type { Organization, OrganizationSettings, OrgStatus } from '@crewline/contract/organizations'
import { sql } from 'kysely'
import type { Db } from '../../kernel/db/pool.ts'
import type { Row } from '../../kernel/db/row.ts'
import { fail } from '../../kernel/failure.ts'
import type { Calendar, StoredHoliday } from './holiday-rules.ts'
import { DEFAULT_SETTINGS } from './rules.ts'

/** An organization with what a login returns about it. */
export interface OrganizationView {
  organization: Organization
  features: Features
  needBilling: boolean
  /** Whether the founder still has to describe the organization. */
  needInfo: boolean
}

/** Returns the organization in scope. Fails with `not_found` when the handle cannot see it. */
export async function organizationOf(db: Db, id: string): Promise<OrganizationView> {
  const result = await sql<
    Row<'organization', 'id' | 'name' | 'parent_id' | 'timezone' | 'country' | 'need_billing' | 'needs_info'> & {
      status: OrgStatus
      features: Partial<Features>
    }
  >`select id, name, parent_id, timezone, country, status, features, need_billing, needs_info from organization where id = ${id}`.execute(
    db,
  )
  const row = result.rows[0] ?? fail('not_found')
  return {
    organization: {
      id: row.id,
      name: row.name,
      parentOrganizationId: row.parent_id,
      timezone: row.timezone,
      country: row.country,
      status: row.status,
    },
    features: { ...NO_FEATURES, ...row.features },
    needBilling: row.need_billing,
    needInfo: row.needs_info,
  }
}

/** Returns whether the installation has no organization. Needs a database handle across organizations. */
export async function isEmpty(system: Db): Promise<boolean> {
  return (await sql`select from organization limit 1`.execute(system)).rows.length === 0
}

/** Returns an organization by its slug, for the operator. Needs a database handle across organizations. */
export async function organizationBySlug(
  system: Db,
  slug: string,
): Promise<{ id: string; country: string } | undefined> {
  const result = await sql<
    Row<'organization', 'id' | 'country'>
  >`select id, country from organization where slug = ${slug}`.execute(system)
  return result.rows[0]
}

/** Settings with the version a change must name, so that it does not overwrite a concurrent change. */
export interface VersionedSettings {
  settings: OrganizationSettings
  version: number
}

/** Returns the complete messaging settings of an organization. Fails with `not_found` when the handle cannot see it. */
export async function settingsOf(db: Db, orgId: string): Promise<OrganizationSettings> {
  return (await versionedSettings(db, orgId)).settings
}

/** Returns the settings with their version. */
export async function versionedSettings(db: Db, orgId: string): Promise<VersionedSettings> {
  const result = await sql<{ settings: Partial<OrganizationSettings>; version: number }>`
    select settings, version from organization where id = ${orgId}`.execute(db)
  const row = result.rows[0] ?? fail('not_found')
  return { settings: { ...DEFAULT_SETTINGS, ...row.settings }, version: row.version }
}

/** Returns the holidays of an organization by first day, including past ones. */
export async function holidaysOf(db: Db, orgId: string): Promise<StoredHoliday[]> {
  const result = await sql<StoredHoliday>`
    select id, name, from_day::text as "from", to_day::text as "to", yearly from holiday
    where org_id = ${orgId} order by from_day, to_day, id`.execute(db)
  return result.rows
}

/** Returns the opening calendar of an organization. Fails with `not_found` when the handle cannot see it. */
export async function calendarOf(db: Db, orgId: string): Promise<Calendar> {
  const [{ organization }, { businessHours }, holidays] = await Promise.all([
    organizationOf(db, orgId),
    settingsOf(db, orgId),
    holidaysOf(db, orgId),
  ])
  return { zone: organization.timezone, hours: businessHours, holidays }
}
