import type { BroadcastContent } from '@crewline/contract/broadcasts'
import type { Use } from '@crewline/contract/fields'
import { sql } from 'kysely'
import type { Db } from '../../../kernel/db/pool.ts'
import { filterNames, textNames, type FieldUser, type FilterUser } from '../../../kernel/uses.ts'
import { groupsNeeded } from '../rules.ts'

interface Unfinished {
  id: string
  name: string
  content: Pick<BroadcastContent, 'audience' | 'message'>
}

/** Reads the broadcasts that may still count or text people. Drafts are checked when they are sent. */
async function unfinished(db: Db, orgId: string): Promise<Unfinished[]> {
  const result = await sql<Unfinished>`
    select id, name, content from broadcast
    where org_id = ${orgId} and deleted_at is null
      and state in ('pending_approval', 'scheduled', 'recurring', 'sending', 'paused')
    order by lower(name), id`.execute(db)
  return result.rows
}

/** Returns the unfinished broadcasts that choose or leave out a group, also by a filter. */
export async function broadcastsWithGroup(db: Db, orgId: string, groupId: string): Promise<Use[]> {
  const broadcasts = await unfinished(db, orgId)
  return broadcasts
    .filter(({ content }) => groupsNeeded(content).includes(groupId))
    .map(({ id, name }) => ({ type: 'broadcast', id, name }))
}

/** Returns the unfinished broadcasts that filter by custom fields or have merge fields in their texts. */
export async function broadcastsWithFields(db: Db, orgId: string): Promise<FieldUser[]> {
  const broadcasts = await unfinished(db, orgId)
  return broadcasts.map(({ id, name, content: { audience, message } }) => ({
    use: { type: 'broadcast', id, name },
    uses: (field) =>
      filterNames(audience.filter, field) ||
      filterNames(audience.exclude.filter, field) ||
      [message.body, ...message.variants.map(({ body }) => body)].some((text) => textNames(text, field)),
  }))
}

/** Returns the filters of the unfinished broadcasts. */
export async function broadcastsWithFilters(db: Db, orgId: string): Promise<FilterUser[]> {
  const broadcasts = await unfinished(db, orgId)
  return broadcasts.map(({ id, name, content: { audience } }) => ({
    use: { type: 'broadcast', id, name },
    filters: [audience.filter, audience.exclude.filter],
  }))
}
