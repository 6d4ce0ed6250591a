import { readBroadcast } from '@crewline/contract/broadcasts'
import { cancelScheduled } from '@crewline/contract/later'
import { broadcastProgress, stopBroadcast } from '@crewline/contract/launch'
import { retryMessage } from '@crewline/contract/messages'
import { broadcastAnalytics, broadcastLedger, broadcastRecipients } from '@crewline/contract/results'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { beginBroadcast, handOff, report, stateOf } from '../../../test/kit/broadcast-texts.ts'
import { workOnBroadcasts } from '../../../test/kit/broadcasts.ts'
import { systemScope } from '../../../test/kit/scopes.ts'
import { testApp, type TestApp } from '../../../test/kit/test-app.ts'
import type { Scope } from '../../kernel/scope.ts'
import { markSubmitting, recordOutcomes } from '../messages/index.ts'

// Texts whose broadcast is stopped after a try failed.
let t: TestApp
let scope: Scope
beforeAll(async () => {
  // Without a sender: the test does its part.
  t = await testApp({ roles: 'web' })
  scope = systemScope(t.process.kernel, t.acme)
})
afterAll(() => t.close())

const ann = () => t.as(t.acme.ann)
let id: string
let textIds: string[]
let tried: string
let refused: string
let waiting: string

const stop = async () => {
  const stopped = await ann().call(stopBroadcast, { params: { id } })
  expect(stopped.http).toBe(200)
  await workOnBroadcasts(t)
  return stopped.body
}
const countsNow = async () => (await ann().call(readBroadcast, { params: { id } })).body.broadcast.counts

/** A broadcast to four people: one got it, a phone was off, a carrier was busy, and one text was never tried. */
beforeEach(async () => {
  ;({ id, textIds } = await beginBroadcast(t, 4))
  ;[tried, refused, waiting] = textIds.slice(1) as [string, string, string]
  await handOff(t, [textIds[0]!])
  await report(t, textIds[0]!, 'delivered')
  await handOff(t, [tried])
  await report(t, tried, 'undelivered')
  await handOff(t, [refused], '30001')
  await workOnBroadcasts(t)
})

test('counts the texts that wait for another try apart before a stop, also when their time has come', async () => {
  const progress = async () => (await ann().call(broadcastProgress, { params: { id } })).body
  expect(await progress()).toMatchObject({ run: { counts: { waiting: 3 } }, anotherTry: 2 })
  await sql`
    update message set due_at = now() - interval '1 second' where due_at is not null and id = any(${textIds}::uuid[])`.execute(
    scope.db,
  )
  expect(await progress()).toMatchObject({ anotherTry: 2, waits: [] })
})

test('a text that is stopped before another try was not delivered, and one that was never tried was canceled', async () => {
  expect(await stop()).toMatchObject({ handedOff: 1, remaining: 3 })
  expect([await stateOf(t, tried), await stateOf(t, refused), await stateOf(t, waiting)]).toEqual([
    'undelivered',
    'failed',
    'cancelled',
  ])
  // Two were accepted by a carrier: the one that arrived, and the one whose phone was off.
  expect(await countsNow()).toMatchObject({
    recipients: 4,
    waiting: 0,
    handedOff: 2,
    delivered: 1,
    notDelivered: 2,
    cancelled: 1,
  })
})

test('says why the last try failed and that no other follows, with everyone explained', async () => {
  await stop()
  const people = await ann().call(broadcastRecipients, { params: { id }, query: { filter: 'not_reached' } })
  const stopped = (reason: string) => `Stopped before another try. The last try failed: ${reason}`
  const reasons = [
    stopped('Phone is off or has no signal.'),
    stopped('The carrier was too busy to take this.'),
    'This was cancelled before it was sent.',
  ]
  expect(people.body.data.map(({ reason }) => reason)).toEqual(expect.arrayContaining(reasons))
  expect(people.body.data.map(({ messageId, outcome: became, next }) => [messageId, became, next])).toEqual(
    expect.arrayContaining([
      [tried, 'not_delivered', 'call'],
      [waiting, 'cancelled', 'send_again'],
    ]),
  )
  const analytics = await ann().call(broadcastAnalytics, { query: { broadcastId: id } })
  const { causes } = analytics.body
  expect(causes.map(({ code, count }) => [code, count])).toEqual([
    ['cancelled', 1],
    ['stopped/30001', 1],
    ['stopped/30003', 1],
  ])
  for (const { code, count } of causes) {
    const listed = await ann().call(broadcastRecipients, { params: { id }, query: { errorCode: code } })
    expect(listed.body.total).toBe(count)
  }
  const ledger = await ann().call(broadcastLedger, { params: { id } })
  expect(ledger.body).toMatchObject({ reached: 1, waiting: 0, unexplained: 0 })
  expect(ledger.body.actions.reduce((sum, { count }) => sum + count, 0)).toBe(3)
})

