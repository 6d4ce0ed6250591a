import type { ModuleNames } from './module-templates.ts'

/** Renders what a module with rows of contacts declares about them. */
export function contactDataOf({ table, variable }: ModuleNames): string {
  return `import { sql } from 'kysely'
import type { ContactData } from '../../kernel/contact-data.ts'
import { deleteRowsOf, moveBack, moveRows } from './store.ts'

/** The rows move with a merge, are deleted with their contact, and are part of the export of personal data. */
export const contactData: ContactData = {
  tables: { ${table}: { columns: ['contact_id'], merge: 'moves', erase: 'deleted', export: '${variable}s' } },
  merge: moveRows,
  unmerge: moveBack,
  erase: (tx, { contactIds }) => deleteRowsOf(tx, contactIds),
  export: {
    ${variable}s: ({ contactIds }) => sql\`
      select created_at as at, title as detail from ${table}
      where contact_id = any(\${contactIds}::uuid[]) order by created_at\`,
  },
}
`
}

/** Renders the part of the store that merges and erases the rows of contacts. */
export function contactStoreOf(table: string): string {
  return `
/** Moves the rows of a merged contact; returns their ids. */
export async function moveRows(tx: Tx, { fromId, toId }: ContactPair): Promise<string[]> {
  const moved = await sql<{ id: string }>\`
    update ${table} set contact_id = \${toId} where org_id = \${tx.orgId} and contact_id = \${fromId} returning id\`.execute(tx.db)
  return moved.rows.map((row) => row.id)
}

/** Moves the rows of a merge back. */
export async function moveBack(tx: Tx, { fromId, toId }: ContactPair, ids: string[]): Promise<void> {
  await sql\`
    update ${table} set contact_id = \${fromId}
    where org_id = \${tx.orgId} and id = any(\${ids}::uuid[]) and contact_id = \${toId}\`.execute(tx.db)
}

/** Deletes the rows of erased contacts. */
export async function deleteRowsOf(tx: Tx, contactIds: string[]): Promise<void> {
  await sql\`delete from ${table} where org_id = \${tx.orgId} and contact_id = any(\${contactIds}::uuid[])\`.execute(tx.db)
}
`
}
