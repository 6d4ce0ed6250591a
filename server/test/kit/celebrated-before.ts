import pg from 'pg'
import { runningEmbedded } from '../../src/kernel/db/embedded.ts'

/**
 * Turns a celebration of the product that runs on a folder on three hours ago, so that a time of the last hours is due
 * and no test waits for the next minute.
 */
export async function turnOnEarlier(dataDir: string, celebrationId: string): Promise<void> {
  const client = new pg.Client({ connectionString: runningEmbedded(dataDir) })
  await client.connect()
  try {
    const changed = await client.query(
      `update celebration set on_since = on_since - interval '3 hours' where id = $1 and on_since is not null`,
      [celebrationId],
    )
    if (changed.rowCount !== 1) throw new Error(`the celebration ${celebrationId} is not on`)
  } finally {
    await client.end()
  }
}
