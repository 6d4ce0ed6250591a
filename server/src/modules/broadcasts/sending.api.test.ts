import { request } from 'node:http'
import { readBroadcast } from '@crewline/contract/broadcasts'
import {
  approveBroadcast,
  launchBroadcast,
  nextSchedule,
  pauseBroadcast,
  resumeBroadcast,
  stopBroadcast,
} from '@crewline/contract/launch'
import { retryMessage } from '@crewline/contract/messages'
import { countRecipients } from '@crewline/contract/recipients'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { draft, endCountdowns, launch, sendOut, workOnBroadcasts } from '../../../test/kit/broadcasts.ts'
import { makeContact, makeUser, type TestContact } from '../../../test/kit/cast.ts'
import { testApp, type TestApp } from '../../../test/kit/test-app.ts'
import { startDue } from './due.ts'

let t: TestApp
beforeAll(async () => {
  t = await testApp()
})
afterAll(() => t.close())

let nth = 0
const someone = (name = 'Eve') =>
  makeContact(t.process.kernel, t.acme.id, name, `+14155553${String((nth += 1)).padStart(3, '0')}`)
const people = async (count: number): Promise<TestContact[]> => {
  const made: TestContact[] = []
  for (let at = 0; at < count; at++) made.push(await someone(`Person${at}`))
  return made
}
const read = async (id: string) => (await t.as(t.acme.ann).call(readBroadcast, { params: { id } })).body.broadcast
const textsTo = async (contact: TestContact) =>
  (await t.carrier.sent()).filter((message) => message.to === contact.phone)

test('sends a text to each recipient once, with their own name, and counts what became of it', async () => {
  const crew = await people(3)
  const broadcast = await draft(
    t,
    crew.map(({ id }) => id),
    { message: { body: 'Hi {first_name|there}, pay is in.' } },
  )
  expect((await launch(t, broadcast)).http).toBe(200)
  expect(await read(broadcast.id)).toMatchObject({ state: 'sending', run: { state: 'waiting' } })
  await workOnBroadcasts(t)
  // Nothing leaves during the countdown.
  expect(await textsTo(crew[0]!)).toEqual([])
  await sendOut(t)
  for (const [at, person] of crew.entries())
    expect((await textsTo(person)).map((text) => text.body)).toContain(`Hi Person${at}, pay is in.`)
  expect(await read(broadcast.id)).toMatchObject({
    state: 'sent',
    run: { state: 'sent', counts: { targeted: 3, recipients: 3, delivered: 3, waiting: 0 } },
  })
})

test('explains everyone who gets nothing, and sends to exactly the counted people', async () => {
  const [able, optedOut, archived, excluded] = await people(4)
  await t.carrier.texts(optedOut!.phone, 'STOP', t.acme.line.phone)
  const db = t.process.kernel.database.ofOrg(t.acme.id)
  await t.until(
    async () =>
      (await sql`select from consent where phone = ${optedOut!.phone} and opted_out`.execute(db)).rows.length > 0,
  )
  await sql`update contact set archived_at = now() where id = ${archived!.id}`.execute(db)
  const audience = {
    contactIds: [able!, optedOut!, archived!, excluded!].map(({ id }) => id),
    exclude: { contactIds: [excluded!.id] },
  }
  const { body } = await t.as(t.acme.ann).call(countRecipients, { body: { audience } })
  expect(body.count).toMatchObject({ chosen: 4, recipients: 1 })
  expect(Object.fromEntries(body.count.blocked.map(({ reason, count }) => [reason, count]))).toEqual({
    excluded: 1,
    archived: 1,
    opted_out: 1,
  })
  const broadcast = await draft(t, [], { audience })
  await launch(t, broadcast)
  await sendOut(t)
  expect((await read(broadcast.id)).counts).toMatchObject({ targeted: 4, blocked: 3, recipients: 1, delivered: 1 })
  expect(await textsTo(able!)).not.toEqual([])
  expect(await textsTo(archived!)).toEqual([])
})

