import { expect, test } from 'vitest'
import { testDatabase } from '../kit/template-db.ts'
import { chanceOf } from './chance.ts'
import { statesIn, runChecks, WITH_LOOKUP } from './checkers.ts'
import { killWhileSending } from './kills.ts'
import { startTestEnvironment } from './test-environment.ts'

test('loses, doubles or leaves unknown none of 200 texts when killed three times', { timeout: 240_000 }, async () => {
  const database = await testDatabase()
  const environment = await startTestEnvironment(database.url, {
    carrier: 'simulated',
    contacts: 160,
    slowPerSecond: 30,
    fastPerSecond: 200,
  })
  try {
    await environment.carrier({ latencyMs: 5, receiptDelayMs: 100 })
    const report = await killWhileSending(environment, chanceOf(20_261), {
      kills: 3,
      perFailpoint: 0,
      freezes: 0,
      bulks: [60, 100],
      posts: 40,
      lifeMs: [150, 700],
      withLookup: true,
      shiftMs: 60_000,
      settleWithinMs: 100_000,
    })
    expect(runChecks(WITH_LOOKUP, report.evidence)).toEqual({})
    expect(statesIn(report.evidence.dump)).toEqual({ delivered: 200 })
    expect(report.killed).toEqual({ random: 3 })
  } finally {
    await environment.close()
    await database.drop()
  }
})
