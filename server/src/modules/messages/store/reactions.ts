import type { Reaction } from '@crewline/contract/messages'
import { sql } from 'kysely'
import type { Tx } from '../../../kernel/scope.ts'
import { sortIdOf } from '../../conversations/index.ts'
import { raiseRevision } from './revision.ts'

/** A message that a contact may react to. */
export interface Reactable {
  id: string
  contactId: string
  body: string
  hasFiles: boolean
  reactions: Reaction[]
}

/** How many of the latest messages of a conversation a reaction may refer to. */
const REACTABLE_MESSAGES_MAX = 50

/** Returns the latest messages of these conversations, newest first. */
export async function latestOf(tx: Tx, contactIds: string[]): Promise<Reactable[]> {
  const result = await sql<Reactable>`
    select m.id, m.contact_id as "contactId", m.body, m.media is not null as "hasFiles", coalesce(m.reactions, '[]'::jsonb) as reactions
    from unnest(${[...new Set(contactIds)].sort()}::uuid[]) c(id), lateral (
      select * from message t where t.org_id = ${tx.orgId} and t.contact_id = c.id and t.direction <> 'internal'
      order by ${sortIdOf('t')} desc limit ${REACTABLE_MESSAGES_MAX}) m order by ${sortIdOf('m')} desc`.execute(tx.db)
  return result.rows
}

/** Adds a reaction to a message, or removes the last one with this emoji. */
export async function saveReaction(
  tx: Tx,
  messageId: string,
  { emoji, isRemoved }: { emoji: string; isRemoved: boolean },
): Promise<void> {
  const reaction = JSON.stringify([{ emoji, at: tx.world.now().toISOString() } satisfies Reaction])
  // A contact has one reaction per emoji on a message; a repeat only updates its time.
  await sql`
    update message set ${raiseRevision}, reactions = (
      select nullif(coalesce(jsonb_agg(r order by n) filter (where r ->> 'emoji' <> ${emoji}), '[]'::jsonb)
        || ${isRemoved ? '[]' : reaction}::jsonb, '[]'::jsonb)
      from jsonb_array_elements(coalesce(reactions, '[]'::jsonb)) with ordinality t(r, n))
    where org_id = ${tx.orgId} and id = ${messageId}`.execute(tx.db)
}

/** Clears the possible opt-out flag of a message. Returns whether it was set. */
export async function takeFingerprint(tx: Tx, messageId: string): Promise<boolean> {
  const updated = await sql`
    update message set ${raiseRevision}, possible_opt_out = false where org_id = ${tx.orgId} and id = ${messageId} and possible_opt_out
    returning id`.execute(tx.db)
  return updated.rows.length > 0
}

/** Marks a message as a possible opt-out again. */
export async function markPossibleOptOut(tx: Tx, messageId: string): Promise<void> {
  await sql`update message set ${raiseRevision}, possible_opt_out = true where org_id = ${tx.orgId} and id = ${messageId}`.execute(
    tx.db,
  )
}
