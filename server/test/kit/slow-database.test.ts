import { EventEmitter } from 'node:events'
import { createServer } from 'node:http'
import { DummyDriver, Kysely, PostgresAdapter, PostgresIntrospector, PostgresQueryCompiler, sql } from 'kysely'
import pg from 'pg'
import { inject, expect, test } from 'vitest'
import { endOfLog, readEventsAfter } from '../../src/kernel/events/read.ts'
import { asProduct, delayQueries, isSlowed, makeRandom, markRequests, readSlowMode } from './slow-database.ts'

test('is off without a time, and refuses settings that say nothing', () => {
  expect(readSlowMode({})).toBeUndefined()
  expect(readSlowMode({ TEST_SLOW_MS: '50', TEST_SLOW_SEED: '7', TEST_SLOW_ONLY: 'workers' })).toEqual({
    ms: 50,
    share: 0.2,
    only: 'workers',
    seed: '7',
  })
  for (const [key, value] of [
    ['TEST_SLOW_MS', 'long'],
    ['TEST_SLOW_SHARE', '2'],
    ['TEST_SLOW_ONLY', 'tests'],
  ] as const)
    expect(() => readSlowMode({ TEST_SLOW_MS: '50', [key]: value })).toThrow(key)
})

test('keeps a new seed for the processes of the run', () => {
  const env: NodeJS.ProcessEnv = { TEST_SLOW_MS: '50' }
  expect(readSlowMode(env)?.seed).toMatch(/^\d+$/)
  expect(readSlowMode(env)?.seed).toBe(env['TEST_SLOW_SEED'])
})

test('repeats its numbers for the same seed and file', () => {
  const draw = (words: string) => Array.from({ length: 200 }, makeRandom(words))
  expect(draw('7 a.test.ts')).toEqual(draw('7 a.test.ts'))
  expect(draw('7 a.test.ts')).not.toEqual(draw('7 b.test.ts'))
  expect(Math.min(...draw('7'))).toBeGreaterThanOrEqual(0)
  expect(Math.max(...draw('7'))).toBeLessThan(1)
})

test('tells requests, the other work of the product and the test apart', async () => {
  const slowed = () => (['answers', 'workers', undefined] as const).map((only) => isSlowed(only, 'select 1'))
  expect(slowed()).toEqual([false, false, true])
  expect(asProduct(slowed)).toEqual([false, true, true])
  const response = new EventEmitter()
  let later: Promise<boolean[]> | undefined
  const emit = markRequests(() => {
    expect(slowed()).toEqual([true, false, true])
    later = EventEmitter.once(response, 'ended').then(slowed)
  })
  asProduct(() => emit.call(createServer(), 'request', {}, response))
  response.emit('close')
  response.emit('ended')
  expect(await later).toEqual([false, true, true])
})

test('tells reads of the event log from other queries', async () => {
  const { db, queries } = recordQueries()
  await readEventsAfter(db, { xid: '7', seq: '1' }, 10)
  await endOfLog(db)
  await sql`select count(*) from event_log`.execute(db)
  expect(queries.map((query) => isSlowed('events', query))).toEqual([true, false, false])
  expect(queries.map((text) => isSlowed('events', { text }))).toEqual([true, false, false])
})

/** A handle without a database, and the texts of the queries that were sent to it. */
function recordQueries() {
  const queries: string[] = []
  const db = new Kysely<unknown>({
    dialect: {
      createAdapter: () => new PostgresAdapter(),
      createDriver: () => new DummyDriver(),
      createIntrospector: (of) => new PostgresIntrospector(of),
      createQueryCompiler: () => new PostgresQueryCompiler(),
    },
    log: ({ query }) => {
      queries.push(query.sql)
    },
  })
  return { db, queries }
}

test('keeps the order of the queries of one client, and each way to get a result', async () => {
  const delays = [40, 0, 20, 0, 0]
  const client = new pg.Client({ connectionString: inject('testServerUrl'), pipeline: true })
  const send = client.query.bind(client) as (...input: unknown[]) => unknown
  client.query = delayQueries(send, () => delays.shift() ?? 0) as never
  await client.connect()
  try {
    await client.query('create temporary table step (nth int generated always as identity, name text)')
    const insert = 'insert into step (name) values ($1) returning name'
    const submitted = new Promise<string>((resolve, reject) => {
      const prepared = new pg.Query<{ name: string }>(insert, ['query'])
      prepared.on('row', (row) => resolve(row.name))
      prepared.on('error', reject)
      expect(client.query(prepared)).toBe(prepared)
    })
    const calledBack = new Promise((resolve) => {
      expect(client.query(insert, ['callback'], (_, result) => resolve(result.rowCount))).toBeUndefined()
    })
    const [first, last] = await Promise.all([
      client.query<{ name: string }>(insert, ['promise']),
      client.query<{ name: string }>({ text: insert, values: ['config'] }),
      expect(client.query('select nothing')).rejects.toThrow('does not exist'),
    ])
    expect([await submitted, await calledBack]).toEqual(['query', 1])
    expect([first.rows[0]?.name, last.rows[0]?.name]).toEqual(['promise', 'config'])
    const { rows } = await client.query<{ name: string }>('select name from step order by nth')
    expect(rows.map(({ name }) => name)).toEqual(['query', 'callback', 'promise', 'config'])
  } finally {
    await client.end()
  }
})