test('a text that returns to the queue after it was tried ends as its last try when the broadcast is stopped', async () => {
  await sql`update message set due_at = now() - interval '1 second' where id = ${tried}`.execute(scope.db)
  const [marked] = await scope.tx((tx) => markSubmitting(tx, [tried]))
  await scope.tx((tx) =>
    recordOutcomes(tx, [{ id: tried, attempt: marked!.attempt, state: 'queued', carrierId: null, errorCode: null }]),
  )
  await stop()
  expect(await stateOf(t, tried)).toBe('undelivered')
  expect(await countsNow()).toMatchObject({ waiting: 0, handedOff: 2, notDelivered: 2, cancelled: 1 })
})

test('a text that a member sends again after the stop is explained by what became of that', async () => {
  await stop()
  expect((await ann().call(retryMessage, { params: { id: tried } })).http).toBe(200)
  await sql`
    update message set state = 'queued', due_at = null, hold_reason = null where id = ${tried} and state = 'scheduled'`.execute(
    scope.db,
  )
  await handOff(t, [tried])
  await workOnBroadcasts(t)
  expect(await countsNow()).toMatchObject({ notDelivered: 1, handedOff: 2 })
  await sql`update message set retries = 9 where id = ${tried}`.execute(scope.db)
  await report(t, tried, 'undelivered', 2)
  await workOnBroadcasts(t)
  const listed = await ann().call(broadcastRecipients, { params: { id }, query: { errorCode: '30003' } })
  expect(listed.body.data.map(({ messageId, reason }) => [messageId, reason])).toEqual([
    [tried, 'Phone is off or has no signal.'],
  ])
})

test('a text that a member sends again at night and cancels was not delivered if it was tried, and canceled if not', async () => {
  await stop()
  // One was never tried: it was too late for it.
  await sql`update message set state = 'expired', error_code = 'expired' where id = ${waiting}`.execute(scope.db)
  await workOnBroadcasts(t)
  const cancelAgain = async (textId: string) => {
    expect((await ann().call(retryMessage, { params: { id: textId } })).http).toBe(200)
    // As at night, at any hour.
    const { rows } = await sql<{ contactId: string }>`
      update message set state = 'scheduled', due_at = now() + interval '1 hour', hold_reason = 'quiet_hours' where id = ${textId}
      returning contact_id as "contactId"`.execute(scope.db)
    const query = { message_id: textId, conversation_id: rows[0]!.contactId }
    return (await ann().call(cancelScheduled, { query })).body.message
  }
  expect(await cancelAgain(tried)).toMatchObject({ state: 'undelivered', errorCode: '30003', dueAt: null })
  expect(await cancelAgain(refused)).toMatchObject({ state: 'failed', errorCode: '30001', dueAt: null })
  expect(await cancelAgain(waiting)).toMatchObject({ state: 'cancelled' })
  await workOnBroadcasts(t)
  expect(await countsNow()).toMatchObject({ waiting: 0, handedOff: 2, notDelivered: 2, cancelled: 1 })
  const people = await ann().call(broadcastRecipients, { params: { id }, query: { filter: 'not_delivered' } })
  expect(people.body.data.map(({ reason }) => reason)).toEqual(
    expect.arrayContaining([
      expect.stringContaining('Phone is off or has no signal.'),
      expect.stringContaining('The carrier was too busy to take this.'),
    ]),
  )
})
