import { Kysely, PostgresDialect } from 'kysely'
import { expect, test } from 'vitest'
import { amongIds } from './keys.ts'

const db = new Kysely<unknown>({ dialect: new PostgresDialect({ pool: {} as never }) })
const compiled = (ids: string[]) => amongIds(ids).compile(db)
const id = (ms: number, rest = '7000-8000-000000000000') => {
  const hex = ms.toString(16).padStart(12, '0')
  return `${hex.slice(0, 8)}-${hex.slice(8)}-${rest}`
}

test('reads messages written together as one key range, in any order and letter case of the ids', () => {
  const [a, b, c] = [id(1_000_000, '7abc-8000-000000000000'), id(1_000_500), id(1_002_000)]
  const { sql, parameters } = compiled([c, a.toUpperCase(), b])
  expect(sql).toBe('(m.id between $1 and $2 and (m.id = any($3::uuid[])) is true)')
  expect(parameters).toEqual([a, c, [a, b, c]])
})

test('reads messages of different times one by one, so that nothing between them is read', () => {
  const ids = [id(1_000_000), id(1_002_001)]
  expect(compiled(ids)).toMatchObject({ sql: 'm.id = any($1::uuid[])', parameters: [ids] })
  expect(compiled([]).parameters).toEqual([[]])
})
