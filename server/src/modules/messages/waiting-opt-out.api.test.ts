import { importOptOuts, recordConsent } from '@crewline/contract/consent'
import type { MessageChanged } from '@crewline/contract/events'
import { conversation } from '@crewline/contract/inbox'
import { sendScheduledNow } from '@crewline/contract/later'
import { sendMessage, type Message } from '@crewline/contract/messages'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeContact, type TestContact } from '../../../test/kit/cast.ts'
import { testApp, type TestApp } from '../../../test/kit/test-app.ts'

let t: TestApp
beforeAll(async () => {
  t = await testApp()
})
afterAll(() => t.close())

const inHours = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString()
const someone = (name: string, n: number) => makeContact(t.process.kernel, t.acme.id, name, `+1415555270${n}`)
const send = (contact: TestContact, body: string, more: object) =>
  t.as(t.acme.ann).call(sendMessage, { body: { contactId: contact.id, body, ...more } })
const queryFor = (message: Message) => ({ message_id: message.id, conversation_id: message.contactId })
const thread = async (contact: TestContact) =>
  (await t.as(t.acme.ann).call(conversation, { params: { id: contact.id } })).body
const stateOf = async (id: string) =>
  (
    await sql<{
      state: string
      error_code: string | null
    }>`select state, error_code from message where id = ${id}`.execute(t.process.kernel.database.ofOrg(t.acme.id))
  ).rows[0]

test('a waiting text is stopped at once, for every open client, when its contact opts out by STOP or through a member', async () => {
  const [stops, asks] = [await someone('Stan', 1), await someone('Tess', 2)]
  const first = (await send(stops, 'Monday', { scheduledAt: inHours(20) })).body.message
  const second = (await send(asks, 'Tuesday', { scheduledAt: inHours(30) })).body.message
  const gus = await t.connectClient(t.acme.gus)
  await t.carrier.texts(stops.phone, 'STOP', t.acme.line.phone)
  await gus.next<MessageChanged>('message-changed', ({ message }) => message.id === first.id && message.dueAt === null)
  const asked = {
    contactId: asks.id,
    action: 'opt_out' as const,
    method: 'verbal' as const,
    wording: 'Asked by phone',
  }
  await t.as(t.acme.ann).call(recordConsent, { body: asked })
  await gus.next<MessageChanged>('message-changed', ({ message }) => message.id === second.id && message.dueAt === null)
  const suppressed = { state: 'suppressed', error_code: 'opted_out' }
  expect([await stateOf(first.id), await stateOf(second.id)]).toEqual([suppressed, suppressed])
  for (const contact of [stops, asks]) expect((await thread(contact)).conversation.shared.nextScheduledAt).toBeNull()
  expect((await t.as(t.acme.gus).call(sendScheduledNow, { query: queryFor(first) })).body.code).toBe(
    'already_on_its_way',
  )
})

test('a waiting text is stopped when the carrier reports the opt-out, and when a list of opt-outs contains it', async () => {
  const [reported, listed] = [await someone('Vic', 4), await someone('Wil', 5)]
  const texts = [
    (await send(reported, 'Monday', { scheduledAt: inHours(20) })).body.message,
    (await send(listed, 'Monday', { scheduledAt: inHours(20) })).body.message,
  ]
  await t.carrier.texts(reported.phone, 'Hi', t.acme.line.phone)
  await t.carrier.phone(reported.phone, { delivery: 'opted_out' })
  await send(reported, 'Are you in?', {})
  const imported = await fetch(`${t.process.address}/api${importOptOuts.path}?note=Old`, {
    method: 'POST',
    headers: { authorization: `Bearer ${t.acme.ann.token}`, 'content-type': 'application/octet-stream' },
    body: new Uint8Array(Buffer.from(listed.phone)),
  })
  expect(await imported.json()).toMatchObject({ added: 1 })
  for (const text of texts) {
    await t.until(async () => (await stateOf(text.id))?.state === 'suppressed')
    expect(await stateOf(text.id)).toEqual({ state: 'suppressed', error_code: 'opted_out' })
  }
})
