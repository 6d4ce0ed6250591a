import { sql } from 'kysely'
import type { Tx } from '../../../kernel/scope.ts'
import type { StoredVoicemail } from '../voicemail-rules.ts'
import { raiseRevision } from './revision.ts'

/** A phone call as its thread shows it. */
export interface CallRow {
  id: string
  contactId: string
  lineId: string
  from: string
  to: string
  /** The recording; null when the caller left none. */
  voicemail: StoredVoicemail | null
}

/** Writes the message of a phone call. */
export async function insertCall(tx: Tx, call: CallRow, now: Date): Promise<void> {
  await sql`
    insert into message (org_id, id, contact_id, direction, kind, body, encoding, segments, line_id, phone_from, phone_to, state, voicemail, at)
    values (${tx.orgId}, ${call.id}, ${call.contactId}, 'in', ${call.voicemail ? 'voicemail' : 'call'}, '', 'GSM-7', 0, ${call.lineId},
            ${call.from}, ${call.to}, 'received', ${call.voicemail && JSON.stringify(call.voicemail)}::jsonb, ${now})`.execute(
    tx.db,
  )
}

/** Writes the recording of a call message. With null, only the call itself remains. */
export async function writeVoicemail(
  tx: Tx,
  messageId: string,
  { voicemail, possibleOptOut }: { voicemail: StoredVoicemail | null; possibleOptOut: boolean },
): Promise<void> {
  await sql`
    update message set ${raiseRevision}, voicemail = ${voicemail && JSON.stringify(voicemail)}::jsonb, kind = ${voicemail ? 'voicemail' : 'call'},
      possible_opt_out = possible_opt_out or ${possibleOptOut}
    where org_id = ${tx.orgId} and id = ${messageId}`.execute(tx.db)
}
