import { countTexts } from '@crewline/contract/segments'
import { sql } from 'kysely'
import type { Tx } from '../../../kernel/scope.ts'
import type { Draft } from '../rules.ts'

/** Writes outgoing messages as `queued`. */
export async function insertQueued(tx: Tx, drafts: Draft[]): Promise<void> {
  const now = tx.world.now()
  const counted = drafts.map((draft) => ({ ...draft, count: countTexts(draft.body) }))
  await sql`
    insert into message (org_id, id, contact_id, direction, kind, body, encoding, segments, line_id, phone_from, phone_to, sender_id, state,
                         client_message_id, resend_of, expires_at, at)
    select ${tx.orgId}::uuid, t.id, t.contact_id, 'out', t.kind, t.body, t.encoding, t.segments, t.line_id, t.phone_from, t.phone_to, t.sender_id, 'queued',
           t.client_message_id, t.resend_of, t.expires_at, ${now}
    from unnest(
      ${counted.map((draft) => draft.id)}::uuid[], ${counted.map((draft) => draft.contactId)}::uuid[], ${counted.map((draft) => draft.kind)}::text[],
      ${counted.map((draft) => draft.body)}::text[], ${counted.map((draft) => draft.count.encoding)}::text[],
      ${counted.map((draft) => draft.count.segments)}::smallint[], ${counted.map((draft) => draft.lineId)}::uuid[],
      ${counted.map((draft) => draft.from)}::text[], ${counted.map((draft) => draft.to)}::text[], ${counted.map((draft) => draft.senderId)}::uuid[],
      ${counted.map((draft) => draft.clientMessageId ?? null)}::uuid[], ${counted.map((draft) => draft.resendOf ?? null)}::uuid[],
      ${counted.map((draft) => draft.expiresAt ?? null)}::timestamptz[]
    ) t(id, contact_id, kind, body, encoding, segments, line_id, phone_from, phone_to, sender_id, client_message_id, resend_of, expires_at)`.execute(
    tx.db,
  )
}

/** A worker's text with its contact. */
export interface Received {
  id: string
  contactId: string
  lineId: string
  from: string
  to: string
  body: string
}

/** Writes incoming messages. */
export async function insertReceived(tx: Tx, rows: Received[]): Promise<void> {
  const counts = rows.map((row) => countTexts(row.body))
  await sql`
    insert into message (org_id, id, contact_id, direction, kind, body, encoding, segments, line_id, phone_from, phone_to, state, at)
    select ${tx.orgId}::uuid, t.id, t.contact_id, 'in', 'text', t.body, t.encoding, t.segments, t.line_id, t.phone_from, t.phone_to, 'received', ${tx.world.now()}
    from unnest(
      ${rows.map((row) => row.id)}::uuid[], ${rows.map((row) => row.contactId)}::uuid[], ${rows.map((row) => row.body)}::text[],
      ${counts.map((count) => count.encoding)}::text[], ${counts.map((count) => count.segments)}::smallint[], ${rows.map((row) => row.lineId)}::uuid[],
      ${rows.map((row) => row.from)}::text[], ${rows.map((row) => row.to)}::text[]
    ) t(id, contact_id, body, encoding, segments, line_id, phone_from, phone_to)`.execute(tx.db)
}
