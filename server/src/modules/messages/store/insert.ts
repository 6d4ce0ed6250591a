import { REPLY_WINDOW_HOURS } from '@crewline/contract/broadcast-limits'
import type { Translation } from '@crewline/contract/messages'
import { countTexts } from '@crewline/contract/segments'
import { sql } from 'kysely'
import { recordSet } from '../../../kernel/db/record-set.ts'
import type { Tx } from '../../../kernel/scope.ts'
import type { StoredFile } from '../../files/index.ts'
import type { Draft } from '../rules.ts'

/** Writes outgoing messages as `queued` or in their waiting state. */
export async function insertQueued(tx: Tx, drafts: Draft[], now: Date): Promise<void> {
  const rows = drafts.map((draft) => ({ ...draft, count: countTexts(draft.body) }))
  const { names, table } = recordSet(rows, {
    id: ['uuid', (draft) => draft.id],
    contact_id: ['uuid', (draft) => draft.contactId],
    kind: ['text', (draft) => draft.kind],
    body: ['text', (draft) => draft.body],
    encoding: ['text', (draft) => draft.count.encoding],
    segments: ['smallint', ({ media, count }) => (media?.length ? Math.max(1, count.segments) : count.segments)],
    line_id: ['uuid', (draft) => draft.lineId],
    phone_from: ['text', (draft) => draft.from],
    phone_to: ['text', (draft) => draft.to],
    sender_id: ['uuid', (draft) => draft.senderId],
    state: ['text', (draft) => draft.wait?.state ?? 'queued'],
    client_message_id: ['uuid', (draft) => draft.clientMessageId],
    resend_of: ['uuid', (draft) => draft.resendOf],
    expires_at: ['timestamptz', (draft) => draft.expiresAt],
    media: ['jsonb', (draft) => orNull(draft.media)],
    translation: ['jsonb', (draft) => draft.translation],
    due_at: ['timestamptz', (draft) => draft.wait?.dueAt],
    hold_reason: ['text', (draft) => draft.wait?.reason],
    wanted_at: ['timestamptz', (draft) => draft.wait?.wantedAt],
    due_zone: ['text', (draft) => draft.wait?.zone],
    cancel_if_reply: ['boolean', (draft) => draft.wait?.cancelIfReply ?? false],
    quiet_override: ['boolean', (draft) => draft.quietOverride ?? false],
    consent_answer: ['boolean', (draft) => draft.isConsentAnswer ?? false],
    batch_id: ['uuid', (draft) => draft.batchId],
    held_by: ['uuid', (draft) => draft.heldBy ?? draft.batchId],
  })
  await sql`
    insert into message (org_id, direction, at, ${names})
    select ${tx.orgId}::uuid, 'out', ${now}, ${names} from ${table}`.execute(tx.db)
}

/** No files are null, not an empty list. */
function orNull(files: StoredFile[] | null | undefined): StoredFile[] | null {
  return files?.length ? files : null
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
  /** Whether it answered a question of a flow and needs no reply. */
  answersFlow: boolean
}

/**
 * Writes inbound messages with the same time as their conversation summaries. Each names the batch that it replies to:
 * that of the last message a member or a broadcast sent before.
 */
export async function insertReceived(tx: Tx, received: Received[], now: Date): Promise<void> {
  const rows = received.map((row) => ({ ...row, count: countTexts(row.body) }))
  const { names, table } = recordSet(rows, {
    id: ['uuid', (row) => row.id],
    contact_id: ['uuid', (row) => row.contactId],
    body: ['text', (row) => row.body],
    encoding: ['text', (row) => row.count.encoding],
    segments: ['smallint', (row) => row.count.segments],
    line_id: ['uuid', (row) => row.lineId],
    phone_from: ['text', (row) => row.from],
    phone_to: ['text', (row) => row.to],
    media: ['jsonb', (row) => orNull(row.files)],
    translation: ['jsonb', (row) => row.translation],
    possible_opt_out: ['boolean', (row) => row.possibleOptOut],
    answers_flow: ['boolean', (row) => row.answersFlow],
  })
  await sql`
    insert into message (org_id, direction, kind, state, at, batch_id, ${names})
    select ${tx.orgId}::uuid, 'in', 'text', 'received', ${now}, (
        select c.batch_id from conversation c where c.org_id = ${tx.orgId} and c.contact_id = record_set.contact_id
          and c.batch_at > ${new Date(now.getTime() - REPLY_WINDOW_HOURS * 3_600_000)}), ${names}
    from ${table}`.execute(tx.db)
}
