import type { AppKey } from '@crewline/contract/app-keys'
import { NO_FEATURES, type Features } from '@crewline/contract/features'
import type {
  Address,
  Headcount,
  Industry,
  Organization,
  OrganizationProfile,
  OrganizationSettings,
  OrgStatus,
} from '@crewline/contract/organizations'
import { sql } from 'kysely'
import type { Db } from '../../kernel/db/pool.ts'
import type { Row } from '../../kernel/db/row.ts'
import { fail } from '../../kernel/failure.ts'
import { logoColumns, logoFrom, type LogoRow } from './logo-views.ts'
import type { Calendar, StoredHoliday } from './holiday-rules.ts'
import { DEFAULT_SETTINGS, NO_ADDRESS } from './rules.ts'

/** An organization with what a login returns about it. */
export interface OrganizationView {
  organization: Organization
  /** The name in texts to contacts. */
  senderName: string
  /** An app that the plan leaves out is off here. */
  features: Features
  needBilling: boolean
  /** Whether the founder still has to describe the organization. */
  needInfo: boolean
}

/** Returns the organization in scope. Fails with `not_found` when the handle cannot see it. */
export async function organizationOf(db: Db, id: string): Promise<OrganizationView> {
  const result = await sql<
    Row<
      'organization',
      'id' | 'name' | 'parent_id' | 'timezone' | 'country' | 'need_billing' | 'needs_info' | 'sender_name'
    > &
      StateRow & { features: Partial<Features> }
  >`select id, name, parent_id, timezone, country, features, need_billing, needs_info, sender_name, ${stateColumns} from organization where id = ${id}`.execute(
    db,
  )
  const row = result.rows[0] ?? fail('not_found')
  const leftOut = Object.fromEntries(row.apps_not_in_plan.map((app) => [app, false]))
  return {
    organization: asOrganization(row),
    senderName: row.sender_name || row.name,
    features: { ...NO_FEATURES, ...row.features, ...leftOut },
    needBilling: row.need_billing,
    needInfo: row.needs_info,
  }
}

/** What `stateColumns` reads. */
interface StateRow extends LogoRow {
  status: OrgStatus
  apps_not_in_plan: AppKey[]
}

const stateColumns = sql`status, apps_not_in_plan, ${logoColumns()}`

function asOrganization(
  row: Row<'organization', 'id' | 'name' | 'parent_id' | 'timezone' | 'country'> & StateRow,
): Organization {
  const logo = logoFrom(row.id, row)
  return {
    id: row.id,
    name: row.name,
    parentOrganizationId: row.parent_id,
    timezone: row.timezone,
    country: row.country,
    status: row.status,
    ...(logo ? { logo } : {}),
    ...(row.apps_not_in_plan.length > 0 ? { appsNotInPlan: row.apps_not_in_plan } : {}),
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

/** All that a member may change, with the version a change must name, so that it does not overwrite a concurrent one. */
export interface DescribedOrganization {
  organization: Organization
  profile: OrganizationProfile
  settings: OrganizationSettings
  version: number
}

/** Returns the complete messaging settings of an organization. Fails with `not_found` when the handle cannot see it. */
export async function settingsOf(db: Db, orgId: string): Promise<OrganizationSettings> {
  const result = await sql<{ settings: Partial<OrganizationSettings> }>`
    select settings from organization where id = ${orgId}`.execute(db)
  const row = result.rows[0] ?? fail('not_found')
  return { ...DEFAULT_SETTINGS, ...row.settings }
}

/** Returns all that a member may change about an organization. Fails with `not_found` when the handle cannot see it. */
export async function describedOrganization(db: Db, orgId: string): Promise<DescribedOrganization> {
  const result = await sql<
    Row<
      'organization',
      'id' | 'name' | 'parent_id' | 'timezone' | 'country' | 'sender_name' | 'language' | 'languages' | 'version'
    > &
      StateRow & {
        address: Partial<Address>
        industry: Industry | null
        headcount: Headcount | null
        settings: Partial<OrganizationSettings>
      }
  >`select id, name, parent_id, timezone, country, address, industry, headcount, sender_name, language, languages, settings, version, ${stateColumns}
    from organization where id = ${orgId}`.execute(db)
  const row = result.rows[0] ?? fail('not_found')
  const { industry, headcount, language, languages, version } = row
  return {
    organization: asOrganization(row),
    profile: {
      address: { ...NO_ADDRESS, ...row.address },
      industry,
      headcount,
      senderName: row.sender_name,
      language,
      languages,
    },
    settings: { ...DEFAULT_SETTINGS, ...row.settings },
    version,
  }
}

/** Returns whether a member of the organization has set up a second step. */
export async function hasSecondStep(db: Db, userId: string): Promise<boolean> {
  const result = await sql`select from user_account where id = ${userId} and mfa_method <> 'none'`.execute(db)
  return result.rows.length > 0
}

/** Returns the language of new contacts of an organization whose language is not known. */
export async function contactLanguageOf(db: Db, orgId: string): Promise<string> {
  const result = await sql<Row<'organization', 'language'>>`
    select language from organization where id = ${orgId}`.execute(db)
  return result.rows[0]?.language ?? 'en'
}

/** Returns the parent whose business hours an organization has; null when they are its own or it left that family. */
export async function hoursManagerOf(db: Db, orgId: string): Promise<string | null> {
  const result = await sql<Row<'organization', 'hours_managed_by'>>`
    select hours_managed_by from organization where id = ${orgId} and hours_managed_by = parent_id`.execute(db)
  return result.rows[0]?.hours_managed_by ?? null
}

/** Returns the children where teammates of an organization act by a grant. Needs a handle for all organizations. */
export async function childrenWithGrants(system: Db, orgId: string): Promise<string[]> {
  const result = await sql<Row<'organization', 'id'>>`
    select o.id from organization o where o.parent_id = ${orgId} and exists (
      select from member m where m.org_id = o.id and m.via_parent_id = ${orgId} and m.status = 'active')`.execute(
    system,
  )
  return result.rows.map(({ id }) => id)
}

/** Returns the holidays of an organization by first day, including past ones. */
export async function holidaysOf(db: Db, orgId: string): Promise<StoredHoliday[]> {
  const result = await sql<StoredHoliday>`
    select id, name, from_day::text as "from", to_day::text as "to", yearly,
      managed_by is not distinct from (select parent_id from organization where id = ${orgId}) and managed_by is not null as "handedDown"
    from holiday
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
