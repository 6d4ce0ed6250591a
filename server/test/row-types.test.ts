import pg from 'pg'
import { expect, test } from 'vitest'
import { renderRowTypes } from './kit/row-types.ts'
import { testDatabase } from './kit/template-db.ts'

test('the generated row types equal the migrated schema (vitest -u writes them again)', async () => {
  const database = await testDatabase()
  const client = new pg.Client(database.url)
  try {
    await client.connect()
    await expect(await renderRowTypes(client)).toMatchFileSnapshot('../src/kernel/db/tables.gen.ts')
  } finally {
    await client.end()
    await database.drop()
  }
})