/** Opens a link with the headers that only browsers set, and returns where it leads. */
const openAsPerson = (address: URL) =>
  new Promise<string | undefined>((resolve, reject) => {
    const headers = {
      'user-agent':
        'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Version/18.0 Mobile/15E148 Safari/604.1',
      'sec-fetch-mode': 'navigate',
      'sec-fetch-dest': 'document',
      'sec-fetch-site': 'none',
    }
    const asked = request(address, { headers, agent: false }, (answer) => {
      answer.resume()
      resolve(answer.headers.location)
    })
    asked.on('error', reject)
    asked.end()
  })

/** Texts of a broadcast that the carrier has. */
const ledgerOf = async (crew: TestContact[]) => {
  const phones = new Set(crew.map(({ phone }) => phone))
  return (await t.carrier.sent()).filter((message) => phones.has(message.to)).length
}
/** Makes the line slow, so that a broadcast can be paused in the middle. */
const setSpeed = (perSecond: number) =>
  sql`update line set texts_per_second = ${perSecond} where org_id = ${t.acme.id}`.execute(
    t.process.kernel.database.asSystem('tests slow a line down'),
  )

test('hands nothing more to a carrier once a pause is answered, and the rest after it is resumed', async () => {
  await setSpeed(1)
  const crew = await people(12)
  const broadcast = await draft(
    t,
    crew.map(({ id }) => id),
    { message: { body: 'Line 3 starts at 6.' } },
  )
  await launch(t, broadcast)
  await endCountdowns(t)
  await workOnBroadcasts(t)
  await t.until(async () => (await ledgerOf(crew)) > 0)
  const paused = await t.as(t.acme.ann).call(pauseBroadcast, { params: { id: broadcast.id } })
  expect(paused.body.broadcast).toMatchObject({ state: 'paused', run: { state: 'paused', pausedBy: 'member' } })
  await t.until(async () => (await ledgerOf(crew)) >= paused.body.handedOff)
  // The sender takes broadcasts of a line by age: once a later one has left, it has passed over the rest of this one.
  const later = await people(1)
  const next = await draft(
    t,
    later.map(({ id }) => id),
    { message: { body: 'Line 4 starts at 7.' } },
  )
  await launch(t, next)
  await endCountdowns(t)
  await workOnBroadcasts(t)
  await t.until(async () => (await ledgerOf(later)) === 1)
  expect(await ledgerOf(crew)).toBe(paused.body.handedOff)
  expect(paused.body.handedOff).toBeLessThan(12)
  await setSpeed(50)
  expect((await t.as(t.acme.ann).call(resumeBroadcast, { params: { id: broadcast.id } })).http).toBe(200)
  await sendOut(t)
  expect(await ledgerOf(crew)).toBe(12)
  expect(await read(broadcast.id)).toMatchObject({ state: 'sent', counts: { delivered: 12, waiting: 0 } })
})

test('never sends the rest of a stopped broadcast, and says exactly how many got it', async () => {
  await setSpeed(1)
  const crew = await people(10)
  const broadcast = await draft(
    t,
    crew.map(({ id }) => id),
    { message: { body: 'Meeting at noon.' } },
  )
  await launch(t, broadcast)
  await endCountdowns(t)
  await workOnBroadcasts(t)
  await t.until(async () => (await ledgerOf(crew)) > 0)
  const stopped = await t.as(t.acme.ann).call(stopBroadcast, { params: { id: broadcast.id } })
  expect(stopped.body.handedOff + stopped.body.remaining).toBe(10)
  await setSpeed(50)
  await sendOut(t)
  expect(await ledgerOf(crew)).toBe(stopped.body.handedOff)
  expect((await read(broadcast.id)).counts).toMatchObject({
    recipients: 10,
    delivered: stopped.body.handedOff,
    cancelled: stopped.body.remaining,
    waiting: 0,
  })
})

