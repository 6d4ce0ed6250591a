import { readBroadcast } from '@crewline/contract/broadcasts'
import { BROADCAST_LATE_MS } from '@crewline/contract/broadcast-limits'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { draft, endCountdowns, hire, launch, workOnBroadcasts } from '../../../test/kit/broadcasts.ts'
import { testApp, type TestApp } from '../../../test/kit/test-app.ts'
import { startDue } from './index.ts'

let t: TestApp
beforeAll(async () => {
  // Without a sender: what is queued stays queued.
  t = await testApp({ roles: 'web' })
})
afterAll(() => t.close())

const system = () => t.process.kernel.database.asSystem('tests change what a process would')
const read = async (id: string) => (await t.as(t.acme.ann).call(readBroadcast, { params: { id } })).body.broadcast

const OBSTACLES = {
  'past due': [sql`update organization set status = 'past_due'`, sql`update organization set status = 'active'`],
  'without a plan': [
    sql`update organization set need_billing = true`,
    sql`update organization set need_billing = false`,
  ],
  'left with paused numbers': [sql`update line set state = 'paused'`, sql`update line set state = 'active'`],
  'left without a number': [sql`update line set state = 'released'`, sql`update line set state = 'active'`],
} as const
const begin = (obstacle: keyof typeof OBSTACLES) => OBSTACLES[obstacle][0].execute(system())
const end = async () => {
  for (const [, over] of Object.values(OBSTACLES)) await over.execute(system())
}
afterEach(end)

/** Makes the next date due since so many ms, and does the part of a worker. */
const reach = async (id: string, local: string, lateMs: number) => {
  const at = new Date(Date.now() - lateMs)
  await sql`update broadcast set next_at = ${at}, next_local = ${local} where id = ${id}`.execute(system())
  while (await startDue(t.process.kernel));
}
const runs = async (id: string) =>
  (
    await sql<{ state: string }>`
      select state from broadcast_run where broadcast_id = ${id} order by occurrence`.execute(system())
  ).rows.map(({ state }) => state)
const notices = async (id: string) =>
  (
    await sql<{ message: string }>`
      select payload -> 'notification' ->> 'message' as message from event_log
      where name = 'in-app.notified' and payload -> 'notification' ->> 'key' = ${`broadcast|${id}`} order by seq`.execute(
      system(),
    )
  ).rows.map(({ message }) => message)

const PLAN = '“Payday” was not sent at its time, because your organization needs a plan or a payment to send texts.'
const NUMBER = '“Payday” was not sent at its time, because none of your numbers was active.'

test.each([
  ['past due', PLAN],
  ['without a plan', PLAN],
  ['left with paused numbers', NUMBER],
  ['left without a number', NUMBER],
] as const)(
  'begins no date while an organization is %s, and sends it within six hours or never',
  async (state, notice) => {
    const [person] = await hire(t, 1)
    const start = new Date(Date.now() + 26 * 3_600_000).toISOString().slice(0, 16)
    const schedule = { mode: 'recurring' as const, start, timeZone: 'UTC', frequency: 'daily' as const }
    const { id, ...made } = await draft(t, [person!.id], { schedule })
    await launch(t, { id, ...made })
    await begin(state)
    await reach(id, '2020-01-01T09:00', 1000)
    expect(await runs(id)).toEqual([])
    await reach(id, '2020-01-01T09:00', BROADCAST_LATE_MS + 60_000)
    expect([await runs(id), await notices(id)]).toEqual([['missed'], [notice]])
    await reach(id, '2020-01-02T09:00', BROADCAST_LATE_MS - 60_000)
    await end()
    while (await startDue(t.process.kernel));
    expect(await runs(id)).toEqual(['missed', 'preparing'])
    expect((await read(id)).state).toBe('sending')
  },
)

test('reminds people once after a time in which no reminder could leave', async () => {
  const [person] = await hire(t, 1)
  const more = { kind: 'acknowledgement' as const, acknowledgement: { remindAfterMinutes: [60, 60, 60] } }
  const made = await draft(t, [person!.id], more)
  await launch(t, made)
  await endCountdowns(t)
  await workOnBroadcasts(t)
  for (const table of [sql`broadcast_recipient`, sql`message`])
    await sql`update ${table} set state = 'delivered' where contact_id = ${person!.id}`.execute(system())
  const remind = async () => {
    await sql`
      update broadcast_run set remind_at = now() - interval '1 second'
      where broadcast_id = ${made.id} and remind_at is not null`.execute(system())
    await workOnBroadcasts(t)
  }
  const texts = async () =>
    (await sql`select from message where contact_id = ${person!.id} and direction = 'out'`.execute(system())).rows
      .length
  await begin('without a plan')
  for (const _ of ['first', 'second', 'third']) await remind()
  expect(await texts()).toBe(1)
  await end()
  await workOnBroadcasts(t)
  expect(await texts()).toBe(2)
})
