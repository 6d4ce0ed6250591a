import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { draft, endCountdowns, hire, launch, workOnBroadcasts } from '../../../test/kit/broadcasts.ts'
import type { TestContact } from '../../../test/kit/cast.ts'
import { testApp, type TestApp } from '../../../test/kit/test-app.ts'
import { systemScope } from '../../../test/kit/scopes.ts'
import type { Tx } from '../../kernel/scope.ts'
import { markSubmitting } from '../messages/index.ts'
import { startDue, takeRemindingStep } from './index.ts'

let t: TestApp
beforeAll(async () => {
  // Without a sender: what is queued stays queued.
  t = await testApp({ roles: 'web' })
})
afterAll(() => t.close())

const db = () => t.process.kernel.database.ofOrg(t.acme.id)

/** Sends a confirmation that everyone got, and queues its first reminder; returns its run. */
async function remind(crew: TestContact[]): Promise<string> {
  const broadcast = await draft(
    t,
    crew.map(({ id }) => id),
    { kind: 'acknowledgement', acknowledgement: { remindAfterMinutes: [60] } },
  )
  expect((await launch(t, broadcast)).http).toBe(200)
  await endCountdowns(t)
  await workOnBroadcasts(t)
  const { rows } = await sql<{ id: string }>`select id from broadcast_run where broadcast_id = ${broadcast.id}`.execute(
    db(),
  )
  const runId = rows[0]?.id ?? ''
  // As if a carrier had delivered every text.
  await sql`delete from outgoing_chunk where batch_id = ${runId}`.execute(db())
  await sql`update message set state = 'delivered' where batch_id = ${runId}`.execute(db())
  await sql`update broadcast_recipient set state = 'delivered' where run_id = ${runId}`.execute(db())
  await sql`update broadcast_run set remind_at = now() - interval '1 second' where id = ${runId}`.execute(db())
  while (await startDue(t.process.kernel));
  while (await takeRemindingStep(t.process.kernel));
  return runId
}

/** The states of the reminders of a run, by contact. */
const reminders = async (runId: string) => {
  const { rows } = await sql<{ contact: string; state: string }>`
    select m.contact_id as contact, m.state from message m join broadcast_run r on r.id = m.batch_id
    where r.id = ${runId} and m.held_by = r.reminder_batch_id`.execute(db())
  return new Map(rows.map(({ contact, state }) => [contact, state]))
}

test('cancels the queued reminder of a person who confirms, and of no one else', async () => {
  const crew = await hire(t, 3)
  const [ann, ben, cat] = crew as [TestContact, TestContact, TestContact]
  const [runId, other] = [await remind(crew), await remind([ann])]
  expect(new Set((await reminders(runId)).values())).toEqual(new Set(['queued']))
  await sql`update message set state = 'scheduled', due_at = now() + interval '9 hours', hold_reason = 'quiet_hours'
    where batch_id = ${runId} and contact_id = ${cat.id} and state = 'queued'`.execute(db())
  for (const person of [ben, cat]) await t.carrier.texts(person.phone, 'OK', t.acme.line.phone)
  await t.until(async () => {
    await workOnBroadcasts(t)
    return (await reminders(runId)).get(cat.id) === 'cancelled'
  })
  expect(await reminders(runId)).toEqual(
    new Map([
      [ann.id, 'queued'],
      [ben.id, 'cancelled'],
      [cat.id, 'cancelled'],
    ]),
  )
  expect(await reminders(other)).toEqual(new Map([[ann.id, 'queued']]))
})

/** The ids of the reminders of a run, by contact. */
const remindersOf = async (runId: string) => {
  const { rows } = await sql<{ contact: string; id: string }>`
    select m.contact_id as contact, m.id from message m join broadcast_run r on r.id = m.batch_id
    where r.id = ${runId} and m.held_by = r.reminder_batch_id`.execute(db())
  return new Map(rows.map(({ contact, id }) => [contact, id]))
}
/** Marks the session of a person in a run as an answer does, in a transaction that commits when it is asked to. */
const answerOf = (runId: string, contactId: string, meanwhile: (tx: Tx) => Promise<void>) =>
  scope().tx(async (tx) => {
    await sql`
      select from flow_session s join broadcast_run r on r.flow_id = s.flow_id
      where r.id = ${runId} and s.contact_id = ${contactId} for update of s`.execute(tx.db)
    await meanwhile(tx)
    await sql`
      update flow_session s set state = 'done', answered_at = now() from broadcast_run r
      where r.id = ${runId} and r.flow_id = s.flow_id and s.contact_id = ${contactId}`.execute(tx.db)
  })
const scope = () => systemScope(t.process.kernel, t.acme)
/** Whether a transaction of this database waits for a lock of this one. */
const isWaitedFor = async (tx: Tx) =>
  (await sql`select from pg_stat_activity where pg_backend_pid() = any(pg_blocking_pids(pid))`.execute(tx.db)).rows
    .length > 0

test('hands off no reminder to a person who has answered, before the answer is followed', async () => {
  const crew = await hire(t, 2)
  const [ann, ben] = crew as [TestContact, TestContact]
  const runId = await remind(crew)
  const ids = await remindersOf(runId)
  await answerOf(runId, ben.id, async () => {})
  const going = await scope().tx((tx) => markSubmitting(tx, [...ids.values()]))
  expect(going.map(({ contactId }) => contactId)).toEqual([ann.id])
  expect(await reminders(runId)).toEqual(
    new Map([
      [ann.id, 'submitting'],
      [ben.id, 'cancelled'],
    ]),
  )
})

test('waits for an answer that is being read before it hands off the reminder', async () => {
  const [ann] = (await hire(t, 1)) as [TestContact]
  const runId = await remind([ann])
  const [id] = [...(await remindersOf(runId)).values()]
  let handOff: Promise<unknown[]> | undefined
  await answerOf(runId, ann.id, async (tx) => {
    handOff = scope().tx((tx) => markSubmitting(tx, [id ?? '']))
    await t.until(() => isWaitedFor(tx))
  })
  expect(await handOff).toEqual([])
  expect((await reminders(runId)).get(ann.id)).toBe('cancelled')
})
