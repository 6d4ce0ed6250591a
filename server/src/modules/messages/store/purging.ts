import { sql } from 'kysely'
import type { Row } from '../../../kernel/db/row.ts'
import type { Tx } from '../../../kernel/scope.ts'
import { amongIds } from './keys.ts'
import { raiseRevision } from './revision.ts'

/** Returns the contacts of these messages, in order. */
export async function contactsOfMessages(tx: Tx, ids: string[]): Promise<string[]> {
  const result = await sql<Row<'message', 'contact_id'>>`
    select distinct m.contact_id from message m where m.org_id = ${tx.orgId} and ${amongIds(ids)} order by m.contact_id`.execute(
    tx.db,
  )
  return result.rows.map((row) => row.contact_id)
}

/** Deletes messages, and what waits to be translated of them. */
export async function deleteMessages(tx: Tx, ids: string[]): Promise<void> {
  await sql`delete from translation_due where org_id = ${tx.orgId} and message_id = any(${ids}::uuid[])`.execute(tx.db)
  await sql`delete from message m where m.org_id = ${tx.orgId} and ${amongIds(ids)}`.execute(tx.db)
}

/** Replaces the entries of these files in the list of a message. */
const withoutFiles = (fileIds: string[]) => sql`(
      select jsonb_agg(case when one ->> 'id' = any(${fileIds}::text[])
        then one || '{"state":"deleted","name":"","bytes":0,"linkKey":""}' else one end order by nth)
      from jsonb_array_elements(m.media) with ordinality as files(one, nth))`

/** Marks these files as deleted in the messages that carry them alone. Returns the messages. */
export async function hideFiles(tx: Tx, fileIds: string[]): Promise<string[]> {
  const hidden = await sql<Row<'message', 'id'>>`
    update message m set ${raiseRevision}, media = ${withoutFiles(fileIds)}
    where m.org_id = ${tx.orgId} and m.media is not null
      and m.id in (select f.message_id from file f where f.org_id = ${tx.orgId} and f.id = any(${fileIds}::uuid[]))
    returning m.id`.execute(tx.db)
  return hidden.rows.map((row) => row.id)
}

/** Marks a file as deleted in those of these messages that show it. Returns them. */
export async function hideFileIn(tx: Tx, messageIds: string[], fileId: string): Promise<string[]> {
  const hidden = await sql<Row<'message', 'id'>>`
    update message m set ${raiseRevision}, media = ${withoutFiles([fileId])}
    where m.org_id = ${tx.orgId} and ${amongIds(messageIds)} and m.media @> ${JSON.stringify([{ id: fileId }])}::jsonb
    returning m.id`.execute(tx.db)
  return hidden.rows.map((row) => row.id)
}
