import type { FilterNode } from '@crewline/contract/filters'
import { sql } from 'kysely'
import type { Db } from '../../../kernel/db/pool.ts'

/** A group that waits for its evaluation. */
export interface Waiting {
  orgId: string
  id: string
  name: string
  /** Who is told when it is done. */
  askedBy: string | null
}

/** A group that waits, of any organization; needs a handle across organizations. Evaluating one twice does no harm. */
export async function takeEvaluating(system: Db): Promise<Waiting[]> {
  const found = await sql<Waiting>`
    select org_id as "orgId", id, name, asked_by as "askedBy" from contact_group
    where type = 'dynamic' and archived_at is null and state = 'evaluating' order by org_id, id limit 1`.execute(system)
  return found.rows
}

/** A group with rules with its organization's zone and when it was last looked at whole. */
export interface TimedGroup extends Waiting {
  filter: FilterNode
  timezone: string
  evaluatedAt: Date | null
}

/** Every group with rules of every organization in business, for the turn of the day. */
export async function groupsOfAll(system: Db): Promise<TimedGroup[]> {
  const found = await sql<TimedGroup>`
    select g.org_id as "orgId", g.id, g.name, null as "askedBy", g.filter, o.timezone, g.last_evaluated_at as "evaluatedAt"
    from contact_group g join organization o on o.id = g.org_id
    where g.type = 'dynamic' and g.archived_at is null and g.state <> 'error' and o.standing <> 'closed'
    order by g.org_id, g.id`.execute(system)
  return found.rows
}

/** The organizations whose own groups are to be counted: marked, or not looked at since a moment that is theirs to judge. */
export async function systemGroupsOfAll(
  system: Db,
): Promise<{ orgId: string; timezone: string; countedAt: Date | null; isMarked: boolean }[]> {
  const found = await sql<{ orgId: string; timezone: string; countedAt: Date | null; isMarked: boolean }>`
    select g.org_id as "orgId", o.timezone, g.last_evaluated_at as "countedAt", g.state = 'evaluating' as "isMarked"
    from contact_group g join organization o on o.id = g.org_id
    where g.type = 'system' and g.system_key = 'all' and o.standing <> 'closed'`.execute(system)
  return found.rows
}
