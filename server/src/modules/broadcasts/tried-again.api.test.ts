import { readBroadcast } from '@crewline/contract/broadcasts'
import { pauseBroadcast, resumeBroadcast, stopBroadcast } from '@crewline/contract/launch'
import { Schedule } from '@crewline/contract/schedule'
import { retryMessage } from '@crewline/contract/messages'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { beginBroadcast, handOff, report, stateOf, textsOf } from '../../../test/kit/broadcast-texts.ts'
import { endCountdowns, workOnBroadcasts } from '../../../test/kit/broadcasts.ts'
import { systemScope } from '../../../test/kit/scopes.ts'
import { testApp, type TestApp } from '../../../test/kit/test-app.ts'
import type { Scope } from '../../kernel/scope.ts'
import { markSubmitting, recordOutcomes } from '../messages/index.ts'

let t: TestApp
let scope: Scope
beforeAll(async () => {
  // Without a sender: the test does its part.
  t = await testApp({ roles: 'web' })
  scope = systemScope(t.process.kernel, t.acme)
})
afterAll(() => t.close())

let id: string
const read = async () => (await t.as(t.acme.ann).call(readBroadcast, { params: { id } })).body.broadcast
const call = (endpoint: typeof pauseBroadcast | typeof resumeBroadcast | typeof stopBroadcast) =>
  t.as(t.acme.ann).call(endpoint, { params: { id } })
const textIds = () => textsOf(t, id)

/** The carrier takes every text of the broadcast that may leave now; returns how many. */
const handOffAll = async () => {
  const ids = await textIds()
  await sql`update message set due_at = now() - interval '1 second' where id = any(${ids}::uuid[]) and due_at is not null`.execute(
    scope.db,
  )
  const n = await handOff(t, ids)
  await workOnBroadcasts(t)
  return n
}

/** A broadcast to three people that was sent. */
beforeEach(async () => {
  ;({ id } = await beginBroadcast(t, 3))
  await handOffAll()
  const { state } = await read()
  if (state !== 'sent') throw new Error(`the broadcast is ${state}`)
})

test('a sent broadcast is being sent again while a text of it is tried again, and is sent when that is over', async () => {
  const [text] = await textIds()
  await report(t, text!, 'undelivered')
  await workOnBroadcasts(t)
  expect(await read()).toMatchObject({
    state: 'sending',
    run: { state: 'sending' },
    counts: { waiting: 1, handedOff: 2 },
  })
  expect(await handOffAll()).toBe(1)
  expect(await read()).toMatchObject({ state: 'sent', run: { state: 'sent' }, counts: { waiting: 0, handedOff: 3 } })
})

test('a stop cancels the texts that are tried again after the broadcast was sent, also before anyone counted them', async () => {
  const [text] = await textIds()
  await report(t, text!, 'undelivered')
  const stopped = await call(stopBroadcast)
  expect(stopped.http).toBe(200)
  expect(stopped.body).toMatchObject({ handedOff: 2, remaining: 1 })
  await workOnBroadcasts(t)
  expect(await handOffAll()).toBe(0)
  expect(await read()).toMatchObject({
    state: 'stopped',
    run: { state: 'stopped' },
    counts: { waiting: 0, handedOff: 3, notDelivered: 1, cancelled: 0 },
  })
})

test('nothing is tried again after a stop, whatever carriers report later', async () => {
  const [first, second] = await textIds()
  await report(t, first!, 'undelivered')
  await workOnBroadcasts(t)
  await call(stopBroadcast)
  await workOnBroadcasts(t)
  await report(t, second!, 'undelivered')
  await workOnBroadcasts(t)
  expect(await stateOf(t, second!)).toBe('undelivered')
  expect(await read()).toMatchObject({ state: 'stopped', counts: { waiting: 0 } })
})

test('a pause holds the texts that are tried again until the broadcast is resumed', async () => {
  const [text] = await textIds()
  await report(t, text!, 'undelivered')
  expect((await call(pauseBroadcast)).http).toBe(200)
  await workOnBroadcasts(t)
  expect(await handOffAll()).toBe(0)
  expect(await read()).toMatchObject({ state: 'paused', run: { state: 'paused' }, counts: { waiting: 1 } })
  expect((await call(resumeBroadcast)).http).toBe(200)
  expect(await handOffAll()).toBe(1)
  expect(await read()).toMatchObject({ state: 'sent' })
})

test('a text that a member sends again leaves its broadcast as it is', async () => {
  const [text] = await textIds()
  // After the last automatic attempt.
  await sql`update message set retries = 9, attempts = 10, carrier_id = ${`${text!}-10`} where id = ${text!}`.execute(
    scope.db,
  )
  await report(t, text!, 'undelivered', 10)
  await workOnBroadcasts(t)
  expect(await read()).toMatchObject({ state: 'sent', counts: { notDelivered: 1 } })
  expect((await t.as(t.acme.ann).call(retryMessage, { params: { id: text! } })).http).toBe(200)
  await workOnBroadcasts(t)
  expect(await read()).toMatchObject({ state: 'sent', run: { state: 'sent' } })
})

