import type { BodyOf } from '@crewline/contract/endpoint'
import { createContact, editContact } from '@crewline/contract/contacts'
import { eraseContact } from '@crewline/contract/privacy'
import { sendMessage } from '@crewline/contract/messages'
import { WEBHOOK_ATTEMPTS_MAX, WEBHOOKS_MAX } from '@crewline/contract/webhook-limits'
import {
  createWebhook,
  deleteWebhook,
  editWebhook,
  replayDelivery,
  rotateWebhookSecret,
  testWebhook,
  webhookData,
  webhookDeliveries,
  webhookDelivery,
  WebhookEvent,
  webhooks,
} from '@crewline/contract/webhooks'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { prove } from '../../../test/kit/api-keys.ts'
import { makeContact, makeGroup, makeUser, type TestUser } from '../../../test/kit/cast.ts'
import { followUntilNow } from '../../../test/kit/events.ts'
import { startReceiver, type ReceivedEvent, type Receiver } from '../../../test/kit/receiver.ts'
import { testApp, type TestApp } from '../../../test/kit/test-app.ts'
import { makeEgress, type Egress } from '../../kernel/egress/send-outside.ts'
import { deliverDue } from './deliver.ts'
import { recordDeliveries } from './following.ts'

let t: TestApp
let receiver: Receiver
let egress: Egress
let ann: TestUser
beforeAll(async () => {
  t = await testApp()
  egress = makeEgress({ allowsPrivate: true })
  ann = t.acme.ann
})
beforeEach(async () => {
  for (const owner of [ann, t.beta.ann]) await prove(t, owner)
  // What earlier tests did is not sent to the webhooks of this one.
  await followUntilNow(t, 'webhooks', recordDeliveries)
  await sql`delete from webhook_endpoint`.execute(owner())
  receiver = await startReceiver()
  return () => receiver.close()
})
afterAll(async () => {
  await egress.close()
  await t.close()
})

const system = () => t.process.kernel.database.asSystem('tests look at deliveries')
const owner = () => t.process.kernel.database.ofOrg(t.acme.id)
const refusal = (answer: { http: number; body: { code?: string | undefined } }) => ({
  http: answer.http,
  code: answer.body.code,
})

async function add(events: WebhookEvent[], more: { groupIds?: string[]; path?: string } = {}) {
  const { path = '/events', ...rest } = more
  const { http, body } = await t
    .as(ann)
    .call(createWebhook, { body: { url: receiver.url + path, name: 'Warehouse', events, ...rest } })
  expect({ http, errors: body.fieldErrors }).toEqual({ http: 200, errors: undefined })
  return { id: body.webhook.id, secret: body.secret }
}

/** Records and sends everything that happened. */
async function deliver(): Promise<void> {
  await followUntilNow(t, 'webhooks', recordDeliveries)
  await deliverDue(t.process.kernel, egress)
}

const makeDue = () =>
  sql`with e as (update webhook_endpoint set resume_at = null) update webhook_delivery set next_at = now() - interval '1 second' where state = 'waiting'`.execute(
    system(),
  )

const log = async (id: string) => (await t.as(ann).call(webhookDeliveries, { params: { id }, query: {} })).body.data
const detail = async (id: string) => (await t.as(ann).call(webhookDelivery, { params: { id } })).body.delivery
const stateOf = async (id: string) => (await t.as(ann).call(webhooks)).body.webhooks.find((one) => one.id === id)

