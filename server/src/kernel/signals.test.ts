import { afterEach, beforeEach, expect, test } from 'vitest'
import { testDatabase, type TestDatabase } from '../../test/kit/template-db.ts'
import { openDatabase, type Database } from './db/pool.ts'
import { makeLog } from './log.ts'
import { openSignals, type Signals } from './signals.ts'

let owned: TestDatabase
let database: Database
let here: Signals
let there: Signals
beforeEach(async () => {
  owned = await testDatabase()
  database = openDatabase(owned.url, { app: 1, system: 1 })
  const log = makeLog('silent')
  here = await openSignals(database, log)
  there = await openSignals(database, log)
})
afterEach(async () => {
  await here.close()
  await there.close()
  await database.close()
  await owned.drop()
})

test('delivers broadcasts of any length, and what is sent with them', async () => {
  const received: string[] = []
  let wakeUps = 0
  there.onBroadcast('session-ends', (word) => received.push(word))
  there.onWakeUp('texts', () => wakeUps++)
  const short = 'a session'
  const long = `${'"quoted" é 😀 '.repeat(3_000)}end`
  const exact = 'x'.repeat(7_960)
  here.broadcast('session-ends', short)
  here.broadcast('session-ends', long)
  here.broadcast('session-ends', exact)
  here.wakeUp('texts')
  await expect.poll(() => received.length).toBe(3)
  expect(received).toEqual([short, long, exact])
  await expect.poll(() => wakeUps).toBe(1)
})
