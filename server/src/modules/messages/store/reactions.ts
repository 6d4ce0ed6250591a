import type { Reaction } from '@crewline/contract/messages'
import { sql } from 'kysely'
import type { Tx } from '../../../kernel/scope.ts'
import { placeOf } from './place.ts'

/** A message a worker may react to. */
export interface Reactable {
  id: string
  contactId: string
  body: string
  hasFiles: boolean
  reactions: Reaction[]
}

/** How many of the latest messages of a conversation a reaction may be about. */
const LOOK_BACK = 50

/** The latest messages of these conversations, the newest first. */
export async function latestOf(tx: Tx, contactIds: string[]): Promise<Reactable[]> {
  const found = await sql<Reactable>`
    select m.id, m.contact_id as "contactId", m.body, m.media is not null as "hasFiles", coalesce(m.reactions, '[]'::jsonb) as reactions
    from unnest(${[...new Set(contactIds)].sort()}::uuid[]) c(id), lateral (
      select * from message t where t.org_id = ${tx.orgId} and t.contact_id = c.id and t.direction <> 'within'
      order by ${placeOf('t')} desc limit ${LOOK_BACK}) m order by ${placeOf('m')} desc`.execute(tx.db)
  return found.rows
}

/** Adds a reaction to a message, or takes the last one of this emoji away. */
export async function saveReaction(
  tx: Tx,
  messageId: string,
  { emoji, isRemoved }: { emoji: string; isRemoved: boolean },
): Promise<void> {
  const one = JSON.stringify([{ emoji, at: tx.world.now().toISOString() } satisfies Reaction])
  // A worker has one reaction of a kind to a text: the same again changes nothing but its time.
  await sql`
    update message set reactions = (
      select nullif(coalesce(jsonb_agg(r order by n) filter (where r ->> 'emoji' <> ${emoji}), '[]'::jsonb)
        || ${isRemoved ? '[]' : one}::jsonb, '[]'::jsonb)
      from jsonb_array_elements(coalesce(reactions, '[]'::jsonb)) with ordinality t(r, n))
    where org_id = ${tx.orgId} and id = ${messageId}`.execute(tx.db)
}

/** Takes the mark of a possible opt-out off a message; answers whether it had one. */
export async function takeMark(tx: Tx, messageId: string): Promise<boolean> {
  const taken = await sql`
    update message set possible_opt_out = false where org_id = ${tx.orgId} and id = ${messageId} and possible_opt_out
    returning id`.execute(tx.db)
  return taken.rows.length > 0
}