describe('events', () => {
  test('arrive signed, with the documented content and the id of the delivery', async () => {
    const { id, secret } = await add([...WebhookEvent.options])
    await t.carrier.texts(t.acme.bob.phone, 'I am sick today', t.acme.line.phone)
    await t.until(
      async () => (await sql`select from message where body = 'I am sick today'`.execute(system())).rows.length > 0,
    )
    await deliver()
    const event = receiver.received.find(({ body }) => body.includes('message.received'))
    const { type, data } = receiver.verify(event, secret)
    expect(type).toBe('message.received')
    const parsed = webhookData['message.received'].parse(data)
    expect(parsed).toMatchObject({ message: { body: 'I am sick today' }, contact: { id: t.acme.bob.id } })
    const delivery = (await log(id)).find((one) => one.type === 'message.received')
    expect(delivery).toMatchObject({ id: event?.headers['webhook-id'], state: 'delivered', attempts: 1, lastHttp: 200 })
    expect((await detail(delivery?.id ?? '')).log).toEqual([
      expect.objectContaining({ http: 200, failure: null, response: 'ok' }),
    ])
  })

  test('tell of sent messages, opt-outs and changed contacts, and only of the chosen kinds', async () => {
    const { secret } = await add(['message.status_changed', 'consent.changed', 'contact.changed'])
    const sent = await t.as(ann).call(sendMessage, { body: { contactId: t.acme.cat.id, body: 'See you' } })
    await t.drain()
    await t.carrier.texts(t.acme.dan.phone, 'STOP', t.acme.line.phone)
    await t.until(
      async () =>
        (await sql`select from consent where opted_out and phone = ${t.acme.dan.phone}`.execute(system())).rows.length >
        0,
    )
    await t.as(ann).call(editContact, { query: { id: t.acme.bob.id }, body: { jobTitle: 'Packer' } })
    await deliver()
    const events = receiver.received.map(
      (event) => receiver.verify(event, secret) as { type: WebhookEvent; data: never },
    )
    for (const { type, data } of events) webhookData[type].parse(data)
    expect(events.map(({ type }) => type)).not.toContain('message.received')
    expect(events).toContainEqual(
      expect.objectContaining({
        type: 'message.status_changed',
        data: expect.objectContaining({ message: expect.objectContaining({ id: sent.body.message.id }) }),
      }),
    )
    expect(events).toContainEqual(
      expect.objectContaining({
        type: 'consent.changed',
        data: expect.objectContaining({ phone: t.acme.dan.phone, optedOut: true }),
      }),
    )
    expect(events).toContainEqual(
      expect.objectContaining({
        type: 'contact.changed',
        data: { contact: expect.objectContaining({ id: t.acme.bob.id }), fields: ['jobTitle'] },
      }),
    )
  })

  test('of a finished broadcast are sent once for each run, however often it changes', async () => {
    const { secret } = await add(['broadcast.finished'])
    const [broadcastId, runId] = [t.process.kernel.world.id(), t.process.kernel.world.id()]
    await sql`insert into broadcast (org_id, id, name, kind, content, searched, created_at, updated_at)
      values (${t.acme.id}, ${broadcastId}, 'Storm', 'announcement', '{}', 'storm', now(), now())`.execute(system())
    await sql`insert into broadcast_run (org_id, id, broadcast_id, occurrence, state, content, planned_at, starts_at, finished_at)
      values (${t.acme.id}, ${runId}, ${broadcastId}, 'x', 'sent', '{}', now(), now(), now())`.execute(system())
    for (let change = 0; change < 3; change++) {
      await sql`insert into event_log (org_id, name, payload, at)
        values (${t.acme.id}, 'broadcast.changed', ${JSON.stringify({ ids: [broadcastId] })}::jsonb, now())`.execute(
        system(),
      )
      await deliver()
    }
    expect(receiver.received).toHaveLength(1)
    const { data } = receiver.verify(receiver.received[0], secret)
    expect(webhookData['broadcast.finished'].parse(data)).toMatchObject({
      broadcast: { id: broadcastId, name: 'Storm' },
      run: { id: runId, state: 'sent' },
    })
  })

  test('of another organization, or of contacts outside the groups of a webhook, are not sent', async () => {
    const groupId = await makeGroup(t.process.kernel, t.acme.id, 'Hooked', [t.acme.bob.id])
    await add(['contact.changed', 'consent.changed', 'broadcast.finished'], { groupIds: [groupId] })
    for (const contact of [t.acme.bob, t.acme.cat])
      await t.as(ann).call(editContact, { query: { id: contact.id }, body: { department: 'Hooked' } })
    await t.as(t.beta.ann).call(editContact, { query: { id: t.beta.bob.id }, body: { department: 'Theirs' } })
    await deliver()
    const ids = receiver.received.map(
      ({ body }) => (JSON.parse(body) as { data: { contact: { id: string } } }).data.contact.id,
    )
    expect(ids).toEqual([t.acme.bob.id])
  })

  test('are sent in order, even when many happen at once', async () => {
    const { id } = await add(['contact.changed'])
    const contact = await makeContact(t.process.kernel, t.acme.id, 'Order', '+14155550177')
    for (let change = 1; change <= 12; change++)
      await t.as(ann).call(editContact, { query: { id: contact.id }, body: { lastname: `N${change}` } })
    await deliver()
    const deliveries = (await log(id)).toReversed()
    expect(deliveries.map(({ state }) => state)).toEqual(Array(12).fill('delivered'))
    const sentIds = receiver.received.map((event) => event.headers['webhook-id'])
    // Five go at the same time; within those the order is up to the network.
    for (const [at, delivery] of deliveries.entries())
      expect(Math.abs(sentIds.indexOf(delivery.id) - at)).toBeLessThan(5)
  })
})

