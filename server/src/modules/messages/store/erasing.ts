import { statesBefore } from '@crewline/contract/message-states'
import { sql } from 'kysely'
import type { Tx } from '../../../kernel/scope.ts'
import { raiseRevision } from './revision.ts'

/**
 * Returns the messages of these contacts with their text in every stored language and all their current and former
 * files.
 */
export async function readThreads(
  tx: Tx,
  contactIds: string[],
): Promise<{ ids: string[]; texts: string[]; fileIds: string[] }> {
  const result = await sql<{ id: string; texts: string[]; files: string[] }>`
    select m.id, array_remove(array[m.body, m.translation ->> 'text'], null) as texts, array_remove(array(select f ->> 'id' from jsonb_array_elements(coalesce(m.media, '[]')) f)
        || array[m.voicemail -> 'file' ->> 'id'], null) as files
    from message m where m.org_id = ${tx.orgId} and m.contact_id = any(${contactIds}::uuid[]) order by m.id`.execute(
    tx.db,
  )
  return {
    ids: result.rows.map((row) => row.id),
    texts: result.rows.flatMap((row) => row.texts),
    fileIds: [...new Set(result.rows.flatMap((row) => row.files))],
  }
}

/**
 * Removes the text, files and numbers from the messages of these contacts. The remaining rows keep counts and times.
 * Messages not yet sent are never sent.
 */
export async function blankMessages(tx: Tx, contactIds: string[]): Promise<void> {
  const now = tx.world.now()
  const isCancelled = sql`direction = 'out' and state = any(${statesBefore('cancel')})`
  await sql`
    update message set ${raiseRevision}, body = '', translation = null, media = null, reactions = null, voicemail = null, mentions = null,
      event = event || '{"detail":null}',
      possible_opt_out = false, kind = case when kind = 'voicemail' then 'call' else kind end,
      phone_from = case when direction = 'out' then phone_from else '' end, phone_to = case when direction = 'in' then phone_to else '' end,
      settled_at = case when ${isCancelled} then ${now}::timestamptz else settled_at end,
      due_at = null, hold_reason = null,
      state = case when ${isCancelled} then 'cancelled' else state end
    where org_id = ${tx.orgId} and contact_id = any(${contactIds}::uuid[])`.execute(tx.db)
}

/**
 * Clears the stored carrier payloads that contain these numbers, and deletes the pending translations of these
 * messages.
 */
export async function deletePhonesFromEvents(tx: Tx, phones: string[], messageIds: string[]): Promise<void> {
  await sql`delete from translation_due where org_id = ${tx.orgId} and message_id = any(${messageIds}::uuid[])`.execute(
    tx.db,
  )
  for (const phone of phones)
    await sql`
      update carrier_event set payload = null
      where org_id = ${tx.orgId} and payload is not null and payload::text like ${`%${phone.slice(1)}%`}`.execute(tx.db)
}
