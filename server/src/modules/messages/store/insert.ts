import type { Translation } from '@crewline/contract/messages'
import { countTexts } from '@crewline/contract/segments'
import { sql } from 'kysely'
import type { Tx } from '../../../kernel/scope.ts'
import type { StoredFile } from '../../files/index.ts'
import type { Draft } from '../rules.ts'

/** Writes outgoing messages as `queued` or in their waiting state. */
export async function insertQueued(tx: Tx, drafts: Draft[], now: Date): Promise<void> {
  const counted = drafts.map((draft) => ({ ...draft, count: countTexts(draft.body) }))
  await sql`
    insert into message (org_id, id, contact_id, direction, kind, body, encoding, segments, line_id, phone_from, phone_to, sender_id, state,
                         client_message_id, resend_of, expires_at, at, media, translation, due_at, hold_reason, due_zone, cancel_if_reply, quiet_override,
                         consent_answer)
    select ${tx.orgId}::uuid, t.id, t.contact_id, 'out', t.kind, t.body, t.encoding, t.segments, t.line_id, t.phone_from, t.phone_to, t.sender_id, t.state,
           t.client_message_id, t.resend_of, t.expires_at, ${now}, t.media, t.translation, t.due_at, t.hold_reason, t.due_zone, t.cancel_if_reply, t.quiet_override,
           t.consent_answer
    from unnest(
      ${counted.map((draft) => draft.id)}::uuid[], ${counted.map((draft) => draft.contactId)}::uuid[], ${counted.map((draft) => draft.kind)}::text[],
      ${counted.map((draft) => draft.body)}::text[], ${counted.map((draft) => draft.count.encoding)}::text[],
      ${counted.map((draft) => (draft.media?.length ? Math.max(1, draft.count.segments) : draft.count.segments))}::smallint[], ${counted.map((draft) => draft.lineId)}::uuid[],
      ${counted.map((draft) => draft.from)}::text[], ${counted.map((draft) => draft.to)}::text[], ${counted.map((draft) => draft.senderId)}::uuid[],
      ${counted.map((draft) => draft.clientMessageId ?? null)}::uuid[], ${counted.map((draft) => draft.resendOf ?? null)}::uuid[],
      ${counted.map((draft) => draft.expiresAt ?? null)}::timestamptz[], ${counted.map((draft) => draft.wait?.state ?? 'queued')}::text[],
      ${counted.map((draft) => asJson(draft.media?.length ? draft.media : undefined))}::jsonb[], ${counted.map((draft) => asJson(draft.translation))}::jsonb[],
      ${counted.map((draft) => draft.wait?.dueAt ?? null)}::timestamptz[], ${counted.map((draft) => draft.wait?.reason ?? null)}::text[],
      ${counted.map((draft) => draft.wait?.zone ?? null)}::text[], ${counted.map((draft) => draft.wait?.cancelIfReply ?? false)}::boolean[],
      ${counted.map((draft) => draft.quietOverride ?? false)}::boolean[], ${counted.map((draft) => draft.isConsentAnswer ?? false)}::boolean[]
    ) t(id, contact_id, kind, body, encoding, segments, line_id, phone_from, phone_to, sender_id, client_message_id, resend_of, expires_at, state,
        media, translation, due_at, hold_reason, due_zone, cancel_if_reply, quiet_override, consent_answer)`.execute(
    tx.db,
  )
}

function asJson(value: object | undefined): string | null {
  return value === undefined ? null : JSON.stringify(value)
}

/** An inbound message with its contact. */
export interface Received {
  id: string
  contactId: string
  lineId: string
  from: string
  to: string
  body: string
  /** Attached files; null when there are none. */
  files: StoredFile[] | null
  /** Its translation to the team's language, if already known. */
  translation: Translation | null
  /** Whether it may be an opt-out that a member must judge. */
  possibleOptOut: boolean
}

/** Writes inbound messages with the same time as their conversation summaries. */
export async function insertReceived(tx: Tx, rows: Received[], now: Date): Promise<void> {
  const counts = rows.map((row) => countTexts(row.body))
  await sql`
    insert into message (org_id, id, contact_id, direction, kind, body, encoding, segments, line_id, phone_from, phone_to, state, media, translation, possible_opt_out, at)
    select ${tx.orgId}::uuid, t.id, t.contact_id, 'in', 'text', t.body, t.encoding, t.segments, t.line_id, t.phone_from, t.phone_to, 'received', t.media, t.translation, t.possible, ${now}
    from unnest(
      ${rows.map((row) => row.id)}::uuid[], ${rows.map((row) => row.contactId)}::uuid[], ${rows.map((row) => row.body)}::text[],
      ${counts.map((count) => count.encoding)}::text[], ${counts.map((count) => count.segments)}::smallint[], ${rows.map((row) => row.lineId)}::uuid[],
      ${rows.map((row) => row.from)}::text[], ${rows.map((row) => row.to)}::text[],
      ${rows.map((row) => asJson(row.files?.length ? row.files : undefined))}::jsonb[], ${rows.map((row) => asJson(row.translation ?? undefined))}::jsonb[],
      ${rows.map((row) => row.possibleOptOut)}::boolean[]
    ) t(id, contact_id, body, encoding, segments, line_id, phone_from, phone_to, media, translation, possible)`.execute(
    tx.db,
  )
}
