import { editContact } from '@crewline/contract/contacts'
import { skipNextDate } from '@crewline/contract/launch'
import { instantOf, occurrencesAfter } from '@crewline/contract/schedule-rules'
import { Schedule } from '@crewline/contract/schedule'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { draft, endCountdowns, hire, launch, workOnBroadcasts } from '../../../test/kit/broadcasts.ts'
import type { TestContact } from '../../../test/kit/cast.ts'
import { followUntilNow } from '../../../test/kit/events.ts'
import { testApp, type TestApp } from '../../../test/kit/test-app.ts'
import { followOutcomes, startDue, takeSendingStep } from './index.ts'

const HOUR_MS = 3_600_000

let t: TestApp
beforeAll(async () => {
  t = await testApp({ roles: 'web' })
})
afterAll(() => t.close())

const ann = () => t.as(t.acme.ann)
const db = () => t.process.kernel.database.ofOrg(t.acme.id)
const moveTo = async (contact: TestContact, timezone: string) => {
  expect((await ann().call(editContact, { query: { id: contact.id }, body: { timezone } })).http).toBe(200)
}
/** The clock of Honolulu in so many hours. */
const inHonolulu = (hours: number) =>
  new Date(Date.now() + (hours - 10) * HOUR_MS).toISOString().slice(0, 'yyyy-mm-ddThh:mm'.length)
const once = (at: string) => Schedule.parse({ mode: 'once', at, timeZone: 'Pacific/Honolulu', inContactZone: true })
const daily = (start: string) =>
  Schedule.parse({ mode: 'recurring', start, timeZone: 'Pacific/Honolulu', inContactZone: true, frequency: 'daily' })

/** Plans a broadcast for these people. */
const plan = async (crew: TestContact[], schedule: Schedule) => {
  const broadcast = await draft(
    t,
    crew.map(({ id }) => id),
    { schedule },
  )
  const launched = await launch(t, broadcast)
  expect(launched.body).toMatchObject({ status: 'OK' })
  return broadcast.id
}
const plannedOf = async (id: string) =>
  (
    await sql<{ state: string; local: string | null; at: Date | null }>`
      select state, next_local as local, next_at as at from broadcast where id = ${id}`.execute(db())
  ).rows[0]!
const textOf = async ({ id }: TestContact) =>
  (
    await sql<{ state: string; dueAt: Date | null }>`
      select state, due_at as "dueAt" from message where contact_id = ${id} and direction = 'out'`.execute(db())
  ).rows
/** Begins the date that is planned, and stops before its texts are written. */
const begin = async (id: string) => {
  await sql`update broadcast set next_at = least(next_at, now() - interval '1 minute') where id = ${id}`.execute(db())
  while (await startDue(t.process.kernel));
  await endCountdowns(t)
  while (await startDue(t.process.kernel));
}

test('keeps a date whose time has passed for people further east, who get the text at once', async () => {
  const crew = await hire(t, 2)
  const [east, home] = crew as [TestContact, TestContact]
  await moveTo(east, 'Asia/Tokyo')
  const at = inHonolulu(2)
  for (const schedule of [once(at), daily(at)]) {
    const before = [await textOf(east), await textOf(home)]
    const id = await plan(crew, schedule)
    expect((await plannedOf(id)).local).toBe(at)
    await begin(id)
    await workOnBroadcasts(t)
    expect((await textOf(east)).slice(before[0]!.length)).toEqual([{ state: 'queued', dueAt: null }])
    expect((await textOf(home)).slice(before[1]!.length)).toEqual([
      { state: 'scheduled', dueAt: instantOf(at, 'Pacific/Honolulu') },
    ])
  }
})

test('begins a date earlier when one of its people moves to where its time comes earlier, and not later again', async () => {
  const crew = await hire(t, 2)
  const at = inHonolulu(60)
  const id = await plan(crew, once(at))
  await moveTo(crew[0]!, 'Pacific/Kiritimati')
  await workOnBroadcasts(t)
  const earlier = { state: 'scheduled', local: at, at: instantOf(at, 'Pacific/Kiritimati') }
  expect(await plannedOf(id)).toEqual(earlier)
  await moveTo(crew[0]!, 'Pacific/Honolulu')
  await workOnBroadcasts(t)
  expect(await plannedOf(id)).toEqual(earlier)
})

test('skips a date for everyone, also when the people for whom it came first have moved', async () => {
  const crew = await hire(t, 1)
  await moveTo(crew[0]!, 'Pacific/Kiritimati')
  const schedule = daily(inHonolulu(60))
  const id = await plan(crew, schedule)
  await sql`update contact set timezone = null where org_id = ${t.acme.id}`.execute(db())
  const [, second] = occurrencesAfter(schedule, new Date(), 2)
  expect((await ann().call(skipNextDate, { params: { id } })).http).toBe(200)
  expect(await plannedOf(id)).toEqual({ state: 'recurring', local: second!.local, at: second!.at })
})

test('skips one date when two teammates skip the same', async () => {
  const schedule = daily(inHonolulu(60))
  const id = await plan(await hire(t, 1), schedule)
  const nextAt = (await plannedOf(id)).at!.toISOString()
  const [, second] = occurrencesAfter(schedule, new Date(), 2)
  const skip = () => ann().call(skipNextDate, { params: { id }, query: { nextAt } })
  expect((await skip()).http).toBe(200)
  expect((await skip()).body.code).toBe('outdated')
  expect((await plannedOf(id)).local).toBe(second!.local)
})

test('writes a text for the clock on which its person is when it is written', async () => {
  const crew = await hire(t, 1)
  const [one] = crew as [TestContact]
  await moveTo(one, 'America/Chicago')
  const at = inHonolulu(60)
  await begin(await plan(crew, once(at)))
  // The recipients are known, and no text is written yet.
  expect(await takeSendingStep(t.process.kernel)).toBe(true)
  expect(await textOf(one)).toEqual([])
  await moveTo(one, 'Asia/Tokyo')
  // The change is handled before there is a text that it could move.
  await followUntilNow(t, 'broadcasts', followOutcomes, t.process.kernel)
  await workOnBroadcasts(t)
  expect(await textOf(one)).toEqual([{ state: 'scheduled', dueAt: instantOf(at, 'Asia/Tokyo') }])
  await moveTo(one, 'America/Chicago')
  await workOnBroadcasts(t)
  expect(await textOf(one)).toEqual([{ state: 'scheduled', dueAt: instantOf(at, 'America/Chicago') }])
})
