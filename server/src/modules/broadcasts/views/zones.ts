import { sql } from 'kysely'
import type { Db } from '../../../kernel/db/pool.ts'

/** Returns the time zones of contacts that differ from that of the organization. */
export async function contactZones(db: Db): Promise<string[]> {
  const result = await sql<{ timezone: string }>`
    select distinct timezone from contact where timezone is not null and archived_at is null`.execute(db)
  return result.rows.map((row) => row.timezone)
}

/** Returns the time zones of these contacts, without those that were archived. */
export async function zonesOf({ db }: { db: Db }, contactIds: string[]): Promise<string[]> {
  const result = await sql<{ timezone: string }>`
    select distinct timezone from contact
    where id = any(${contactIds}::uuid[]) and timezone is not null and archived_at is null`.execute(db)
  return result.rows.map((row) => row.timezone)
}

/** The next date of a broadcast that is sent at a time on each person's clock. */
export interface PlannedInZones {
  id: string
  local: string
  nextAt: Date
}

/** Returns the next dates of an organization that are at a time on each person's clock, in the order of their ids. */
export async function plannedInZones({ db, orgId }: { db: Db; orgId: string }): Promise<PlannedInZones[]> {
  const result = await sql<PlannedInZones>`
    select id, next_local as local, next_at as "nextAt" from broadcast
    where org_id = ${orgId} and next_at is not null and next_local is not null and deleted_at is null
      and content->'schedule'->>'inContactZone' = 'true' order by id`.execute(db)
  return result.rows
}

/** A text for a time on the clock of its person. */
export interface LocalText {
  id: string
  runId: string
  contactId: string
  /** The date and time of day on the clock. */
  occurrence: string
  /** The zone of the schedule, for people without one. */
  zone: string
  /** The zone that was used for its time, and the one that its person has now. */
  from: string | null
  to: string | null
}

/**
 * Returns the texts of those of these contacts whose zone changed, from runs that are sent at a time on each person's clock.
 * Runs that are not over are few, and their recipients are looked up by key.
 */
export async function localTexts({ db, orgId }: { db: Db; orgId: string }, contactIds: string[]): Promise<LocalText[]> {
  const result = await sql<LocalText>`
    select r.message_id as id, r.run_id as "runId", r.contact_id as "contactId", w.occurrence, w.content->'schedule'->>'timeZone' as zone,
      r.timezone as "from", c.timezone as "to"
    from broadcast_run w
    join broadcast_recipient r on r.org_id = w.org_id and r.run_id = w.id and r.contact_id = any(${contactIds}::uuid[])
    join contact c on c.org_id = r.org_id and c.id = r.contact_id
    where w.org_id = ${orgId} and w.state in ('sending', 'paused') and r.message_id is not null and c.timezone is distinct from r.timezone
      and w.content->'schedule'->>'mode' <> 'now' and w.content->'schedule'->>'inContactZone' = 'true'
    order by r.message_id`.execute(db)
  return result.rows
}
