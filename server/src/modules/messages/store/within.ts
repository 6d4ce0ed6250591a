import type { Message } from '@crewline/contract/messages'
import { sql } from 'kysely'
import type { Tx } from '../../../kernel/scope.ts'

/** An internal thread entry: a note, or an event. */
export interface InternalMessage {
  /** Generated when absent. */
  id?: string
  contactId: string
  /** The author; null for an automatic event. */
  byId: string | null
  note?: { body: string; mentions: string[]; clientMessageId: string | null }
  event?: NonNullable<Message['event']>
}

/** Writes notes and events as messages that are never sent. */
export async function insertInternal(tx: Tx, made: (InternalMessage & { id: string })[]): Promise<void> {
  await sql`
    insert into message (org_id, id, contact_id, direction, kind, body, encoding, segments, phone_from, phone_to, sender_id, state,
                         client_message_id, mentions, event, at)
    select ${tx.orgId}::uuid, t.id, t.contact_id, 'internal', case when t.event is null then 'note' else 'event' end, t.body, 'GSM-7', 0, '', '',
           t.by_id, 'noted', t.client_message_id,
           case when t.mentions is not null then array(select jsonb_array_elements_text(t.mentions)::uuid) end, t.event, ${tx.world.now()}
    from unnest(
      ${made.map((row) => row.id)}::uuid[], ${made.map((row) => row.contactId)}::uuid[], ${made.map((row) => row.byId)}::uuid[],
      ${made.map((row) => row.note?.body ?? '')}::text[], ${made.map((row) => row.note?.clientMessageId ?? null)}::uuid[],
      ${made.map((row) => (row.note ? JSON.stringify(row.note.mentions) : null))}::jsonb[],
      ${made.map((row) => (row.event ? JSON.stringify(row.event) : null))}::jsonb[]
    ) t(id, contact_id, by_id, body, client_message_id, mentions, event)`.execute(tx.db)
}
