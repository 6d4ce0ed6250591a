import pg from 'pg'
import { expect, test } from 'vitest'
import { testDatabase } from './template-db.ts'

test('gives each test a separate, migrated database', async () => {
  const [first, second] = await Promise.all([testDatabase(), testDatabase()])
  expect(first.url).not.toBe(second.url)
  const client = new pg.Client(first.url)
  await client.connect()
  const { rows } = await client.query<{ tables: string }>(
    "select count(*) as tables from pg_tables where schemaname = 'public'",
  )
  expect(Number(rows[0]?.tables)).toBeGreaterThan(3)
  await client.query('create table only_here (id int)')
  await client.end()
  await Promise.all([first.drop(), second.drop()])

  const third = await testDatabase()
  const visitor = new pg.Client(third.url)
  await visitor.connect()
  expect((await visitor.query("select to_regclass('only_here') as found")).rows).toEqual([{ found: null }])
  // An open connection does not keep a database from being dropped.
  visitor.on('error', () => {})
  await third.drop()
  await visitor.end().catch(() => {})
})
