import type { FilterNode } from '@crewline/contract/filters'
import { sql } from 'kysely'
import type { Db } from '../../../kernel/db/pool.ts'

/** A group waiting for its evaluation. */
export interface Waiting {
  orgId: string
  id: string
  name: string
  /** The user to notify when it is done. */
  requestedBy: string | null
}

/**
 * Returns one waiting group of any organization; needs a database handle across organizations. Evaluating a group twice
 * is harmless.
 */
export async function takeEvaluating(system: Db): Promise<Waiting[]> {
  const result = await sql<Waiting>`
    select org_id as "orgId", id, name, requested_by as "requestedBy" from contact_group
    where type = 'dynamic' and archived_at is null and state = 'evaluating' order by org_id, id limit 1`.execute(system)
  return result.rows
}

/** A smart group with the time zone of its organization and the time of its last complete evaluation. */
export interface TimedGroup extends Waiting {
  filter: FilterNode
  timezone: string
  evaluatedAt: Date | null
}

/** Returns every smart group of every organization that is not closed, for the change of day. */
export async function groupsOfAll(system: Db): Promise<TimedGroup[]> {
  const result = await sql<TimedGroup>`
    select g.org_id as "orgId", g.id, g.name, null as "requestedBy", g.filter, o.timezone, g.last_evaluated_at as "evaluatedAt"
    from contact_group g join organization o on o.id = g.org_id
    where g.type = 'dynamic' and g.archived_at is null and g.state <> 'error' and o.status <> 'closed'
    order by g.org_id, g.id`.execute(system)
  return result.rows
}

/**
 * Returns all organizations that are not closed, with whether their system groups are marked for counting and when they
 * were last counted. The caller decides which are due.
 */
export async function systemGroupsOfAll(
  system: Db,
): Promise<{ orgId: string; timezone: string; countedAt: Date | null; isMarked: boolean }[]> {
  const result = await sql<{ orgId: string; timezone: string; countedAt: Date | null; isMarked: boolean }>`
    select g.org_id as "orgId", o.timezone, g.last_evaluated_at as "countedAt", g.state = 'evaluating' as "isMarked"
    from contact_group g join organization o on o.id = g.org_id
    where g.type = 'system' and g.system_key = 'all' and o.status <> 'closed'`.execute(system)
  return result.rows
}
