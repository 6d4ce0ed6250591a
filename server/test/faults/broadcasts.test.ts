import { expect, test } from 'vitest'
import { testDatabase } from '../kit/template-db.ts'
import { broadcastThroughFaults } from './broadcasts.ts'
import { chanceOf } from './chance.ts'
import { startTestEnvironment } from './test-environment.ts'

/** `SEED=… npx vitest run server/test/faults/broadcasts.test.ts` repeats the choices of a run. */
const seed = Number(process.env['SEED'] ?? 20_264)

test(
  'sends broadcasts to 60 people exactly once through a kill, a cut, a pause, a stop and an opt-out',
  { timeout: 240_000 },
  async () => {
    const database = await testDatabase()
    const environment = await startTestEnvironment(database.url, {
      carrier: 'simulated',
      contacts: 60,
      slowPerSecond: 60,
      fastPerSecond: 300,
      members: 3,
    })
    try {
      await environment.carrier({ latencyMs: 5, receiptDelayMs: 100 })
      const { problems, summary } = await broadcastThroughFaults(environment, chanceOf(seed), {
        people: 60,
        freezes: 0,
        expansions: 0,
        countings: 0,
        perFailpoint: 0,
        kills: 1,
        cuts: 1,
        frozen: 0,
        outagesMs: [],
        shuffled: 6,
        lost: 4,
        workers: 1,
        optOuts: 1,
        paused: 1,
        stopped: 1,
        lifeMs: [200, 900],
        shiftMs: 60_000,
        settleWithinMs: 120_000,
      })
      const first = Object.entries(problems).map(([check, cases]) => [check, cases.length, ...cases.slice(0, 5)])
      expect(first, `SEED=${seed}: ${summary}`).toEqual([])
    } finally {
      await environment.close()
      await database.drop()
    }
  },
)