describe('nothing is lost', () => {
  test('when no process follows: the first one that does records and sends what happened', async () => {
    await add(['contact.changed'])
    await t.as(ann).call(createContact, { body: { firstname: 'Left', lastname: 'Behind' } })
    expect((await sql`select from webhook_delivery`.execute(system())).rows).toEqual([])
    const worker = await t.another('worker')
    await t.until(async () => receiver.received.some(({ body }) => body.includes('Left')))
    await worker.stop()
  })

  test('when a process dies before it saved the response: another sends it again with the same id', async () => {
    const { id } = await add(['contact.changed'])
    await t.as(ann).call(createContact, { body: { firstname: 'Sent', lastname: 'Twice' } })
    await deliver()
    // As a process leaves it that died after the request and before the save.
    await sql`update webhook_delivery set state = 'waiting', attempts = 0`.execute(system())
    await sql`update webhook_endpoint set leased_until = now() + interval '1 minute'`.execute(system())
    await deliverDue(t.process.kernel, egress)
    expect(receiver.received).toHaveLength(1)
    await sql`update webhook_endpoint set leased_until = now() - interval '1 second'`.execute(system())
    await deliverDue(t.process.kernel, egress)
    expect(new Set(receiver.received.map((event) => event.headers['webhook-id'])).size).toBe(1)
    expect(receiver.received).toHaveLength(2)
    expect((await log(id))[0]).toMatchObject({ state: 'delivered' })
  })

  test('when a receiver fails: it gets the event again later, and meanwhile nothing overtakes it', async () => {
    const { id } = await add(['contact.changed'])
    receiver.answer(500, 'drop')
    await t.as(ann).call(createContact, { body: { firstname: 'First', lastname: 'Try' } })
    await deliver()
    // Its address rests for a second then, and a busy machine needs longer for what follows.
    const rests = await sql`
      update webhook_endpoint set resume_at = now() + interval '1 hour' where id = ${id} and resume_at is not null returning id`.execute(
      system(),
    )
    expect(rests.rows).toHaveLength(1)
    await t.as(ann).call(createContact, { body: { firstname: 'Second', lastname: 'Event' } })
    await deliver()
    expect(receiver.received).toHaveLength(1)
    expect((await log(id)).map(({ state, lastHttp }) => ({ state, lastHttp }))).toEqual([
      { state: 'waiting', lastHttp: null },
      { state: 'waiting', lastHttp: 500 },
    ])
    expect(await stateOf(id)).toMatchObject({ state: 'on', waiting: 2, failingSince: expect.any(String) })
    for (let round = 0; round < 3; round++) {
      await makeDue()
      await deliverDue(t.process.kernel, egress)
    }
    expect((await log(id)).map(({ state }) => state)).toEqual(['delivered', 'delivered'])
    expect(await stateOf(id)).toMatchObject({ state: 'on', waiting: 0, failingSince: null })
  })
})

