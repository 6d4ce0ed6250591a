import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { testApp, type TestApp } from '../../../test/kit/test-app.ts'
import { codeOfError } from '../http/answer.ts'
import type { Db } from './pool.ts'
import { allowLong } from './timeout.ts'

let t: TestApp
beforeAll(async () => {
  t = await testApp({ roles: 'web' })
})
afterAll(() => t.close())

const handles = (): [role: string, db: Db][] => {
  const { database } = t.process.kernel
  return [
    ['app', database.ofOrg(t.acme.id)],
    ['scoped', database.ofOrg(t.acme.id, t.acme.ann.id)],
    ['system', database.asSystem('tests read the limits of the system role')],
  ]
}
const limitOf = async (db: Db) =>
  (await sql<{ limit: string }>`select current_setting('transaction_timeout') as limit`.execute(db)).rows[0]?.limit

test('bounds the transactions of every role, and lets one with a reason run for longer', async () => {
  for (const [role, db] of handles()) {
    expect([role, await limitOf(db)]).toEqual([role, '20s'])
    const raised = await db.transaction().execute(async (tx) => {
      await allowLong(tx, 'a test')
      return limitOf(tx)
    })
    expect([role, raised, await limitOf(db)]).toEqual([role, '5min', '20s'])
  }
})

test('answers a transaction that stays open for too long as a failure that can be retried', async () => {
  for (const [role, db] of handles()) {
    const isBusy = await stopped(db, async (tx) => void (await sql`select pg_sleep(60)`.execute(tx)))
    expect([role, codeOfError(isBusy)]).toEqual([role, 'unavailable'])
    const isIdle = await stopped(db, async (tx, pid) => {
      const gone = sql`select from pg_stat_activity where pid = ${pid}`
      await t.until(async () => (await gone.execute(db)).rows.length === 0)
      await sql`select 1`.execute(tx)
    })
    expect([role, codeOfError(isIdle)]).toEqual([role, 'unavailable'])
    expect(await limitOf(db)).toBe('20s')
  }
})

test('lets a transaction with a reason run on past the limit', async () => {
  // Seconds, because a busy machine may need one until it raises the limit.
  const work = async (tx: Db) => {
    await allowLong(tx, 'a test')
    await sql`select pg_sleep(5.5)`.execute(tx)
  }
  const raised = await Promise.all(handles().map(async ([role, db]) => [role, await stopped(db, work, '5s')]))
  expect(raised).toEqual(handles().map(([role]) => [role, 'not stopped']))
  for (const [, db] of handles()) expect(await limitOf(db)).toBe('20s')
})

async function stopped(db: Db, work: (tx: Db, pid: number) => Promise<void>, limit = '100ms'): Promise<unknown> {
  return db
    .transaction()
    .execute(async (tx) => {
      const result = await sql<{ pid: number }>`
        select pg_backend_pid() as pid, set_config('transaction_timeout', '0', true),
          set_config('transaction_timeout', ${limit}, true)`.execute(tx)
      await work(tx, result.rows[0]?.pid ?? 0)
    })
    .then(
      () => 'not stopped',
      (error: unknown) => error,
    )
}
