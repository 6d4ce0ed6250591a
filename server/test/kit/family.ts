import pg from 'pg'
import { runningEmbedded } from '../../src/kernel/db/embedded.ts'

/**
 * Makes one organization of the product that runs on a folder the parent of another, and turns sync on for both, as the
 * operator does.
 */
export async function makeFamily(
  dataDir: string,
  { parentId, childId }: { parentId: string; childId: string },
): Promise<void> {
  const client = new pg.Client({ connectionString: runningEmbedded(dataDir) })
  await client.connect()
  try {
    const joined = await client.query(
      `update organization set features = features || '{"sync": true}',
         parent_id = case when id = $2::uuid then $1::uuid end where id in ($1::uuid, $2::uuid)`,
      [parentId, childId],
    )
    if (joined.rowCount !== 2) throw new Error('one of the organizations does not exist')
  } finally {
    await client.end()
  }
}
