import type { FilterNode } from '@crewline/contract/filters'
import { sql } from 'kysely'
import type { Db } from '../../../kernel/db/pool.ts'

/** A smart group with the time zone of its organization and the time of its last complete evaluation. */
export interface TimedGroup {
  orgId: string
  id: string
  name: string
  filter: FilterNode
  timezone: string
  evaluatedAt: Date | null
}

/** Returns every smart group of every organization that is not closed and whose evaluation is not already waiting. */
export async function groupsOfAll(system: Db): Promise<TimedGroup[]> {
  const result = await sql<TimedGroup>`
    select g.org_id as "orgId", g.id, g.name, g.filter, o.timezone, g.last_evaluated_at as "evaluatedAt"
    from contact_group g join organization o on o.id = g.org_id
    where g.type = 'dynamic' and g.archived_at is null and g.state = 'ready' and o.status <> 'closed'
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
