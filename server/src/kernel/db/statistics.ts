import pg from 'pg'

/**
 * Collects the statistics of all tables, as the owner of the schema, after many rows were written at once: until autovacuum does it,
 * about a minute later, the planner takes the tables for empty and can choose a plan that takes longer than the limit of a statement.
 */
export async function collectStatistics(ownerUrl: string): Promise<void> {
  const client = new pg.Client({ connectionString: ownerUrl })
  await client.connect()
  try {
    await client.query('analyze')
  } finally {
    await client.end()
  }
}