describe('a receiver that stays away', () => {
  test('is given up after eight attempts, and its webhook is turned off with an email to the owner', async () => {
    const { id } = await add(['contact.changed'])
    await t.as(ann).call(createContact, { body: { firstname: 'Never', lastname: 'Arrives' } })
    receiver.answer(...Array<number>(WEBHOOK_ATTEMPTS_MAX).fill(503))
    await deliver()
    await sql`update webhook_endpoint set failing_since = now() - interval '21 hours'`.execute(system())
    for (let attempt = 1; attempt < WEBHOOK_ATTEMPTS_MAX; attempt++) {
      await makeDue()
      await deliverDue(t.process.kernel, egress)
    }
    expect(receiver.received).toHaveLength(WEBHOOK_ATTEMPTS_MAX)
    expect((await log(id))[0]).toMatchObject({ state: 'failed', attempts: WEBHOOK_ATTEMPTS_MAX, nextAt: null })
    expect(await stateOf(id)).toMatchObject({ state: 'failed' })
    const [mail] = await t.mailsTo(ann.email)
    expect(mail?.subject).toBe('A webhook of Acme was turned off')
    expect(await t.mailsTo(t.acme.gus.email)).toEqual([])
    // Nothing is recorded while it is off; a replay and turning it on work.
    await t.as(ann).call(createContact, { body: { firstname: 'While', lastname: 'Off' } })
    await deliver()
    expect(await log(id)).toHaveLength(1)
    await t.as(ann).call(editWebhook, { query: { id }, body: { state: 'on' } })
    expect(await stateOf(id)).toMatchObject({ state: 'on', failingSince: null })
  })

  test('that answers 410 is turned off at once', async () => {
    const { id } = await add(['contact.changed'])
    receiver.answer(410)
    await t.as(ann).call(createContact, { body: { firstname: 'Gone', lastname: 'Receiver' } })
    await deliver()
    expect(await stateOf(id)).toMatchObject({ state: 'failed' })
    expect((await log(id))[0]).toMatchObject({ state: 'failed', attempts: 1, lastHttp: 410 })
  })
})