test('hands over a text that a member sends again although its broadcast was stopped, and counts it', async () => {
  const [reached, unreachable] = await people(2)
  // A simulated phone exists on the network after its first message.
  await t.carrier.texts(unreachable!.phone, 'Hi', t.acme.line.phone)
  await t.carrier.phone(unreachable!.phone, { delivery: 'no_signal' })
  const waits = { schedule: { mode: 'now' as const } }
  const broadcast = await draft(t, [reached!.id, unreachable!.id], { message: { body: 'Gate 4 is closed.' }, ...waits })
  await launch(t, broadcast)
  await sendOut(t)
  const system = t.process.kernel.database.asSystem('tests stop a broadcast while a text waits for another try')
  const textNow = async () =>
    (
      await sql<{ id: string; state: string }>`
        select id, state from message where batch_id is not null and phone_to = ${unreachable!.phone} and direction = 'out'`.execute(
        system,
      )
    ).rows[0]
  await t.until(async () => (await textNow())?.state === 'scheduled')
  await workOnBroadcasts(t)
  // As if no one had looked while the carrier had both texts: then the run had ended before the stop.
  await sql`update broadcast_run set state = 'sending', finished_at = null where broadcast_id = ${broadcast.id}`.execute(
    system,
  )
  await sql`update broadcast set state = 'sending' where id = ${broadcast.id}`.execute(system)
  await t.as(t.acme.ann).call(stopBroadcast, { params: { id: broadcast.id } })
  await workOnBroadcasts(t)
  const text = await textNow()
  // As if its last try had failed before the stop.
  await sql`update message set state = 'undelivered', error_code = '30003' where id = ${text!.id}`.execute(system)
  await t.carrier.phone(unreachable!.phone, { delivery: 'ok' })
  const again = await t.as(t.acme.ann).call(retryMessage, { params: { id: text!.id } })
  expect(again.http).toBe(200)
  await t.until(async () => (await textNow())?.state === 'delivered')
  await workOnBroadcasts(t)
  expect(await read(broadcast.id)).toMatchObject({ state: 'stopped', counts: { delivered: 2, waiting: 0 } })
})

test('returns a broadcast that is stopped in its countdown to a draft', async () => {
  const crew = await people(2)
  const broadcast = await draft(
    t,
    crew.map(({ id }) => id),
    { message: { body: 'Not this one.' } },
  )
  await launch(t, broadcast)
  const stopped = await t.as(t.acme.ann).call(stopBroadcast, { params: { id: broadcast.id } })
  expect(stopped.body).toMatchObject({ handedOff: 0, remaining: 0, broadcast: { state: 'draft' } })
  await sendOut(t)
  expect(await ledgerOf(crew)).toBe(0)
})

test('sends once although a member presses twice, and refuses when more people would get it than confirmed', async () => {
  const crew = await people(2)
  const broadcast = await draft(
    t,
    crew.map(({ id }) => id),
    { message: { body: 'Twice pressed.' } },
  )
  const both = await Promise.all([launch(t, broadcast), launch(t, broadcast)])
  expect(both.map(({ http }) => http).sort((a, b) => a - b)).toEqual([200, 409])
  await sendOut(t)
  expect(await ledgerOf(crew)).toBe(2)
  const many = await people(15)
  const larger = await draft(
    t,
    many.map(({ id }) => id),
  )
  const refused = await t.as(t.acme.ann).call(launchBroadcast, {
    params: { id: larger.id },
    body: { version: larger.version, expectedRecipients: 1 },
  })
  expect(refused.body.code).toBe('broadcast_count_changed')
})

test('sends a repeated broadcast once for each date, however many schedulers there are', async () => {
  const crew = await people(2)
  const start = new Date(Date.now() + 26 * 3_600_000).toISOString().slice(0, 16)
  const broadcast = await draft(
    t,
    crew.map(({ id }) => id),
    {
      message: { body: 'Good morning.' },
      schedule: { mode: 'recurring', start, timeZone: 'UTC', frequency: 'daily' },
    },
  )
  const launched = await launch(t, broadcast)
  expect(launched.body.broadcast).toMatchObject({ state: 'recurring', nextAt: expect.any(String) })
  const planned = await t.as(t.acme.ann).call(nextSchedule, { query: { broadcastId: broadcast.id } })
  expect(planned.body).toMatchObject({ next: `${start}:00.000Z`, nextLocal: start, timeZone: 'UTC', remaining: null })
  expect(planned.body.description).toContain('Every day')
  expect(planned.body.upcoming).toHaveLength(5)
  const db = t.process.kernel.database.ofOrg(t.acme.id)
  await sql`update broadcast set next_at = now() - interval '1 second' where id = ${broadcast.id}`.execute(db)
  await Promise.all([startDue(t.process.kernel), startDue(t.process.kernel), startDue(t.process.kernel)])
  await sendOut(t)
  expect(await ledgerOf(crew)).toBe(2)
  expect(await read(broadcast.id)).toMatchObject({ state: 'recurring', run: { state: 'sent' } })
})

