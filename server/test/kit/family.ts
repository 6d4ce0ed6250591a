import { onDatabaseOf } from './running-database.ts'

/**
 * Makes one organization of the product that runs on a folder the parent of another, and turns sync on for both, as the
 * operator does.
 */
export async function makeFamily(
  dataDir: string,
  { parentId, childId }: { parentId: string; childId: string },
): Promise<void> {
  const joined = await onDatabaseOf(dataDir, (client) =>
    client.query(
      `update organization set features = features || '{"sync": true}',
         parent_id = case when id = $2::uuid then $1::uuid end where id in ($1::uuid, $2::uuid)`,
      [parentId, childId],
    ),
  )
  if (joined.rowCount !== 2) throw new Error('one of the organizations does not exist')
}