describe('the log', () => {
  test('sends a delivery again with the same id and body, also while the webhook is off', async () => {
    const { id } = await add(['contact.changed'])
    receiver.answer({ code: 302, headers: { location: `${receiver.url}/elsewhere` }, body: 'moved'.repeat(1000) })
    await t.as(ann).call(createContact, { body: { firstname: 'Again', lastname: 'Please' } })
    await deliver()
    const delivery = (await log(id))[0]!
    expect(delivery).toMatchObject({ state: 'waiting', lastHttp: 302 })
    await t.as(ann).call(editWebhook, { query: { id }, body: { state: 'off' } })
    await makeDue()
    await deliverDue(t.process.kernel, egress)
    expect(receiver.received).toHaveLength(1)
    const replayed = await t.as(ann).call(replayDelivery, { params: { id: delivery.id }, body: {} })
    expect(replayed.body.delivery).toMatchObject({ id: delivery.id, state: 'waiting', attempts: 0 })
    await deliverDue(t.process.kernel, egress)
    const [first, second] = receiver.received as [ReceivedEvent, ReceivedEvent]
    expect([second.body, second.headers['webhook-id'], second.path]).toEqual([
      first.body,
      first.headers['webhook-id'],
      '/events',
    ])
    const full = await detail(delivery.id)
    expect(full.log.map(({ http }) => http)).toEqual([200, 302])
    expect(full.log[1]?.response).toHaveLength(2000)
    expect(full.body).toBe(first.body)
  })

  test('shows a test event, pages, and filters by state', async () => {
    const { id, secret } = await add(['contact.changed'])
    for (let count = 0; count < 3; count++) {
      // The last one fails: a pass after it could send it again.
      receiver.answer(count === 2 ? 500 : 200)
      await t.as(ann).call(testWebhook, { params: { id }, body: {} })
      await deliverDue(t.process.kernel, egress)
    }
    expect(receiver.verify(receiver.received[0], secret).type).toBe('webhook.test')
    const read = (query: object) => t.as(ann).call(webhookDeliveries, { params: { id }, query })
    const first = await read({ pageSize: 2 })
    expect(first.body.data).toHaveLength(2)
    const rest = await read({ pageSize: 2, cursor: first.body.nextCursor })
    expect([...first.body.data, ...rest.body.data].map((one) => one.id)).toEqual((await log(id)).map((one) => one.id))
    expect(rest.body.nextCursor).toBeUndefined()
    expect((await read({ state: 'waiting' })).body.data.map(({ lastHttp }) => lastHttp)).toEqual([500])
  })

  test('forgets a contact who is erased, and cannot send their events again', async () => {
    const { id } = await add(['contact.changed'])
    const contact = (await t.as(ann).call(createContact, { body: { firstname: 'Erase', lastname: 'Me' } })).body.contact
    await deliver()
    const erased = await t
      .as(ann)
      .call(eraseContact, { body: { contactId: contact.id, reason: 'Asked for it', confirm: true } })
    expect(erased.http).toBe(200)
    const stored = await sql<{
      text: string
    }>`select d::text as text from webhook_delivery d union all select a::text from webhook_attempt a`.execute(system())
    for (const { text } of stored.rows) expect(text).not.toContain('Erase')
    const delivery = (await log(id)).at(-1)!
    expect(refusal(await t.as(ann).call(replayDelivery, { params: { id: delivery.id }, body: {} })).http).toBe(404)
  })
})

describe('a webhook', () => {
  test('signs with both secrets while they overlap, and stores neither in plain text', async () => {
    const { id, secret } = await add(['contact.changed'])
    const rotated = await t.as(ann).call(rotateWebhookSecret, { params: { id }, body: { overlapHours: 1 } })
    await t.as(ann).call(testWebhook, { params: { id }, body: {} })
    await deliverDue(t.process.kernel, egress)
    for (const one of [secret, rotated.body.secret])
      expect(receiver.verify(receiver.received[0], one).type).toBe('webhook.test')
    await sql`update webhook_endpoint set previous_until = now() - interval '1 second'`.execute(system())
    await t.as(ann).call(testWebhook, { params: { id }, body: {} })
    await deliverDue(t.process.kernel, egress)
    expect(() => receiver.verify(receiver.received[1], secret)).toThrow('No matching signature')
    const stored = await sql<{
      text: string
    }>`select e::text as text from webhook_endpoint e union all select a::text from audit_entry a`.execute(system())
    for (const { text } of stored.rows)
      for (const one of [secret, rotated.body.secret]) expect(text).not.toContain(one.slice(6))
  })

  test('belongs to owners and admins of its organization', async () => {
    const { id } = await add(['contact.changed'])
    for (const role of ['manager', 'agent', 'author', 'viewer'] as const) {
      const user = await makeUser(t.process.kernel, t.acme.id, { firstname: 'Rob', lastname: 'Role', role })
      expect(refusal(await t.as(user).call(webhooks))).toEqual({ http: 422, code: 'not_permitted' })
    }
    const theirs = t.as(t.beta.ann)
    const missing = { http: 404, code: 'not_found' }
    expect(refusal(await theirs.call(editWebhook, { query: { id }, body: { state: 'off' } }))).toEqual(missing)
    expect(refusal(await theirs.call(rotateWebhookSecret, { params: { id }, body: {} }))).toEqual(missing)
    expect(refusal(await theirs.call(testWebhook, { params: { id }, body: {} }))).toEqual(missing)
    expect(refusal(await theirs.call(webhookDeliveries, { params: { id }, query: {} }))).toEqual(missing)
    expect(refusal(await theirs.call(deleteWebhook, { query: { id } }))).toEqual(missing)
    const foreign = await makeGroup(t.process.kernel, t.beta.id, 'Theirs', [])
    const body = { url: receiver.url, events: ['contact.changed' as const], groupIds: [foreign] }
    expect(refusal(await t.as(ann).call(createWebhook, { body }))).toEqual(missing)
    expect((await t.as(ann).call(deleteWebhook, { query: { id } })).body.webhooks).toEqual([])
  })

  test('asks for a recent proof of identity before events go elsewhere, and before its secret is replaced', async () => {
    const groupId = await makeGroup(t.process.kernel, t.acme.id, 'Proof', [])
    const { id } = await add(['contact.changed'], { groupIds: [groupId] })
    await prove(t, ann, 60)
    const edit = (body: BodyOf<typeof editWebhook>) => t.as(ann).call(editWebhook, { query: { id }, body })
    const body = { url: receiver.url, events: ['contact.changed' as const] }
    for (const answer of [
      await t.as(ann).call(createWebhook, { body }),
      await t.as(ann).call(rotateWebhookSecret, { params: { id }, body: {} }),
      await edit({ url: `${receiver.url}/elsewhere` }),
      await edit({ events: ['contact.changed', 'message.received'] }),
      await edit({ groupIds: null }),
    ])
      expect(answer.body.code).toBe('proof_needed')
    for (const narrower of [{ name: 'Depot' }, { state: 'off' as const }, { state: 'on' as const }])
      expect((await edit(narrower)).http).toBe(200)
    await prove(t, ann)
    expect((await edit({ groupIds: null })).http).toBe(200)
  })

  test('has at most twenty siblings', async () => {
    for (let count = 0; count < WEBHOOKS_MAX; count++) await add(['contact.changed'])
    const body = { url: receiver.url, events: ['contact.changed' as const] }
    expect(refusal(await t.as(ann).call(createWebhook, { body }))).toEqual({ http: 422, code: 'too_many' })
  })
})

