import pg from 'pg'
import { expect, test } from 'vitest'
import { testDatabase } from '../../../test/kit/template-db.ts'
import { collectStatistics } from './statistics.ts'

test('the planner knows how many rows a table has as soon as its statistics are collected', async () => {
  const database = await testDatabase()
  const client = new pg.Client({ connectionString: database.url })
  await client.connect()
  try {
    const known = async () =>
      (await client.query<{ rows: number }>(`select reltuples as rows from pg_class where relname = 'filled'`)).rows[0]
        ?.rows
    await client.query('create table filled with (autovacuum_enabled = off) as select generate_series(1, 1000) as n')
    expect(await known()).toBe(-1)
    await collectStatistics(database.url)
    expect(await known()).toBe(1000)
  } finally {
    await client.end()
    await database.drop()
  }
})
