import { BROADCAST_LATE_MS } from '@crewline/contract/broadcast-limits'
import { occurrencesAfter } from '@crewline/contract/schedule-rules'
import { Schedule } from '@crewline/contract/schedule'
import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { draft, hire, launch } from '../../../test/kit/broadcasts.ts'
import { testApp, type TestApp } from '../../../test/kit/test-app.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import type { CrewlineProcess } from '../../main/process.ts'
import { startDue } from './index.ts'

const HOUR_MS = 3_600_000

let t: TestApp
let other: CrewlineProcess
beforeAll(async () => {
  // Without workers and senders: only this test looks for what is due.
  t = await testApp({ roles: 'web' })
  other = await t.another('web')
})
afterAll(() => t.close())

/** A scheduler that looks for what is due at the same time as others. */
interface Loop {
  isOther: boolean
  /** Dies at this reading of the clock or making of an id, in the middle of a transaction; lives on when it is high. */
  diesAt: number
}

/** Runs one scheduler at a time until nothing is due or it dies. */
async function runLoop({ isOther, diesAt }: Loop, now: Date): Promise<void> {
  const { kernel } = isOther ? other : t.process
  let calls = 0
  const liveOn = <Result>(call: () => Result): Result => {
    if ((calls += 1) >= diesAt) throw new Error('the process died')
    return call()
  }
  const world = { ...kernel.world, now: () => liveOn(() => now), id: () => liveOn(() => kernel.world.id()) }
  const dying: Kernel = { ...kernel, world }
  // An error is that of the process that died: nothing of its transaction is left.
  while (calls < diesAt && (await startDue(dying).catch(() => false)));
}

/** The next of this day of the year, at least two days ahead. */
function nextDay(monthAndDay: string): string {
  const now = new Date()
  const inYear = (year: number) => `${year}-${monthAndDay}`
  const year = now.getUTCFullYear()
  return Date.parse(inYear(year)) > now.getTime() + 48 * HOUR_MS ? inYear(year) : inYear(year + 1)
}

const loops = fc.array(
  fc.record({ isOther: fc.boolean(), diesAt: fc.oneof(fc.integer({ min: 1, max: 25 }), fc.constant(999)) }),
  {
    minLength: 2,
    maxLength: 4,
  },
)
const history = fc.record({
  // Before the changes of the clocks in America and Europe, and far from them.
  day: fc.constantFrom('03-07', '10-24', '10-31', '06-10'),
  time: fc.constantFrom('01:30', '02:30', '09:00'),
  timeZone: fc.constantFrom('America/Chicago', 'Europe/Berlin', 'Australia/Lord_Howe', 'UTC'),
  // How long the schedulers sleep between looks; longer than a day skips dates.
  steps: fc.array(fc.record({ hours: fc.integer({ min: 1, max: 60 }), loops }), { minLength: 4, maxLength: 8 }),
})

test('begins one run for each date of a repeated broadcast, whatever dies between', async () => {
  const [person] = await hire(t, 1)
  const system = t.process.kernel.database.asSystem('tests read the runs of a broadcast')
  await fc.assert(
    fc.asyncProperty(history, async ({ day, time, timeZone, steps }) => {
      const start = `${nextDay(day)}T${time}`
      const schedule = Schedule.parse({ mode: 'recurring', start, timeZone, frequency: 'daily' })
      const broadcast = await draft(t, [person!.id], { schedule })
      expect((await launch(t, broadcast)).http).toBe(200)
      const all = occurrencesAfter(schedule, new Date(), 40)
      let now = new Date((all[0]?.at.getTime() ?? 0) - HOUR_MS)
      for (const step of steps) {
        now = new Date(now.getTime() + step.hours * HOUR_MS)
        await Promise.all(step.loops.map((loop) => runLoop(loop, now)))
      }
      for (const isOther of [false, true]) await runLoop({ isOther, diesAt: 9_999 }, now)
      const runs = await sql<{ occurrence: string; state: string; jobs: number }>`
        select occurrence, state, (select count(*)::int from pgboss.job j where j.name = 'broadcasts.sending' and j.data ->> 'runId' = r.id::text) as jobs
        from broadcast_run r where broadcast_id = ${broadcast.id} order by planned_at`.execute(system)
      await sql`update broadcast set next_at = null where id = ${broadcast.id}`.execute(system)
      const past = all.filter(({ at }) => at <= now)
      expect(runs.rows.map((run) => run.occurrence)).toEqual(past.map(({ local }) => local))
      for (const { state, jobs } of runs.rows)
        expect([state, jobs]).toEqual(state === 'missed' ? ['missed', 0] : ['preparing', 1])
      // The last date is missed only when no scheduler looked in time.
      const last = past.at(-1)
      if (last && now.getTime() - last.at.getTime() <= BROADCAST_LATE_MS)
        expect(runs.rows.at(-1)?.state).toBe('preparing')
    }),
    { numRuns: 15 },
  )
})
