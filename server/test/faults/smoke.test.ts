import { expect, test } from 'vitest'
import { testDatabase } from '../kit/template-db.ts'
import { chanceOf } from './chance.ts'
import { statesIn, verdictOf, WITH_LOOKUP } from './checkers.ts'
import { killWhileSending } from './kills.ts'
import { setStage } from './stage.ts'

test(
  'killed three times while 200 texts go out, none is lost, doubled or left unknown',
  { timeout: 60_000 },
  async () => {
    const database = await testDatabase()
    const stage = await setStage(database.url, {
      carrier: 'simulated',
      workers: 160,
      slowPerSecond: 30,
      fastPerSecond: 200,
    })
    try {
      await stage.carrier({ latencyMs: 5, receiptDelayMs: 100 })
      const report = await killWhileSending(stage, chanceOf(20_261), {
        kills: 3,
        perFailpoint: 0,
        freezes: 0,
        bulks: [60, 100],
        posts: 40,
        lifeMs: [150, 700],
        withLookup: true,
        shiftMs: 60_000,
        settleWithinMs: 25_000,
      })
      expect(verdictOf(WITH_LOOKUP, report.evidence)).toEqual({})
      expect(statesIn(report.evidence.dump)).toEqual({ delivered: 200 })
      expect(report.killed).toEqual({ random: 3 })
    } finally {
      await stage.close()
      await database.drop()
    }
  },
)
