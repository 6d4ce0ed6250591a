import { readBroadcast } from '@crewline/contract/broadcasts'
import { pauseBroadcast } from '@crewline/contract/launch'
import { msg } from '@crewline/contract/localized-text'
import { sendMessage } from '@crewline/contract/messages'
import { editOrganization } from '@crewline/contract/organizations'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { askTwice, beginBroadcast } from '../../../test/kit/broadcast-texts.ts'
import { workOnBroadcasts } from '../../../test/kit/broadcasts.ts'
import { systemScope } from '../../../test/kit/scopes.ts'
import { testApp, type TestApp } from '../../../test/kit/test-app.ts'
import type { Scope } from '../../kernel/scope.ts'
import { pauseLine, resumeLine } from '../lines/index.ts'
import { markSubmitting } from '../messages/index.ts'
import { reconcile } from './reconcile.ts'
import { settleMarked } from './settle.ts'
import { leaveLines, takeLines } from './store.ts'

// No sender runs: the test does the part of those that end.
let t: TestApp
let scope: Scope
beforeAll(async () => {
  t = await testApp({ roles: 'web' })
  scope = systemScope(t.process.kernel, t.acme)
})
afterAll(() => t.close())

const system = () => t.process.kernel.database.asSystem('tests change what a process would')
const now = () => t.process.kernel.world.now()
const line = () => ({ orgId: t.acme.id, lineId: t.acme.line.id })
const settle = () => settleMarked(t.process.kernel)

let textIds: string[]
let broadcastId: string
/** A broadcast of which two texts are marked by a process that holds the line. */
const mark = async (
  owner: string,
  { people = 2, more = {} }: { people?: number; more?: Parameters<typeof beginBroadcast>[2] } = {},
) => {
  ;({ id: broadcastId, textIds } = await beginBroadcast(t, people, more))
  expect(await takeLines(system(), owner, [line()], now())).toEqual([line()])
  expect(await scope.tx((tx) => markSubmitting(tx, textIds.slice(0, 2)))).toHaveLength(2)
}
/** Lets a minute pass for the lease and the texts. */
const passMinute = async () => {
  await sql`update line_lease set until = until - interval '1 minute', settle_at = settle_at - interval '1 minute'`.execute(
    system(),
  )
  await sql`
    update message set submit_started_at = submit_started_at - interval '1 minute' where state = 'submitting'`.execute(
    system(),
  )
}
const states = async () =>
  (
    await sql<{ state: string }>`select state from message where id = any(${textIds}::uuid[]) order by id`.execute(
      system(),
    )
  ).rows.map((row) => row.state)
const REASON = msg({ message: 'Paused by the test' })
const owner = () => t.process.kernel.world.id()
beforeEach(async () => {
  await sql`delete from line_lease`.execute(system())
  await sql`delete from outgoing_chunk`.execute(scope.db)
})

test('texts of a paused broadcast that were marked when their process died become unknown, and wait again when they never arrived', async () => {
  await mark(owner())
  expect((await t.as(t.acme.ann).call(pauseBroadcast, { params: { id: broadcastId } })).http).toBe(200)
  await settle()
  expect(await states()).toEqual(['submitting', 'submitting'])
  await passMinute()
  await settle()
  expect(await states()).toEqual(['unknown', 'unknown'])
  await askTwice(t, reconcile)
  expect(await states()).toEqual(['queued', 'queued'])
  await workOnBroadcasts(t)
  const { broadcast } = (await t.as(t.acme.ann).call(readBroadcast, { params: { id: broadcastId } })).body
  expect(broadcast).toMatchObject({ state: 'paused', counts: { waiting: 2, unknown: 0 } })
  expect(await scope.tx((tx) => markSubmitting(tx, textIds))).toEqual([])
})

test('texts of a paused line that were marked when their process died become unknown, those of a conversation too', async () => {
  const sent = await t.as(t.acme.ann).call(sendMessage, { body: { contactId: t.acme.bob.id, body: 'Gate 4' } })
  const { id } = sent.body.message
  await mark(owner())
  await sql`update message set due_at = null, hold_reason = null, state = 'queued' where id = ${id}`.execute(system())
  await scope.tx((tx) => markSubmitting(tx, [id]))
  await scope.tx((tx) => pauseLine(tx, t.acme.line.id, REASON))
  await passMinute()
  await settle()
  expect(await states()).toEqual(['unknown', 'unknown'])
  textIds = [id]
  expect(await states()).toEqual(['unknown'])
  await scope.tx((tx) => resumeLine(tx, t.acme.line.id))
})

