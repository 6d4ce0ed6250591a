import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addPerson, makeCelebration, recordsOf, turnOnAt } from '../../../test/kit/celebrations.ts'
import { testApp, type TestApp } from '../../../test/kit/test-app.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import type { CrewlineProcess } from '../../main/process.ts'
import { celebrateDue } from './index.ts'

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
  while (calls < diesAt && (await celebrateDue(dying).catch(() => ({ found: false }))).found);
}

const ZONES = ['UTC', 'America/Chicago', 'Pacific/Kiritimati', 'Pacific/Pago_Pago', 'Europe/Berlin']
const loops = fc.array(
  fc.record({ isOther: fc.boolean(), diesAt: fc.oneof(fc.integer({ min: 1, max: 25 }), fc.constant(999)) }),
  { minLength: 2, maxLength: 4 },
)
const history = fc.record({
  monthDay: fc.constantFrom('02-28', '03-01', '06-10', '12-31', '01-01', '10-31'),
  time: fc.constantFrom('01:30', '09:00', '23:30'),
  weekend: fc.constantFrom('same' as const, 'before' as const, 'after' as const),
  offsetDays: fc.constantFrom(0, -3, 14),
  zone: fc.constantFrom('contact' as const, 'org' as const),
  // How long the schedulers sleep between looks, and to which zone one person moves meanwhile.
  steps: fc.array(fc.record({ hours: fc.integer({ min: 1, max: 30 }), loops, zone: fc.constantFrom(...ZONES) }), {
    minLength: 6,
    maxLength: 10,
  }),
})

test(
  'records and texts each person once a year, whatever dies between and wherever people move',
  { timeout: 240_000 },
  async () => {
    const mover = await addPerson(t, 'Mover', { timezone: 'UTC' })
    const people = [mover]
    for (const timezone of ZONES) people.push(await addPerson(t, timezone, { timezone }))
    const db = t.process.kernel.database.ofOrg(t.acme.id)
    await fc.assert(
      fc.asyncProperty(history, async ({ monthDay, steps, ...timing }) => {
        const year = new Date().getUTCFullYear() + 2
        const id = await makeCelebration(t, timing)
        await sql`update contact set birthday = ${monthDay} where id = any(${people}::uuid[])`.execute(db)
        const day = Date.parse(`${year}-${monthDay}T00:00:00Z`) + timing.offsetDays * 24 * HOUR_MS
        const start = new Date(day - 96 * HOUR_MS)
        await turnOnAt(t, id, start)
        let now = start
        for (const step of steps) {
          now = new Date(now.getTime() + step.hours * HOUR_MS)
          await sql`update contact set timezone = ${step.zone} where id = ${mover}`.execute(db)
          await Promise.all(step.loops.map((loop) => runLoop(loop, now)))
        }
        now = new Date(start.getTime() + 12 * 24 * HOUR_MS)
        for (const isOther of [true, false]) await runLoop({ isOther, diesAt: 9_999 }, now)
        const records = await recordsOf(t, id)
        const messages = await sql<{ n: number }>`
          select count(*)::int as n from message m where exists (
            select from celebration_send s where s.celebration_id = ${id} and s.contact_id = m.contact_id)
            and m.id > ${id}`.execute(db)
        await sql`update celebration set look_at = null, deleted_at = now() where id = ${id}`.execute(db)
        expect(records.filter(({ year: of }) => of !== year)).toEqual([])
        // Everyone who stayed is texted or recorded as missed, once; who moved at most once, unless zones do not count.
        const stayed = records.filter(({ contactId }) => contactId !== mover)
        expect(stayed.map(({ name }) => name).toSorted()).toEqual(ZONES.toSorted())
        expect(records.length - stayed.length).toBeLessThanOrEqual(1)
        if (timing.zone === 'org') expect(records.length).toBe(people.length)
        expect(messages.rows[0]?.n).toBe(records.filter(({ state }) => state === 'sent').length)
      }),
      { numRuns: 15, endOnFailure: true },
    )
  },
)
