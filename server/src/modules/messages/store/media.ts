import { sql } from 'kysely'
import type { Tx } from '../../../kernel/scope.ts'
import type { StoredFile } from '../../files/index.ts'
import { raiseRevision } from './revision.ts'

/** Replaces a file in its message. Returns whether there is such a message. */
export async function writeFile(tx: Tx, messageId: string, file: StoredFile): Promise<boolean> {
  const written = await sql`
    update message set ${raiseRevision}, media = (
      select jsonb_agg(case when one ->> 'id' = ${file.id} then ${JSON.stringify(file)}::jsonb else one end order by nth)
      from jsonb_array_elements(media) with ordinality as files(one, nth))
    where org_id = ${tx.orgId} and id = ${messageId} and media @> ${JSON.stringify([{ id: file.id }])}::jsonb
    returning id`.execute(tx.db)
  return written.rows.length > 0
}
