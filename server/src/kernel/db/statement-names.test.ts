import { Kysely, PostgresDialect, sql } from 'kysely'
import { expect, test } from 'vitest'
import { makeStatementNames, oneOff } from './statement-names.ts'

test('names a statement from its second use, and keeps the name', () => {
  const nameOf = makeStatementNames()
  expect(nameOf('select 1')).toBeUndefined()
  const name = nameOf('select 1')
  expect(name).toMatch(/^[\w-]{16}$/)
  expect(nameOf('select 1')).toBe(name)
  nameOf('select 2')
  expect(nameOf('select 2')).not.toBe(name)
})

test('keeps the names of statements in use while thousands of others come and go', () => {
  const nameOf = makeStatementNames(100)
  for (let n = 0; n < 2; n++) nameOf('select hot')
  for (let n = 0; n < 5_000; n++) {
    nameOf(`select ${n}`)
    nameOf(`select ${n}`)
    expect(nameOf('select hot')).toBeDefined()
  }
  // Statements that came first and were not used again lost their names to those that came later.
  expect(nameOf('select 0')).toBeUndefined()
  expect(nameOf('select 4999')).toBeDefined()
})

test('does not name a statement with a condition that a user made', () => {
  const nameOf = makeStatementNames()
  const builder = new Kysely<unknown>({ dialect: new PostgresDialect({ pool: {} as never }) })
  const text = sql`select from contact c where ${oneOff(sql`c.work = ${'active'}`)}`.compile(builder).sql
  for (let n = 0; n < 3; n++) expect(nameOf(text)).toBeUndefined()
})
