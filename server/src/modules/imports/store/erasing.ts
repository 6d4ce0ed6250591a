import { sql } from 'kysely'
import type { Tx } from '../../../kernel/scope.ts'

/** Erases contacts from the files they were imported from: the rows stay without content. */
export async function eraseRows(tx: Tx, contactIds: string[], phones: string[]): Promise<void> {
  await sql`
    update import_row set cells = '[]', choices = '{}', phone = null, employee_id = null, name = null, draft = null, groups = null, problems = null
    where org_id = ${tx.orgId} and (contact_id = any(${contactIds}::uuid[]) or phone = any(${phones}::text[]))`.execute(
    tx.db,
  )
  await sql`
    update import_undo set before = '{}', after = '{}' where org_id = ${tx.orgId} and contact_id = any(${contactIds}::uuid[])`.execute(
    tx.db,
  )
}
