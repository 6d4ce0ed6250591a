import { sendMessage } from '@crewline/contract/messages'
import { editOrganization } from '@crewline/contract/organizations'
import { sql, type RawBuilder } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { draft, endCountdowns, hire, launch, workOnBroadcasts } from '../../../test/kit/broadcasts.ts'
import { systemScope } from '../../../test/kit/scopes.ts'
import { testApp, type TestApp } from '../../../test/kit/test-app.ts'
import { markSubmitting, recordOutcomes } from './index.ts'

let t: TestApp
beforeAll(async () => {
  // Without a sender: what is queued stays queued until a test hands it off.
  t = await testApp({ roles: 'web' })
})
afterAll(() => t.close())

const db = () => t.process.kernel.database.ofOrg(t.acme.id)
const scope = () => systemScope(t.process.kernel, t.acme)
/** Returns the clock time this many hours from now in the zone of the contacts. */
const clock = (hours: number) =>
  new Intl.DateTimeFormat('en-GB', { timeZone: 'America/Chicago', hour: '2-digit', minute: '2-digit' }).format(
    new Date(Date.now() + hours * 3_600_000),
  )
const decide = async (mode: 'warn' | 'hold', isNight: boolean) => {
  const night = isNight ? { start: clock(-1), end: clock(3) } : { start: clock(4), end: clock(6) }
  await t.as(t.acme.ann).call(editOrganization, { body: { settings: { quietHours: { mode, ...night } } } })
}

/** Queues a broadcast by day, and lets it stand in the queue for ten minutes. Returns its texts in the order of their ids. */
async function queuedAWhile(
  options: NonNullable<Parameters<typeof draft>[2]>['options'],
  people = 2,
): Promise<string[]> {
  await decide('hold', false)
  const broadcast = await draft(
    t,
    (await hire(t, people)).map(({ id }) => id),
    { options },
  )
  await launch(t, broadcast)
  await endCountdowns(t)
  await workOnBroadcasts(t)
  const { rows } = await sql<{ id: string }>`
    update message m set at = now() - interval '10 minutes' from broadcast_run r
    where r.id = m.batch_id and r.broadcast_id = ${broadcast.id} returning m.id`.execute(db())
  expect(rows).toHaveLength(people)
  return rows.map((row) => row.id).toSorted()
}
const handOff = (ids: string[]) => scope().tx((tx) => markSubmitting(tx, ids))
const rowsOf = async (ids: string[]) =>
  (
    await sql<{ state: string; hold_reason: string | null; lane: number | null }>`
      select m.state, m.hold_reason, c.lane from message m left join outgoing_chunk c on c.id = m.id
      where m.id = any(${ids}::uuid[])`.execute(db())
  ).rows

test.each(['warn', 'hold'] as const)(
  'texts of a broadcast that stood until the night wait for the morning: %s',
  async (mode) => {
    const ids = await queuedAWhile({ quietHours: 'hold' })
    await decide(mode, true)
    expect(await handOff(ids)).toEqual([])
    const waits = { state: 'scheduled', hold_reason: 'quiet_hours', lane: 2 }
    expect(await rowsOf(ids)).toEqual([waits, waits])
  },
)

test('texts of a broadcast that stood go out by day, and at night when they are urgent', async () => {
  expect(await handOff(await queuedAWhile({ quietHours: 'hold' }))).toHaveLength(2)
  const urgent = await queuedAWhile({ quietHours: 'send', quietReason: 'Gas leak' })
  await decide('hold', true)
  expect(await handOff(urgent)).toHaveLength(2)
})

test.each(['warn', 'hold'] as const)(
  'a text that waited for the morning and stood until the next night waits again: %s',
  async (mode) => {
    const [contact] = await hire(t, 1)
    await decide('hold', true)
    const body = { contactId: contact!.id, body: 'Gate 2' }
    const { id } = (await t.as(t.acme.ann).call(sendMessage, { body })).body.message
    const stand = (minutes: number) =>
      sql`update message set due_at = now() - make_interval(mins => ${minutes}) where id = ${id}`.execute(db())
    await decide(mode, true)
    await stand(10)
    expect(await handOff([id])).toEqual([])
    expect(await rowsOf([id])).toEqual([{ state: 'scheduled', hold_reason: 'quiet_hours', lane: 1 }])
    await decide(mode, false)
    await stand(10)
    expect(await handOff([id])).toHaveLength(1)
  },
)

test.each([
  [true, 0],
  [false, 1],
] as const)('a retry at night keeps the reason of a text (urgent: %s)', async (isUrgent, waits) => {
  await decide('hold', isUrgent)
  const [contact] = await hire(t, 1)
  const body = {
    contactId: contact!.id,
    body: 'Plant closed',
    ...(isUrgent ? { quietOverride: { reason: 'Fire' } } : {}),
  }
  const { id } = (await t.as(t.acme.ann).call(sendMessage, { body })).body.message
  await decide('hold', true)
  const [text] = await handOff([id])
  await scope().tx((tx) =>
    recordOutcomes(tx, [{ id, attempt: text!.attempt, state: 'failed', errorCode: '30001', carrierId: null }]),
  )
  const { rows } = await sql<{ hours: number }>`
    select round(extract(epoch from due_at - now()) / 7200)::int as hours from message where id = ${id}`.execute(db())
  expect(rows[0]?.hours).toBe(waits)
})

test('texts of a broadcast that stood follow what became of their people meanwhile', async () => {
  const [left, barred, gone, moved] = await queuedAWhile({ quietHours: 'hold' }, 4)
  const change = (id: string | undefined, changed: RawBuilder<unknown>) =>
    sql`update contact set ${changed} where id = (select contact_id from message where id = ${id})`.execute(db())
  await change(left, sql`work = 'terminated'`)
  await change(barred, sql`work = 'blocked'`)
  await change(gone, sql`archived_at = now()`)
  await change(moved, sql`phone = '+14155557799'`)
  expect(await handOff([left!, barred!, gone!, moved!])).toMatchObject([{ id: moved, to: '+14155557799' }])
  const { rows } = await sql<{ id: string; to: string; state: string; code: string | null }>`
    select id, phone_to as to, state, error_code as code from message where id = any(${[left, barred, gone, moved]}::uuid[])
    order by id`.execute(db())
  expect(rows.map(({ state, code }) => [state, code])).toEqual([
    ['suppressed', 'terminated'],
    ['suppressed', 'blocked'],
    ['suppressed', 'contact_archived'],
    ['submitting', null],
  ])
  expect(rows.at(-1)?.to).toBe('+14155557799')
})
