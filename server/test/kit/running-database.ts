import { join } from 'node:path'
import pg from 'pg'
import { runningEmbedded } from '../../src/kernel/db/embedded.ts'

/** Runs statements as the owner of the database that a running product keeps in this data directory. */
export async function runOnDatabaseOf(dataDir: string, statements: string): Promise<void> {
  const client = new pg.Client({ connectionString: runningEmbedded(join(dataDir, 'postgres')) })
  await client.connect()
  try {
    await client.query(statements)
  } finally {
    await client.end()
  }
}
