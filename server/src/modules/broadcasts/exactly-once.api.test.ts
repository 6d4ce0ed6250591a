import { readBroadcast } from '@crewline/contract/broadcasts'
import { pauseBroadcast, resumeBroadcast, stopBroadcast } from '@crewline/contract/launch'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { draft, endCountdowns, hire, launch, sendOut } from '../../../test/kit/broadcasts.ts'
import { makeUser, type TestContact } from '../../../test/kit/cast.ts'
import { testApp, type TestApp } from '../../../test/kit/test-app.ts'
import { startDue, takeSendingStep } from './index.ts'

let t: TestApp
beforeAll(async () => {
  t = await testApp()
})
afterAll(() => t.close())

const system = () => t.process.kernel.database.asSystem('tests change what a process would')
const idsOf = (crew: TestContact[]) => crew.map(({ id }) => id)
const read = async (id: string) => (await t.as(t.acme.ann).call(readBroadcast, { params: { id } })).body.broadcast
const setSpeed = (perSecond: number) =>
  sql`update line set texts_per_second = ${perSecond} where org_id = ${t.acme.id}`.execute(system())
const takeSteps = async () => {
  while (await takeSendingStep(t.process.kernel));
}
const ledgerOf = async (crew: TestContact[]) => {
  const phones = new Set(crew.map(({ phone }) => phone))
  return (await t.carrier.sent()).filter((message) => phones.has(message.to)).length
}
const inAnHour = () => new Date(Date.now() + 26 * 3_600_000).toISOString().slice(0, 16)

test('cancels the whole rest of a stopped broadcast, however far its counts are behind', async () => {
  await setSpeed(1)
  const crew = await hire(t, 2_600)
  const broadcast = await draft(t, idsOf(crew))
  await launch(t, broadcast)
  await endCountdowns(t)
  await startDue(t.process.kernel)
  await takeSteps()
  const stopped = await t.as(t.acme.ann).call(stopBroadcast, { params: { id: broadcast.id } })
  // No event is counted between the steps: every recipient still counts as queued.
  await takeSteps()
  await setSpeed(1000)
  await sendOut(t)
  expect((await read(broadcast.id)).counts).toMatchObject({
    recipients: 2_600,
    delivered: stopped.body.handedOff,
    cancelled: stopped.body.remaining,
    waiting: 0,
  })
  expect(await ledgerOf(crew)).toBe(stopped.body.handedOff)
  const left = await sql`select from outgoing_chunk where org_id = ${t.acme.id}`.execute(system())
  expect(left.rows).toEqual([])
})

test('ends a run although the process that counted its last receipt died before it could', async () => {
  const broadcast = await draft(t, idsOf(await hire(t, 2)))
  await launch(t, broadcast)
  await sendOut(t)
  await sql`update broadcast_run set state = 'sending', finished_at = null where broadcast_id = ${broadcast.id}`.execute(
    system(),
  )
  await sql`update broadcast set state = 'sending' where id = ${broadcast.id}`.execute(system())
  while (await startDue(t.process.kernel));
  expect(await read(broadcast.id)).toMatchObject({ state: 'sent', run: { state: 'sent' } })
})

test('ends a run without recipients', async () => {
  const crew = await hire(t, 1)
  await sql`update contact set archived_at = now() where id = ${crew[0]!.id}`.execute(system())
  const schedule = { mode: 'recurring' as const, start: inAnHour(), timeZone: 'UTC', frequency: 'daily' as const }
  const broadcast = await draft(t, idsOf(crew), { schedule })
  await launch(t, broadcast)
  await sql`update broadcast set next_at = now() where id = ${broadcast.id}`.execute(system())
  await sendOut(t)
  expect(await read(broadcast.id)).toMatchObject({
    state: 'recurring',
    run: { state: 'sent', counts: { targeted: 1 } },
  })
})

test('plans the reminders of as many people as one step takes', async () => {
  const content = { kind: 'acknowledgement' as const, acknowledgement: { remindAfterMinutes: [60] } }
  const broadcast = await draft(t, idsOf(await hire(t, 500)), content)
  await launch(t, broadcast)
  await sendOut(t)
  const planned = await sql<{ remind_at: Date | null }>`
    select remind_at from broadcast_run where broadcast_id = ${broadcast.id}`.execute(system())
  expect(planned.rows).toEqual([{ remind_at: expect.any(Date) }])
})

