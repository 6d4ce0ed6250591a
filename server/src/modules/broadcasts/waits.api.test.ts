import { listBroadcasts } from '@crewline/contract/broadcasts'
import { editContact } from '@crewline/contract/contacts'
import { broadcastProgress, pauseBroadcast, resumeBroadcast } from '@crewline/contract/launch'
import { instantOf } from '@crewline/contract/schedule-rules'
import { Schedule } from '@crewline/contract/schedule'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { beginBroadcast, handOff, report, textsOf } from '../../../test/kit/broadcast-texts.ts'
import { endCountdowns, workOnBroadcasts } from '../../../test/kit/broadcasts.ts'
import { systemScope } from '../../../test/kit/scopes.ts'
import { testApp, type TestApp } from '../../../test/kit/test-app.ts'
import type { Scope } from '../../kernel/scope.ts'

// What texts of a broadcast wait for while it is sent, and until when.
let t: TestApp
let scope: Scope
beforeAll(async () => {
  // Without a sender: the test does its part.
  t = await testApp({ roles: 'web' })
  scope = systemScope(t.process.kernel, t.acme)
})
afterAll(() => t.close())

const ann = () => t.as(t.acme.ann)
const progressOf = async (id: string) => (await ann().call(broadcastProgress, { params: { id } })).body
const summaryOf = async (id: string) =>
  (await ann().call(listBroadcasts, {})).body.broadcasts.find((row) => row.id === id)
const duesOf = async (ids: string[]) =>
  (
    await sql<{ dueAt: Date | null }>`select due_at as "dueAt" from message where id = any(${ids}::uuid[])`.execute(
      scope.db,
    )
  ).rows.map(({ dueAt }) => dueAt)

test('says how many texts wait for another try and until when, and counts no minutes for them', async () => {
  const { id, textIds: ids } = await beginBroadcast(t, 3)
  expect(await progressOf(id)).toMatchObject({ waits: [], anotherTry: 0 })
  expect((await summaryOf(id))?.waits).toBeNull()
  await handOff(t, ids.slice(0, 2))
  await workOnBroadcasts(t)
  for (const text of ids.slice(0, 2)) await report(t, text, 'undelivered')
  await workOnBroadcasts(t)
  const due = (await duesOf(ids)).flatMap((dueAt) => dueAt?.toISOString() ?? []).toSorted()
  const half = await progressOf(id)
  // One is left that may leave now. On a slow machine the others left more than a minute ago.
  expect(half).toMatchObject({ minutesLeft: half.perMinute > 0 ? 1 / half.perMinute : null, anotherTry: 2 })
  expect(half.waits).toEqual([{ reason: 'another_try', count: 2, first: due[0], last: due[1] }])
  await handOff(t, [ids[2]!])
  await workOnBroadcasts(t)
  const rest = await progressOf(id)
  expect(rest).toMatchObject({ run: { counts: { waiting: 2 } }, minutesLeft: null })
  expect((await summaryOf(id))?.waits).toEqual({ count: 2, until: due[1] })
})

test('a paused broadcast still says which texts wait for another try, and its row does not', async () => {
  const {
    id,
    textIds: [text],
  } = await beginBroadcast(t, 1)
  await handOff(t, [text!])
  await report(t, text!, 'undelivered')
  await workOnBroadcasts(t)
  expect((await ann().call(pauseBroadcast, { params: { id } })).http).toBe(200)
  expect(await progressOf(id)).toMatchObject({ anotherTry: 1, minutesLeft: null, waits: [{ count: 1 }] })
  expect((await summaryOf(id))?.waits).toBeNull()
})

test('says until when texts wait for a time where people are, and follows people who move', async () => {
  const day = new Date(Date.now() + 3 * 86_400_000).toISOString().slice(0, 10)
  const schedule = Schedule.parse({
    mode: 'once',
    at: `${day}T12:00`,
    timeZone: 'America/Chicago',
    inContactZone: true,
  })
  const { id, crew } = await beginBroadcast(t, 3, { schedule })
  const noon = (zone: string) => instantOf(`${day}T12:00`, zone).toISOString()
  const chicago = noon('America/Chicago')
  expect((await progressOf(id)).waits).toEqual([{ reason: 'local_time', count: 3, first: chicago, last: chicago }])
  const body = { timezone: 'Pacific/Honolulu' }
  expect((await ann().call(editContact, { query: { id: crew[0]!.id }, body })).http).toBe(200)
  await workOnBroadcasts(t)
  const [waits] = (await progressOf(id)).waits
  expect(waits).toEqual({ reason: 'local_time', count: 3, first: chicago, last: noon('Pacific/Honolulu') })
  expect(await summaryOf(id)).toMatchObject({ waits: { count: 3, until: noon('Pacific/Honolulu') } })
})