test('texts of a broadcast that the limit of the day put off to another day are settled before it', async () => {
  await mark(owner())
  await sql`update outgoing_chunk set due_at = now() + interval '1 day' where org_id = ${t.acme.id}`.execute(scope.db)
  await passMinute()
  await settle()
  expect(await states()).toEqual(['unknown', 'unknown'])
})

/** Says when people of the organization rest: from an hour ago for three more hours, or never. */
const rest = async (mode: 'hold' | 'off') => {
  const clock = new Intl.DateTimeFormat('en-GB', { timeZone: scope.org.timezone, timeStyle: 'short' })
  const at = (hours: number) => clock.format(new Date(Date.now() + hours * 3_600_000))
  const settings = { quietHours: { mode, start: at(-1), end: at(3) } }
  const saved = await t.as(t.acme.ann).call(editOrganization, { body: { settings } })
  expect(saved.http).toBe(200)
}

test('texts that were marked when their process died are settled while the rest of their broadcast waits for the morning, and then wait with it', async () => {
  await rest('off')
  await mark(owner(), { people: 3, more: { options: { quietHours: 'hold' } } })
  await rest('hold')
  // Night came while the third stood in the queue; the others were marked before.
  await sql`update message set at = at - interval '10 minutes' where id = any(${textIds}::uuid[])`.execute(system())
  expect(await scope.tx((tx) => markSubmitting(tx, [textIds[2]!]))).toEqual([])
  expect(await states()).toEqual(['submitting', 'submitting', 'scheduled'])
  await passMinute()
  await settle()
  expect(await states()).toEqual(['unknown', 'unknown', 'scheduled'])
  await askTwice(t, reconcile)
  expect(await scope.tx((tx) => markSubmitting(tx, textIds))).toEqual([])
  await workOnBroadcasts(t)
  expect(await states()).toEqual(['scheduled', 'scheduled', 'scheduled'])
  const { broadcast } = (await t.as(t.acme.ann).call(readBroadcast, { params: { id: broadcastId } })).body
  expect(broadcast).toMatchObject({ state: 'sending', waits: { count: 3 }, counts: { waiting: 3, unknown: 0 } })
  await rest('off')
})

test('texts of an organization that does not pay are settled too', async () => {
  await mark(owner())
  await sql`update organization set need_billing = true where id = ${t.acme.id}`.execute(system())
  await passMinute()
  await settle()
  await sql`update organization set need_billing = false where id = ${t.acme.id}`.execute(system())
  expect(await states()).toEqual(['unknown', 'unknown'])
})

test('what a process marked is settled although another one has taken its line, which keeps its own', async () => {
  await mark(owner())
  await passMinute()
  const successor = owner()
  await takeLines(system(), successor, [line()], now())
  await settle()
  // What the first process marked last is overdue only later.
  expect(await states()).toEqual(['submitting', 'submitting'])
  await sql`update line_lease set settle_at = now() - interval '1 second'`.execute(system())
  await sql`update message set submit_started_at = now() where id = ${textIds[1]!}`.execute(system())
  await settle()
  expect(await states()).toEqual(['unknown', 'submitting'])
  const { rows } = await sql`select from line_lease where owner = ${successor} and settle_at is null`.execute(system())
  expect(rows).toHaveLength(1)
})

test('a line that its process left with every outcome is not looked through, one left without is', async () => {
  const first = owner()
  await mark(first)
  await leaveLines(system(), first, [t.acme.line.id], { now: now() })
  await passMinute()
  await settle()
  expect(await states()).toEqual(['submitting', 'submitting'])
  const second = owner()
  await takeLines(system(), second, [line()], now())
  await leaveLines(system(), second, [t.acme.line.id], { now: now(), isSettled: false })
  await passMinute()
  await settle()
  expect(await states()).toEqual(['unknown', 'unknown'])
})

test('texts of an organization whose database was restored keep their state until an operator decides', async () => {
  await mark(owner())
  await passMinute()
  await sql`insert into restore_review (org_id, began_at, known_until, ask_at) values (${t.acme.id}, now(), now(), now())`.execute(
    system(),
  )
  await settle()
  expect(await states()).toEqual(['submitting', 'submitting'])
  await sql`delete from restore_review`.execute(system())
  await settle()
  expect(await states()).toEqual(['unknown', 'unknown'])
})
