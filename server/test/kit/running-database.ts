import { join } from 'node:path'
import pg from 'pg'
import { runningEmbedded } from '../../src/kernel/db/embedded.ts'

/** Works as the owner of the database that a running product keeps in this data directory. */
export async function onDatabaseOf<T>(dataDir: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: runningEmbedded(join(dataDir, 'postgres')) })
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}
