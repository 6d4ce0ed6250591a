import { readBroadcast } from '@crewline/contract/broadcasts'
import { pauseBroadcast, resumeBroadcast, stopBroadcast, stopBroadcastReminders } from '@crewline/contract/launch'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { draft, endCountdowns, hire, launch, workOnBroadcasts } from '../../../test/kit/broadcasts.ts'
import { makeUser } from '../../../test/kit/cast.ts'
import { systemScope } from '../../../test/kit/scopes.ts'
import { testApp, type TestApp } from '../../../test/kit/test-app.ts'
import { restart } from '../messages/index.ts'
import { startDue, takeRemindingStep } from './index.ts'

let t: TestApp
beforeAll(async () => {
  // Without a sender: what is queued stays queued.
  t = await testApp({ roles: 'web' })
})
afterAll(() => t.close())

const db = () => t.process.kernel.database.ofOrg(t.acme.id)
const read = async (id: string) => (await t.as(t.acme.ann).call(readBroadcast, { params: { id } })).body.broadcast
const stopReminders = (id: string) => t.as(t.acme.ann).call(stopBroadcastReminders, { params: { id } })

/** Sends a confirmation that everyone got; its first reminder is planned. */
const confirmation = async (people: number, more: Parameters<typeof draft>[2] = {}) => {
  const crew = await hire(t, people)
  const broadcast = await draft(
    t,
    crew.map(({ id }) => id),
    { kind: 'acknowledgement', acknowledgement: { remindAfterMinutes: [60, 60] }, ...more },
  )
  expect((await launch(t, broadcast)).http).toBe(200)
  await sql`update broadcast set next_at = now() - interval '1 second' where id = ${broadcast.id} and next_at is not null`.execute(
    db(),
  )
  while (await startDue(t.process.kernel));
  await endCountdowns(t)
  await workOnBroadcasts(t)
  const runId = (await read(broadcast.id)).run?.id ?? ''
  // As if a carrier had delivered every text.
  await sql`delete from outgoing_chunk where batch_id = ${runId}`.execute(db())
  await sql`update message set state = 'delivered' where batch_id = ${runId}`.execute(db())
  await sql`update broadcast_recipient set state = 'delivered' where run_id = ${runId}`.execute(db())
  await sql`update broadcast_tally set key = 'state:delivered' where run_id = ${runId} and key = 'state:queued' and n > 0`.execute(
    db(),
  )
  await workOnBroadcasts(t)
  return { id: broadcast.id, runId }
}

/** Makes the next reminder due, and begins it without queuing a text. */
const begin = async (runId: string) => {
  await sql`update broadcast_run set remind_at = now() - interval '1 second' where id = ${runId}`.execute(db())
  while (await startDue(t.process.kernel));
}

const takeSteps = async () => {
  while (await takeRemindingStep(t.process.kernel));
}

/** The reminders of a run by state; its texts are delivered. */
const reminders = async (runId: string) => {
  const { rows } = await sql<{ state: string; n: number }>`
    select state, count(*)::int as n from message where batch_id = ${runId} and direction = 'out' and state <> 'delivered' group by 1`.execute(
    db(),
  )
  const chunks = await sql`
    select from outgoing_chunk c join broadcast_run r on r.reminder_batch_id = c.batch_id where r.id = ${runId}`.execute(
    db(),
  )
  return { ...Object.fromEntries(rows.map(({ state, n }) => [state, n])), chunks: chunks.rows.length }
}

test('stops a reminder while it is being queued, and says how many people do not get it', async () => {
  const { id, runId } = await confirmation(700)
  await begin(runId)
  await takeRemindingStep(t.process.kernel)
  expect(await reminders(runId)).toMatchObject({ queued: 500 })
  expect((await read(id)).run?.reminders).toMatchObject({ isActive: true, isStopped: false })
  const stopped = await stopReminders(id)
  expect(stopped.body).toMatchObject({ remaining: 700, broadcast: { state: 'sent' } })
  expect(stopped.body.broadcast.run?.reminders).toMatchObject({ isActive: false, isStopped: true, nextAt: null })
  await takeSteps()
  expect(await reminders(runId)).toEqual({ cancelled: 500, chunks: 0 })
  while (await startDue(t.process.kernel));
  await takeSteps()
  expect(await reminders(runId)).toEqual({ cancelled: 500, chunks: 0 })
})