test('tells texts that wait for the morning from those that wait for a shift, each with its own moments', async () => {
  const { id, textIds: ids } = await beginBroadcast(t, 4)
  const at = (hours: number) => new Date(Date.now() + hours * 3_600_000)
  const [one, two, three] = ids as [string, string, string]
  for (const [text, reason, due] of [
    [one, 'quiet_hours', at(2)],
    [two, 'quiet_hours', at(5)],
    [three, 'off_shift', at(9)],
  ] as const)
    await sql`update message set state = 'scheduled', hold_reason = ${reason}, due_at = ${due} where id = ${text}`.execute(
      scope.db,
    )
  const { waits, anotherTry } = await progressOf(id)
  expect(waits.map(({ reason, count }) => [reason, count])).toEqual([
    ['off_shift', 1],
    ['quiet_hours', 2],
  ])
  expect(Date.parse(waits[1]!.last) - Date.parse(waits[1]!.first)).toBeGreaterThan(2.9 * 3_600_000)
  expect(anotherTry).toBe(0)
})

const DAILY = Schedule.parse({ mode: 'recurring', start: '2099-01-01T09:00', timeZone: 'UTC', frequency: 'daily' })

test('names what still waits of an earlier date while a later one is sent or paused, and after that', async () => {
  const {
    id,
    textIds: [waiting, leaving],
  } = await beginBroadcast(t, 2)
  const due = new Date(Date.now() + 5 * 3_600_000)
  await sql`
    update message set state = 'scheduled', hold_reason = 'off_shift', due_at = ${due} where id = ${waiting!}`.execute(
    scope.db,
  )
  await handOff(t, [leaving!])
  await sql`
    update broadcast set content = jsonb_set(content, '{schedule}', ${JSON.stringify(DAILY)}::jsonb), state = 'recurring',
      next_at = now() - interval '1 second', next_local = '2099-01-01T09:00' where id = ${id}`.execute(scope.db)
  await sql`update broadcast_run set planned_at = planned_at - interval '1 day' where broadcast_id = ${id}`.execute(
    scope.db,
  )
  const first = (await progressOf(id)).run!
  expect(await progressOf(id)).toMatchObject({ waits: [{ count: 1 }], earlierDates: [] })
  expect(await summaryOf(id)).toMatchObject({ earlierDates: 0 })
  await workOnBroadcasts(t)
  await endCountdowns(t)
  await workOnBroadcasts(t)
  const ofFirst = { runId: first.id, occurrence: first.occurrence, count: 1, last: due.toISOString() }
  const during = await progressOf(id)
  expect(during).toMatchObject({ waits: [], earlierDates: [ofFirst] })
  expect(during.run!.id).not.toBe(first.id)
  expect(await summaryOf(id)).toMatchObject({ state: 'sending', earlierDates: 1 })
  expect((await ann().call(pauseBroadcast, { params: { id } })).http).toBe(200)
  expect(await progressOf(id)).toMatchObject({ run: { state: 'paused' }, earlierDates: [{ ...ofFirst, last: null }] })
  expect(await summaryOf(id)).toMatchObject({ state: 'paused', earlierDates: 1 })
  expect((await ann().call(resumeBroadcast, { params: { id } })).http).toBe(200)
  expect(await progressOf(id)).toMatchObject({ run: { state: 'sending' }, earlierDates: [ofFirst] })
  await handOff(t, (await textsOf(t, id)).slice(2))
  await workOnBroadcasts(t)
  expect(await progressOf(id)).toMatchObject({ run: { state: 'sent' }, waits: [], earlierDates: [ofFirst] })
  // From its time on it is no longer one that waits.
  await sql`update message set due_at = now() - interval '1 second' where id = ${waiting!}`.execute(scope.db)
  expect(await progressOf(id)).toMatchObject({ earlierDates: [] })
})
