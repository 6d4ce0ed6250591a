import pg from 'pg'
import { runningEmbedded } from '../../src/kernel/db/embedded.ts'

/**
 * Makes one organization of the product that runs on a folder the parent of another, and turns sync on for both, as the
 * operator does.
 */
export async function makeFamily(dataDir: string, parent: string, child: string): Promise<void> {
  const client = new pg.Client({ connectionString: runningEmbedded(dataDir) })
  await client.connect()
  try {
    const joined = await client.query(
      `update organization o set features = o.features || '{"sync": true}',
         parent_id = case when o.name = $2 then (select id from organization where name = $1) end
       where o.name in ($1, $2)`,
      [parent, child],
    )
    if (joined.rowCount !== 2) throw new Error(`there is no ${parent} with a ${child}`)
  } finally {
    await client.end()
  }
}
