import { readBroadcast } from '@crewline/contract/broadcasts'
import { pauseBroadcast, resumeBroadcast, stopBroadcast } from '@crewline/contract/launch'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { draft, endCountdowns, hire, launch, workOnBroadcasts } from '../../../test/kit/broadcasts.ts'
import { makeUser, type TestContact } from '../../../test/kit/cast.ts'
import { testApp, type TestApp } from '../../../test/kit/test-app.ts'
import { makeScope } from '../../kernel/scope.ts'
import { markSubmitting, recordOutcomes } from '../messages/index.ts'
import { startDue, takeSendingStep } from './index.ts'

let t: TestApp
beforeAll(async () => {
  // Without a sender: what is queued stays queued.
  t = await testApp({ roles: 'web' })
})
afterAll(() => t.close())

const system = () => t.process.kernel.database.asSystem('tests change what a process would')
const idsOf = (crew: TestContact[]) => crew.map(({ id }) => id)
const read = async (id: string) => (await t.as(t.acme.ann).call(readBroadcast, { params: { id } })).body.broadcast
const takeSteps = async () => {
  while (await takeSendingStep(t.process.kernel));
}
const setLine = (state: 'active' | 'released') =>
  sql`update line set state = ${state} where org_id = ${t.acme.id}`.execute(system())
const repeated = {
  mode: 'recurring' as const,
  start: new Date(Date.now() + 26 * 3_600_000).toISOString().slice(0, 16),
  timeZone: 'UTC',
  frequency: 'daily' as const,
}

test('cancels the whole rest of a stopped broadcast, however far its counts are behind', async () => {
  const broadcast = await draft(t, idsOf(await hire(t, 600)))
  await launch(t, broadcast)
  await endCountdowns(t)
  await startDue(t.process.kernel)
  await takeSteps()
  const stopped = await t.as(t.acme.ann).call(stopBroadcast, { params: { id: broadcast.id } })
  expect(stopped.body).toMatchObject({ handedOff: 0, remaining: 600 })
  // Nothing is counted between the steps: every recipient still counts as queued.
  await takeSteps()
  await workOnBroadcasts(t)
  expect((await read(broadcast.id)).counts).toMatchObject({ recipients: 600, cancelled: 600, waiting: 0 })
  const left = await sql`select from outgoing_chunk where org_id = ${t.acme.id}`.execute(system())
  expect(left.rows).toEqual([])
})

test.each([
  { what: 'pause', endpoint: pauseBroadcast, left: { handedOff: 1 } },
  { what: 'stop', endpoint: stopBroadcast, left: { handedOff: 1, remaining: 2 } },
])('confirms a $what only when no text that was marked before can leave any more', async ({ endpoint, left }) => {
  const broadcast = await draft(t, idsOf(await hire(t, 3)))
  await launch(t, broadcast)
  await endCountdowns(t)
  await startDue(t.process.kernel)
  await takeSteps()
  const { rows } = await sql<{ id: string }>`select id from message where state = 'queued' and batch_id in (
    select id from broadcast_run where broadcast_id = ${broadcast.id}) order by id`.execute(system())
  const [taken, returned] = rows.map(({ id }) => id) as [string, string]
  const org = { id: t.acme.id, country: 'US', timezone: 'America/Chicago', status: 'active' as const }
  const scope = makeScope(t.process.kernel, org, { kind: 'system', reason: 'test' }, 'test')
  await scope.tx((tx) => markSubmitting(tx, [taken, returned]))
  // However busy the machine is, the time in which they may be written is not over.
  const clock = vi.spyOn(t.process.kernel.world, 'monotonicMs').mockReturnValue(t.process.kernel.world.monotonicMs())
  let isAnswered = false
  const answer = t
    .as(t.acme.ann)
    .call(endpoint, { params: { id: broadcast.id } })
    .finally(() => (isAnswered = true))
  await t.until(async () => ['paused', 'stopped'].includes((await read(broadcast.id)).state))
  expect(isAnswered).toBe(false)
  await scope.tx((tx) =>
    recordOutcomes(tx, [
      { id: taken, attempt: 1, carrierId: 'c1', errorCode: null, state: 'submitted' },
      { id: returned, attempt: 1, carrierId: null, errorCode: null, state: 'queued' },
    ]),
  )
  expect((await answer).body).toMatchObject(left)
  clock.mockRestore()
  await t.as(t.acme.ann).call(stopBroadcast, { params: { id: broadcast.id } })
  await takeSteps()
})

test('gives an outcome to those whose text cannot be made any more', async () => {
  const broadcast = await draft(t, idsOf(await hire(t, 3)))
  await launch(t, broadcast)
  await endCountdowns(t)
  await startDue(t.process.kernel)
  await takeSendingStep(t.process.kernel)
  await setLine('released')
  await takeSteps()
  await setLine('active')
  await workOnBroadcasts(t)
  expect(await read(broadcast.id)).toMatchObject({ state: 'sent', counts: { cancelled: 3, waiting: 0 } })
  // As a process leaves it that dies after it counted the last outcome.
  await sql`update broadcast_run set state = 'sending', finished_at = null where broadcast_id = ${broadcast.id}`.execute(
    system(),
  )
  await sql`update broadcast set state = 'sending' where id = ${broadcast.id}`.execute(system())
  while (await startDue(t.process.kernel));
  expect(await read(broadcast.id)).toMatchObject({ state: 'sent', run: { state: 'sent' } })
})