/** Makes the sent broadcast one that is repeated and waits for its next date. */
const repeat = () =>
  sql`
    update broadcast set state = 'recurring', next_at = now() + interval '30 days', next_local = '2099-01-01T09:00',
      content = jsonb_set(content, '{schedule}', ${JSON.stringify(DAILY)}::jsonb) where id = ${id}`.execute(scope.db)
const DAILY = Schedule.parse({ mode: 'recurring', start: '2099-01-01T09:00', timeZone: 'UTC', frequency: 'daily' })

test('a repeated broadcast whose dates are paused does not try texts again until it is resumed', async () => {
  await repeat()
  expect((await call(pauseBroadcast)).http).toBe(200)
  const [text] = await textIds()
  await report(t, text!, 'undelivered')
  await workOnBroadcasts(t)
  expect(await read()).toMatchObject({ state: 'paused', run: { state: 'paused' } })
  expect(await handOffAll()).toBe(0)
})

test('a repeated broadcast that was stopped between two dates tries nothing again', async () => {
  await repeat()
  expect((await call(stopBroadcast)).body.broadcast.state).toBe('stopped')
  const [text] = await textIds()
  await report(t, text!, 'undelivered')
  await workOnBroadcasts(t)
  expect(await stateOf(t, text!)).toBe('undelivered')
  expect(await read()).toMatchObject({ state: 'stopped' })
})

/** Sends the next date of the repeated broadcast to everyone. */
const sendNextDate = async () => {
  await sql`update broadcast set next_at = now() - interval '1 second', state = 'recurring' where id = ${id}`.execute(
    scope.db,
  )
  await workOnBroadcasts(t)
  await endCountdowns(t)
  await workOnBroadcasts(t)
}
/** A broadcast that has been repeated since its first date, a day ago. */
const repeatFromStart = async () => {
  await repeat()
  await sql`
    update broadcast_run set planned_at = planned_at - interval '1 day', content = jsonb_set(content, '{schedule}', ${JSON.stringify(DAILY)}::jsonb) where broadcast_id = ${id}`.execute(
    scope.db,
  )
}

test('a text of an earlier date is not tried again once the text of a later one has left', async () => {
  await repeatFromStart()
  const [failing, late] = await textIds()
  await report(t, failing!, 'undelivered')
  await workOnBroadcasts(t)
  expect(await stateOf(t, failing!)).toBe('scheduled')
  await sendNextDate()
  // The later texts wait for the sender: until they leave, the earlier one may still arrive.
  expect(await stateOf(t, failing!)).toBe('scheduled')
  expect(await handOffAll()).toBe(4)
  expect(await read()).toMatchObject({ state: 'recurring' })
  const tried = await textIds()
  await report(t, failing!, 'undelivered', 2)
  await report(t, late!, 'undelivered')
  await workOnBroadcasts(t)
  expect([await stateOf(t, failing!), await stateOf(t, late!)]).toEqual(['undelivered', 'undelivered'])
  // That of the later date is tried again.
  await report(t, tried[3]!, 'undelivered')
  expect(await stateOf(t, tried[3]!)).toBe('scheduled')
})

test('a try of an earlier date that waits ends when the text of a later date leaves, for the people who got that only', async () => {
  await repeatFromStart()
  const [first, second] = await textIds()
  await report(t, first!, 'undelivered')
  await report(t, second!, 'undelivered')
  await workOnBroadcasts(t)
  await sendNextDate()
  const later = (await textIds()).slice(3)
  const contactOf = async (textId: string) =>
    (await sql<{ id: string }>`select contact_id as id from message where id = ${textId}`.execute(scope.db)).rows[0]?.id
  const same = await Promise.all(later.map(contactOf))
  const text = later[same.indexOf(await contactOf(first!))]!
  const [marked] = await scope.tx((tx) => markSubmitting(tx, [text]))
  const accepted = { id: text, attempt: marked!.attempt, carrierId: text, state: 'submitted' as const, errorCode: null }
  await scope.tx((tx) => recordOutcomes(tx, [accepted]))
  // Before anyone counted it, the sender leaves the earlier one out by itself.
  await sql`update message set due_at = now() - interval '1 second' where id = ${first!}`.execute(scope.db)
  expect(await scope.tx((tx) => markSubmitting(tx, [first!]))).toEqual([])
  await workOnBroadcasts(t)
  expect([await stateOf(t, first!), await stateOf(t, second!)]).toEqual(['undelivered', 'scheduled'])
})
