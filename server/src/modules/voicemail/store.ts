import { sql } from 'kysely'
import type { Db } from '../../kernel/db/pool.ts'
import type { Tx } from '../../kernel/scope.ts'
import type { StoredFile } from '../files/index.ts'
import type { VoicemailRow } from './rules.ts'

/** The columns of VoicemailRow, for queries over `voicemail v`. */
export const voicemailColumns = sql`v.id, v.contact_id as "contactId", v.message_id as "messageId", v.file_id as "fileId", v.file,
  v.duration_sec as "durationSec", v.peaks, v.transcript, v.language, v.state, v.at`

/** Writes a voicemail whose call is held and new. */
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

/** Holds a call of a line until the caller's transaction ends; answers whether it left a voicemail already. */
export async function holdCall(tx: Tx, lineId: string, callId: string): Promise<boolean> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`call|${lineId}|${callId}`}, 0))`.execute(tx.db)
  const found = await sql`
    select 1 from voicemail where org_id = ${tx.orgId} and line_id = ${lineId} and call_id = ${callId}`.execute(tx.db)
  return found.rows.length > 0
}

/** Holds a voicemail until the caller's transaction ends; undefined where there is none, or none any more. */
export async function holdVoicemail(tx: Tx, id: string): Promise<VoicemailRow | undefined> {
  const held = await sql<VoicemailRow>`
    select ${voicemailColumns} from voicemail v where v.org_id = ${tx.orgId} and v.id = ${id} and v.deleted_at is null for update`.execute(
    tx.db,
  )
  return held.rows[0]
}

/** Writes what we heard of a recording. */
export async function writeHeard(
  tx: Tx,
  id: string,
  heard: {
    file: StoredFile | null
    peaks: number[]
    transcript: string | null
    language: string | null
    listenAt: Date | null
  },
): Promise<void> {
  await sql`
    update voicemail set file = ${heard.file && JSON.stringify(heard.file)}::jsonb, peaks = ${heard.peaks}::smallint[],
      transcript = ${heard.transcript}, language = ${heard.language}, listen_at = ${heard.listenAt}
    where org_id = ${tx.orgId} and id = ${id}`.execute(tx.db)
}

/** Writes what the team made of a voicemail, and who heard it. */
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

/** Forgets what was said; the row stays, so that the call cannot come back. */
export async function writeDeleted(tx: Tx, id: string): Promise<void> {
  await sql`
    update voicemail set deleted_at = ${tx.world.now()}, file = null, peaks = '{}', transcript = null, listen_at = null
    where org_id = ${tx.orgId} and id = ${id}`.execute(tx.db)
}

/** A recording that is there to be listened to, or never will be. */
export interface ToListen {
  orgId: string
  id: string
  fileId: string
  /** This time included. */
  listens: number
}

/** Takes up voicemails whose recordings have arrived or were given up; one left half done is due again at `leasedTo`. */
export async function takeUp(
  system: Db,
  { now, leasedTo, most }: { now: Date; leasedTo: Date; most: number },
): Promise<ToListen[]> {
  const taken = await sql<ToListen>`
    update voicemail set listens = listens + 1, listen_at = ${leasedTo}
    where (org_id, id) in (
      select v.org_id, v.id from voicemail v join file f on f.org_id = v.org_id and f.id = v.file_id
      where v.listen_at <= ${now} and v.listens < 20 and f.state <> 'pending' order by v.listen_at limit ${most} for update of v skip locked)
    returning org_id as "orgId", id, file_id as "fileId", listens`.execute(system)
  return taken.rows
}

/** Writes a call that left nothing; answers false when it is known already. */
export async function addMissed(tx: Tx, call: { lineId: string; callId: string; contactId: string }): Promise<boolean> {
  const added = await sql`
    insert into missed_call (org_id, line_id, call_id, contact_id, at)
    values (${tx.orgId}, ${call.lineId}, ${call.callId}, ${call.contactId}, ${tx.world.now()})
    on conflict do nothing returning call_id`.execute(tx.db)
  return added.rows.length > 0
}

/** Notes that the caller gets a text about a call; answers false when they got one since a moment. One caller at a time. */
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