test('ends a run without recipients', async () => {
  const crew = await hire(t, 1)
  const db = t.process.kernel.database.ofOrg(t.acme.id)
  await sql`update contact set archived_at = now() where id = ${crew[0]!.id}`.execute(db)
  const broadcast = await draft(t, idsOf(crew), { schedule: repeated })
  await launch(t, broadcast)
  await sql`update broadcast set next_at = now() - interval '1 second' where id = ${broadcast.id}`.execute(system())
  while (await startDue(t.process.kernel));
  await workOnBroadcasts(t)
  while (await startDue(t.process.kernel));
  expect(await read(broadcast.id)).toMatchObject({
    state: 'recurring',
    run: { state: 'sent', counts: { targeted: 1 } },
  })
})

test('plans the reminders of as many people as one step takes', async () => {
  const content = { kind: 'acknowledgement' as const, acknowledgement: { remindAfterMinutes: [60] } }
  const broadcast = await draft(t, idsOf(await hire(t, 500)), content)
  await launch(t, broadcast)
  await endCountdowns(t)
  await workOnBroadcasts(t)
  const planned = await sql<{ remind_at: Date | null }>`
    select remind_at from broadcast_run where broadcast_id = ${broadcast.id}`.execute(system())
  expect(planned.rows).toEqual([{ remind_at: expect.any(Date) }])
})

test('gives everyone an outcome when the member who sends leaves in the middle', async () => {
  const kim = await makeUser(t.process.kernel, t.acme.id, { firstname: 'Kim', lastname: 'Acme', role: 'owner' })
  const broadcast = await draft(t, idsOf(await hire(t, 600)), {}, kim)
  await launch(t, broadcast, kim)
  await endCountdowns(t)
  await startDue(t.process.kernel)
  for (const _ of ['freeze', 'the first 500']) await takeSendingStep(t.process.kernel)
  await sql`update member set status = 'deactivated' where user_id = ${kim.id}`.execute(system())
  await takeSteps()
  await workOnBroadcasts(t)
  expect(await read(broadcast.id)).toMatchObject({
    state: 'failed',
    counts: { recipients: 600, cancelled: 600, waiting: 0 },
  })
})

test('pauses, resumes and stops the texts of two dates at once', async () => {
  const broadcast = await draft(t, idsOf(await hire(t, 20)), { schedule: repeated })
  await launch(t, broadcast)
  const beginDate = async (local: string) => {
    await sql`update broadcast set next_at = now() - interval '1 second', next_local = ${local} where id = ${broadcast.id}`.execute(
      system(),
    )
    while (await startDue(t.process.kernel));
    await endCountdowns(t)
    while (await startDue(t.process.kernel));
    await takeSteps()
  }
  const runs = async () => {
    const { rows } = await sql<{ state: string }>`
      select state from broadcast_run where broadcast_id = ${broadcast.id} order by occurrence`.execute(system())
    return rows.map((row) => row.state)
  }
  await beginDate('2020-01-01T09:00')
  await beginDate('2020-01-02T09:00')
  await t.as(t.acme.ann).call(pauseBroadcast, { params: { id: broadcast.id } })
  expect(await runs()).toEqual(['paused', 'paused'])
  // A date that comes while it is paused sends nothing either.
  await beginDate('2020-01-03T09:00')
  expect(await runs()).toEqual(['paused', 'paused', 'missed'])
  await t.as(t.acme.ann).call(resumeBroadcast, { params: { id: broadcast.id } })
  expect(await runs()).toEqual(['sending', 'sending', 'missed'])
  const stopped = await t.as(t.acme.ann).call(stopBroadcast, { params: { id: broadcast.id } })
  expect(stopped.body).toMatchObject({ handedOff: 0, remaining: 40 })
  await takeSteps()
  await workOnBroadcasts(t)
  const left = await sql`select from message where state = 'queued' and batch_id in (
    select id from broadcast_run where broadcast_id = ${broadcast.id})`.execute(system())
  expect(left.rows).toEqual([])
})

test('starts what is due although an earlier date cannot be started', async () => {
  const crew = await hire(t, 1)
  const broken = await draft(t, idsOf(crew), { schedule: repeated })
  const sound = await draft(t, idsOf(crew), { schedule: repeated })
  for (const broadcast of [broken, sound]) await launch(t, broadcast)
  await sql`
    update broadcast set next_at = now() - interval '1 hour', content = jsonb_set(content, '{schedule,timeZone}', '"Nowhere"')
    where id = ${broken.id}`.execute(system())
  await sql`update broadcast set next_at = now() - interval '1 second' where id = ${sound.id}`.execute(system())
  while (await startDue(t.process.kernel));
  expect((await read(sound.id)).run).toMatchObject({ state: 'preparing' })
})
