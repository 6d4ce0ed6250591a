import { editContact } from '@crewline/contract/contacts'
import { instantOf } from '@crewline/contract/schedule-rules'
import { Schedule } from '@crewline/contract/schedule'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { TestContact } from '../../../test/kit/cast.ts'
import { draft, hire, launch, workOnBroadcasts } from '../../../test/kit/broadcasts.ts'
import { testApp, type TestApp } from '../../../test/kit/test-app.ts'

let t: TestApp
beforeAll(async () => {
  t = await testApp({ roles: 'web' })
})
afterAll(() => t.close())

const ann = () => t.as(t.acme.ann)
const db = () => t.process.kernel.database.ofOrg(t.acme.id)
const read = async (contact: TestContact) =>
  (
    await sql<{ state: string; reason: string; dueAt: Date; chunkDue: Date }>`
      select m.state, m.hold_reason as reason, m.due_at as "dueAt", c.due_at as "chunkDue"
      from message m left join outgoing_chunk c on c.org_id = m.org_id and c.id = m.id
      where m.contact_id = ${contact.id} and m.direction = 'out' order by m.id desc limit 1`.execute(db())
  ).rows[0]!
const moveTo = async (contact: TestContact, timezone: string) => {
  expect((await ann().call(editContact, { query: { id: contact.id }, body: { timezone } })).http).toBe(200)
  await workOnBroadcasts(t)
}

/** Three days from now, so that it is ahead in every zone. */
const at = `${new Date(Date.now() + 3 * 86_400_000).toISOString().slice(0, 10)}T12:00`
let crew: TestContact[]
/** A broadcast for noon on each person's clock, whose texts wait. */
beforeEach(async () => {
  crew = await hire(t, 2)
  const schedule = Schedule.parse({ mode: 'once', at, timeZone: 'America/Chicago', inContactZone: true })
  const broadcast = await draft(
    t,
    crew.map((contact) => contact.id),
    { schedule },
  )
  const launched = await launch(t, broadcast)
  if (launched.http !== 200) throw new Error(JSON.stringify(launched.body))
  // The run begins when it is noon in the first zone.
  await sql`update broadcast set next_at = now() - interval '1 minute' where id = ${broadcast.id}`.execute(db())
  await workOnBroadcasts(t)
  await sql`update broadcast_run set starts_at = now() - interval '1 minute' where state = 'waiting'`.execute(db())
  await workOnBroadcasts(t)
})

test('a text for a time on each clock moves with the time zone of its person, for the sender too, and back', async () => {
  const [one, other] = crew as [TestContact, TestContact]
  const before = await read(one)
  expect(before).toMatchObject({ state: 'scheduled', reason: 'scheduled', dueAt: instantOf(at, 'America/Chicago') })
  await moveTo(one, 'Asia/Tokyo')
  const noon = instantOf(at, 'Asia/Tokyo')
  expect(await read(one)).toEqual({ state: 'scheduled', reason: 'scheduled', dueAt: noon, chunkDue: noon })
  expect(await read(other)).toEqual(before)
  await moveTo(one, 'America/Chicago')
  expect(await read(one)).toEqual(before)
})

test('a text that waits for the morning after its time on the clock keeps to the new clock', async () => {
  const [one] = crew as [TestContact]
  const { dueAt } = await read(one)
  const morning = new Date(dueAt.getTime() + 5 * 3_600_000)
  await sql`
    update message set hold_reason = 'quiet_hours', wanted_at = due_at, due_at = ${morning}
    where contact_id = ${one.id} and state = 'scheduled'`.execute(db())
  await moveTo(one, 'Europe/Berlin')
  expect(await read(one)).toMatchObject({ reason: 'scheduled', dueAt: instantOf(at, 'Europe/Berlin') })
})

test('a text keeps the time that a member chose for it, whatever becomes of the contact', async () => {
  const [one] = crew as [TestContact]
  const chosen = new Date((await read(one)).dueAt.getTime() - 3_600_000)
  await sql`update message set due_at = ${chosen} where contact_id = ${one.id} and state = 'scheduled'`.execute(db())
  await moveTo(one, 'Asia/Tokyo')
  expect((await read(one)).dueAt).toEqual(chosen)
})