test('stops reminders that are queued, planned, and neither', async () => {
  const { id, runId } = await confirmation(3)
  await begin(runId)
  await takeSteps()
  expect(await reminders(runId)).toMatchObject({ queued: 3 })
  expect((await stopReminders(id)).body).toMatchObject({ remaining: 3 })
  const audits = await sql<{ by: string }>`
    select actor_id as by from audit_entry where action = 'broadcast.reminders-stopped' and target = ${id}`.execute(
    db(),
  )
  expect(audits.rows).toEqual([{ by: t.acme.ann.id }])
  await takeSteps()
  expect(await reminders(runId)).toEqual({ cancelled: 3, chunks: 0 })
  expect((await stopReminders(id)).body.code).toBe('broadcast_not_reminding')
  const planned = await confirmation(2)
  expect((await stopReminders(planned.id)).body).toMatchObject({ remaining: 0 })
  await begin(planned.runId)
  await takeSteps()
  expect(await reminders(planned.runId)).toEqual({ chunks: 0 })
})

test('stops reminders while their carrier is asked whether they arrived, and cancels those that did not', async () => {
  const { id, runId } = await confirmation(2)
  await begin(runId)
  await takeSteps()
  // As a process leaves them that died while it handed them off, once another has taken its line over.
  await sql`delete from outgoing_chunk where batch_id = (select reminder_batch_id from broadcast_run where id = ${runId})`.execute(
    db(),
  )
  await sql`update message set state = 'unknown' where batch_id = ${runId} and state = 'queued'`.execute(db())
  const asked = await sql<{ message_id: string }>`
    insert into unknown_outcome (org_id, message_id, line_id, deadline_at, ask_at, batch_id)
    select org_id, id, line_id, now(), now() + interval '1 hour', held_by from message
    where batch_id = ${runId} and state = 'unknown' returning message_id`.execute(db())
  await sql`update broadcast_run set remind_at = null where id = ${runId}`.execute(db())
  expect((await read(id)).run?.reminders).toMatchObject({ isActive: true })
  expect((await stopReminders(id)).http).toBe(200)
  await takeSteps()
  const ids = asked.rows.map((row) => row.message_id)
  await systemScope(t.process.kernel, t.acme).tx((tx) => restart(tx, t.acme.line.id, ids))
  expect(await reminders(runId)).toEqual({ cancelled: 2, chunks: 0 })
})

/** Lets all but some of the texts of a run that are in a state wait for the morning, in six hours. */
const holdUntilMorning = async (runId: string, { state, except }: { state: string; except: number }) => {
  await sql`
    update message m set state = 'scheduled', hold_reason = 'quiet_hours', due_at = now() + interval '6 hours'
    where m.id in (select id from message where batch_id = ${runId} and state = ${state} order by id offset ${except})`.execute(
    db(),
  )
  await sql`
    update broadcast_recipient r set state = 'scheduled' from message m
    where m.org_id = r.org_id and m.id = r.message_id and r.run_id = ${runId} and m.state = 'scheduled'`.execute(db())
}
const deliver = async (runId: string) => {
  await sql`update message set state = 'delivered', due_at = null where batch_id = ${runId} and state in ('queued', 'scheduled')`.execute(
    db(),
  )
  await sql`update broadcast_recipient set state = 'delivered' where run_id = ${runId}`.execute(db())
}
const hoursUntilReminder = async (id: string) =>
  (Date.parse((await read(id)).run?.reminders.nextAt ?? '') - Date.now()) / 3_600_000

test('sends one reminder in the morning, also when a second one became due in the night, and then the second', async () => {
  const { id, runId } = await confirmation(3)
  await begin(runId)
  await takeSteps()
  await holdUntilMorning(runId, { state: 'queued', except: 0 })
  await begin(runId)
  await takeSteps()
  expect(await reminders(runId)).toMatchObject({ scheduled: 3 })
  expect(await hoursUntilReminder(id)).toBeCloseTo(7, 1)
  await deliver(runId)
  await begin(runId)
  await takeSteps()
  expect(await reminders(runId)).toMatchObject({ queued: 3 })
  expect((await read(id)).run?.reminders).toMatchObject({ sent: 2, nextAt: null })
})

test('counts reminders from the morning for those who get the text then, each as often as others', async () => {
  const { id, runId } = await confirmation(3)
  await holdUntilMorning(runId, { state: 'delivered', except: 0 })
  await begin(runId)
  await takeSteps()
  expect(await hoursUntilReminder(id)).toBeCloseTo(7, 1)
  expect((await read(id)).run?.reminders.sent).toBe(0)
  const mixed = await confirmation(3)
  await holdUntilMorning(mixed.runId, { state: 'delivered', except: 1 })
  for (const _ of [1, 2]) {
    await begin(mixed.runId)
    await takeSteps()
    expect(await reminders(mixed.runId)).toMatchObject({ queued: 1, scheduled: 2 })
    await sql`update message set state = 'delivered' where batch_id = ${mixed.runId} and state = 'queued'`.execute(db())
  }
  // One person had both reminders, and two had none.
  expect(await hoursUntilReminder(mixed.id)).toBeCloseTo(7, 1)
  await deliver(mixed.runId)
  await begin(mixed.runId)
  await takeSteps()
  expect(await reminders(mixed.runId)).toMatchObject({ queued: 2 })
  expect((await read(mixed.id)).run?.reminders).toMatchObject({ sent: 2, nextAt: null })
})

