import { sql } from 'kysely'
import type { Tx } from '../../../kernel/scope.ts'

/** The messages of these workers, their words in every language they are kept in, and the files they carry or carried. */
export async function readThreads(
  tx: Tx,
  contactIds: string[],
): Promise<{ ids: string[]; texts: string[]; fileIds: string[] }> {
  const found = await sql<{ id: string; texts: string[]; files: string[] }>`
    select m.id, array_remove(array[m.body, m.translation ->> 'text'], null) as texts, array_remove(array(select f ->> 'id' from jsonb_array_elements(coalesce(m.media, '[]')) f)
        || array[m.voicemail -> 'file' ->> 'id'], null) as files
    from message m where m.org_id = ${tx.orgId} and m.contact_id = any(${contactIds}::uuid[]) order by m.id`.execute(
    tx.db,
  )
  return {
    ids: found.rows.map((row) => row.id),
    texts: found.rows.flatMap((row) => row.texts),
    fileIds: [...new Set(found.rows.flatMap((row) => row.files))],
  }
}

/**
 * Takes the words, files and numbers out of the messages of these workers; what is left counts and says when. Texts that have
 * not gone go no more.
 */
export async function blankMessages(tx: Tx, contactIds: string[]): Promise<void> {
  const now = tx.world.now()
  await sql`
    update message set body = '', translation = null, media = null, reactions = null, voicemail = null, mentions = null,
      event = event || '{"detail":null}',
      possible_opt_out = false, kind = case when kind = 'voicemail' then 'call' else kind end,
      phone_from = case when direction = 'out' then phone_from else '' end, phone_to = case when direction = 'in' then phone_to else '' end,
      settled_at = case when state in ('held', 'scheduled', 'queued') and direction = 'out' then ${now}::timestamptz else settled_at end,
      due_at = null, hold_reason = null,
      state = case when state in ('held', 'scheduled', 'queued') and direction = 'out' then 'cancelled' else state end
    where org_id = ${tx.orgId} and contact_id = any(${contactIds}::uuid[])`.execute(tx.db)
}

/** Forgets what carriers told us of these numbers, and what waits to be translated of these messages. */
export async function forgetTold(tx: Tx, phones: string[], messageIds: string[]): Promise<void> {
  await sql`delete from translation_due where org_id = ${tx.orgId} and message_id = any(${messageIds}::uuid[])`.execute(
    tx.db,
  )
  for (const phone of phones)
    await sql`
      update carrier_event set payload = null
      where org_id = ${tx.orgId} and payload is not null and payload::text like ${`%${phone.slice(1)}%`}`.execute(tx.db)
}
