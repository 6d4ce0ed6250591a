import { sql } from 'kysely'
import type { Db } from '../../kernel/db/pool.ts'
import type { Tx } from '../../kernel/scope.ts'
import type { StoredFile } from '../files/index.ts'
import type { VoicemailRow } from './rules.ts'

/** The columns of VoicemailRow, for queries over `voicemail v`. */
export const voicemailColumns = sql`v.id, v.contact_id as "contactId", v.message_id as "messageId", v.file_id as "fileId", v.file,
  v.duration_sec as "durationSec", v.peaks, v.transcript, v.language, v.state, v.at`

/** Writes a voicemail. The caller must have locked the call and found no voicemail of it. */
export async function addVoicemail(
  tx: Tx,
  voicemail: VoicemailRow & { lineId: string; callId: string },
): Promise<void> {
  await sql`
    insert into voicemail (org_id, id, contact_id, line_id, call_id, message_id, file_id, file, duration_sec, listen_at, at)
    values (${tx.orgId}, ${voicemail.id}, ${voicemail.contactId}, ${voicemail.lineId}, ${voicemail.callId}, ${voicemail.messageId},
            ${voicemail.fileId}, ${JSON.stringify(voicemail.file)}::jsonb, ${voicemail.durationSec}, ${voicemail.at}, ${voicemail.at})`.execute(
    tx.db,
  )
}

/** Locks a call of a line until the transaction ends. Returns whether it already left a voicemail. */
export async function lockCall(tx: Tx, lineId: string, callId: string): Promise<boolean> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`call|${lineId}|${callId}`}, 0))`.execute(tx.db)
  const result = await sql`
    select 1 from voicemail where org_id = ${tx.orgId} and line_id = ${lineId} and call_id = ${callId}`.execute(tx.db)
  return result.rows.length > 0
}

/** Locks a voicemail until the transaction ends. Returns undefined when it does not exist or was deleted. */
export async function lockVoicemail(tx: Tx, id: string): Promise<VoicemailRow | undefined> {
  const held = await sql<VoicemailRow>`
    select ${voicemailColumns} from voicemail v where v.org_id = ${tx.orgId} and v.id = ${id} and v.deleted_at is null for update`.execute(
    tx.db,
  )
  return held.rows[0]
}

/** Writes the results of processing a recording. */
export async function writeListenResult(
  tx: Tx,
  id: string,
  result: {
    file: StoredFile | null
    peaks: number[]
    transcript: string | null
    language: string | null
    listenAt: Date | null
  },
): Promise<void> {
  await sql`
    update voicemail set file = ${result.file && JSON.stringify(result.file)}::jsonb, peaks = ${result.peaks}::smallint[],
      transcript = ${result.transcript}, language = ${result.language}, listen_at = ${result.listenAt}
    where org_id = ${tx.orgId} and id = ${id}`.execute(tx.db)
}

/** Writes the state of a voicemail, and who heard it. */
export async function writeState(
  tx: Tx,
  id: string,
  { state, heardBy }: { state: VoicemailRow['state']; heardBy: { userId: string; at: string } | null },
): Promise<void> {
  await sql`
    update voicemail set state = ${state},
      heard_by = case when ${heardBy === null} or jsonb_array_length(heard_by) >= 50 then heard_by else heard_by || ${JSON.stringify(heardBy ?? [])}::jsonb end
    where org_id = ${tx.orgId} and id = ${id}`.execute(tx.db)
}

/** Deletes the contents of a voicemail. The row stays, so that a repeated webhook cannot restore the call. */
export async function writeDeleted(tx: Tx, id: string): Promise<void> {
  await sql`
    update voicemail set deleted_at = ${tx.world.now()}, file = null, peaks = '{}', transcript = null, listen_at = null
    where org_id = ${tx.orgId} and id = ${id}`.execute(tx.db)
}

/** A recording that has arrived, or never will. */
export interface ToListen {
  orgId: string
  id: string
  fileId: string
  /** Includes the current attempt. */
  listens: number
}

/** Claims voicemails whose recordings have arrived or were given up. An unfinished one is due again at `leasedTo`. */
export async function claimDue(
  system: Db,
  { now, leasedTo, most }: { now: Date; leasedTo: Date; most: number },
): Promise<ToListen[]> {
  const claimed = await sql<ToListen>`
    update voicemail set listens = listens + 1, listen_at = ${leasedTo}
    where (org_id, id) in (
      select v.org_id, v.id from voicemail v join file f on f.org_id = v.org_id and f.id = v.file_id
      where v.listen_at <= ${now} and v.listens < 20 and f.state <> 'pending' order by v.listen_at limit ${most} for update of v skip locked)
    returning org_id as "orgId", id, file_id as "fileId", listens`.execute(system)
  return claimed.rows
}

/** Writes a call without a recording. Returns false when it is already known. */
export async function addMissed(tx: Tx, call: { lineId: string; callId: string; contactId: string }): Promise<boolean> {
  const added = await sql`
    insert into missed_call (org_id, line_id, call_id, contact_id, at)
    values (${tx.orgId}, ${call.lineId}, ${call.callId}, ${call.contactId}, ${tx.world.now()})
    on conflict do nothing returning call_id`.execute(tx.db)
  return added.rows.length > 0
}

/**
 * Records that the caller gets a message about a call. Returns false when they already got one since the given moment.
 * Serialized per caller.
 */
export async function claimText(
  tx: Tx,
  call: { lineId: string; callId: string; contactId: string },
  since: Date,
): Promise<boolean> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`missed call|${tx.orgId}|${call.contactId}`}, 0))`.execute(
    tx.db,
  )
  const claimed = await sql`
    update missed_call set texted_at = ${tx.world.now()}
    where org_id = ${tx.orgId} and line_id = ${call.lineId} and call_id = ${call.callId} and not exists (
      select from missed_call o where o.org_id = ${tx.orgId} and o.contact_id = ${call.contactId} and o.texted_at > ${since})
    returning call_id`.execute(tx.db)
  return claimed.rows.length > 0
}