test('keeps the texts of a broadcast whose reminders are stopped', async () => {
  const { id, runId } = await confirmation(3)
  // One text waits for another try at its carrier.
  await sql`update message set state = 'scheduled', due_at = now(), hold_reason = 'retry' where id = (
    select id from message where batch_id = ${runId} limit 1)`.execute(db())
  await stopReminders(id)
  await takeSteps()
  expect(await reminders(runId)).toEqual({ scheduled: 1, chunks: 0 })
})

test('pauses reminders with their broadcast, and goes on with them', async () => {
  const { id, runId } = await confirmation(700)
  await begin(runId)
  await takeRemindingStep(t.process.kernel)
  // As while texts of a slow line are still being sent.
  await sql`update broadcast_run set state = 'sending' where id = ${runId}`.execute(db())
  await sql`update broadcast set state = 'sending' where id = ${id}`.execute(db())
  await t.as(t.acme.ann).call(pauseBroadcast, { params: { id } })
  await takeSteps()
  expect(await reminders(runId)).toMatchObject({ queued: 500 })
  expect((await t.as(t.acme.ann).call(resumeBroadcast, { params: { id } })).http).toBe(200)
  await takeSteps()
  expect(await reminders(runId)).toMatchObject({ queued: 700 })
})

/** What the product told members about people who have not confirmed, by addressee. */
const escalations = async (id: string) => {
  const { rows } = await sql<{ to: object; message: string; link: string }>`
    select payload -> 'to' as to, payload -> 'notification' ->> 'message' as message, payload -> 'notification' ->> 'link' as link
    from event_log where name = 'in-app.notified' and payload -> 'notification' ->> 'key' = ${`broadcast|${id}|unconfirmed`} order by seq`.execute(
    db(),
  )
  return rows
}
const escalateNow = async (runId: string) => {
  await sql`update broadcast_run set escalate_at = now() - interval '1 second' where id = ${runId} and escalate_at is not null`.execute(
    db(),
  )
  while (await startDue(t.process.kernel));
}
const confirm = (runId: string, n: number) =>
  sql`update broadcast_recipient set answered_at = now() where run_id = ${runId} and answered_at is null and contact_id in (
    select contact_id from broadcast_recipient where run_id = ${runId} and answered_at is null order by contact_id limit ${n})`
    .execute(db())
    .then(() =>
      sql`insert into broadcast_tally (org_id, run_id, key, n) values (${t.acme.id}, ${runId}, 'answered', ${n})
        on conflict (org_id, run_id, key) do update set n = broadcast_tally.n + excluded.n`.execute(db()),
    )
const telling = (more: object = {}) => ({
  acknowledgement: { remindAfterMinutes: [60, 30], untilPercent: 50, escalateTo: t.acme.gus.id, ...more },
})

test('tells a teammate once who has not confirmed, when people had the time to after the last reminder', async () => {
  const { id, runId } = await confirmation(4, telling())
  for (const sent of [1, 2]) {
    expect((await read(id)).run?.reminders).toMatchObject({ sent: sent - 1, escalateAt: null })
    await begin(runId)
    await takeSteps()
  }
  const { escalateAt } = (await read(id)).run?.reminders ?? {}
  const minutes = (Date.parse(escalateAt ?? '') - Date.now()) / 60_000
  expect(minutes).toBeGreaterThan(25)
  expect(minutes).toBeLessThan(31)
  expect(await escalations(id)).toEqual([])
  await confirm(runId, 1)
  await escalateNow(runId)
  await escalateNow(runId)
  expect(await escalations(id)).toEqual([
    {
      to: { userId: t.acme.gus.id },
      message: '3 people have not confirmed “Payday”. Open it to see who.',
      link: `/dashboard/broadcasts/${id}?tab=people&filter=not_answered&run=${runId}`,
    },
  ])
  expect((await read(id)).run?.reminders).toMatchObject({
    escalateAt: null,
    escalatedAt: expect.any(String) as string,
    unconfirmed: 3,
  })
})

test('tells a teammate later when everyone gets the text in the morning', async () => {
  const { id, runId } = await confirmation(2, telling({ remindAfterMinutes: [] }))
  await holdUntilMorning(runId, { state: 'delivered', except: 0 })
  await escalateNow(runId)
  const { escalateAt } = (await read(id)).run?.reminders ?? {}
  expect((Date.parse(escalateAt ?? '') - Date.now()) / 3_600_000).toBeCloseTo(7, 1)
  await deliver(runId)
  await escalateNow(runId)
  expect(await escalations(id)).toHaveLength(1)
})