test('gives everyone an outcome when the member who sends leaves in the middle', async () => {
  await setSpeed(1)
  const kim = await makeUser(t.process.kernel, t.acme.id, { firstname: 'Kim', lastname: 'Acme', role: 'owner' })
  const crew = await hire(t, 1_200)
  const broadcast = await draft(t, idsOf(crew), {}, kim)
  await launch(t, broadcast, kim)
  await endCountdowns(t)
  await startDue(t.process.kernel)
  for (const _ of ['freeze', 'the first 500']) await takeSendingStep(t.process.kernel)
  await sql`update member set status = 'deactivated' where user_id = ${kim.id}`.execute(system())
  await takeSteps()
  await setSpeed(1000)
  await sendOut(t)
  const { state, counts } = await read(broadcast.id)
  expect(state).toBe('failed')
  expect(counts).toMatchObject({ recipients: 1_200, waiting: 0, delivered: await ledgerOf(crew) })
  expect(counts.delivered + counts.cancelled).toBe(1_200)
})

test('gives an outcome to those whose text cannot be made any more', async () => {
  const broadcast = await draft(t, idsOf(await hire(t, 3)))
  await launch(t, broadcast)
  await endCountdowns(t)
  await startDue(t.process.kernel)
  await takeSendingStep(t.process.kernel)
  await sql`update line set state = 'released' where org_id = ${t.acme.id}`.execute(system())
  await takeSteps()
  await sql`update line set state = 'active' where org_id = ${t.acme.id}`.execute(system())
  await sendOut(t)
  expect(await read(broadcast.id)).toMatchObject({ state: 'sent', counts: { cancelled: 3, waiting: 0 } })
})

test('pauses, resumes and stops the texts of two dates at once', async () => {
  await setSpeed(1)
  const schedule = { mode: 'recurring' as const, start: inAnHour(), timeZone: 'UTC', frequency: 'daily' as const }
  const crew = await hire(t, 20)
  const broadcast = await draft(t, idsOf(crew), { schedule })
  await launch(t, broadcast)
  const beginDate = async () => {
    await sql`update broadcast set next_at = now() where id = ${broadcast.id}`.execute(system())
    await endCountdowns(t)
    while (await startDue(t.process.kernel));
    await takeSteps()
  }
  await beginDate()
  await beginDate()
  const runs = () =>
    sql<{ state: string }>`
      select state from broadcast_run where broadcast_id = ${broadcast.id} order by planned_at`.execute(system())
  await t.as(t.acme.ann).call(pauseBroadcast, { params: { id: broadcast.id } })
  expect((await runs()).rows.map((row) => row.state)).toEqual(['paused', 'paused'])
  // A date that comes while it is paused sends nothing either.
  await beginDate()
  expect((await runs()).rows.map((row) => row.state)).toEqual(['paused', 'paused', 'missed'])
  await t.as(t.acme.ann).call(resumeBroadcast, { params: { id: broadcast.id } })
  expect((await runs()).rows.map((row) => row.state)).toEqual(['sending', 'sending', 'missed'])
  const stopped = await t.as(t.acme.ann).call(stopBroadcast, { params: { id: broadcast.id } })
  expect(stopped.body.handedOff + stopped.body.remaining).toBe(40)
  await setSpeed(1000)
  await sendOut(t)
  expect(await ledgerOf(crew)).toBe(stopped.body.handedOff)
})

test('starts what is due although an earlier date cannot be started', async () => {
  const schedule = { mode: 'recurring' as const, start: inAnHour(), timeZone: 'UTC', frequency: 'daily' as const }
  const [broken, sound] = [
    await draft(t, idsOf(await hire(t, 1)), { schedule }),
    await draft(t, idsOf(await hire(t, 1)), { schedule }),
  ]
  for (const broadcast of [broken, sound]) await launch(t, broadcast)
  await sql`
    update broadcast set next_at = now() - interval '1 hour', content = jsonb_set(content, '{schedule,timeZone}', '"Nowhere"')
    where id = ${broken.id}`.execute(system())
  await sql`update broadcast set next_at = now() where id = ${sound.id}`.execute(system())
  await sendOut(t)
  expect(await read(sound.id)).toMatchObject({ state: 'recurring', run: { state: 'sent' } })
})