test('a webhook with a private address is refused beside its field, and one that becomes private gets nothing', async () => {
  const strict = await testApp({ roles: 'web', settings: { WEBHOOKS_TO_PRIVATE: 'off' } })
  try {
    await prove(strict, strict.acme.ann)
    const call = (url: string) =>
      strict.as(strict.acme.ann).call(createWebhook, { body: { url, events: ['contact.changed'] } })
    for (const url of [
      'http://example.com',
      'https://127.0.0.1',
      'https://[::1]/x',
      'https://localhost',
      'https://0x7f.1',
      'https://10.0.0.1',
      'https://169.254.169.254/latest',
      'https://u:p@example.com',
      'https://example.com:22',
      'nonsense',
    ]) {
      const answer = await call(url)
      expect({ url, http: answer.http, fields: Object.keys(answer.body.fieldErrors ?? {}) }).toEqual({
        url,
        http: 400,
        fields: ['url'],
      })
    }
    expect((await call('https://hooks.example.com/crewline?token=x')).http).toBe(200)
    const guarded = makeEgress({
      allowsPrivate: false,
      // The name server of an attacker answers with an address of this machine.
      lookup: ((_host: string, _options: object, done: (error: null, list: object[]) => void) =>
        done(null, [{ address: '127.0.0.1', family: 4 }])) as never,
    })
    const id = (await strict.as(strict.acme.ann).call(webhooks)).body.webhooks[0]!.id
    await strict.as(strict.acme.ann).call(testWebhook, { params: { id }, body: {} })
    await deliverDue(strict.process.kernel, guarded)
    const [delivery] = (await strict.as(strict.acme.ann).call(webhookDeliveries, { params: { id }, query: {} })).body
      .data
    expect(delivery).toMatchObject({ state: 'waiting', lastHttp: null, lastFailure: 'address_refused' })
    await guarded.close()
  } finally {
    await strict.close()
  }
})
