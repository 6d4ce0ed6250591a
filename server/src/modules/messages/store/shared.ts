import { sql } from 'kysely'
import type { Db } from '../../../kernel/db/pool.ts'
import type { Tx } from '../../../kernel/scope.ts'

/** What the team shares of a conversation, as its row stands. */
export interface Held {
  contactId: string
  archived: boolean
  assigneeId: string | null
  snoozedUntil: Date | null
  snoozedBy: string | null
}

/** Those of these conversations that there are, locked in one order until the transaction ends. */
export async function holdConversations(tx: Tx, contactIds: string[]): Promise<Held[]> {
  const found = await sql<Held>`
    select contact_id as "contactId", archived, assignee_id as "assigneeId", snoozed_until as "snoozedUntil", snoozed_by as "snoozedBy"
    from conversation where org_id = ${tx.orgId} and contact_id = any(${contactIds}::uuid[]) order by contact_id for update`.execute(
    tx.db,
  )
  return found.rows
}

/** Makes the conversation of a worker nobody wrote with yet, so that it stands in lists; answers whether it made one. */
export async function ensureConversation(tx: Tx, contactId: string): Promise<boolean> {
  const made = await sql`
    insert into conversation (org_id, contact_id, last_at) values (${tx.orgId}, ${contactId}, ${tx.world.now()})
    on conflict do nothing returning contact_id`.execute(tx.db)
  return made.rows.length > 0
}

/** Archives held conversations or opens them again; nobody waits in an archived one, and it does not sleep. */
export async function setArchived(tx: Tx, contactIds: string[], archived: boolean): Promise<void> {
  await sql`
    update conversation set archived = ${archived},
      waiting_since = case when ${archived}::boolean then null else waiting_since end,
      snoozed_until = case when ${archived}::boolean then null else snoozed_until end,
      snoozed_by = case when ${archived}::boolean then null else snoozed_by end
    where org_id = ${tx.orgId} and contact_id = any(${contactIds}::uuid[])`.execute(tx.db)
}

/** Gives held conversations to a member, or back to nobody. */
export async function setAssignee(tx: Tx, contactIds: string[], personId: string | null): Promise<void> {
  await sql`
    update conversation set assignee_id = ${personId}, reopened_by = null
    where org_id = ${tx.orgId} and contact_id = any(${contactIds}::uuid[])`.execute(tx.db)
}

/** Gives a conversation of nobody to a member; answers whether it was nobody's. */
export async function takeIfFree(tx: Tx, contactId: string, personId: string): Promise<boolean> {
  const taken = await sql`
    update conversation set assignee_id = ${personId}
    where org_id = ${tx.orgId} and contact_id = ${contactId} and assignee_id is null returning contact_id`.execute(
    tx.db,
  )
  return taken.rows.length > 0
}

/** Hides held conversations until a moment, or shows them again; what sleeps is not archived, or nobody would see it wake. */
export async function setSnooze(
  tx: Tx,
  contactIds: string[],
  { until, by }: { until: Date | null; by: string | null },
): Promise<void> {
  await sql`
    update conversation set snoozed_until = ${until}, snoozed_by = ${until === null ? null : by}, archived = archived and ${until === null}::boolean
    where org_id = ${tx.orgId} and contact_id = any(${contactIds}::uuid[])`.execute(tx.db)
}

/** Conversations of every organization that slept until now, the earliest first; needs a handle across organizations. */
export async function sleptUntil(system: Db, now: Date, most: number): Promise<{ orgId: string; contactId: string }[]> {
  const found = await sql<{ orgId: string; contactId: string }>`
    select org_id as "orgId", contact_id as "contactId" from conversation where snoozed_until <= ${now} order by snoozed_until limit ${most}`.execute(
    system,
  )
  return found.rows
}

/** The tags that each of these conversations carries; those without any are left out. */
export async function tagIdsOf(tx: Tx, contactIds: string[]): Promise<Map<string, string[]>> {
  const found = await sql<{ id: string; tags: string[] }>`
    select contact_id as id, array_agg(tag_id) as tags from conversation_tag
    where org_id = ${tx.orgId} and contact_id = any(${contactIds}::uuid[]) group by contact_id`.execute(tx.db)
  return new Map(found.rows.map((row) => [row.id, row.tags]))
}

/** Puts tags on held conversations and takes others off. */
export async function setTags(
  tx: Tx,
  contactIds: string[],
  { add, remove }: { add: string[]; remove: string[] },
): Promise<void> {
  await sql`
    delete from conversation_tag where org_id = ${tx.orgId} and contact_id = any(${contactIds}::uuid[]) and tag_id = any(${remove}::uuid[])`.execute(
    tx.db,
  )
  await sql`
    insert into conversation_tag (org_id, contact_id, tag_id, last_at)
    select v.org_id, v.contact_id, t.id, v.last_at from conversation v, unnest(${add}::uuid[]) t(id)
    where v.org_id = ${tx.orgId} and v.contact_id = any(${contactIds}::uuid[]) order by v.contact_id, t.id
    on conflict do nothing`.execute(tx.db)
  // Somebody works in it: it stays open, also where the text that opened it is taken back.
  await sql`
    update conversation set reopened_by = null
    where org_id = ${tx.orgId} and contact_id = any(${contactIds}::uuid[]) and reopened_by is not null`.execute(tx.db)
}