test('tells a teammate after the chosen number of reminders, while reminders go on', async () => {
  const { id, runId } = await confirmation(2, telling({ escalateAfter: 1 }))
  await begin(runId)
  await takeSteps()
  await escalateNow(runId)
  expect(await escalations(id)).toHaveLength(1)
  expect((await read(id)).run?.reminders).toMatchObject({ sent: 1, nextAt: expect.any(String) as string })
})

test('tells no one once enough people confirmed, or a member stopped the reminders', async () => {
  const enough = await confirmation(4, telling({ escalateAfter: 1 }))
  await begin(enough.runId)
  await takeSteps()
  await confirm(enough.runId, 2)
  await escalateNow(enough.runId)
  expect(await escalations(enough.id)).toEqual([])
  const stopped = await confirmation(2, telling({ escalateAfter: 1 }))
  await begin(stopped.runId)
  await takeSteps()
  await stopReminders(stopped.id)
  await escalateNow(stopped.runId)
  expect(await escalations(stopped.id)).toEqual([])
})

test('stops a reminder in the middle when enough people have confirmed', async () => {
  const { runId } = await confirmation(700, telling())
  await begin(runId)
  await takeRemindingStep(t.process.kernel)
  await confirm(runId, 350)
  await takeSteps()
  expect(await reminders(runId)).toMatchObject({ queued: 500 })
  expect(
    (await sql`select from broadcast_run where id = ${runId} and remind_at is null and not is_reminding`.execute(db()))
      .rows,
  ).toHaveLength(1)
})

test('tells everyone who may send when the teammate left the team', async () => {
  const { id, runId } = await confirmation(2, telling({ escalateAfter: 1, escalateTo: t.process.kernel.world.id() }))
  await begin(runId)
  await takeSteps()
  await escalateNow(runId)
  expect(await escalations(id)).toMatchObject([{ to: { can: 'broadcasts.send' } }])
})

test('tells everyone who may send when the teammate may not read broadcasts any more', async () => {
  const { kernel } = t.process
  const max = await makeUser(kernel, t.acme.id, { firstname: 'Max', lastname: 'Acme', role: 'agent' })
  const { id, runId } = await confirmation(2, telling({ escalateAfter: 1, escalateTo: max.id }))
  await sql`
    with added as (
      insert into custom_role (org_id, id, name, permissions, created_at, updated_at)
      values (${t.acme.id}, ${kernel.world.id()}, 'Front desk', '{inbox.read}', now(), now()) returning id, permissions)
    update member set role = 'custom', role_id = added.id, permissions = added.permissions
    from added where user_id = ${max.id}`.execute(kernel.database.asSystem('tests change roles'))
  await begin(runId)
  await takeSteps()
  await escalateNow(runId)
  expect(await escalations(id)).toMatchObject([{ to: { can: 'broadcasts.send' } }])
})

test('reminds people at the number that got the text, and no one whose number changed since', async () => {
  const { runId } = await confirmation(3)
  const rows = await sql<{ id: string; messageId: string }>`
    select contact_id as id, message_id as "messageId" from broadcast_recipient where run_id = ${runId} order by contact_id`.execute(
    db(),
  )
  const [early, late, same] = rows.rows
  for (const [nth, person] of [early, late].entries())
    await sql`update contact set phone = ${`+1415555770${nth}`} where id = ${person!.id}`.execute(db())
  // The text of one waited, and left for the new number.
  await sql`update message set phone_to = '+14155557700' where id = ${early!.messageId}`.execute(db())
  await begin(runId)
  await takeSteps()
  const sent = await sql<{ id: string; to: string }>`
    select contact_id as id, phone_to as to from message where batch_id = ${runId} and state = 'queued' order by contact_id`.execute(
    db(),
  )
  expect(sent.rows).toEqual([
    { id: early!.id, to: '+14155557700' },
    { id: same!.id, to: expect.not.stringContaining('555770') as string },
  ])
})

test('ends a repeated broadcast that is stopped, and its reminders', async () => {
  const start = new Date(Date.now() + 26 * 3_600_000).toISOString().slice(0, 16)
  const schedule = { mode: 'recurring' as const, start, timeZone: 'UTC', frequency: 'daily' as const }
  const { id, runId } = await confirmation(2, { schedule })
  expect(await read(id)).toMatchObject({ state: 'recurring', run: { reminders: { isActive: true } } })
  await t.as(t.acme.ann).call(stopBroadcast, { params: { id } })
  expect(await read(id)).toMatchObject({ state: 'stopped', nextAt: null, run: { reminders: { isActive: false } } })
  await begin(runId)
  await takeSteps()
  expect(await reminders(runId)).toEqual({ chunks: 0 })
})