test('counts who answered an acknowledgement by text', async () => {
  const [first, second] = await people(2)
  const broadcast = await draft(t, [first!.id, second!.id], {
    kind: 'acknowledgement',
    acknowledgement: {},
    message: { body: 'Gate 4 is closed today.' },
  })
  await launch(t, broadcast)
  await sendOut(t)
  expect((await textsTo(first!)).at(-1)?.body).toContain('Reply OK to confirm.')
  await t.carrier.texts(first!.phone, 'ok', t.acme.line.phone)
  await t.until(async () => {
    await workOnBroadcasts(t)
    return (await read(broadcast.id)).counts.answered === 1
  })
  // Only the one who has not confirmed is reminded.
  const db = t.process.kernel.database.ofOrg(t.acme.id)
  await sql`update broadcast_run set remind_at = now() - interval '1 minute' where broadcast_id = ${broadcast.id} and remind_at is not null`.execute(
    db,
  )
  await workOnBroadcasts(t)
  await t.drain()
  // The thanks for the answer may arrive at any time.
  const asked = async (contact: TestContact) => (await textsTo(contact)).filter(({ body }) => body.startsWith('Gate 4'))
  expect(await asked(second!)).toHaveLength(2)
  expect(await asked(first!)).toHaveLength(1)
})

test('gives each recipient a short link of their own and counts their click', async () => {
  const [first, second] = await people(2)
  const broadcast = await draft(t, [first!.id, second!.id], {
    message: { body: 'See https://example.com/slip for details.' },
  })
  await launch(t, broadcast)
  await sendOut(t)
  const [one, two] = await Promise.all([textsTo(first!), textsTo(second!)])
  const [link] = /https?:\/\/\S+\/l\/[A-Za-z0-9]{8}/.exec(one.at(-1)?.body ?? '') ?? []
  expect(link).toBeTruthy()
  expect(two.at(-1)?.body).not.toContain(link)
  // A code knows when its message was sent, so that a scanner that opens it right after is not counted.
  const codes = await sql<{ isSent: boolean }>`
    select d.sent_at is not null as "isSent" from link_code d join message m on m.org_id = d.org_id and m.id = d.message_id
      and m.contact_id = d.contact_id and m.batch_id = ${(await read(broadcast.id)).run?.id}`.execute(
    t.process.kernel.database.ofOrg(t.acme.id),
  )
  expect(codes.rows).toEqual([{ isSent: true }, { isSent: true }])
  const opened = await openAsPerson(new URL(new URL(link!).pathname, t.process.address))
  expect(opened).toBe('https://example.com/slip')
  await t.until(async () => {
    await workOnBroadcasts(t)
    return (await read(broadcast.id)).counts.clicked === 1
  })
})

test('shows no broadcast to another organization, and lets only those send who may', async () => {
  const [person] = await people(1)
  const broadcast = await draft(t, [person!.id])
  expect((await t.as(t.beta.vic).call(readBroadcast, { params: { id: broadcast.id } })).http).toBe(404)
  const author = await makeUser(t.process.kernel, t.acme.id, { firstname: 'Aud', lastname: 'Thor', role: 'author' })
  const own = await draft(t, [person!.id], {}, author)
  const launched = await launch(t, own, author)
  expect(launched.body.broadcast).toMatchObject({ state: 'pending_approval' })
  const approved = await t.as(t.acme.ann).call(approveBroadcast, { params: { id: own.id }, body: { approved: true } })
  expect(approved.body.broadcast).toMatchObject({ state: 'sending', approval: { state: 'approved' } })
})
